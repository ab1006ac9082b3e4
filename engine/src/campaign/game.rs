//! The campaign as a [`Game`]: where position, rules, lists of orders and views meet.
//!
//! The position knows no rule and the rules know no menu; what every game of the umpire's answers is put together here.

use super::event::Event;
use super::mended::{EDITION, MENDINGS};
use super::order::Order;
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::state::State;
use super::view::View;
use super::{legal, rules};
use crate::campaign::seat::Seat;
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut, Mending};
use crate::game::Game;
use crate::pack::Pack;
use std::sync::Arc;

impl Game for State {
    type Seat = Seat;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;
    type Pack = Arc<Pack>;

    const HAS_SECRETS: bool = false;
    const EDITION: Edition = EDITION;
    const MENDINGS: &'static [Mending] = MENDINGS;

    fn opening(pack: &Arc<Pack>) -> Self {
        Self::new(Arc::clone(pack))
    }

    fn pack(&self) -> &Arc<Pack> {
        Self::pack(self)
    }

    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    fn permit(&self, seat: Seat, order: &Order) -> Result<(), Refusal> {
        rules::permit(self, seat, order)
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        rules::resolve(&mut Proceedings::new(self, dice, events), order);
    }

    fn leave_out(&mut self, mendings: LeftOut) {
        self.left_out = mendings;
    }

    fn apply(&mut self, event: &Event) {
        self.make_true(event);
    }

    fn legal_orders(&self, seat: Seat, orders: &mut Vec<Order>) {
        legal::list(self, seat, orders);
    }

    fn view(&self, _seat: Seat) -> View {
        View::of(self)
    }

    fn acting(&self) -> Vec<Seat> {
        if self.ending().is_some() { Vec::new() } else { vec![Seat::Commander] }
    }

    /// What is about the group is the umpire's to write down, whoever of the group asked for it; all else is the commander's, or was
    /// approved in the commander's name.
    fn giver(&self, order: &Order) -> Seat {
        if order.is_about_the_group() { Seat::Umpire } else { Seat::Commander }
    }

    /// All players are on one side: nothing that has happened is hidden from anybody.
    fn shown(&self, event: &Event, _seat: Option<Seat>) -> Option<Event> {
        Some(event.clone())
    }
}
