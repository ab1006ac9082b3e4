//! Units, ships and redoubts that cards and events bring: *Using the Cards*, *Card Explanations*.
//!
//! "Any victory point location" is any that troops can reach: besieged ports, but not besieged places inland; what arrives may be split
//! among several unless it goes to one (R40). Which kinds come, where a card leaves it open, the players say. What has one place and one
//! kind goes there without asking.

use crate::campaign::decision::{Decision, Source};
use crate::campaign::event::Event;
use crate::campaign::mended::Mended;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::State;
use crate::pack::{Choice, LocationId, LocationKind, LocationSet, Placement, ShipId, SpaceId, SpaceSet, UnitKindId, UnitKindSet, UnitSet};

/// Where something that comes from elsewhere can be placed.
#[must_use]
pub fn choices(state: &State, at: Placement) -> LocationSet {
    among(state, at, state.within_reach())
}

/// Where units that come from elsewhere can be placed: among garrisons is any force of ours on the road as well (R69).
#[must_use]
pub fn spaces(state: &State, at: Placement) -> SpaceSet {
    let places = state.spaces_of(choices(state, at));
    let roads = matches!(at, Placement::One(Choice::Garrison) | Placement::Any(Choice::Garrison)) && state.reads(Mended::ForcesOnTheRoad);
    if !roads {
        return places;
    }
    let map = &state.pack().map;
    let native = |space: &SpaceId| !state.units_at(*space).without(state.pack().roster.allied).is_empty();
    places.union(map.space_ids().filter(|space| map.location_at(*space).is_none()).filter(native).collect())
}

/// Where something that is made on the spot can be placed: in besieged places inland too.
#[must_use]
pub fn held_choices(state: &State, at: Placement) -> LocationSet {
    among(state, at, state.held())
}

fn among(state: &State, at: Placement, places: LocationSet) -> LocationSet {
    let allied = state.pack().roster.allied;
    match at {
        Placement::Location(location) => LocationSet::of(location).intersection(state.held()),
        Placement::One(choice) | Placement::Any(choice) => places
            .iter()
            .filter(|location| match choice {
                Choice::Location => true,
                Choice::Village => state.pack().map.location(*location).kind == LocationKind::Village,
                Choice::AlliedLocation => state.allied.contains(*location) || !state.garrison(*location).intersection(allied).is_empty(),
                // A garrison of allies alone is none of the natives'.
                Choice::Garrison if state.reads(Mended::ReliefMeetsBreakout) => !state.garrison(*location).without(allied).is_empty(),
                Choice::Garrison => !state.garrison(*location).is_empty(),
            })
            .collect(),
    }
}

/// Whether everything goes to one place.
#[must_use]
pub const fn is_together(at: Placement) -> bool {
    !matches!(at, Placement::Any(_))
}

/// Units of these kinds that can arrive where `count` are to: those whose counters are unused, and of each kind as many numbered on as
/// these fall short (R68); by the first edition of the rules counters alone.
fn available(state: &State, kinds: UnitKindSet, count: u8, source: Source) -> UnitSet {
    if source == Source::Rebuilt {
        return kinds.iter().fold(UnitSet::EMPTY, |units, kind| units.union(state.lost_of(kind)));
    }
    let unused = kinds.iter().fold(UnitSet::EMPTY, |units, kind| units.union(state.reserve_of(kind)));
    let short = usize::from(count).saturating_sub(unused.len());
    if short == 0 || !state.reads(Mended::CountersNumberedOn) {
        return unused;
    }
    kinds.iter().fold(unused, |units, kind| units.union(state.further_of(kind).iter().take(short).collect()))
}

/// Those of them that are of one kind.
fn available_of(state: &State, kinds: UnitKindSet, kind: UnitKindId, count: u8, source: Source) -> UnitSet {
    let of_kind = state.pack().roster.kinds.get(kind.index()).map_or(UnitSet::EMPTY, |kind| kind.all());
    available(state, kinds, count, source).intersection(of_kind)
}

/// Whether any unit of a kind can arrive at all.
pub(super) fn can_arrive(state: &State, kind: UnitKindId) -> bool {
    !available(state, UnitKindSet::of(kind), 1, Source::Reserve).is_empty()
}

/// Brings units, or asks where and of which kind; false if none can come.
pub(super) fn put(
    proceedings: &mut Proceedings<'_>,
    kinds: UnitKindSet,
    count: u8,
    spaces: SpaceSet,
    together: bool,
    source: Source,
) -> bool {
    let units = available(proceedings.state, kinds, count, source);
    let count = usize::from(count).min(units.len());
    let Some(space) = spaces.first() else { return false };
    if count == 0 {
        return false;
    }
    // Nothing to choose: one place, and one kind or all there are.
    if spaces.len() == 1 && (kinds.len() == 1 || count == units.len()) {
        let units = units.iter().take(count).collect();
        proceedings.note(Event::UnitsArrived { units, at: space, source });
        return true;
    }
    proceedings.note(Event::DecisionPut { decision: Decision::Reinforce { kinds, count: count as u8, at: spaces, together, source } });
    true
}

pub(super) fn permit_place(state: &State, kind: UnitKindId, at: SpaceId, count: u8) -> Result<(), Refusal> {
    let Some(Decision::Reinforce { kinds, count: most, at: spaces, together, source }) = state.decision().copied() else {
        return Err(Refusal::NotAsked);
    };
    let known = kind.index() < UnitKindSet::CAPACITY && at.index() < SpaceSet::CAPACITY;
    if !known || !kinds.contains(kind) || !spaces.contains(at) {
        return Err(Refusal::NotAChoice);
    }
    let most_of_kind = most_of(state, kinds, kind, most, source);
    if count == 0 || count > most_of_kind {
        return Err(Refusal::NotSoMany { most: most_of_kind });
    }
    if together && kinds.len() == 1 && count != most {
        return Err(Refusal::AllTogether { count: most });
    }
    Ok(())
}

/// The most units of a kind that can be placed, where `count` of these kinds are to come.
fn most_of(state: &State, kinds: UnitKindSet, kind: UnitKindId, count: u8, source: Source) -> u8 {
    let there_are = available_of(state, kinds, kind, count, source).len();
    u8::try_from(there_are).map_or(count, |there_are| there_are.min(count))
}

/// How many units of each kind, and where, the decision that waits lets the players place: what an order to place is allowed, in one go.
pub fn placements(state: &State) -> impl Iterator<Item = (UnitKindId, SpaceId, u8)> {
    let (kinds, most, spaces, together, source) = match state.decision().copied() {
        Some(Decision::Reinforce { kinds, count, at, together, source }) => (kinds, count, at, together, source),
        _ => (UnitKindSet::EMPTY, 0, SpaceSet::EMPTY, false, Source::Reserve),
    };
    kinds.iter().flat_map(move |kind| {
        let fewest = if together && kinds.len() == 1 { most } else { 1 };
        let counts = fewest..=most_of(state, kinds, kind, most, source);
        spaces.iter().flat_map(move |at| counts.clone().map(move |count| (kind, at, count)))
    })
}

pub(super) fn resolve_place(proceedings: &mut Proceedings<'_>, kind: UnitKindId, at: SpaceId, count: u8) {
    let Some(Decision::Reinforce { kinds, count: most, at: spaces, together, source }) = proceedings.state.decision().copied() else {
        return;
    };
    let units = available_of(proceedings.state, kinds, kind, most, source).iter().take(count.into()).collect();
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::UnitsArrived { units, at, source });
    let left = most - count;
    if left == 0 {
        return;
    }
    let spaces = if together { SpaceSet::of(at) } else { spaces };
    let kinds = kinds.iter().filter(|kind| !available_of(proceedings.state, kinds, *kind, left, source).is_empty()).collect();
    put(proceedings, kinds, left, spaces, together, source);
}

/// Brings a ship, or asks to which port; false if it cannot come.
pub(super) fn put_ship(proceedings: &mut Proceedings<'_>, ship: ShipId, at: Placement) -> bool {
    let ports = choices(proceedings.state, at).intersection(proceedings.state.ports());
    match (ports.len(), ports.first()) {
        (_, None) => false,
        (1, Some(at)) => {
            proceedings.note(Event::ShipArrived { ship, at });
            true
        }
        _ => {
            proceedings.note(Event::DecisionPut { decision: Decision::PlaceShip { ship, at: ports } });
            true
        }
    }
}

pub(super) fn permit_place_ship(state: &State, at: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::PlaceShip { at: ports, .. }) if at.index() < LocationSet::CAPACITY && ports.contains(at) => Ok(()),
        Some(Decision::PlaceShip { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_place_ship(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let Some(Decision::PlaceShip { ship, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::ShipArrived { ship, at });
}

/// Builds redoubts, or asks where; false if there is nowhere.
pub(super) fn put_redoubts(proceedings: &mut Proceedings<'_>, count: u8, at: LocationSet) -> bool {
    let Some(only) = at.first() else { return false };
    if at.len() == 1 {
        for _ in 0..count {
            proceedings.note(Event::RedoubtBuilt { at: only });
        }
    } else if count > 0 {
        proceedings.note(Event::DecisionPut { decision: Decision::Redoubts { count, at } });
    }
    true
}

pub(super) fn permit_redoubt(state: &State, at: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::Redoubts { at: places, .. }) if at.index() < LocationSet::CAPACITY && places.contains(at) => Ok(()),
        Some(Decision::Redoubts { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_redoubt(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let Some(Decision::Redoubts { count, at: places }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::RedoubtBuilt { at });
    put_redoubts(proceedings, count - 1, places);
}

#[cfg(test)]
mod tests;
