//! A battle from first shot to last straggler: *Battles*, *Anglo-Egyptian Withdrawal & Pursuit*, *Determine Casualties*, *Retreat
//! Position*, and what each kind of battle decides.
//!
//! When all have moved, each battle is fought on the table (R63). The players report what each unit lost, in steps, and who held the
//! field. A force that left it is pursued; then a die for each step lost says what comes back to the unit that lost it (R23), unless
//! nobody is left. The ledger counts the battle, and heavy losses before anything came back (R24, R41). A beaten force goes back
//! where it came from if that is open, or else to an open space, or by the ships that are there to the nearest port as many as they
//! carry (R45, R65). Victors take the place, break the siege or get out of it (R29), and may go on (R07).

use super::casualties::{self, MOST_LOST};
use super::encounter;
use super::pursuit;
use super::{battle, duties, movement, naval, reach, retaking, steps, victory};
use crate::campaign::decision::{Decision, LossCause, LossIn};
use crate::campaign::event::{Event, LedgerReason};
use crate::campaign::field::{FieldBattle, FieldStage};
use crate::campaign::mended::Mended;
use crate::campaign::order::{Odds, Station};
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::{BattleKind, Met, Step};
use crate::campaign::state::State;
use crate::pack::{BattleType, LocationId, LocationKind, LocationSet, RandomEffect, ShipSet, SpaceId, SpaceSet, UnitId, UnitSet};

pub(super) fn permit_fight(state: &State, at: SpaceId) -> Result<(), Refusal> {
    steps::permit_steps(state, &[Step::Operations, Step::Fighting])?;
    if duties::must_still_attack(state) {
        return Err(Refusal::MustAttack);
    }
    if state.round().battle_at(at).is_none() { Err(Refusal::NoBattleThere) } else { Ok(()) }
}

pub(super) fn resolve_fight(proceedings: &mut Proceedings<'_>, at: SpaceId) {
    if proceedings.state.round().step() == Step::Operations {
        proceedings.note(Event::MovesEnded);
    }
    let Some(met) = proceedings.state.round().battle_at(at).copied() else { return };
    begin(proceedings, met);
}

/// Whether a battle at a space is an assault on the walls of a Mahdist fortified town (R47).
#[must_use]
pub fn is_assault(state: &State, at: SpaceId) -> bool {
    let map = &state.pack().map;
    state.is_enemy_held(at) && map.location_at(at).is_some_and(|location| map.location(location).kind == LocationKind::FortifiedTown)
}

/// The type of battle that a random event decides for this action round (56, 61 and 66), if one does.
#[must_use]
pub fn forced_type(state: &State) -> Option<BattleType> {
    let forced = state.round().battle_type.filter(|_| matches!(state.phase(), Phase::Action { .. }));
    forced.map(|(battle_type, _)| battle_type)
}

/// Opens a battle: the enemy's force, the type of battle, and the wait for a report.
pub(super) fn begin(proceedings: &mut Proceedings<'_>, met: Met) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let walls = is_assault(proceedings.state, met.at);
    let force = encounter::force(&pack.tables, walls, proceedings.dice);
    let forced = forced_type(proceedings.state);
    let (battle, note) = if walls || met.kind == BattleKind::Storm {
        (battle::Battle::assault(), String::new())
    } else if let Some(battle_type) = forced {
        (battle::forced(&pack.tables, battle_type, proceedings.dice), note_of(proceedings.state, battle_type))
    } else {
        (battle::battle(&pack.tables, proceedings.dice), String::new())
    };
    let units = met.units.intersection(proceedings.state.units_at(met.at));
    let ships = match pack.map.location_at(met.at) {
        Some(port) => met.ships.intersection(proceedings.state.ships_in(port)),
        None => ShipSet::EMPTY,
    };
    proceedings
        .note(Event::BattleBegan { battle: Box::new(FieldBattle { at: met.at, units, ships, kind: met.kind, force, battle, note }) });
    proceedings.note(Event::DecisionPut { decision: Decision::Battle { at: met.at } });
}

/// What a random event says of how the enemy fights.
fn note_of(state: &State, battle_type: BattleType) -> String {
    let effects = state.pack().random_events.iter().map(|event| &event.effect);
    effects
        .filter_map(|effect| match effect {
            RandomEffect::BattleType { battle, note } if *battle == battle_type => Some(note.clone()),
            _ => None,
        })
        .next()
        .unwrap_or_default()
}

pub(super) fn fighting(state: &State) -> Result<&FieldBattle, Refusal> {
    match (state.battle(), state.decision()) {
        (Some((battle, FieldStage::Fighting)), Some(Decision::Battle { .. })) => Ok(battle),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn permit_report(state: &State, unit: UnitId, steps: u8) -> Result<(), Refusal> {
    let battle = fighting(state)?;
    if unit.index() >= UnitSet::CAPACITY || !battle.units.contains(unit) {
        return Err(Refusal::NotInBattle);
    }
    if state.reported.contains(unit) {
        return Err(Refusal::ReportedAlready);
    }
    if steps == 0 || steps > state.steps(unit) { Err(Refusal::NotSoMany { most: state.steps(unit) }) } else { Ok(()) }
}

pub(super) fn permit_hold(state: &State) -> Result<(), Refusal> {
    let battle = fighting(state)?;
    if state.standing(battle.units).is_empty() { Err(Refusal::NobodyLeft) } else { Ok(()) }
}

pub(super) fn resolve_hold(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::FieldStageBegan { stage: FieldStage::Held });
}

/// Units of cavalry that can have been on the board when the withdrawal began.
#[must_use]
pub fn cavalry_standing(state: &State) -> u8 {
    state.battle().map_or(0, |(battle, _)| state.standing(battle.units).intersection(state.pack().roster.cavalry).len() as u8)
}

pub(super) fn permit_withdraw(state: &State, cavalry: u8) -> Result<(), Refusal> {
    fighting(state)?;
    let most = cavalry_standing(state);
    if cavalry > most { Err(Refusal::NotSoMany { most }) } else { Ok(()) }
}

pub(super) fn resolve_withdraw(proceedings: &mut Proceedings<'_>, cavalry: u8, surrounded: bool, odds: Odds) {
    let Some((battle, _)) = proceedings.state.battle() else { return };
    let standing = proceedings.state.standing(battle.units);
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::FieldStageBegan { stage: FieldStage::Pursued });
    let left: u16 = standing.iter().map(|unit| u16::from(proceedings.state.steps(unit))).sum();
    if left == 0 {
        return;
    }
    let (ours, theirs) = match odds {
        Odds::Even => (1, 1),
        Odds::OverTwoToOne => (1, 3),
        Odds::OverThreeToOne => (1, 4),
    };
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let situation = pursuit::Situation { cavalry, surrounded, ours, theirs, left, other: 0 };
    let pursuit = pursuit::pursuit(&pack.tables, situation, proceedings.dice);
    let steps = portion(proceedings.state, pursuit.percent, left);
    proceedings.note(Event::PursuitRolled { roll: pursuit.roll, percent: pursuit.percent, steps });
    casualties::owe(proceedings, standing, steps, LossIn::Steps, LossCause::Pursuit);
}

/// Ours leave a field that nobody holds (N11): nobody pursues.
pub(super) fn resolve_unpursued(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::FieldStageBegan { stage: FieldStage::Pursued });
}

/// A share of units or steps, fractions as the group reads them (R17).
#[must_use]
pub fn portion(state: &State, percent: u8, of: u16) -> u16 {
    pursuit::portion(state.options(), percent, of)
}

/// Carries a battle on; false when a report is awaited.
pub(super) fn advance(proceedings: &mut Proceedings<'_>) -> bool {
    let Some((_, stage)) = proceedings.state.battle() else { return false };
    match stage {
        FieldStage::Fighting => false,
        FieldStage::Held => {
            count(proceedings, true);
            true
        }
        FieldStage::Pursued => {
            count(proceedings, false);
            true
        }
        FieldStage::Counted => false,
    }
}

/// Counts the battle: the ledger, who comes back, who is gone, and what it decides.
fn count(proceedings: &mut Proceedings<'_>, won: bool) {
    let Some((battle, _)) = proceedings.state.battle() else { return };
    let battle = battle.clone();
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let track = &pack.outline.victory;
    let standing_before = proceedings.state.standing(battle.units);
    let gone = battle.units.len() - standing_before.len();
    let heavy = gone * 100 >= usize::from(track.heavy_losses_percent) * battle.units.len();
    if !standing_before.is_empty() {
        recover(proceedings, battle.units, won);
    }
    let dead = battle.units.without(proceedings.state.standing(battle.units));
    if !dead.is_empty() {
        proceedings.note(Event::UnitsLost { units: dead, cause: LossCause::Battle });
    }
    proceedings.note(Event::BattleEnded { at: battle.at, won, heavy });
    let (reason, points) =
        if won { (LedgerReason::BattleWon(battle.at), track.battle_won) } else { (LedgerReason::BattleLost(battle.at), track.battle_lost) };
    victory::enter(proceedings, reason, points);
    if heavy {
        victory::enter(proceedings, LedgerReason::HeavyLosses(battle.at), track.heavy_losses);
    }
    let units = battle.units.intersection(proceedings.state.units_at(battle.at));
    if won { follow_up(proceedings, &battle, units) } else { fall_back(proceedings, &battle, units) }
}

/// *Determine Casualties*: a die for each step lost, in the order of the units; a step comes back to the unit that lost it.
fn recover(proceedings: &mut Proceedings<'_>, units: UnitSet, field_held: bool) {
    let owners: Vec<UnitId> =
        units.iter().flat_map(|unit| std::iter::repeat_n(unit, usize::from(proceedings.state.field_losses[unit.index()]))).collect();
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    for owners in owners.chunks(usize::from(MOST_LOST)) {
        let recovery = casualties::recovery(&pack.tables, owners.len() as u8, field_held, proceedings.dice);
        let (needs, recovered) = (recovery.needs, recovery.recovered as u8);
        let returned: Vec<UnitId> =
            owners.iter().zip(&recovery.roll.faces).filter(|(_, face)| **face >= needs).map(|(unit, _)| *unit).collect();
        proceedings.note(Event::RecoveryRolled { roll: recovery.roll, needs, recovered });
        for same in returned.chunk_by(|a, b| a == b) {
            proceedings.note(Event::StepsReturned { unit: same[0], steps: same.len() as u8 });
        }
    }
}

/// What a victory brings.
fn follow_up(proceedings: &mut Proceedings<'_>, battle: &FieldBattle, units: UnitSet) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    if proceedings.state.options().victor_stops && !units.is_empty() {
        proceedings.note(Event::MovementEnded { units });
    }
    match (battle.kind, pack.map.location_at(battle.at)) {
        (BattleKind::Encounter | BattleKind::Landing, Some(location)) => {
            if proceedings.state.enemy_held().contains(location) {
                let allied = !units.intersection(pack.roster.allied).is_empty();
                retaking::retake(proceedings, location, allied);
            }
        }
        (BattleKind::Relief, Some(location)) => {
            if !proceedings.state.options().relief_joins_siege {
                proceedings.note(Event::SiegeLifted { at: location });
            }
        }
        (BattleKind::Breakout, Some(location)) => {
            let choices = pack.map.neighbours(battle.at);
            match (choices.len(), choices.first()) {
                (1, Some(to)) => break_out(proceedings, location, units, to),
                _ => proceedings.note(Event::DecisionPut { decision: Decision::BreakOut { from: location, units, choices } }),
            }
        }
        (BattleKind::Storm, Some(location)) => proceedings.note(Event::StormBeaten { at: location }),
        (_, None) => {}
    }
}

pub(super) fn permit_break_out_to(state: &State, to: SpaceId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::BreakOut { choices, .. }) if to.index() < SpaceSet::CAPACITY && choices.contains(to) => Ok(()),
        Some(Decision::BreakOut { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_break_out_to(proceedings: &mut Proceedings<'_>, to: SpaceId) {
    let Some(Decision::BreakOut { from, units, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    break_out(proceedings, from, units, to);
}

/// Those who broke out march to the next space, and may be met there; if nobody stays, the place falls (R29).
fn break_out(proceedings: &mut Proceedings<'_>, from: LocationId, units: UnitSet, to: SpaceId) {
    let at = proceedings.state.pack().map.space_of(from);
    proceedings.note(Event::ForceFormed { units, at, column: reach::INFANTRY_RATE });
    proceedings.note(Event::ForceMoved { units, from: at, to });
    if movement::enter(proceedings, to, units, ShipSet::EMPTY) {
        proceedings.note(Event::ForceHalted { ended: false });
    }
    if proceedings.state.garrison(from).is_empty() && proceedings.state.besieged().contains(from) {
        retaking::fall(proceedings, from, LossCause::PlaceFell);
    }
}

// Retreats.

/// Whether a beaten force can go to a space: a movement point always, a location that is held and not besieged (R45).
fn is_open(state: &State, space: SpaceId) -> bool {
    !state.is_enemy_held(space) && !state.is_besieged(space)
}

/// What a defeat brings.
fn fall_back(proceedings: &mut Proceedings<'_>, battle: &FieldBattle, units: UnitSet) {
    if !units.is_empty() {
        proceedings.note(Event::MovementEnded { units });
    }
    match (battle.kind, proceedings.state.pack().map.location_at(battle.at)) {
        (BattleKind::Breakout, Some(_)) => return,
        (BattleKind::Storm, Some(location)) => proceedings.note(Event::StormCarried { at: location }),
        (BattleKind::Encounter | BattleKind::Landing | BattleKind::Relief, _) | (BattleKind::Breakout | BattleKind::Storm, None) => {}
    }
    // Whose walls these are, and who broke out to meet the relief, stays within them.
    let stays = battle.kind == BattleKind::Relief && proceedings.state.reads(Mended::ReliefMeetsBreakout);
    let inside: UnitSet = units.iter().filter(|unit| stays && proceedings.state.came_from[unit.index()].is_none()).collect();
    // First those who can go back where they came from.
    let mut left = units.without(inside);
    while let Some(unit) = left.iter().find(|unit| origin(proceedings.state, *unit).is_some()) {
        let Some(to) = origin(proceedings.state, unit) else { break };
        let together: UnitSet = left.iter().filter(|unit| origin(proceedings.state, *unit) == Some(to)).collect();
        proceedings.note(Event::UnitsMoved { units: together, to });
        left = left.without(together);
    }
    if !left.is_empty() {
        look_for_a_way_out(proceedings, battle.at, left);
    }
    clear_ports(proceedings);
}

fn origin(state: &State, unit: UnitId) -> Option<SpaceId> {
    state.came_from[unit.index()].filter(|space| is_open(state, *space))
}

/// The ships that can take a beaten force off, and how many units.
fn room_to_retreat(state: &State, at: SpaceId) -> (ShipSet, usize) {
    let ships = match state.pack().map.location_at(at) {
        Some(port) => state.ships_in(port).iter().filter(|ship| state.room(*ship) > 0).collect(),
        None => ShipSet::EMPTY,
    };
    (ships, ships.iter().map(|ship| state.room(ship)).sum())
}

fn look_for_a_way_out(proceedings: &mut Proceedings<'_>, at: SpaceId, units: UnitSet) {
    let state = &*proceedings.state;
    let spaces: SpaceSet = state.pack().map.neighbours(at).iter().filter(|space| is_open(state, *space)).collect();
    let (ships, _) = room_to_retreat(state, at);
    let ports = match state.pack().map.location_at(at) {
        Some(port) => naval::nearest_ports(state, port, ships).without(LocationSet::of(port)),
        None => LocationSet::EMPTY,
    };
    match (spaces.len(), ports.len()) {
        (0, 0) => proceedings.note(Event::UnitsLost { units, cause: LossCause::CutOff }),
        (1, 0) => {
            if let Some(to) = spaces.first() {
                proceedings.note(Event::UnitsMoved { units, to });
            }
        }
        _ => {
            proceedings.note(Event::DecisionPut { decision: Decision::RetreatFrom { at, units, spaces, ports } });
            settle_retreat(proceedings);
        }
    }
}

/// A retreat with one way out, by ship, and room for everyone needs no order.
pub(super) fn settle_retreat(proceedings: &mut Proceedings<'_>) {
    let Some(Decision::RetreatFrom { at, units, spaces, ports }) = proceedings.state.decision().copied() else { return };
    if spaces.is_empty() && ports.len() == 1 {
        let present = units.intersection(proceedings.state.units_at(at));
        if let (Some(to), true) = (ports.first(), present.len() <= room_to_retreat(proceedings.state, at).1) {
            resolve_retreat_by_ship(proceedings, to);
        }
    }
}

pub(super) fn permit_retreat_to(state: &State, to: SpaceId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::RetreatFrom { spaces, .. }) if to.index() < SpaceSet::CAPACITY && spaces.contains(to) => Ok(()),
        Some(Decision::RetreatFrom { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_retreat_to(proceedings: &mut Proceedings<'_>, to: SpaceId) {
    let Some(Decision::RetreatFrom { at, units, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    let units = units.intersection(proceedings.state.units_at(at));
    proceedings.note(Event::UnitsMoved { units, to });
    clear_ports(proceedings);
}

pub(super) fn permit_retreat_by_ship(state: &State, to: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::RetreatFrom { ports, .. }) if to.index() < LocationSet::CAPACITY && ports.contains(to) => Ok(()),
        Some(Decision::RetreatFrom { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_retreat_by_ship(proceedings: &mut Proceedings<'_>, to: LocationId) {
    let Some(Decision::RetreatFrom { at, units, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    let units = units.intersection(proceedings.state.units_at(at));
    let (ships, room) = room_to_retreat(proceedings.state, at);
    if units.len() > room {
        // Who is left behind is settled first; then the rest embarks.
        let decision = Decision::RetreatFrom { at, units, spaces: SpaceSet::EMPTY, ports: LocationSet::of(to) };
        proceedings.note(Event::DecisionPut { decision });
        casualties::owe(proceedings, units, (units.len() - room) as u16, LossIn::Units, LossCause::LeftBehind);
        return;
    }
    if !units.is_empty() {
        proceedings.note(Event::UnitsTookShip { units, to });
    }
    let station = Station::Space(proceedings.state.pack().map.space_of(to));
    proceedings.note(Event::ShipsSailed { ships, to: station, functions: 0 });
    clear_ports(proceedings);
}

/// Ships do not stay in a port that is the enemy's (R64).
pub(super) fn clear_ports(proceedings: &mut Proceedings<'_>) {
    if proceedings.state.decision().is_some() {
        return;
    }
    for port in proceedings.state.enemy_held().intersection(proceedings.state.ports()).iter() {
        let ships = proceedings.state.ships_in(port);
        let at = proceedings.state.pack().map.space_of(port);
        if ships.is_empty() || proceedings.state.round().battle_at(at).is_some() {
            continue;
        }
        if let Some(to) = proceedings.state.pack().map.location(port).port_on.first().copied() {
            proceedings.note(Event::ShipsPutToSea { from: port, to, ships });
        }
    }
}

/// A battle of the Sieges phase that a breakout ran into.
pub(super) fn fight_next(proceedings: &mut Proceedings<'_>) -> bool {
    let Some(met) = proceedings.state.round().battles_to_fight().first().copied() else { return false };
    begin(proceedings, met);
    true
}

/// The garrison breaks out, or stands to its walls.
pub(super) fn begin_at_siege(proceedings: &mut Proceedings<'_>, at: LocationId, units: UnitSet, kind: BattleKind) {
    let at = proceedings.state.pack().map.space_of(at);
    begin(proceedings, Met { at, units, ships: ShipSet::EMPTY, kind });
}

#[cfg(test)]
mod tests;
