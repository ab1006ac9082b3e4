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
use crate::tabletop;
use crate::tabletop::side::Side;
use std::sync::Arc;

impl Game for State {
    type Seat = Seat;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;
    type Pack = Arc<Pack>;

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
        let on_the_board = self.left_out_on_the_board();
        if let Some(board) = &mut self.board {
            board.leave_out(on_the_board);
        }
    }

    fn apply(&mut self, event: &Event) {
        self.make_true(event);
    }

    fn legal_orders(&self, seat: Seat, orders: &mut Vec<Order>) {
        legal::list(self, seat, orders);
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, side_of(seat))
    }

    /// While a battle is fought on the board, the side that it waits for.
    fn acting(&self) -> Vec<Seat> {
        match self.board().and_then(|board| board.battle().side_asked()) {
            _ if self.ending().is_some() => Vec::new(),
            Some(side) => vec![Seat::OnBoard(side)],
            None => vec![Seat::Commander],
        }
    }

    /// What is about the group is the umpire's to write down, whoever of the group asked for it; an order on the board is that of its side's
    /// command; all else is the commander's, or was approved in the commander's name.
    fn giver(&self, order: &Order) -> Seat {
        match order {
            Order::Field(order) => match self.board().map(|board| board.battle().giver(order)) {
                Some(seat) => seat.side().map_or(Seat::Umpire, Seat::OnBoard),
                None => Seat::Commander,
            },
            _ if order.is_about_the_group() => Seat::Umpire,
            _ => Seat::Commander,
        }
    }

    /// All players are on one side: nothing that has happened is hidden from anybody, but for what a side on the board hides from the
    /// other. Who commands neither sees what both do.
    fn shown(&self, event: &Event, seat: Option<Seat>) -> Option<Event> {
        let Event::Field(on_board) = event else { return Some(event.clone()) };
        let Some(board) = self.board() else { return Some(event.clone()) };
        let shown = board.battle().shown(on_board, seat.and_then(side_of).map(tabletop::seat::Seat::from))?;
        Some(Event::Field(Box::new(shown)))
    }

    fn hides(&self, order: &Order, seat: Option<Seat>) -> bool {
        let (Order::Field(order), Some(board)) = (order, self.board()) else { return false };
        board.battle().hides(order, seat.and_then(side_of).map(tabletop::seat::Seat::from))
    }

    fn tells_all(&self) -> bool {
        self.board().is_none()
    }
}

/// The side on the board that a seat commands.
const fn side_of(seat: Seat) -> Option<Side> {
    if let Seat::OnBoard(side) = seat { Some(side) } else { None }
}
