//! *Movement*: *Using a card for Ops*, *Movement Rate*, and meeting the enemy on the way.
//!
//! An Op activates a space, or a sea area, once in a round: everyone there can move, each unit by the rate of its arm, a force by its
//! slowest (R38). A force marches space by space and rolls for the enemy in each; where it is met it stops, and the battle waits until
//! all have moved (R63). A Mahdist place entered without a fight is retaken. A besieged place is entered by a relief battle and left by
//! a breakout. Units that met nobody, and victors, may go on with what movement they have (R07).
//!
//! How far it can go is in [`super::reach`]; some forces are not free, and what they owe is in [`super::duties`].

use super::duties::{at_the_enemy, duty_spaces, field_force_may_enter, going_together, guard_stays, has_a_duty};
use super::encounter::Situation;
use super::reach::{bars, bars_columns, column_rate, is_sick, left, rate, reach, way_by};
use super::{retaking, steps};
use crate::campaign::event::Event;
use crate::campaign::mended::Mended;
use crate::campaign::options::SupplySystem;
use crate::campaign::order::Station;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Reason, Roll};
use crate::campaign::round::{BattleKind, Force, Met, Step};
use crate::campaign::state::{ShipPlace, State};
use crate::pack::{SeaAreaId, SeaAreaSet, ShipSet, SpaceId, SpaceSet, UnitId, UnitSet};

/// Functions a ship has in a round (*Naval Movement*).
pub const FUNCTIONS: u8 = 3;

/// Units at a station that an activation would set in motion, ashore and aboard.
fn units_to_activate(state: &State, at: Station) -> UnitSet {
    let ashore = if let Station::Space(space) = at { state.units_at(space) } else { UnitSet::EMPTY };
    ships_to_activate(state, at).iter().fold(ashore, |units, ship| units.union(state.aboard(ship))).without(state.round().active)
}

fn ships_to_activate(state: &State, at: Station) -> ShipSet {
    state.ships_at(ShipPlace::from(at)).without(state.round().under_way)
}

/// Whether a station is on the map.
pub(super) fn is_station(state: &State, at: Station) -> bool {
    match at {
        Station::Space(space) => space.index() < state.at_space.len(),
        Station::Sea(area) => area.index() < state.pack().map.sea_areas.len(),
    }
}

/// Whether there is anything to activate, whatever has to be done first.
fn permit_station(state: &State, at: Station) -> Result<(), Refusal> {
    steps::permit_step(state, Step::Operations)?;
    if !is_station(state, at) {
        return Err(Refusal::NoSuchLocation);
    }
    if state.round().ops() == 0 {
        return Err(Refusal::NoOps);
    }
    let done = match at {
        Station::Space(space) => state.round().activated.contains(space),
        Station::Sea(area) => state.round().activated_seas.contains(area),
    };
    if done {
        return Err(Refusal::ActivatedAlready);
    }
    if let Station::Space(space) = at
        && is_sick(state, space)
    {
        return Err(Refusal::TooSick);
    }
    let supply = matches!(at, Station::Space(space) if state.options().supply == SupplySystem::Advanced && state.supply(space) > 0);
    if units_to_activate(state, at).is_empty() && ships_to_activate(state, at).is_empty() && !supply {
        return Err(Refusal::NothingThere);
    }
    Ok(())
}

/// Where the next Op may be spent: every station, or those from which the enemy has to be attacked.
fn on_duty(at: Station, duties: SpaceSet) -> bool {
    duties.is_empty() || matches!(at, Station::Space(space) if duties.contains(space))
}

pub(super) fn permit_activate(state: &State, at: Station) -> Result<(), Refusal> {
    permit_station(state, at)?;
    if on_duty(at, duty_spaces(state)) { Ok(()) } else { Err(Refusal::MustAttack) }
}

/// Every station that may be activated now: what an order to activate is allowed, in one go.
pub fn activations(state: &State) -> impl Iterator<Item = Station> {
    let duties = if state.round().ops() > 0 { duty_spaces(state) } else { SpaceSet::EMPTY };
    let spaces = (0..state.at_space.len())
        .filter(|space| {
            !state.at_space[*space].is_empty()
                || state.supply[*space] > 0
                || state.in_port.get(*space).is_some_and(|ships| !ships.is_empty())
        })
        .map(|space| Station::Space(SpaceId::at(space)));
    let areas = (0..state.at_sea.len()).map(|area| Station::Sea(SeaAreaId::at(area)));
    spaces.chain(areas).filter(move |at| on_duty(*at, duties) && permit_station(state, *at).is_ok())
}

pub(super) fn resolve_activate(proceedings: &mut Proceedings<'_>, at: Station) {
    close(proceedings);
    let units = units_to_activate(proceedings.state, at);
    let ships = ships_to_activate(proceedings.state, at);
    set_in_motion(proceedings, at, units, ships);
    let Station::Space(space) = at else {
        form_fleet(proceedings, at);
        return;
    };
    if ships.is_empty() {
        form(proceedings, space);
    } else if proceedings.state.units_at(space).is_empty() {
        form_fleet(proceedings, at);
    }
}

fn set_in_motion(proceedings: &mut Proceedings<'_>, at: Station, units: UnitSet, ships: ShipSet) {
    let mut rates: Vec<(u8, UnitSet)> = Vec::with_capacity(2);
    for unit in units.iter() {
        let rate = rate(proceedings.state, unit);
        match rates.iter_mut().find(|(other, _)| *other == rate) {
            Some((_, units)) => units.insert(unit),
            None => rates.push((rate, UnitSet::of(unit))),
        }
    }
    proceedings.note(Event::Activated { at, rates, ships, functions: FUNCTIONS });
}

/// Whoever is moving waits: what a force has left to march it keeps, so that a ship activated after it can take it aboard.
pub(in crate::campaign) fn close(proceedings: &mut Proceedings<'_>) {
    if proceedings.state.round().force().is_some() {
        proceedings.note(Event::ForceHalted { ended: false });
    }
    if !proceedings.state.round().fleet().is_empty() {
        proceedings.note(Event::FleetAnchored);
    }
}

/// The force that is moving stops for now, or for the round if it has moved.
pub(super) fn halt(proceedings: &mut Proceedings<'_>) {
    if let Some(force) = proceedings.state.round().force() {
        proceedings.note(Event::ForceHalted { ended: force.moved });
    }
}

/// The force that is moving waits while others land, cross or ride, and keeps what it has left.
pub(super) fn wait(proceedings: &mut Proceedings<'_>) {
    if !proceedings.state.reads(Mended::TrainTakesWhoIsThere) {
        return halt(proceedings);
    }
    if proceedings.state.round().force().is_some() {
        proceedings.note(Event::ForceHalted { ended: false });
    }
}

/// Units at a space that can still move.
#[must_use]
pub fn movable(state: &State, at: SpaceId) -> UnitSet {
    state.units_at(at).iter().filter(|unit| state.movement_left(*unit) > 0).collect()
}

/// Supply points at a space that have not come this round, where they can be moved at all.
#[must_use]
pub fn movable_supply(state: &State, at: SpaceId) -> u8 {
    if state.options().supply == SupplySystem::Advanced && state.round().activated.contains(at) {
        state.supply(at).saturating_sub(state.supply_moved[at.index()])
    } else {
        0
    }
}

fn permit_move(state: &State) -> Result<(), Refusal> {
    steps::permit_steps(state, &[Step::Operations, Step::Fighting])
}

pub(super) fn permit_form(state: &State, at: SpaceId) -> Result<(), Refusal> {
    permit_move(state)?;
    if at.index() >= state.at_space.len() {
        return Err(Refusal::NoSuchLocation);
    }
    if state.round().battle_at(at).is_some() {
        return Err(Refusal::BattlesFirst);
    }
    if state.round().force().is_some_and(|force| force.at == at) {
        return Err(Refusal::FormedAlready);
    }
    if movable(state, at).is_empty() && movable_supply(state, at) == 0 { Err(Refusal::NobodyCanMove) } else { Ok(()) }
}

pub(super) fn resolve_form(proceedings: &mut Proceedings<'_>, at: SpaceId) {
    close(proceedings);
    form(proceedings, at);
}

fn form(proceedings: &mut Proceedings<'_>, at: SpaceId) {
    let units = movable(proceedings.state, at);
    if !units.is_empty() || movable_supply(proceedings.state, at) > 0 {
        let column = column_rate(proceedings.state);
        proceedings.note(Event::ForceFormed { units, at, column });
    }
}

fn form_fleet(proceedings: &mut Proceedings<'_>, at: Station) {
    let place = ShipPlace::from(at);
    let ships: ShipSet = proceedings
        .state
        .round()
        .under_way
        .iter()
        .filter(|ship| proceedings.state.ship_place(*ship) == place && proceedings.state.functions_left(*ship) > 0)
        .collect();
    if !ships.is_empty() {
        proceedings.note(Event::FleetFormed { ships });
    }
}

/// The force that is moving.
pub(super) fn force(state: &State) -> Result<Force, Refusal> {
    permit_move(state)?;
    state.round().force().ok_or(Refusal::NoForce)
}

pub(super) fn permit_leave(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let force = force(state)?;
    if unit.index() >= UnitSet::CAPACITY || !force.units.contains(unit) {
        return Err(Refusal::NotInForce);
    }
    if going_together(state, &force).contains(unit) {
        return Err(Refusal::GoesTogether);
    }
    if force.units.len() == 1 && force.supply == 0 { Err(Refusal::LastOfForce) } else { Ok(()) }
}

/// Whom a force that is moving may leave behind: what an order to leave is allowed, in one go.
#[must_use]
pub fn leaves(state: &State, force: &Force) -> UnitSet {
    if force.units.len() > 1 || force.supply > 0 { force.units.without(going_together(state, force)) } else { UnitSet::EMPTY }
}

pub(super) fn resolve_leave(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let Some(force) = proceedings.state.round().force() else { return };
    proceedings.note(Event::UnitsLeft { units: UnitSet::of(unit), ended: force.moved });
}

pub(super) fn permit_gather(state: &State) -> Result<(), Refusal> {
    let force = force(state)?;
    if movable(state, force.at).without(force.units).is_empty() { Err(Refusal::NobodyToGather) } else { Ok(()) }
}

pub(super) fn resolve_gather(proceedings: &mut Proceedings<'_>) {
    let Some(force) = proceedings.state.round().force() else { return };
    let units = movable(proceedings.state, force.at).without(force.units);
    proceedings.note(Event::UnitsJoined { units });
}

pub(super) fn permit_take_supply(state: &State) -> Result<(), Refusal> {
    let force = force(state)?;
    if state.options().supply != SupplySystem::Advanced {
        return Err(Refusal::SimpleSupply);
    }
    if movable_supply(state, force.at) <= force.supply { Err(Refusal::NoSupplyHere) } else { Ok(()) }
}

pub(super) fn permit_leave_supply(state: &State) -> Result<(), Refusal> {
    let force = force(state)?;
    if force.supply == 0 || (force.units.is_empty() && force.supply == 1) { Err(Refusal::NoSupplyHere) } else { Ok(()) }
}

pub(super) fn permit_unmet(state: &State) -> Result<(), Refusal> {
    let force = force(state)?;
    if state.round().unmet_marches == 0 || is_guided(state, force.units) { Err(Refusal::NoGuides) } else { Ok(()) }
}

/// Whether guides lead the force that is moving, or all of these units (random events 22 and 51): they do for the round, whoever else moves
/// between their marches.
fn is_guided(state: &State, units: UnitSet) -> bool {
    let round = state.round();
    round.force().is_some_and(|force| force.unmet)
        || (matches!(state.phase(), Phase::Action { .. })
            && state.reads(Mended::ReliefMeetsBreakout)
            && !units.is_empty()
            && units.is_within(round.guided))
}

pub(super) fn permit_march(state: &State, to: SpaceId) -> Result<(), Refusal> {
    let force = force(state)?;
    if to.index() >= state.at_space.len() {
        return Err(Refusal::NoSuchLocation);
    }
    if force.units.is_empty() && force.supply == 0 {
        return Err(Refusal::NobodyCanMove);
    }
    if !reach(state, &force).contains(to) {
        return Err(Refusal::CannotReach);
    }
    if !guard_stays(state, force.at, force.units) {
        return Err(Refusal::GovernorsGuard);
    }
    if !state.field_force().free && !force.units.intersection(state.field_force().units).is_empty() && !field_force_may_enter(state, to) {
        return Err(Refusal::FieldForceBound);
    }
    if has_a_duty(state, &force) && !at_the_enemy(state, &force).contains(to) {
        return Err(if state.reads(Mended::AttacksReachTheEnemy) { Refusal::AttacksTheNearest } else { Refusal::MustAttack });
    }
    Ok(())
}

/// Everywhere the force that is moving may march now: what an order to march is allowed, in one go.
#[must_use]
pub fn marches(state: &State) -> SpaceSet {
    let Ok(force) = force(state) else { return SpaceSet::EMPTY };
    if (force.units.is_empty() && force.supply == 0) || !guard_stays(state, force.at, force.units) {
        return SpaceSet::EMPTY;
    }
    let bound = !state.field_force().free && !force.units.intersection(state.field_force().units).is_empty();
    let duty = has_a_duty(state, &force);
    let reach = if duty { at_the_enemy(state, &force) } else { reach(state, &force) };
    if bound { reach.iter().filter(|to| field_force_may_enter(state, *to)).collect() } else { reach }
}

pub(super) fn resolve_march(proceedings: &mut Proceedings<'_>, to: SpaceId) {
    let Some(force) = proceedings.state.round().force() else { return };
    let expedition =
        !proceedings.state.expedition().attempted && !force.units.intersection(proceedings.state.expedition().units).is_empty();
    let must_attack = proceedings.state.round().must_attack;
    if expedition || must_attack {
        let state = &*proceedings.state;
        let mended = state.reads(Mended::AttacksReachTheEnemy);
        let goes = at_the_enemy(state, &force).contains(to);
        // To try to retake a place farther off is to try.
        let tries = goes || (mended && state.is_enemy_held(to));
        // Supply by itself attacks nobody.
        let attacks = goes && !(mended && force.units.is_empty());
        if expedition && tries {
            proceedings.note(Event::ExpeditionAttempted);
        }
        if must_attack && attacks {
            proceedings.note(Event::AttackMade);
        }
    }
    if proceedings.state.is_besieged(force.at) {
        let met = Met { at: force.at, units: force.units, ships: ShipSet::EMPTY, kind: BattleKind::Breakout };
        proceedings.note(Event::BattleMet { met });
        return;
    }
    let mut from = force.at;
    let bars: fn(&State, SpaceId) -> bool = if force.units.is_empty() { bars_columns } else { bars };
    for space in way_by(proceedings.state, force.at, to, bars) {
        proceedings.note(Event::ForceMoved { units: force.units, from, to: space });
        from = space;
        if !enter(proceedings, space, force.units, ShipSet::EMPTY) {
            return;
        }
    }
    if let Some(force) = proceedings.state.round().force()
        && left(proceedings.state, &force) == 0
    {
        proceedings.note(Event::ForceHalted { ended: true });
    }
}

/// What waits for a force in a space, before any die is thrown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// A battle: one that others have begun there, or with those who besiege the place.
    Battle(BattleKind),
    /// Friends: nobody is met (R28).
    Friendly,
    /// The enemy in a fortified town of his, always.
    Certain,
    /// Nobody: guides or the night hide the force (random events 22 and 51).
    Hidden,
    /// The roll for meeting the enemy, not thrown yet.
    Roll(Roll),
}

/// What waits in a space for units that come by land, or from ships.
#[must_use]
pub fn prospect(state: &State, space: SpaceId, units: UnitSet, by_land: bool) -> Prospect {
    if let Some(met) = state.round().battle_at(space) {
        // The garrison breaks out to meet them.
        let relieves = by_land
            && met.kind == BattleKind::Breakout
            && !state.options().relief_joins_siege
            && state.is_besieged(space)
            && state.reads(Mended::ReliefMeetsBreakout);
        return Prospect::Battle(if relieves { BattleKind::Relief } else { met.kind });
    }
    if by_land && state.is_besieged(space) {
        return Prospect::Battle(BattleKind::Relief);
    }
    let Some(situation) = Situation::on_map(state, space) else { return Prospect::Friendly };
    match situation.roll(&state.pack().tables) {
        None => Prospect::Certain,
        Some(_) if is_guided(state, units) => Prospect::Hidden,
        Some(roll) => Prospect::Roll(with_events(state, roll, units)),
    }
}

/// What a force meets in a space it has entered; false if it stops there.
pub(super) fn enter(proceedings: &mut Proceedings<'_>, space: SpaceId, units: UnitSet, ships: ShipSet) -> bool {
    let landing = if ships.is_empty() { BattleKind::Encounter } else { BattleKind::Landing };
    let (roll, met) = match prospect(proceedings.state, space, units, ships.is_empty()) {
        Prospect::Battle(kind) => {
            proceedings.note(Event::BattleMet { met: Met { at: space, units, ships, kind } });
            return false;
        }
        Prospect::Friendly => return true,
        Prospect::Certain => (None, true),
        Prospect::Hidden => (None, false),
        Prospect::Roll(roll) => {
            let roll = proceedings.dice.throw_unless_settled(roll);
            let met = roll.succeeds();
            (Some(roll), met)
        }
    };
    proceedings.note(Event::EnemySought { at: space, roll, met });
    if met {
        if units.is_empty() {
            let supply = proceedings.state.round().force().map_or(0, |force| force.supply);
            proceedings.note(Event::ColumnLost { at: space, supply });
        } else {
            proceedings.note(Event::BattleMet { met: Met { at: space, units, ships, kind: landing } });
        }
        return false;
    }
    if let Some(location) = proceedings.state.pack().map.location_at(space) {
        let allied = !units.intersection(proceedings.state.pack().roster.allied).is_empty();
        retaking::retake(proceedings, location, allied);
    }
    true
}

/// The roll for meeting the enemy, with what random events and the expedition's first turns add (*Hicks Expedition*).
fn with_events(state: &State, roll: Roll, units: UnitSet) -> Roll {
    let expedition = state.expedition();
    let news = state.pack().leaders.expedition.filter(|leader| {
        expedition.arrived > 0 && state.turn() < expedition.arrived + leader.turns && !units.intersection(expedition.units).is_empty()
    });
    // What an event adds in this action round is over with it: of a breakout when sieges are resolved it says nothing (R43).
    let over = !matches!(state.phase(), Phase::Action { .. }) && state.reads(Mended::TrainTakesWhoIsThere);
    let of_the_round = if over { 0 } else { state.round().encounter_add };
    roll.with(Reason::RandomEvent, of_the_round.saturating_add(state.encounter_add))
        .with(Reason::Expedition, news.map_or(0, |leader| leader.encounter_add))
}

/// Whether a victor can still march.
#[must_use]
pub fn victors_may_go_on(state: &State) -> bool {
    state.movement.iter().enumerate().any(|(index, left)| *left > 0 && state.space_of_unit(UnitId::at(index)).is_some())
}

/// The expedition has landed: it marches at once, for nothing.
pub(super) fn begin_expedition_march(proceedings: &mut Proceedings<'_>) {
    if !proceedings.state.round().expedition_march {
        return;
    }
    let units = proceedings.state.expedition().units;
    let Some(at) = units.first().and_then(|unit| proceedings.state.space_of_unit(unit)) else { return };
    set_in_motion(proceedings, Station::Space(at), units, ShipSet::EMPTY);
    if duty_spaces(proceedings.state).contains(at) {
        let column = column_rate(proceedings.state);
        proceedings.note(Event::ForceFormed { units, at, column });
    }
}

/// Sea areas next to a station.
#[must_use]
pub fn waters(state: &State, at: Station) -> SeaAreaSet {
    let map = &state.pack().map;
    match at {
        Station::Sea(area) => map.sea_areas[area.index()].adjacent,
        Station::Space(space) => {
            map.location_at(space).map_or(SeaAreaSet::EMPTY, |location| map.location(location).port_on.iter().copied().collect())
        }
    }
}

#[cfg(test)]
mod edition_nine_tests;
#[cfg(test)]
mod tests;
