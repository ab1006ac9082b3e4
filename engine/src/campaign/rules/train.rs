//! *Armored Train Arrives*.
//!
//! An Op lays two points of track, next to the train or to track that lies; locations count as points, and one set of track is all
//! there is (R57). Another Op takes the train along its track and back: two units of infantry or guns, or one of cavalry, without a roll
//! for the enemy. Two empty transports carry the train and its track elsewhere.

use super::{duties, movement, naval, reach, steps};
use crate::campaign::event::Event;
use crate::campaign::leaders::TrainPlace;
use crate::campaign::mended::Mended;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::Step;
use crate::campaign::state::State;
use crate::pack::{LocationId, ShipClass, ShipSet, SpaceId, SpaceSet, UnitId, UnitSet};

/// Transports that carry the train.
pub const TRANSPORTS: usize = 2;

/// Points of track an Op lays.
pub const TRACK_FOR_AN_OP: u8 = 2;

fn at(state: &State) -> Result<LocationId, Refusal> {
    steps::permit_step(state, Step::Operations)?;
    match state.train().place {
        TrainPlace::At(location) => Ok(location),
        TrainPlace::Absent | TrainPlace::Aboard(_) => Err(Refusal::NoTrain),
    }
}

pub(super) fn permit_lay(state: &State, space: SpaceId) -> Result<(), Refusal> {
    let base = state.pack().map.space_of(at(state)?);
    if space.index() >= state.at_space.len() {
        return Err(Refusal::NoSuchLocation);
    }
    permit_after(state, base, state.train().track, space)?;
    if state.round().track == 0 && state.round().ops() == 0 { Err(Refusal::NoOps) } else { Ok(()) }
}

/// Whether track can be laid at a space where so much lies already.
fn permit_after(state: &State, base: SpaceId, track: SpaceSet, space: SpaceId) -> Result<(), Refusal> {
    if track.len() >= usize::from(state.pack().track) {
        return Err(Refusal::NoTrack);
    }
    let next_to = state.pack().map.neighbours(space).intersection(track.union(SpaceSet::of(base)));
    if track.contains(space) || space == base || next_to.is_empty() || state.is_enemy_held(space) || state.is_besieged(space) {
        return Err(Refusal::CannotLayTrack);
    }
    Ok(())
}

/// How many points of track are laid for the Op that pays for the next, if it is laid at `space`: two, or one where the track could not go on
/// from there; none where the next is paid for already.
#[must_use]
pub fn points_for_the_op(state: &State, space: SpaceId) -> u8 {
    let Ok(base) = at(state) else { return 0 };
    if state.round().track > 0 {
        return 0;
    }
    let base = state.pack().map.space_of(base);
    let laid = state.train().track.union(SpaceSet::of(space));
    let more = (0..state.at_space.len()).any(|next| permit_after(state, base, laid, SpaceId::at(next)).is_ok());
    if more { TRACK_FOR_AN_OP } else { 1 }
}

pub(super) fn resolve_lay(proceedings: &mut Proceedings<'_>, at: SpaceId) {
    let paid = match proceedings.state.round().track {
        0 => {
            proceedings.note(Event::OpSpent);
            TRACK_FOR_AN_OP - 1
        }
        left => left - 1,
    };
    proceedings.note(Event::TrackLaid { at, paid });
}

/// Where the train can go: along track joined to where it stands.
#[must_use]
pub fn line(state: &State) -> SpaceSet {
    let TrainPlace::At(base) = state.train().place else { return SpaceSet::EMPTY };
    let track = state.train().track;
    let base = state.pack().map.space_of(base);
    let heeds = state.reads(Mended::ReliefMeetsBreakout);
    let mut line = SpaceSet::EMPTY;
    let mut edge = SpaceSet::of(base);
    while !edge.is_empty() {
        // Nobody goes on through a siege but by ship.
        let open = edge.iter().filter(|space| !heeds || *space == base || !state.is_besieged(*space));
        let next = open.fold(SpaceSet::EMPTY, |next, space| next.union(state.pack().map.neighbours(space)));
        edge = next.intersection(track).without(line);
        line = line.union(edge);
    }
    line
}

/// Who is aboard the train: whoever boarded it and has not gone elsewhere since.
#[must_use]
pub fn aboard(state: &State) -> UnitSet {
    let boarded = state.train().entrained;
    match state.train().place {
        TrainPlace::At(base) if state.reads(Mended::TrainTakesWhoIsThere) => boarded.intersection(state.garrison(base)),
        _ => boarded,
    }
}

pub(super) fn permit_entrain(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let base = at(state)?;
    if unit.index() >= UnitSet::CAPACITY || !state.garrison(base).contains(unit) || aboard(state).contains(unit) {
        return Err(Refusal::CannotLoad);
    }
    if state.round().ops() == 0 {
        return Err(Refusal::NoOps);
    }
    if line(state).is_empty() {
        return Err(Refusal::NoTrack);
    }
    if reach::is_sick(state, state.pack().map.space_of(base)) {
        return Err(Refusal::TooSick);
    }
    if state.besieged().contains(base) || (state.round().active.contains(unit) && state.movement_left(unit) == 0) {
        return Err(Refusal::CannotLoad);
    }
    let aboard = aboard(state);
    let cavalry = state.pack().roster.cavalry;
    let full = aboard.len() >= state.pack().train_units
        || !aboard.intersection(cavalry).is_empty()
        || (!aboard.is_empty() && cavalry.contains(unit));
    if full {
        return Err(Refusal::TrainFull { most: state.pack().train_units as u8 });
    }
    if !state.field_force().free && state.field_force().units.contains(unit) {
        return Err(Refusal::FieldForceBound);
    }
    let leaving = aboard.union(UnitSet::of(unit));
    if duties::guard_stays(state, state.pack().map.space_of(base), leaving) { Ok(()) } else { Err(Refusal::GovernorsGuard) }
}

pub(super) fn permit_run(state: &State, to: SpaceId) -> Result<(), Refusal> {
    let base = at(state)?;
    if state.round().ops() == 0 {
        return Err(Refusal::NoOps);
    }
    if aboard(state).is_empty() {
        return Err(Refusal::NobodyAboard);
    }
    if state.reads(Mended::ReliefMeetsBreakout) {
        if reach::is_sick(state, state.pack().map.space_of(base)) {
            return Err(Refusal::TooSick);
        }
        if state.besieged().contains(base) {
            return Err(Refusal::CannotReach);
        }
    }
    if to.index() >= state.at_space.len() || !line(state).contains(to) || state.is_besieged(to) || state.is_enemy_held(to) {
        return Err(Refusal::CannotReach);
    }
    Ok(())
}

pub(super) fn resolve_run(proceedings: &mut Proceedings<'_>, to: SpaceId) {
    movement::wait(proceedings);
    let units = aboard(proceedings.state);
    proceedings.note(Event::TrainRan { to, units });
}

/// Two empty transports of the fleet that can load.
fn carriers(state: &State, fleet: ShipSet) -> ShipSet {
    let able = fleet.iter().filter(|ship| {
        state.pack().roster.ships[ship.index()].class == ShipClass::Transport
            && naval::serves(state, *ship)
            && state.functions_left(*ship) > 0
            && state.aboard(*ship).is_empty()
            && state.supply_aboard(*ship) == 0
    });
    able.take(2).collect()
}

pub(super) fn permit_load(state: &State) -> Result<(), Refusal> {
    let base = at(state)?;
    let fleet = naval::fleet(state)?;
    if !fleet.iter().all(|ship| state.port_of_ship(ship) == Some(base)) {
        return Err(Refusal::NotInPort);
    }
    if !aboard(state).is_empty() || carriers(state, fleet).len() < TRANSPORTS { Err(Refusal::TwoTransports) } else { Ok(()) }
}

pub(super) fn resolve_load(proceedings: &mut Proceedings<'_>) {
    let ships = carriers(proceedings.state, proceedings.state.round().fleet());
    proceedings.note(Event::TrainLoaded { ships });
}

pub(super) fn permit_unload(state: &State) -> Result<(), Refusal> {
    steps::permit_step(state, Step::Operations)?;
    let TrainPlace::Aboard(ships) = state.train().place else { return Err(Refusal::NoTrain) };
    let port = ships.first().and_then(|ship| state.port_of_ship(ship));
    let together = port.is_some_and(|port| state.control(port).is_held() && !state.besieged().contains(port))
        && ships.iter().all(|ship| state.port_of_ship(ship) == port);
    if !together {
        return Err(Refusal::NotInPort);
    }
    if ships.iter().all(|ship| state.functions_left(ship) > 0) { Ok(()) } else { Err(Refusal::NoFunctions) }
}

pub(super) fn resolve_unload(proceedings: &mut Proceedings<'_>) {
    let TrainPlace::Aboard(ships) = proceedings.state.train().place else { return };
    let Some(at) = ships.first().and_then(|ship| proceedings.state.port_of_ship(ship)) else { return };
    proceedings.note(Event::TrainUnloaded { at, ships });
}

#[cfg(test)]
mod tests;
