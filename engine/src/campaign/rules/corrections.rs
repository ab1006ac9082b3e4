//! *Corrections*: the house's own chapter, for what went wrong at the real table and was noticed later, or is ruled otherwise.
//!
//! A correction puts one thing where it belongs: a unit, a ship, a card, the governor, whose a place is, a siege, or a number that is
//! counted. It throws no dice and brings nothing about: no trigger, no points for a place, no battle. It waits while a decision or a battle
//! does, and is refused where a counter would stand twice, or where none may stand. Corrections are no part of the legal orders, which
//! say what the rulebook allows: what is listed here is accepted, and nothing else of them is.

use super::{movement, naval, victory};
use crate::campaign::correction::{Correction, CorrectionKind};
use crate::campaign::counters::{CardPlace, Control, Purse, ShipPlace, UnitPlace};
use crate::campaign::event::Event;
use crate::campaign::leaders::{GovernorPlace, TrainPlace};
use crate::campaign::options::SupplySystem;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::State;
use crate::pack::{CardNumber, CardSet, LocationId, SeaAreaId, ShipId, SpaceId, UnitId, UnitSet};

/// The most redoubts at a place.
pub const MOST_REDOUBTS: u8 = 9;
/// The most supply points on a space.
pub const MOST_SUPPLY: u8 = 60;
/// The most replacement points in a purse.
pub const MOST_REPLACEMENTS: u8 = 40;

pub(super) fn permit(state: &State, correction: &Correction) -> Result<(), Refusal> {
    if state.decision().is_some() {
        return Err(Refusal::DecisionFirst);
    }
    if !state.round().battles_to_fight().is_empty() {
        return Err(Refusal::BattlesFirst);
    }
    match *correction {
        Correction::Unit { unit, to } => permit_unit(state, unit, to),
        Correction::Steps { unit, steps } => permit_steps(state, unit, steps),
        Correction::Ship { ship, to } => permit_ship(state, ship, to),
        Correction::Damage { ship, damage } => permit_damage(state, ship, damage),
        Correction::Place { at, control } => permit_place(state, at, control),
        Correction::Siege { at, level } => permit_siege(state, at, level),
        Correction::Redoubts { at, count } => permit_redoubts(state, at, count),
        Correction::Supply { at, points } => permit_supply(state, at, points),
        Correction::Points { to } => {
            let track = &state.pack().outline.victory;
            otherwise(state.victory_points() != to)?;
            if track.won_at < to && to < track.lost_at { Ok(()) } else { Err(Refusal::OffTheTrack) }
        }
        Correction::Ledger { points } => {
            otherwise(victory::pending(state) != i32::from(points))?;
            if points.unsigned_abs() <= state.pack().outline.victory.lost_at.unsigned_abs() { Ok(()) } else { Err(Refusal::OffTheTrack) }
        }
        Correction::Replacements { purse, points } => {
            otherwise(in_purse(state, purse) != points)?;
            at_most(points, MOST_REPLACEMENTS)
        }
        Correction::Card { card, to } => permit_card(state, card, to),
        Correction::Governor { to } => permit_governor(state, to),
    }
}

/// What is so already is not put right.
const fn otherwise(differs: bool) -> Result<(), Refusal> {
    if differs { Ok(()) } else { Err(Refusal::SoAlready) }
}

const fn at_most(number: u8, most: u8) -> Result<(), Refusal> {
    if number <= most { Ok(()) } else { Err(Refusal::NotSoMany { most }) }
}

fn location(state: &State, at: LocationId) -> Result<LocationId, Refusal> {
    if at.index() < state.pack().map.locations.len() { Ok(at) } else { Err(Refusal::NoSuchLocation) }
}

/// A place of ours.
fn held(state: &State, at: LocationId) -> Result<LocationId, Refusal> {
    let at = location(state, at)?;
    if state.control(at).is_held() { Ok(at) } else { Err(Refusal::EnemyHolds(at)) }
}

fn known_unit(state: &State, unit: UnitId) -> Result<UnitPlace, Refusal> {
    if unit.index() < state.units.len() { Ok(state.unit_place(unit)) } else { Err(Refusal::NoSuchCounter) }
}

/// Where a ship is, if she is in the campaign.
fn ship_on_map(state: &State, ship: ShipId) -> Result<ShipPlace, Refusal> {
    if ship.index() >= state.ships.len() {
        return Err(Refusal::NoSuchCounter);
    }
    match state.ship_place(ship) {
        place @ (ShipPlace::Port(_) | ShipPlace::Sea(_)) => Ok(place),
        ShipPlace::Reserve | ShipPlace::Lost => Err(Refusal::NotOnTheMap),
    }
}

fn permit_unit(state: &State, unit: UnitId, to: UnitPlace) -> Result<(), Refusal> {
    let now = known_unit(state, unit)?;
    otherwise(now != to)?;
    let pack = state.pack();
    match to {
        UnitPlace::At(space) => {
            if space.index() >= state.at_space.len() {
                return Err(Refusal::NoSuchLocation);
            }
            if let Some(lost) = pack.map.location_at(space).filter(|_| state.is_enemy_held(space)) {
                return Err(Refusal::EnemyHolds(lost));
            }
        }
        UnitPlace::Aboard(ship) => {
            ship_on_map(state, ship)?;
            if state.room(ship) == 0 {
                return Err(Refusal::NoRoom);
            }
        }
        UnitPlace::Reserve | UnitPlace::Lost | UnitPlace::Gone => {}
    }
    match now {
        // Of a siege somebody has to be left.
        UnitPlace::At(space) if state.is_besieged(space) && state.units_at(space).len() == 1 => {
            return Err(pack.map.location_at(space).map_or(Refusal::Besieged, Refusal::LastOfSiege));
        }
        UnitPlace::Reserve => permit_from_reserve(state, unit)?,
        UnitPlace::At(_) | UnitPlace::Aboard(_) | UnitPlace::Lost | UnitPlace::Gone => {}
    }
    Ok(())
}

/// Who has not come yet: not the expedition before it lands, and of each kind the counters before those that are numbered on (R68).
fn permit_from_reserve(state: &State, unit: UnitId) -> Result<(), Refusal> {
    if state.expedition().arrived == 0 && state.pack().expedition_units.contains(unit) {
        return Err(Refusal::ComesWithItsCard);
    }
    let kind = state.pack().roster.unit(unit).kind;
    let counters = state.reserve_of(kind);
    let next = if counters.is_empty() { state.further_of(kind).first().map_or(UnitSet::EMPTY, UnitSet::of) } else { counters };
    if next.contains(unit) { Ok(()) } else { Err(Refusal::CountersFirst) }
}

fn permit_steps(state: &State, unit: UnitId, steps: u8) -> Result<(), Refusal> {
    match known_unit(state, unit)? {
        UnitPlace::At(_) | UnitPlace::Aboard(_) => {}
        UnitPlace::Reserve | UnitPlace::Lost | UnitPlace::Gone => return Err(Refusal::NotOnTheMap),
    }
    otherwise(state.steps(unit) != steps)?;
    if steps == 0 {
        return Err(Refusal::NoStepsLeft);
    }
    at_most(steps, state.options().steps)
}

/// Whether anything at all is aboard.
fn is_laden(state: &State, ship: ShipId) -> bool {
    !state.aboard(ship).is_empty()
        || state.supply_aboard(ship) > 0
        || state.governor().place == GovernorPlace::Aboard(ship)
        || matches!(state.train().place, TrainPlace::Aboard(ships) if ships.contains(ship))
}

fn permit_ship(state: &State, ship: ShipId, to: ShipPlace) -> Result<(), Refusal> {
    if ship.index() >= state.ships.len() {
        return Err(Refusal::NoSuchCounter);
    }
    otherwise(state.ship_place(ship) != to)?;
    match to {
        ShipPlace::Port(port) => {
            let port = held(state, port)?;
            if state.pack().map.location(port).is_port() { Ok(()) } else { Err(Refusal::NoPort(port)) }
        }
        ShipPlace::Sea(area) if area.index() < state.pack().map.sea_areas.len() => Ok(()),
        ShipPlace::Sea(_) => Err(Refusal::NoSuchLocation),
        ShipPlace::Reserve | ShipPlace::Lost if is_laden(state, ship) => Err(Refusal::Laden),
        ShipPlace::Reserve | ShipPlace::Lost => Ok(()),
    }
}

fn permit_damage(state: &State, ship: ShipId, damage: u8) -> Result<(), Refusal> {
    ship_on_map(state, ship)?;
    otherwise(state.damage(ship) != damage)?;
    at_most(damage, naval::MOST_DAMAGE)
}

fn permit_place(state: &State, at: LocationId, control: Control) -> Result<(), Refusal> {
    let at = location(state, at)?;
    otherwise(state.control(at) != control)?;
    let occupied = !state.garrison(at).is_empty()
        || !state.ships_in(at).is_empty()
        || state.governor_is_at(at)
        || state.train().place == TrainPlace::At(at);
    if control == Control::Enemy && occupied { Err(Refusal::StillOccupied(at)) } else { Ok(()) }
}

fn permit_siege(state: &State, at: LocationId, level: u8) -> Result<(), Refusal> {
    let at = held(state, at)?;
    otherwise(state.siege_level(at) != level)?;
    at_most(level, state.pack().tables.siege.highest_level)?;
    if level > 0 && state.garrison(at).is_empty() { Err(Refusal::NobodyBesieged(at)) } else { Ok(()) }
}

fn permit_redoubts(state: &State, at: LocationId, count: u8) -> Result<(), Refusal> {
    let at = held(state, at)?;
    otherwise(state.redoubts(at) != count)?;
    at_most(count, MOST_REDOUBTS)
}

fn permit_supply(state: &State, at: SpaceId, points: u8) -> Result<(), Refusal> {
    if state.options().supply != SupplySystem::Advanced {
        return Err(Refusal::SimpleSupply);
    }
    if at.index() >= state.at_space.len() {
        return Err(Refusal::NoSuchLocation);
    }
    if let Some(lost) = state.pack().map.location_at(at).filter(|_| state.is_enemy_held(at)) {
        return Err(Refusal::EnemyHolds(lost));
    }
    otherwise(state.supply(at) != points)?;
    at_most(points, MOST_SUPPLY)
}

/// What is in a purse.
#[must_use]
pub const fn in_purse(state: &State, purse: Purse) -> u8 {
    let points = &state.replacements;
    match purse {
        Purse::Native => points.native,
        Purse::Allied => points.allied,
        Purse::AlliedInfantry => points.allied_infantry,
        Purse::AlliedCavalry => points.allied_cavalry,
        Purse::AlliedGuns => points.allied_guns,
    }
}

/// The pile a card is in; none while it is set aside.
#[must_use]
pub fn pile_of(state: &State, card: CardNumber) -> Option<CardPlace> {
    let piles = [
        (CardPlace::Hand, state.hand()),
        (CardPlace::Draw, state.draw_pile()),
        (CardPlace::Discard, state.discard_pile()),
        (CardPlace::Removed, state.removed_cards()),
    ];
    piles.into_iter().find(|(_, pile)| pile.contains(card)).map(|(place, _)| place)
}

fn permit_card(state: &State, card: CardNumber, to: CardPlace) -> Result<(), Refusal> {
    if card.index() >= CardSet::CAPACITY || state.pack().card(card).is_none() {
        return Err(Refusal::NoSuchCounter);
    }
    let now = pile_of(state, card).ok_or(Refusal::CardSetAside(card))?;
    otherwise(now != to)?;
    if matches!(state.phase(), Phase::Action { .. }) && state.round().card().is_some_and(|(in_play, _)| in_play == card) {
        return Err(Refusal::CardInPlay(card));
    }
    let out_from_the_start = state.scenario().is_some_and(|scenario| scenario.removed.contains(card));
    if now == CardPlace::Removed && (out_from_the_start || state.played_events.contains(card)) {
        return Err(Refusal::EventTookPlace(card));
    }
    let full = state.hand().len() >= usize::from(state.pack().outline.turns.hand);
    if to == CardPlace::Hand && full { Err(Refusal::HandFull) } else { Ok(()) }
}

fn permit_governor(state: &State, to: GovernorPlace) -> Result<(), Refusal> {
    if state.governor().place == GovernorPlace::Absent {
        return Err(Refusal::ComesWithItsCard);
    }
    otherwise(state.governor().place != to)?;
    match to {
        GovernorPlace::Absent => Err(Refusal::ComesWithItsCard),
        GovernorPlace::At(at) => held(state, at).map(|_| ()),
        GovernorPlace::Aboard(ship) => ship_on_map(state, ship).map(|_| ()),
        GovernorPlace::Safe | GovernorPlace::Dead => Ok(()),
    }
}

pub(super) fn resolve(proceedings: &mut Proceedings<'_>, correction: Correction) {
    // Whoever was moving forms anew: what was put right may have been of them.
    movement::close(proceedings);
    proceedings.note(Event::Corrected { correction });
}

/// Every correction of a kind that is allowed now, in a stable order.
#[must_use]
pub fn listed(state: &State, kind: CorrectionKind) -> Vec<Correction> {
    if state.scenario().is_none() || state.ending().is_some() || state.decision().is_some() {
        return Vec::new();
    }
    let mut found = candidates(state, kind);
    found.retain(|correction| permit(state, correction).is_ok());
    found
}

fn candidates(state: &State, kind: CorrectionKind) -> Vec<Correction> {
    let map = &state.pack().map;
    let units = || (0..state.units.len()).map(UnitId::at);
    let ships = || (0..state.ships.len()).map(ShipId::at);
    let areas = || (0..map.sea_areas.len()).map(SeaAreaId::at);
    match kind {
        CorrectionKind::Unit => units()
            .flat_map(|unit| {
                let ashore = map.space_ids().map(UnitPlace::At);
                let off = [UnitPlace::Lost, UnitPlace::Gone, UnitPlace::Reserve];
                ashore.chain(ships().map(UnitPlace::Aboard)).chain(off).map(move |to| Correction::Unit { unit, to })
            })
            .collect(),
        CorrectionKind::Steps => {
            units().flat_map(|unit| (1..=state.options().steps).map(move |steps| Correction::Steps { unit, steps })).collect()
        }
        CorrectionKind::Ship => ships()
            .flat_map(|ship| {
                let ports = map.ports().iter().map(ShipPlace::Port);
                let off = [ShipPlace::Lost, ShipPlace::Reserve];
                ports.chain(areas().map(ShipPlace::Sea)).chain(off).map(move |to| Correction::Ship { ship, to })
            })
            .collect(),
        CorrectionKind::Damage => {
            ships().flat_map(|ship| (0..=naval::MOST_DAMAGE).map(move |damage| Correction::Damage { ship, damage })).collect()
        }
        CorrectionKind::Place => map
            .location_ids()
            .flat_map(|at| {
                let controls = [Control::Native, Control::NativePacified, Control::Allied, Control::Enemy];
                controls.map(|control| Correction::Place { at, control })
            })
            .collect(),
        CorrectionKind::Siege => {
            let highest = state.pack().tables.siege.highest_level;
            map.location_ids().flat_map(|at| (0..=highest).map(move |level| Correction::Siege { at, level })).collect()
        }
        CorrectionKind::Redoubts => {
            map.location_ids().flat_map(|at| (0..=MOST_REDOUBTS).map(move |count| Correction::Redoubts { at, count })).collect()
        }
        CorrectionKind::Supply => {
            map.space_ids().flat_map(|at| (0..=MOST_SUPPLY).map(move |points| Correction::Supply { at, points })).collect()
        }
        CorrectionKind::Points => {
            let track = &state.pack().outline.victory;
            (track.won_at..=track.lost_at).map(|to| Correction::Points { to }).collect()
        }
        CorrectionKind::Ledger => {
            let most = state.pack().outline.victory.lost_at;
            (-most..=most).map(|points| Correction::Ledger { points }).collect()
        }
        CorrectionKind::Replacements => [Purse::Native, Purse::Allied, Purse::AlliedInfantry, Purse::AlliedCavalry, Purse::AlliedGuns]
            .into_iter()
            .flat_map(|purse| (0..=MOST_REPLACEMENTS).map(move |points| Correction::Replacements { purse, points }))
            .collect(),
        CorrectionKind::Card => state
            .pack()
            .cards
            .iter()
            .flat_map(|card| {
                let places = [CardPlace::Hand, CardPlace::Draw, CardPlace::Discard, CardPlace::Removed];
                places.map(|to| Correction::Card { card: card.number, to })
            })
            .collect(),
        CorrectionKind::Governor => {
            let at = map.location_ids().map(GovernorPlace::At);
            let aboard = ships().map(GovernorPlace::Aboard);
            at.chain(aboard).chain([GovernorPlace::Safe, GovernorPlace::Dead]).map(|to| Correction::Governor { to }).collect()
        }
    }
}

#[cfg(test)]
mod tests;
