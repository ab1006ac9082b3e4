//! The gridded battle as a game of the house.

use std::sync::Arc;

use super::event::Event;
use super::mended::{EDITION, MENDINGS, Mended};
use super::order::Order;
use super::pack::BattlePack;
use super::permit::{self, permit};
use super::phase::{Actor, Phase, Question};
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::resolve::resolve;
use super::seat::Seat;
use super::side::Side;
use super::state::State;
use super::view::{self, View};
use super::{legal, unit::UnitId};
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut, Mending};
use crate::game::Game;

impl Game for State {
    type Pack = Arc<BattlePack>;
    type Seat = Seat;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    const EDITION: Edition = EDITION;
    const MENDINGS: &'static [Mending] = MENDINGS;

    fn opening(pack: &Arc<BattlePack>) -> Self {
        Self::new(Arc::clone(pack))
    }

    fn pack(&self) -> &Arc<BattlePack> {
        &self.position.pack
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn permit(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        permit(self, seat, order)
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        resolve(&mut Proceedings::new(self, dice, events), order);
    }

    fn leave_out(&mut self, mendings: LeftOut) {
        self.left_out = mendings;
        self.position.ambushes_support = !self.reads(Mended::AmbushesSupportNobody);
        self.position.ambushes_count = !self.reads(Mended::AmbushesTellNothing);
        self.position.ambushes_block = !self.reads(Mended::AmbushesInNobodysWay);
        self.position.limbered_fight = !self.reads(Mended::LimberedGunnersDoNotFight);
    }

    fn apply(&mut self, event: &Event) {
        self.make_true(event);
    }

    fn legal_orders(&self, seat: Seat, orders: &mut Vec<Order>) {
        legal::orders(self, seat, orders);
    }

    fn view(&self, seat: Seat) -> View {
        view::view(self, Some(seat))
    }

    fn acting(&self) -> Vec<Seat> {
        self.waits_for().into_iter().collect()
    }

    fn giver(&self, order: &Order) -> Seat {
        permit::giver(self, order)
    }

    fn shown(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        view::shown(self, event, seat)
    }

    fn hides(&self, order: &Order, seat: Option<Seat>) -> bool {
        let whose = match order {
            Order::Place { unit, .. } | Order::Coordinate { unit, .. } => self.find(*unit).filter(|unit| unit.hidden).map(|unit| unit.side),
            Order::CombatCards { side, .. } | Order::Instruct { side, .. } => Some(*side),
            _ => None,
        };
        whose.is_some_and(|side| seat != Some(Seat::Umpire) && seat.and_then(Seat::side) != Some(side))
    }
}

impl State {
    /// Whom the battle waits for.
    #[must_use]
    pub fn waits_for(&self) -> Option<Seat> {
        let of = |unit: UnitId| Seat::from(self.unit(unit).side);
        match self.phase {
            Phase::Unset => Some(Seat::Umpire),
            Phase::Deploying(side) => Some(Seat::from(side)),
            Phase::Asking(Question::CombatCard { side, .. }) => Some(Seat::from(side)),
            Phase::Asking(Question::GoFor(unit) | Question::Next(unit) | Question::Recovery(unit) | Question::Pursuit { unit, .. }) => {
                Some(of(unit))
            }
            Phase::Acting(active) => Some(match active.actor {
                Actor::Unit(unit) => of(unit),
                Actor::Brigade(side) => Seat::from(side),
            }),
            Phase::Playing | Phase::Over(_) => None,
        }
    }

    /// The standing orders that `seat` may give now, apart from [`Game::legal_orders`]: each would change something. Listed means accepted; not
    /// listed means refused.
    #[must_use]
    pub fn standing_orders(&self, seat: Seat) -> Vec<Order> {
        legal::standing_orders(self, seat)
    }

    /// What both sides see.
    #[must_use]
    pub fn public_view(&self) -> View {
        view::view(self, None)
    }

    /// Who has won, and how, once it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<super::phase::Outcome> {
        if let Phase::Over(outcome) = self.phase { Some(outcome) } else { None }
    }

    /// The side whose turn it is to say something, if it is a side's.
    #[must_use]
    pub fn side_asked(&self) -> Option<Side> {
        self.waits_for().and_then(Seat::side)
    }
}
