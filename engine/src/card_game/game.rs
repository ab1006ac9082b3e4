//! The card game as a game of the house.

use std::sync::Arc;

use super::event::{EndedBy, Event, Outcome};
use super::legal;
use super::mended::{EDITION, MENDINGS};
use super::order::Order;
use super::pack::CardPack;
use super::permit::{self, permit};
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::rules::turn;
use super::state::{Phase, State};
use super::view::{self, View};
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut, Mending};
use crate::game::Game;
use crate::tabletop::seat::Seat;

impl Game for State {
    type Pack = Arc<CardPack>;
    type Seat = Seat;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    const EDITION: Edition = EDITION;
    const MENDINGS: &'static [Mending] = MENDINGS;

    fn opening(pack: &Arc<CardPack>) -> Self {
        Self::new(Arc::clone(pack))
    }

    fn pack(&self) -> &Arc<CardPack> {
        &self.pack
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn permit(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        permit(self, seat, order)
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        let face_down = self.options.tactics_at_once;
        let mut proceedings = Proceedings::new(self, dice, events);
        proceedings.note(match *order {
            Order::SetUp(options) => Event::SetUp(options),
            Order::Relieve { side, cards } => Event::Relieving { side, cards: Some(cards) },
            Order::Lay { side, card, region } => Event::Laid { side, card: Some(card), region },
            Order::Deployed(side) => Event::Deployed(side),
            Order::March { side, card, from, to } => Event::Marched { side, card, from, to },
            Order::PlayMovement { side, card } => Event::MovementPlayed { side, card },
            Order::Travelled(side) => Event::Travelled(side),
            Order::PlayTactics { side, card } => Event::Declared { side, card: Some(card), face_down },
            Order::Pass(side) => Event::Declared { side, card: None, face_down },
            Order::Lose { side, card } => Event::Lost { side, card, roll: None },
            Order::Stand { side, what, on } => Event::Stands { side, what, on },
            Order::Concede(side) => Event::Ended(Outcome { winner: Some(side.other()), by: EndedBy::Conceded }),
            Order::Seat { side, player } => Event::Seated { side, player },
        });
        turn::go_on(&mut proceedings);
    }

    fn leave_out(&mut self, mendings: LeftOut) {
        self.left_out = mendings;
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
        permit::acting(self)
    }

    fn giver(&self, order: &Order) -> Seat {
        permit::giver(order)
    }

    fn shown(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        view::shown(self, event, seat)
    }

    fn hides(&self, order: &Order, seat: Option<Seat>) -> bool {
        view::hides(self, order, seat)
    }

    fn tells_all(&self) -> bool {
        self.is_over()
    }
}

impl State {
    /// The standing orders that `seat` may give now, apart from [`Game::legal_orders`]: each would change something.
    #[must_use]
    pub fn standing_orders(&self, seat: Seat) -> Vec<Order> {
        legal::standing(self, seat)
    }

    /// What both sides see.
    #[must_use]
    pub fn public_view(&self) -> View {
        view::view(self, None)
    }

    /// Who has won, and how, once it is over.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        if let Phase::Over(outcome) = self.phase { Some(outcome) } else { None }
    }
}
