//! A campaign's battle while it is fought on the board: the battle there, and which of the campaign's units are which on it.

use std::sync::Arc;

use crate::edition::LeftOut;
use crate::game::Game;
use crate::pack::{ShipId, UnitId};
use crate::tabletop;
use crate::tabletop::event::Event;
use crate::tabletop::pack::BattlePack;
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;
use crate::tabletop::view::View;

/// The board of the battle that is being fought.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldBoard {
    battle: tabletop::state::State,
    units: Vec<UnitId>,
    ships: Vec<ShipId>,
    by_staff: bool,
    headlong: bool,
}

impl FieldBoard {
    /// A board on which nothing is set up yet.
    pub(super) fn new(pack: Arc<BattlePack>, units: &[UnitId], ships: &[ShipId], by_staff: bool, headlong: bool) -> Self {
        Self { battle: tabletop::state::State::new(pack), units: units.to_vec(), ships: ships.to_vec(), by_staff, headlong }
    }

    /// Makes an event on the board true. A shot or a charge is contact.
    pub(super) fn see(&mut self, event: &Event) {
        self.battle.apply(event);
        if matches!(event, Event::Fired { .. } | Event::Charged { .. }) {
            self.headlong = false;
        }
    }

    /// Reads the rules of the battle without some mendings from now on.
    pub(super) fn leave_out(&mut self, mendings: LeftOut) {
        self.battle.leave_out(mendings);
    }

    /// The battle itself, with what is hidden in it: for the rules, and for whoever passes on only what a side may see ([`Self::view`]).
    #[must_use]
    pub const fn battle(&self) -> &tabletop::state::State {
        &self.battle
    }

    /// The battle as a side sees it, or everybody.
    #[must_use]
    pub fn view(&self, side: Option<Side>) -> View {
        side.map_or_else(|| self.battle.public_view(), |side| self.battle.view(Seat::from(side)))
    }

    /// The campaign's units on the board, each with its number there.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, tabletop::unit::UnitId)> + '_ {
        self.units.iter().enumerate().map(|(place, unit)| (*unit, tabletop::unit::UnitId::at(place)))
    }

    /// The campaign's unit that a unit of the board is.
    #[must_use]
    pub fn unit(&self, on_board: tabletop::unit::UnitId) -> Option<UnitId> {
        self.units.get(on_board.index()).copied()
    }

    /// The campaign's ships on the board, each with its number there: they come after the units.
    pub fn ships(&self) -> impl Iterator<Item = (ShipId, tabletop::unit::UnitId)> + '_ {
        self.ships.iter().enumerate().map(|(place, ship)| (*ship, tabletop::unit::UnitId::at(self.units.len() + place)))
    }

    /// Whether the staff fights it out for both sides.
    #[must_use]
    pub const fn is_by_staff(&self) -> bool {
        self.by_staff
    }

    /// Whether the enemy may be told nothing but to attack: until contact (N14).
    #[must_use]
    pub const fn is_headlong(&self) -> bool {
        self.headlong
    }
}
