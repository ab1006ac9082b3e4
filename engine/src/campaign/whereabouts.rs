//! Questions the chapters ask of the map as it stands: what is friendly, what is open, how far the enemy is.

use super::leaders::{GovernorPlace, TrainPlace};
use super::state::{Control, ShipPlace, State, UnitPlace};
use crate::pack::{
    CardNumber, CardSet, LocationId, LocationSet, Pile, ShipClass, ShipId, ShipSet, SpaceId, SpaceSet, UnitId, UnitKindId, UnitKindSet,
    UnitSet,
};

impl State {
    /// Locations on the Anglo-Egyptian side; besieged ones are (R04).
    #[must_use]
    pub fn held(&self) -> LocationSet {
        self.pack.map.all().without(self.enemy_held)
    }

    /// Locations held and open to everyone: not besieged.
    #[must_use]
    pub fn open(&self) -> LocationSet {
        self.held().without(self.besieged)
    }

    /// Locations with a port.
    #[must_use]
    pub fn ports(&self) -> LocationSet {
        self.pack.map.ports()
    }

    /// Held locations that reinforcements can reach: the open ones, and besieged ports (R40).
    #[must_use]
    pub fn within_reach(&self) -> LocationSet {
        let held = self.held();
        held.without(self.besieged).union(held.intersection(self.ports()))
    }

    /// The same places as spaces.
    #[must_use]
    pub fn spaces_of(&self, locations: LocationSet) -> SpaceSet {
        locations.iter().map(|location| self.pack.map.space_of(location)).collect()
    }

    /// Whether a location is besieged, at this space.
    #[must_use]
    pub fn is_besieged(&self, space: SpaceId) -> bool {
        self.pack.map.location_at(space).is_some_and(|location| self.besieged.contains(location))
    }

    /// Whether the enemy holds the location at this space.
    #[must_use]
    pub fn is_enemy_held(&self, space: SpaceId) -> bool {
        self.pack.map.location_at(space).is_some_and(|location| self.control(location) == Control::Enemy)
    }

    /// Every unit on the map, ashore.
    #[must_use]
    pub fn units_ashore(&self) -> UnitSet {
        self.at_space.iter().fold(UnitSet::EMPTY, |units, here| units.union(*here))
    }

    /// Every unit aboard.
    #[must_use]
    pub fn units_afloat(&self) -> UnitSet {
        self.aboard.iter().fold(UnitSet::EMPTY, |units, here| units.union(*here))
    }

    /// The space a unit stands on.
    #[must_use]
    pub fn space_of_unit(&self, unit: UnitId) -> Option<SpaceId> {
        match self.units[unit.index()] {
            UnitPlace::At(space) => Some(space),
            _ => None,
        }
    }

    /// The ship a unit is aboard.
    #[must_use]
    pub fn ship_of_unit(&self, unit: UnitId) -> Option<ShipId> {
        match self.units[unit.index()] {
            UnitPlace::Aboard(ship) => Some(ship),
            _ => None,
        }
    }

    /// The port a ship is in.
    #[must_use]
    pub fn port_of_ship(&self, ship: ShipId) -> Option<LocationId> {
        match self.ships[ship.index()] {
            ShipPlace::Port(port) => Some(port),
            _ => None,
        }
    }

    /// The kinds of these units.
    #[must_use]
    pub fn kinds_of(&self, units: UnitSet) -> UnitKindSet {
        units.iter().map(|unit| self.pack.roster.unit(unit).kind).collect()
    }

    /// Units of a kind beyond its counters that have not been in the campaign yet (R68).
    #[must_use]
    pub fn further_of(&self, kind: UnitKindId) -> UnitSet {
        let further = self.pack.roster.kinds.get(kind.index()).map_or(UnitSet::EMPTY, |kind| kind.further);
        further.iter().filter(|unit| self.units[unit.index()] == UnitPlace::Reserve).collect()
    }

    /// Counters of a kind that have not been in the campaign yet.
    #[must_use]
    pub fn reserve_of(&self, kind: UnitKindId) -> UnitSet {
        self.pack.roster.kinds.get(kind.index()).map_or(UnitSet::EMPTY, |kind| kind.units.intersection(self.reserve_units))
    }

    /// Units of a kind that were lost and may be raised again.
    #[must_use]
    pub fn lost_of(&self, kind: UnitKindId) -> UnitSet {
        self.pack.roster.kinds.get(kind.index()).map_or(UnitSet::EMPTY, |kind| kind.all().intersection(self.lost_units))
    }

    /// What a ship can carry this round, in units.
    #[must_use]
    pub fn capacity(&self, ship: ShipId) -> usize {
        usize::from(self.pack.roster.ships[ship.index()].carries) + usize::from(self.round.capacity_add)
    }

    /// What a ship can still take aboard; supply points take room as units do.
    #[must_use]
    pub fn room(&self, ship: ShipId) -> usize {
        if matches!(self.train.place, TrainPlace::Aboard(ships) if ships.contains(ship)) {
            return 0;
        }
        self.capacity(ship).saturating_sub(self.aboard[ship.index()].len() + usize::from(self.ship_supply[ship.index()]))
    }

    /// The gunboats among these ships.
    #[must_use]
    pub fn gunboats(&self, ships: ShipSet) -> ShipSet {
        ships.iter().filter(|ship| self.pack.roster.ships[ship.index()].class == ShipClass::Gunboat).collect()
    }

    /// Ships lost.
    #[must_use]
    pub fn lost_ships(&self) -> ShipSet {
        (0..self.ships.len()).map(ShipId::at).filter(|ship| self.ships[ship.index()] == ShipPlace::Lost).collect()
    }

    /// Rings of spaces around some, by land: first those themselves, then what is a space away, and so on.
    pub(super) fn rings(&self, around: SpaceSet) -> impl Iterator<Item = SpaceSet> {
        let map = &self.pack.map;
        let (mut seen, mut ring) = (SpaceSet::EMPTY, SpaceSet::EMPTY);
        std::iter::from_fn(move || {
            ring = if seen.is_empty() {
                around
            } else {
                ring.iter().fold(SpaceSet::EMPTY, |next, space| next.union(map.neighbours(space))).without(seen)
            };
            seen = seen.union(ring);
            (!ring.is_empty()).then_some(ring)
        })
    }

    /// How many spaces by land from `from` to the nearest of `goals`; `None` across water.
    #[must_use]
    pub fn spaces_to(&self, from: SpaceId, goals: SpaceSet) -> Option<u8> {
        self.rings(SpaceSet::of(from)).position(|ring| !ring.intersection(goals).is_empty()).map(|spaces| spaces as u8)
    }

    /// The spaces the enemy holds.
    #[must_use]
    pub fn enemy_spaces(&self) -> SpaceSet {
        self.spaces_of(self.enemy_held)
    }

    /// How many spaces by land to the nearest Mahdist place.
    #[must_use]
    pub fn spaces_to_enemy(&self, from: SpaceId) -> Option<u8> {
        self.spaces_to(from, self.enemy_spaces())
    }

    /// Those of these units that have a step left.
    #[must_use]
    pub fn standing(&self, units: UnitSet) -> UnitSet {
        units.iter().filter(|unit| self.steps(*unit) > 0).collect()
    }

    /// Whether the governor is at a place.
    #[must_use]
    pub fn governor_is_at(&self, at: LocationId) -> bool {
        self.governor.place == GovernorPlace::At(at)
    }

    /// Whether a number, which may come from outside, is that of a card in the hand.
    #[must_use]
    pub fn has_in_hand(&self, card: CardNumber) -> bool {
        card.index() < CardSet::CAPACITY && self.hand.contains(card)
    }

    /// The cards of a pile.
    #[must_use]
    pub const fn pile(&self, pile: Pile) -> CardSet {
        match pile {
            Pile::Draw => self.draw,
            Pile::Discard => self.discard,
        }
    }
}
