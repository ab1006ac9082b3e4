//! *Sieges*: *Siege Outcome*, *Garrison Sortie/Breakout*, *Siege Table*, *Adjust Siege Level*; the optional *Storming the Defenses* and
//! *Gunboats During a Siege*; whether Gordon decides to leave.
//!
//! Each siege is resolved in the order of the Random Locations table: the garrison may sally out, break out or sit tight; by the
//! optional rule the besiegers may storm a garrison that does not sally; then the Siege Table, and the siege tightens by a level, or by
//! two in all where the table says so, to four at most (R20). A level brought to nothing by whatever breaks the siege (R22); a place with
//! nobody left in it falls (R21).

use super::field::portion;
use super::retaking;
use super::{casualties, duties, field};
use crate::campaign::decision::{Decision, LossCause, LossIn};
use crate::campaign::event::Event;
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::mended::Mended;
use crate::campaign::options::Options;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Reason, Roll};
use crate::campaign::round::BattleKind;
use crate::campaign::state::State;
use crate::pack::{Arm, LocationId, SiegeOutcome, SiegeResult, SortieResult, Table, Tables, UnitId, UnitSet};

/// Units of a sortie that tell once.
pub(in crate::campaign) const UNITS_THAT_TELL: usize = 4;
/// Units of cavalry that tell in a sortie.
pub(in crate::campaign) const CAVALRY_THAT_TELLS: usize = 2;
/// Units of artillery that tell on the Siege Table.
pub(in crate::campaign) const GUNS_THAT_TELL: usize = 2;

/// The Sieges phase begins: these are resolved.
pub(super) fn begin(proceedings: &mut Proceedings<'_>) {
    let locations = proceedings.state.besieged();
    proceedings.note(Event::SiegesDue { locations });
}

/// Does what comes next in the Sieges phase; false when there is nothing left.
pub(super) fn advance(proceedings: &mut Proceedings<'_>) -> bool {
    if field::fight_next(proceedings) {
        return true;
    }
    let Some(siege) = proceedings.state.siege else { return next(proceedings) };
    let at = siege.at;
    if !proceedings.state.besieged().contains(at) {
        // Broken by the roll itself, it has still been rolled for; in a place that fell no ship is left.
        if siege.rolled {
            gunboats_suffer(proceedings, at);
        }
        proceedings.note(Event::SiegeResolved { at });
    } else if siege.storm_lost || proceedings.state.garrison(at).is_empty() {
        retaking::fall(proceedings, at, LossCause::PlaceFell);
    } else if !siege.ready {
        proceedings.note(Event::DecisionPut { decision: Decision::Garrison { location: at } });
    } else if proceedings.state.options().storming && !siege.sortie && !siege.storm_rolled && !siege.rolled {
        storm(proceedings, at);
    } else if siege.rolled {
        finish(proceedings, at, siege.levels);
    } else {
        roll(proceedings, at);
    }
    true
}

fn next(proceedings: &mut Proceedings<'_>) -> bool {
    if let Some(at) = proceedings.state.sieges_due.first() {
        proceedings.note(Event::SiegeTaken { at });
        return true;
    }
    governor_decides(proceedings)
}

/// *Gordon Sent to Friday Harbor*: once his place is besieged, a die says whether he stays.
fn governor_decides(proceedings: &mut Proceedings<'_>) -> bool {
    let governor = proceedings.state.governor();
    let GovernorPlace::At(at) = governor.place else { return false };
    if governor.leaves || proceedings.state.governor_rolled || !proceedings.state.besieged().contains(at) {
        return false;
    }
    let Some(chance) = proceedings.state.pack().leaders.governor.as_ref().map(|leader| leader.leaves) else { return false };
    let roll = proceedings.dice.throw(Roll::new(Purpose::Governor, chance.dice).needing(chance.needs), chance.dice.count);
    let leaves = roll.succeeds();
    proceedings.note(Event::GovernorRolled { roll, leaves });
    true
}

/// The place whose garrison is asked.
fn asked(state: &State) -> Result<LocationId, Refusal> {
    match state.decision() {
        Some(Decision::Garrison { location }) => Ok(*location),
        _ => Err(Refusal::NotAsked),
    }
}

/// The units chosen for a sortie or breakout.
#[must_use]
pub fn committed(state: &State) -> UnitSet {
    state.siege.map_or(UnitSet::EMPTY, |siege| siege.committed.intersection(state.garrison(siege.at)))
}

pub(super) fn permit_commit(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let at = asked(state)?;
    if unit.index() < UnitSet::CAPACITY && state.garrison(at).without(committed(state)).contains(unit) {
        Ok(())
    } else {
        Err(Refusal::NotAChoice)
    }
}

pub(super) fn permit_commit_all(state: &State) -> Result<(), Refusal> {
    let at = asked(state)?;
    if state.garrison(at).is_within(committed(state)) { Err(Refusal::NotAChoice) } else { Ok(()) }
}

pub(super) fn resolve_commit_all(proceedings: &mut Proceedings<'_>) {
    let Ok(at) = asked(proceedings.state) else { return };
    let units = proceedings.state.garrison(at);
    proceedings.note(Event::GarrisonCommitted { units });
}

/// For a sortie or a breakout somebody has to be chosen.
pub(super) fn permit_sally(state: &State) -> Result<(), Refusal> {
    asked(state)?;
    if committed(state).is_empty() { Err(Refusal::NobodyCommitted) } else { Ok(()) }
}

/// A breakout needs somewhere to go by land.
pub(super) fn permit_break_out(state: &State) -> Result<(), Refusal> {
    permit_sally(state)?;
    let at = asked(state)?;
    let space = state.pack().map.space_of(at);
    if state.pack().map.neighbours(space).is_empty() {
        return Err(Refusal::NoWayOut);
    }
    // At all times, the text says: also here.
    let guarded = duties::guard_stays(state, space, committed(state)) || !state.reads(Mended::TrainTakesWhoIsThere);
    if guarded { Ok(()) } else { Err(Refusal::GovernorsGuard) }
}

pub(super) fn permit_sit(state: &State) -> Result<(), Refusal> {
    asked(state).map(|_| ())
}

pub(super) fn resolve_sit(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::GarrisonReady { sortie: false });
}

pub(super) fn resolve_break_out(proceedings: &mut Proceedings<'_>) {
    let Ok(at) = asked(proceedings.state) else { return };
    let units = committed(proceedings.state);
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::GarrisonReady { sortie: false });
    field::begin_at_siege(proceedings, at, units, BattleKind::Breakout);
}

/// The roll for a sortie, not thrown yet.
#[must_use]
pub fn sortie_roll(state: &State, at: LocationId, units: UnitSet) -> Roll {
    let pack = state.pack();
    let modifiers = &pack.tables.sortie_modifiers;
    let fours = (units.len() / UNITS_THAT_TELL) as i8;
    let cavalry = units.intersection(pack.roster.cavalry).len();
    Roll::new(Purpose::Sortie(at), pack.tables.sortie.dice)
        .with(Reason::EachFourUnits, fours.saturating_mul(modifiers.each_four_units))
        .with(Reason::TwoCavalry, if cavalry >= CAVALRY_THAT_TELLS { modifiers.two_or_more_cavalry } else { 0 })
}

pub(super) fn resolve_sortie(proceedings: &mut Proceedings<'_>) {
    let Ok(at) = asked(proceedings.state) else { return };
    let units = committed(proceedings.state);
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::GarrisonReady { sortie: true });
    let roll = sortie_roll(proceedings.state, at, units);
    let roll = proceedings.dice.throw(roll, pack.tables.sortie.dice.count);
    let result = &pack.tables.sortie.row(roll.total()).result;
    proceedings.note(Event::SortieRolled { at, roll, modifier: sortie_add(&pack.tables, result) });
    follow_sortie(proceedings, at, units, result);
}

/// What a sortie adds to this turn's siege roll: a disaster and a limited success tell in it; a complete surprise has told already.
#[must_use]
pub fn sortie_add(tables: &Tables, result: &SortieResult) -> i8 {
    let modifiers = &tables.siege.modifiers;
    match result.level {
        1.. => modifiers.disaster,
        -1 => modifiers.limited_success,
        _ => 0,
    }
}

/// What a row of the Sortie Table does.
pub(in crate::campaign) fn follow_sortie(proceedings: &mut Proceedings<'_>, at: LocationId, units: UnitSet, result: &SortieResult) {
    match result.level {
        0 => {}
        1.. => tighten(proceedings, at, result.level.unsigned_abs()),
        _ => ease(proceedings, at, result.level.unsigned_abs()),
    }
    let lost = portion(proceedings.state, result.loses_percent, units.len() as u16) + u16::from(result.loses_units);
    casualties::owe(proceedings, units, lost, LossIn::Units, LossCause::Sortie);
}

/// A siege loosens; at nothing it is broken (R22).
pub(super) fn ease(proceedings: &mut Proceedings<'_>, at: LocationId, levels: u8) {
    match proceedings.state.siege_level(at).saturating_sub(levels) {
        0 => proceedings.note(Event::SiegeLifted { at }),
        level => proceedings.note(Event::SiegeLevelSet { at, level }),
    }
}

/// A siege tightens, to the highest level at most.
pub(in crate::campaign) fn tighten(proceedings: &mut Proceedings<'_>, at: LocationId, levels: u8) {
    let now = proceedings.state.siege_level(at);
    let level = now.saturating_add(levels).min(proceedings.state.pack().tables.siege.highest_level);
    if level != now {
        proceedings.note(Event::SiegeLevelSet { at, level });
    }
}

/// The roll of the besiegers for a storm, not thrown yet (*Sieges-Storming the Defenses!*).
#[must_use]
pub fn storm_roll(state: &State, at: LocationId) -> Roll {
    let table = &state.pack().tables.storm;
    let level = state.siege_level(at).saturating_sub(1) as i8;
    Roll::new(Purpose::Storm(at), table.dice)
        .needing(table.needs)
        .with(Reason::SiegeLevel, level.saturating_mul(table.each_level_past_first))
}

fn storm(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let roll = storm_roll(proceedings.state, at);
    let roll = proceedings.dice.throw_unless_settled(roll);
    let storms = roll.succeeds();
    proceedings.note(Event::StormRolled { at, roll, storms });
    if storms {
        let units = proceedings.state.garrison(at);
        field::begin_at_siege(proceedings, at, units, BattleKind::Storm);
    }
}

/// The roll on the Siege Table for a place as it stands, not thrown yet.
#[must_use]
pub fn siege_roll(state: &State, at: LocationId) -> Roll {
    let pack = state.pack();
    let siege = &pack.tables.siege;
    let modifiers = &siege.modifiers;
    let garrison = state.garrison(at);
    let level = match state.siege_level(at) {
        2 => modifiers.level_2,
        3 => modifiers.level_3,
        4.. => modifiers.level_4,
        _ => 0,
    };
    let few = i16::try_from(garrison.len()).is_ok_and(|units| units < siege.few_units.of(pack.map.location(at).kind));
    let guns = garrison.iter().filter(|unit| pack.roster.kind_of(*unit).arm == Arm::Artillery).count();
    let gunboats = if state.options().gunboats_at_sieges { state.gunboats(state.ships_in(at)).len() as i8 } else { 0 };
    let hungry = !garrison.intersection(state.unsupplied()).is_empty();
    let now = state.siege.filter(|siege| siege.at == at);
    let given = |yes: bool, add: i8| if yes { add } else { 0 };
    Roll::new(Purpose::Siege(at), siege.table.dice)
        .with(Reason::SiegeLevel, level)
        .with(Reason::FewUnits, given(few, modifiers.few_units))
        .with(Reason::Sortie, now.map_or(0, |siege| siege.sortie_add))
        .with(Reason::Artillery, given(guns >= GUNS_THAT_TELL, modifiers.artillery))
        .with(Reason::Gunboats, gunboats.saturating_mul(modifiers.gunboat))
        .with(Reason::Governor, given(state.governor_is_at(at), modifiers.governor))
        .with(Reason::OutOfSupply, given(hungry, modifiers.out_of_supply))
        .with(Reason::StormBeaten, given(now.is_some_and(|siege| siege.storm_beaten), modifiers.storm_beaten))
        .with(Reason::RandomEvent, state.siege_add[at.index()])
}

fn roll(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let table = siege_table(&pack.tables, proceedings.state.options());
    let roll = siege_roll(proceedings.state, at);
    let roll = proceedings.dice.throw(roll, table.dice.count);
    let row = &table.row(roll.total()).result;
    proceedings.note(Event::SiegeRolled { at, roll, result: row.result, levels: levels(row) });
    follow_siege_roll(proceedings, at, row);
}

/// The Siege Table as the group reads its overlapping rows (R01).
#[must_use]
pub fn siege_table(tables: &Tables, options: Options) -> &Table<SiegeResult> {
    if options.earlier_siege_rows { &tables.siege.earlier_rows } else { &tables.siege.table }
}

/// The levels a siege tightens by after a row of its table, two in all where the row says so (R20).
#[must_use]
pub fn levels(row: &SiegeResult) -> u8 {
    row.levels.unwrap_or(1)
}

/// What a row of the Siege Table does, before the level is adjusted.
pub(in crate::campaign) fn follow_siege_roll(proceedings: &mut Proceedings<'_>, at: LocationId, row: &SiegeResult) {
    match row.result {
        SiegeOutcome::Lifted => proceedings.note(Event::SiegeLifted { at }),
        SiegeOutcome::Surrender => retaking::fall(proceedings, at, LossCause::PlaceFell),
        SiegeOutcome::Continues | SiegeOutcome::Tightens | SiegeOutcome::Famine => {
            let garrison = proceedings.state.garrison(at);
            let lost = portion(proceedings.state, row.loses_percent, garrison.len() as u16) + u16::from(row.loses_units);
            casualties::owe(proceedings, garrison, lost, LossIn::Units, LossCause::Siege);
        }
    }
}

/// *Adjust Siege Level*, and what the siege did to gunboats.
fn finish(proceedings: &mut Proceedings<'_>, at: LocationId, levels: u8) {
    tighten(proceedings, at, levels);
    gunboats_suffer(proceedings, at);
    proceedings.note(Event::SiegeResolved { at });
}

/// *Gunboats During a Siege*: a die for each after the siege roll.
fn gunboats_suffer(proceedings: &mut Proceedings<'_>, at: LocationId) {
    if proceedings.state.options().gunboats_at_sieges {
        let pack = std::sync::Arc::clone(proceedings.state.pack());
        let table = &pack.tables.gunboat_at_siege;
        let last = table.rows().len().saturating_sub(1);
        for ship in proceedings.state.gunboats(proceedings.state.ships_in(at)).iter() {
            let roll = proceedings.dice.throw(Roll::new(Purpose::GunboatAtSiege(ship), table.dice), table.dice.count);
            let (row, damage) = (table.row_index(roll.total()), table.row(roll.total()).result.damage);
            proceedings.note(Event::GunboatRolled { ship, roll });
            if row == last {
                super::victory::sink(proceedings, ship);
            } else if damage > 0 {
                proceedings.note(Event::ShipDamaged { ship, damage });
            }
        }
    }
}

#[cfg(test)]
mod tests;
