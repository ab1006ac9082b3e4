//! What a seat can see: the map, place by place, for pictures and prose.
//!
//! All players are on one side and hide nothing from each other, but for what the sides of a battle on the board hide; what nobody knows
//! (the next card) is nowhere in the state.

use super::leaders::Train;
use super::state::{Control, ShipPlace, State};
use crate::pack::{LocationId, ShipSet, SpaceId, UnitSet};
use crate::tabletop;
use crate::tabletop::side::Side;

/// A body of troops by arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GarrisonView {
    /// The units.
    pub units: UnitSet,
    /// Units of infantry.
    pub foot: u8,
    /// Units of cavalry and camels.
    pub horse: u8,
    /// Batteries of guns and machine guns.
    pub guns: u8,
}

impl GarrisonView {
    /// How many units there are.
    #[must_use]
    pub const fn strength(&self) -> u8 {
        self.foot + self.horse + self.guns
    }

    fn of(state: &State, units: UnitSet) -> Self {
        let roster = &state.pack().roster;
        let horse = units.intersection(roster.cavalry).len() as u8;
        let guns = units.intersection(roster.guns).len() as u8;
        Self { units, foot: units.len() as u8 - horse - guns, horse, guns }
    }
}

/// A location as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocationView {
    /// Which.
    pub location: LocationId,
    /// Who holds it.
    pub control: Control,
    /// How far a siege has gone; 0 for none.
    pub siege_level: u8,
    /// Redoubts.
    pub redoubts: u8,
    /// Troops there.
    pub garrison: GarrisonView,
    /// Ships in its port.
    pub ships: ShipSet,
    /// Whether it was lost, won or besieged this turn.
    pub changed: bool,
}

/// A ship as she is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShipView {
    /// Markers of damage.
    pub damage: u8,
    /// Units aboard.
    pub aboard: u8,
}

/// The map as it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Every location, in order.
    pub locations: Vec<LocationView>,
    /// Forces on movement points.
    pub forces: Vec<(SpaceId, GarrisonView)>,
    /// Ships at sea, for each sea area.
    pub at_sea: Vec<ShipSet>,
    /// Every ship of the roster, wherever she is.
    pub ships: Vec<ShipView>,
    /// The armoured train and its track.
    pub train: Train,
    /// The board of the battle that is fought there, as the seat sees it.
    pub board: Option<Box<tabletop::view::View>>,
}

impl View {
    pub(super) fn of(state: &State, side: Option<Side>) -> Self {
        let map = &state.pack().map;
        let mut ships = vec![ShipSet::EMPTY; map.locations.len()];
        let mut at_sea = vec![ShipSet::EMPTY; map.sea_areas.len()];
        for index in 0..state.pack().roster.ships.len() {
            let ship = crate::pack::ShipId::at(index);
            match state.ship_place(ship) {
                ShipPlace::Port(port) => ships[port.index()].insert(ship),
                ShipPlace::Sea(area) => at_sea[area.index()].insert(ship),
                ShipPlace::Reserve | ShipPlace::Lost => {}
            }
        }
        Self {
            locations: map
                .location_ids()
                .map(|location| LocationView {
                    location,
                    control: state.control(location),
                    siege_level: state.siege_level(location),
                    redoubts: state.redoubts(location),
                    garrison: GarrisonView::of(state, state.garrison(location)),
                    ships: ships[location.index()],
                    changed: state.changed.contains(location),
                })
                .collect(),
            forces: map
                .space_ids()
                .skip(map.locations.len())
                .map(|space| (space, state.units_at(space)))
                .filter(|(_, units)| !units.is_empty())
                .map(|(space, units)| (space, GarrisonView::of(state, units)))
                .collect(),
            at_sea,
            ships: (0..state.pack().roster.ships.len())
                .map(crate::pack::ShipId::at)
                .map(|ship| ShipView { damage: state.damage(ship), aboard: state.aboard(ship).len() as u8 })
                .collect(),
            train: state.train(),
            board: state.board().map(|board| Box::new(board.view(side))),
        }
    }
}
