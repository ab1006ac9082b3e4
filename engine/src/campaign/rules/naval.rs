//! *Naval Movement*: *Transporting Units*, *Naval Repairs*, landings; card 23; the optional *Gunboat Encounters* and *Reinforcements
//! During a Siege*.
//!
//! An activated ship has three functions: a move to the next sea area or port, loading, unloading, a repair. Loading or unloading
//! any number of units is one function of their ship, and costs each unit a space of its march (R12). A ship at a Mahdist port can
//! only land an assault (R64). A damaged ship is to be repaired, and does all that a sound one does until then (R58).
//! By the optional rules boats run into a besieged port with troops at a risk, and ships may meet the enemy's.

use super::movement::Prospect;
use super::{duties, movement, reach, steps, victory};
use crate::campaign::decision::Decision;
use crate::campaign::event::Event;
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::mended::Mended;
use crate::campaign::options::SupplySystem;
use crate::campaign::order::Station;
use crate::campaign::proceedings::{Proceedings, follow};
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::round::Step;
use crate::campaign::state::{ShipPlace, State};
use crate::pack::{LocationId, LocationSet, SeaAreaId, SeaAreaSet, ShipId, ShipSet, UnitId, UnitSet};

/// The most markers of damage a report may give a ship.
pub const MOST_DAMAGE: u8 = 4;

/// Functions to run into a Mahdist port and land.
pub const FUNCTIONS_TO_LAND: u8 = 2;

fn ships_under_way_at(state: &State, at: Station) -> ShipSet {
    let place = ShipPlace::from(at);
    state.round().under_way.iter().filter(|ship| state.ship_place(*ship) == place && state.functions_left(*ship) > 0).collect()
}

pub(super) fn permit_form_fleet(state: &State, at: Station) -> Result<(), Refusal> {
    steps::permit_step(state, Step::Operations)?;
    if !movement::is_station(state, at) {
        return Err(Refusal::NoSuchLocation);
    }
    let ships = ships_under_way_at(state, at);
    if ships.is_empty() {
        return Err(Refusal::NoShipsHere);
    }
    if ships.is_within(state.round().fleet()) { Err(Refusal::FormedAlready) } else { Ok(()) }
}

pub(super) fn resolve_form_fleet(proceedings: &mut Proceedings<'_>, at: Station) {
    let ships = ships_under_way_at(proceedings.state, at);
    proceedings.note(Event::FleetFormed { ships });
}

/// The fleet that is moving.
pub(super) fn fleet(state: &State) -> Result<ShipSet, Refusal> {
    steps::permit_step(state, Step::Operations)?;
    let fleet = state.round().fleet();
    if fleet.is_empty() { Err(Refusal::NoFleet) } else { Ok(fleet) }
}

pub(super) fn permit_leave_ship(state: &State, ship: ShipId) -> Result<(), Refusal> {
    let fleet = fleet(state)?;
    if ship.index() >= ShipSet::CAPACITY || !fleet.contains(ship) {
        return Err(Refusal::NotInFleet);
    }
    if fleet.len() == 1 { Err(Refusal::LastOfFleet) } else { Ok(()) }
}

/// Where the fleet is.
#[must_use]
pub fn station(state: &State) -> Option<Station> {
    state.round().fleet().first().and_then(|ship| match state.ship_place(ship) {
        ShipPlace::Port(port) => Some(Station::Space(state.pack().map.space_of(port))),
        ShipPlace::Sea(area) => Some(Station::Sea(area)),
        ShipPlace::Reserve | ShipPlace::Lost => None,
    })
}

fn functions(state: &State, ships: ShipSet) -> u8 {
    ships.iter().map(|ship| state.functions_left(ship)).min().unwrap_or(0)
}

/// The way from one station to another: the sea areas entered, and then the port if that is where it goes. `None` if there is none.
fn course(state: &State, from: Station, to: Station) -> Option<Vec<Station>> {
    let map = &state.pack().map;
    let goals = match to {
        Station::Sea(area) => SeaAreaSet::of(area),
        Station::Space(_) => movement::waters(state, to),
    };
    if goals.is_empty() || from == to {
        return None;
    }
    let mut layers = match from {
        Station::Sea(area) => vec![SeaAreaSet::of(area)],
        Station::Space(_) => vec![SeaAreaSet::EMPTY, movement::waters(state, from)],
    };
    let mut seen = layers.last().copied().unwrap_or(SeaAreaSet::EMPTY);
    while seen.intersection(goals).is_empty() {
        let edge = layers.last().copied().unwrap_or(SeaAreaSet::EMPTY);
        let next = edge.iter().fold(SeaAreaSet::EMPTY, |next, area| next.union(map.sea_areas[area.index()].adjacent)).without(seen);
        if next.is_empty() {
            return None;
        }
        seen = seen.union(next);
        layers.push(next);
    }
    let mut at: SeaAreaId = layers.last().copied().unwrap_or(SeaAreaSet::EMPTY).intersection(goals).first()?;
    let mut course = vec![Station::Sea(at)];
    for layer in layers.iter().rev().skip(1) {
        let Some(back) = map.sea_areas[at.index()].adjacent.intersection(*layer).first() else { break };
        at = back;
        course.push(Station::Sea(at));
    }
    course.reverse();
    if matches!(from, Station::Sea(_)) {
        // The area it lies in is not entered.
        course.remove(0);
    }
    if let Station::Space(_) = to {
        course.push(to);
    }
    Some(course)
}

fn held_port(state: &State, station: Station) -> Option<LocationId> {
    let Station::Space(space) = station else { return None };
    let location = state.pack().map.location_at(space)?;
    (state.control(location).is_held() && state.pack().map.location(location).is_port()).then_some(location)
}

/// Everywhere the fleet may sail now: what an order to sail is allowed, in one go.
#[must_use]
pub fn sails(state: &State) -> (SeaAreaSet, LocationSet) {
    let map = &state.pack().map;
    let (Ok(fleet), Some(from)) = (fleet(state), station(state)) else { return (SeaAreaSet::EMPTY, LocationSet::EMPTY) };
    let functions = functions(state, fleet);
    let mut edge = match from {
        Station::Sea(area) => SeaAreaSet::of(area),
        Station::Space(_) => SeaAreaSet::EMPTY,
    };
    let (mut areas, mut waters) = (edge, SeaAreaSet::EMPTY);
    for spent in 1..=functions {
        // From the areas reached before this function a port can be entered with it.
        waters = areas;
        let next = match from {
            Station::Space(_) if spent == 1 => movement::waters(state, from),
            _ => edge.iter().fold(SeaAreaSet::EMPTY, |next, area| next.union(map.sea_areas[area.index()].adjacent)),
        };
        edge = next.without(areas);
        areas = areas.union(edge);
    }
    let here = match from {
        Station::Sea(area) => {
            areas.remove(area);
            LocationSet::EMPTY
        }
        Station::Space(space) => map.location_at(space).map_or(LocationSet::EMPTY, LocationSet::of),
    };
    let near = |port: &LocationId| map.location(*port).port_on.iter().any(|area| waters.contains(*area));
    let ports = state.held().intersection(map.ports()).without(here).iter().filter(near).collect();
    (areas, ports)
}

pub(super) fn permit_sail(state: &State, to: Station) -> Result<(), Refusal> {
    let fleet = fleet(state)?;
    if !movement::is_station(state, to) {
        return Err(Refusal::NoSuchLocation);
    }
    if matches!(to, Station::Space(_)) && held_port(state, to).is_none() {
        return Err(Refusal::NotAFriendlyPort);
    }
    let Some(from) = station(state) else { return Err(Refusal::NoFleet) };
    match course(state, from, to) {
        Some(course) if course.len() <= usize::from(functions(state, fleet)) => Ok(()),
        _ => Err(Refusal::CannotSail),
    }
}

pub(super) fn resolve_sail(proceedings: &mut Proceedings<'_>, to: Station) {
    let ships = proceedings.state.round().fleet();
    let Some(course) = station(proceedings.state).and_then(|from| course(proceedings.state, from, to)) else { return };
    if proceedings.state.options().gunboat_encounters {
        for step in course {
            proceedings.note(Event::ShipsSailed { ships, to: step, functions: 1 });
            if let Station::Sea(area) = step
                && meets_the_enemy(proceedings, area, ships)
            {
                return;
            }
        }
    } else {
        proceedings.note(Event::ShipsSailed { ships, to, functions: course.len() as u8 });
    }
    if let Some(port) = held_port(proceedings.state, to) {
        arrive(proceedings, port, ships);
    }
}

/// *Gunboat Encounters*.
fn meets_the_enemy(proceedings: &mut Proceedings<'_>, area: SeaAreaId, ships: ShipSet) -> bool {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let table = &pack.tables.gunboat_encounter;
    let roll = Roll::new(Purpose::GunboatEncounter, table.dice).needing(pack.tables.gunboat_encounter_needs);
    let roll = proceedings.dice.throw(roll, table.dice.count);
    let met = roll.succeeds();
    proceedings.note(Event::WatersSearched { area, roll, met });
    if met {
        let roll = proceedings.dice.throw(Roll::new(Purpose::Flotilla, table.dice), table.dice.count);
        let flotilla = &table.row(roll.total()).result;
        let (light, heavy, boats) = (flotilla.light, flotilla.heavy, flotilla.boats);
        proceedings.note(Event::FlotillaRolled { roll, light, heavy, boats });
        proceedings.note(Event::DecisionPut { decision: Decision::Duel { ships, reported: ShipSet::EMPTY } });
    }
    met
}

/// Whether ships that come into a port run past its besiegers at a risk: with troops or supply aboard, where the group plays by that rule.
#[must_use]
pub fn runs_past_besiegers(state: &State, ships: ShipSet, port: LocationId) -> bool {
    let carrying = ships.iter().any(|ship| !state.aboard(ship).is_empty() || state.supply_aboard(ship) > 0);
    state.options().siege_reinforcement && carrying && state.besieged().contains(port)
}

/// Ships come into a friendly port: past the besiegers, if there are any.
fn arrive(proceedings: &mut Proceedings<'_>, port: LocationId, ships: ShipSet) {
    if runs_past_besiegers(proceedings.state, ships, port) {
        let pack = std::sync::Arc::clone(proceedings.state.pack());
        let table = &pack.tables.boats_into_siege;
        let roll = proceedings.dice.throw(Roll::new(Purpose::BoatsIntoSiege(port), table.dice), table.dice.count);
        let row = table.row_index(roll.total());
        let damage = table.row(roll.total()).result.damage;
        proceedings.note(Event::BoatsRolled { at: port, roll });
        if row == 0 {
            turn_back(proceedings, port, ships);
            return;
        }
        if damage > 0 {
            // The gunboats draw the fire; with none along nothing is damaged (R67), except by the first edition of the rules.
            let gunboats = proceedings.state.gunboats(ships);
            let all = gunboats.is_empty() && !proceedings.state.reads(Mended::OnlyGunboatsUnderFire);
            for ship in if all { ships } else { gunboats }.iter() {
                proceedings.note(Event::ShipDamaged { ship, damage });
            }
        }
    }
    if let GovernorPlace::Aboard(ship) = proceedings.state.governor().place
        && ships.contains(ship)
        && !proceedings.state.besieged().contains(port)
    {
        proceedings.note(Event::GovernorMoved { to: GovernorPlace::Safe, spends: false });
    }
}

/// Boats that were driven off go to the nearest friendly port, or stay off the coast, and can do no more.
fn turn_back(proceedings: &mut Proceedings<'_>, from: LocationId, ships: ShipSet) {
    let state = &*proceedings.state;
    let here = Station::Space(state.pack().map.space_of(from));
    let to = nearest_ports(state, from, ships)
        .first()
        .map(|port| Station::Space(state.pack().map.space_of(port)))
        .or_else(|| movement::waters(state, here).first().map(Station::Sea));
    if let Some(to) = to {
        proceedings.note(Event::ShipsSailed { ships, to, functions: 0 });
    }
    proceedings.note(Event::FunctionsEnded { ships });
    proceedings.note(Event::FleetAnchored);
}

/// The open friendly ports nearest by sea to a port.
#[must_use]
pub fn nearest_ports(state: &State, from: LocationId, ships: ShipSet) -> LocationSet {
    if ships.is_empty() {
        return LocationSet::EMPTY;
    }
    let here = Station::Space(state.pack().map.space_of(from));
    let ways: Vec<(usize, LocationId)> = state
        .open()
        .intersection(state.ports())
        .iter()
        .filter_map(|port| course(state, here, Station::Space(state.pack().map.space_of(port))).map(|course| (course.len(), port)))
        .collect();
    let nearest = ways.iter().map(|(length, _)| *length).min();
    ways.iter().filter(|(length, _)| Some(*length) == nearest).map(|(_, port)| *port).collect()
}

fn port_of_fleet(state: &State) -> Result<LocationId, Refusal> {
    fleet(state)?;
    station(state).and_then(|station| held_port(state, station)).ok_or(Refusal::NotInPort)
}

/// Whether a ship can do all that ships do: damage hinders none (R58), except by the first edition of the rules.
pub(super) fn serves(state: &State, ship: ShipId) -> bool {
    state.reads(Mended::DamagedShipsServe) || state.damage(ship) == 0
}

/// Whether a ship can spend a function on loading, or is spending one.
fn can_load(state: &State, ship: ShipId) -> bool {
    serves(state, ship) && state.room(ship) > 0 && (state.round().loading.contains(ship) || state.functions_left(ship) > 0)
}

fn loader(state: &State) -> Option<ShipId> {
    let fleet = state.round().fleet();
    let able = || fleet.iter().filter(|ship| can_load(state, *ship));
    able().find(|ship| state.round().loading.contains(*ship)).or_else(|| able().next())
}

/// The ships of the fleet among which it can be chosen who takes somebody aboard; none where there is no choice.
#[must_use]
pub fn ships_to_choose(state: &State) -> ShipSet {
    let able: ShipSet = state.round().fleet().iter().filter(|ship| can_load(state, *ship)).collect();
    if able.len() > 1 { able } else { ShipSet::EMPTY }
}

/// Every unit that may go aboard now, and the ship where it is named: first by whichever loads, then by each that can be chosen.
pub fn loads(state: &State) -> impl Iterator<Item = (UnitId, Option<ShipId>)> {
    let port = port_of_fleet(state).ok();
    let able = port.map_or(UnitSet::EMPTY, |port| state.garrison(port).iter().filter(|unit| is_loadable(state, port, *unit)).collect());
    let by_whichever = if loader(state).is_some() { able } else { UnitSet::EMPTY };
    let named = ships_to_choose(state).iter().flat_map(move |ship| able.iter().map(move |unit| (unit, Some(ship))));
    by_whichever.iter().map(|unit| (unit, None)).chain(named)
}

/// Whether it costs a ship a function to take somebody aboard: not while she is loading already.
#[must_use]
pub fn spends_to_load(state: &State, ship: ShipId) -> bool {
    !state.round().loading.contains(ship)
}

/// The ship of the fleet that takes the next one aboard, and whether that costs it a function.
#[must_use]
pub fn takes_next(state: &State) -> Option<(ShipId, bool)> {
    loader(state).map(|ship| (ship, spends_to_load(state, ship)))
}

/// Functions of each ship that the fleet spends on sailing somewhere; nothing where there is no way.
#[must_use]
pub fn functions_to_sail(state: &State, to: Station) -> Option<usize> {
    station(state).and_then(|from| course(state, from, to)).map(|course| course.len())
}

fn is_loadable(state: &State, port: LocationId, unit: UnitId) -> bool {
    unit.index() < UnitSet::CAPACITY
        && state.garrison(port).contains(unit)
        && state.movement_left(unit) > 0
        && state.round().battle_at(state.pack().map.space_of(port)).is_none()
        && duties::guard_stays(state, state.pack().map.space_of(port), UnitSet::of(unit))
}

pub(super) fn permit_load(state: &State, unit: UnitId, aboard: Option<ShipId>) -> Result<(), Refusal> {
    let port = port_of_fleet(state)?;
    if !is_loadable(state, port, unit) {
        return Err(Refusal::CannotLoad);
    }
    match aboard {
        Some(wanted) if ships_to_choose(state).iter().all(|ship| ship != wanted) => Err(Refusal::NotThatShip),
        None if loader(state).is_none() => Err(Refusal::NoRoom),
        Some(_) | None => Ok(()),
    }
}

/// Who could go aboard the ships under way where they lie, if there is room.
#[must_use]
pub fn loadable(state: &State) -> UnitSet {
    let Ok(port) = port_of_fleet(state) else { return UnitSet::EMPTY };
    state.garrison(port).iter().filter(|unit| is_loadable(state, port, *unit)).collect()
}

pub(super) fn permit_load_all(state: &State) -> Result<(), Refusal> {
    port_of_fleet(state)?;
    if loadable(state).is_empty() {
        return Err(Refusal::CannotLoad);
    }
    if loader(state).is_none() { Err(Refusal::NoRoom) } else { Ok(()) }
}

pub(super) fn resolve_load(proceedings: &mut Proceedings<'_>, unit: UnitId, aboard: Option<ShipId>) {
    let Some(ship) = aboard.or_else(|| loader(proceedings.state)) else { return };
    let spends = spends_to_load(proceedings.state, ship);
    proceedings.note(Event::UnitLoaded { unit, ship, spends });
    if proceedings.state.round().force().is_some_and(|force| force.units.is_empty() && force.supply == 0) {
        proceedings.note(Event::ForceHalted { ended: false });
    }
}

pub(super) fn resolve_load_all(proceedings: &mut Proceedings<'_>) {
    let Ok(port) = port_of_fleet(proceedings.state) else { return };
    for unit in proceedings.state.garrison(port).iter() {
        if is_loadable(proceedings.state, port, unit) && loader(proceedings.state).is_some() {
            resolve_load(proceedings, unit, None);
        }
    }
}

/// Whether it costs a ship a function to put somebody ashore: not while it is doing so already.
#[must_use]
pub fn spends_to_unload(state: &State, ship: ShipId) -> bool {
    !state.round().unloading.contains(ship)
}

fn can_unload(state: &State, ship: ShipId) -> bool {
    state.round().unloading.contains(ship) || state.functions_left(ship) > 0
}

pub(super) fn permit_unload(state: &State, unit: UnitId) -> Result<(), Refusal> {
    port_of_fleet(state)?;
    if unit.index() >= state.units.len() {
        return Err(Refusal::NobodyAboard);
    }
    match state.ship_of_unit(unit) {
        Some(ship) if state.round().fleet().contains(ship) => {
            if state.movement_left(unit) == 0 {
                Err(Refusal::NoMovement)
            } else if can_unload(state, ship) {
                Ok(())
            } else {
                Err(Refusal::NoFunctions)
            }
        }
        _ => Err(Refusal::NobodyAboard),
    }
}

fn passengers(state: &State) -> UnitSet {
    state.round().fleet().iter().fold(UnitSet::EMPTY, |units, ship| units.union(state.aboard(ship)))
}

pub(super) fn permit_unload_all(state: &State) -> Result<(), Refusal> {
    port_of_fleet(state)?;
    if passengers(state).iter().any(|unit| permit_unload(state, unit).is_ok()) { Ok(()) } else { Err(Refusal::NobodyAboard) }
}

pub(super) fn resolve_unload(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let (Ok(at), Some(ship)) = (port_of_fleet(proceedings.state), proceedings.state.ship_of_unit(unit)) else { return };
    let spends = !proceedings.state.round().unloading.contains(ship);
    proceedings.note(Event::UnitUnloaded { unit, ship, at, spends });
}

pub(super) fn resolve_unload_all(proceedings: &mut Proceedings<'_>) {
    for unit in passengers(proceedings.state).iter() {
        if permit_unload(proceedings.state, unit).is_ok() {
            resolve_unload(proceedings, unit);
        }
    }
}

pub(super) fn permit_load_supply(state: &State) -> Result<(), Refusal> {
    let port = port_of_fleet(state)?;
    if state.options().supply != SupplySystem::Advanced {
        return Err(Refusal::SimpleSupply);
    }
    let space = state.pack().map.space_of(port);
    let with_force = state.round().force().filter(|force| force.at == space).map_or(0, |force| force.supply);
    if movement::movable_supply(state, space) <= with_force {
        return Err(Refusal::NoSupplyHere);
    }
    if loader(state).is_none() { Err(Refusal::NoRoom) } else { Ok(()) }
}

pub(super) fn resolve_load_supply(proceedings: &mut Proceedings<'_>) {
    let Some(ship) = loader(proceedings.state) else { return };
    let spends = !proceedings.state.round().loading.contains(ship);
    proceedings.note(Event::SupplyLoaded { ship, spends });
}

fn supply_unloader(state: &State) -> Option<ShipId> {
    state.round().fleet().iter().find(|ship| state.supply_aboard(*ship) > 0 && can_unload(state, *ship))
}

pub(super) fn permit_unload_supply(state: &State) -> Result<(), Refusal> {
    port_of_fleet(state)?;
    if supply_unloader(state).is_none() { Err(Refusal::NoSupplyHere) } else { Ok(()) }
}

pub(super) fn resolve_unload_supply(proceedings: &mut Proceedings<'_>) {
    let Some(ship) = supply_unloader(proceedings.state) else { return };
    let spends = !proceedings.state.round().unloading.contains(ship);
    proceedings.note(Event::SupplyUnloaded { ship, spends });
}

/// The ship that takes the governor aboard.
fn governors_ship(state: &State) -> Option<ShipId> {
    let able = |ship: &ShipId| serves(state, *ship) && (state.round().loading.contains(*ship) || state.functions_left(*ship) > 0);
    state.round().fleet().iter().find(able)
}

pub(super) fn permit_embark_governor(state: &State) -> Result<(), Refusal> {
    let port = port_of_fleet(state)?;
    if state.governor().place != GovernorPlace::At(port) {
        return Err(Refusal::GovernorElsewhere);
    }
    if !state.governor().leaves {
        return Err(Refusal::GovernorStays);
    }
    if governors_ship(state).is_none() { Err(Refusal::NoFunctions) } else { Ok(()) }
}

pub(super) fn resolve_embark_governor(proceedings: &mut Proceedings<'_>) {
    let Some(ship) = governors_ship(proceedings.state) else { return };
    let spends = !proceedings.state.round().loading.contains(ship);
    proceedings.note(Event::GovernorMoved { to: GovernorPlace::Aboard(ship), spends });
}

/// Who would go ashore in a landing.
fn landing_party(state: &State) -> UnitSet {
    passengers(state).iter().filter(|unit| state.movement_left(*unit) > 0).collect()
}

/// What waits for those aboard the ships that are being moved, if they are landed in a port.
#[must_use]
pub fn landing_prospect(state: &State, at: LocationId) -> Prospect {
    // Whoever marched before has halted by then.
    let halted = follow(state, movement::halt);
    movement::prospect(&halted, state.pack().map.space_of(at), landing_party(state), false)
}

pub(super) fn permit_land(state: &State, at: LocationId) -> Result<(), Refusal> {
    let fleet = fleet(state)?;
    if at.index() >= state.pack().map.locations.len() {
        return Err(Refusal::NoSuchLocation);
    }
    let space = state.pack().map.space_of(at);
    if state.control(at).is_held() || !state.pack().map.location(at).is_port() {
        return Err(Refusal::NotAnEnemyPort);
    }
    let near = matches!(station(state), Some(Station::Sea(area)) if movement::waters(state, Station::Space(space)).contains(area));
    if !near {
        return Err(Refusal::CannotSail);
    }
    let party = landing_party(state);
    if party.is_empty() {
        return Err(Refusal::NobodyAboard);
    }
    if functions(state, fleet) < FUNCTIONS_TO_LAND {
        return Err(Refusal::NoFunctions);
    }
    if fleet.iter().any(|ship| !serves(state, ship) && !state.aboard(ship).is_empty()) {
        return Err(Refusal::ShipsDamaged);
    }
    if !state.field_force().free
        && !party.intersection(state.field_force().units).is_empty()
        && !duties::field_force_may_enter(state, space)
    {
        return Err(Refusal::FieldForceBound);
    }
    Ok(())
}

pub(super) fn resolve_land(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let ships = proceedings.state.round().fleet();
    let party = landing_party(proceedings.state);
    let space = proceedings.state.pack().map.space_of(at);
    movement::wait(proceedings);
    proceedings.note(Event::ShipsSailed { ships, to: Station::Space(space), functions: 1 });
    for unit in party.iter() {
        let Some(ship) = proceedings.state.ship_of_unit(unit) else { continue };
        let spends = !proceedings.state.round().unloading.contains(ship);
        proceedings.note(Event::UnitUnloaded { unit, ship, at, spends });
    }
    if !proceedings.state.expedition().attempted && !party.intersection(proceedings.state.expedition().units).is_empty() {
        proceedings.note(Event::ExpeditionAttempted);
    }
    movement::enter(proceedings, space, party, ships);
}

pub(super) fn permit_repair(state: &State, ship: ShipId) -> Result<(), Refusal> {
    steps::permit_step(state, Step::Operations)?;
    if ship.index() >= state.ships.len() || state.functions_left(ship) == 0 {
        return Err(Refusal::NoFunctions);
    }
    if state.port_of_ship(ship).is_none_or(|port| !state.control(port).is_held()) {
        return Err(Refusal::NotInPort);
    }
    if state.damage(ship) == 0 { Err(Refusal::NotDamaged) } else { Ok(()) }
}

// Duels.

pub(super) fn permit_report_ship(state: &State, ship: ShipId, damage: Option<u8>) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::Duel { ships, reported }) => {
            if ship.index() >= ShipSet::CAPACITY || !ships.contains(ship) || reported.contains(ship) {
                Err(Refusal::NotAChoice)
            } else if damage.is_some_and(|damage| damage == 0 || damage > MOST_DAMAGE) {
                Err(Refusal::NotSoMany { most: MOST_DAMAGE })
            } else {
                Ok(())
            }
        }
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_report_ship(proceedings: &mut Proceedings<'_>, ship: ShipId, damage: Option<u8>) {
    proceedings.note(Event::ShipReported { ship });
    match damage {
        Some(damage) => proceedings.note(Event::ShipDamaged { ship, damage }),
        None => victory::sink(proceedings, ship),
    }
}

pub(super) fn permit_end_duel(state: &State) -> Result<(), Refusal> {
    if matches!(state.decision(), Some(Decision::Duel { .. })) { Ok(()) } else { Err(Refusal::NotAsked) }
}

// Hired transport (card 23).

/// Where hired ships can take a unit from a place.
fn ferry_choices(state: &State, unit: UnitId) -> LocationSet {
    let mut choices = state.within_reach();
    if let Some(here) = state.space_of_unit(unit).and_then(|space| state.pack().map.location_at(space)) {
        choices.remove(here);
    }
    choices
}

pub(super) fn permit_ferry(state: &State, unit: UnitId) -> Result<(), Refusal> {
    steps::permit_steps(state, &[Step::Choose, Step::Operations])?;
    if state.passage() == 0 {
        return Err(Refusal::NoPassage);
    }
    if unit.index() >= state.units.len() {
        return Err(Refusal::CannotLoad);
    }
    let Some(space) = state.space_of_unit(unit) else { return Err(Refusal::CannotLoad) };
    let inland = state.pack().map.location_at(space).is_none_or(|location| !state.pack().map.location(location).is_port());
    let bound = !state.field_force().free && state.field_force().units.contains(unit);
    if (inland && state.is_besieged(space)) || state.round().battle_at(space).is_some() || bound {
        return Err(Refusal::CannotLoad);
    }
    if reach::is_sick(state, space) {
        return Err(Refusal::TooSick);
    }
    if !duties::guard_stays(state, space, UnitSet::of(unit)) {
        return Err(Refusal::GovernorsGuard);
    }
    if ferry_choices(state, unit).is_empty() { Err(Refusal::NotAFriendlyPort) } else { Ok(()) }
}

pub(super) fn resolve_ferry(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    movement::wait(proceedings);
    let choices = ferry_choices(proceedings.state, unit);
    proceedings.note(Event::DecisionPut { decision: Decision::Ferry { units: UnitSet::of(unit), choices } });
}

pub(super) fn permit_ferry_to(state: &State, to: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::Ferry { choices, .. }) if to.index() < LocationSet::CAPACITY && choices.contains(to) => Ok(()),
        Some(Decision::Ferry { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_ferry_to(proceedings: &mut Proceedings<'_>, to: LocationId) {
    let Some(Decision::Ferry { units, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    for unit in units.iter() {
        proceedings.note(Event::UnitFerried { unit, to });
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod transport_tests;
