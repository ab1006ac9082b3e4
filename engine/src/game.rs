//! What every game the umpire runs has in common: orders are permitted, then resolved; events are applied.
//!
//! Journal, undo, proof of dice, replay and menus are written once against this trait.

use serde::{Deserialize, Serialize};

use crate::dice::Dice;

/// Who gives an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The commander in chief.
    Commander,
    /// The chief of staff.
    ChiefOfStaff,
    /// Any other player.
    Player,
    /// The umpire itself.
    Umpire,
}

/// A game with orders and events.
pub trait Game {
    /// What players ask.
    type Order;
    /// What happened, with its dice in it.
    type Event;
    /// Why an order is not allowed.
    type Refusal;
    /// What a seat can see.
    type View;

    /// Whether the order is allowed now. Rolls nothing and changes nothing.
    ///
    /// # Errors
    ///
    /// Why it is not allowed.
    fn permit(&self, seat: Seat, order: &Self::Order) -> Result<(), Self::Refusal>;

    /// Carries out an order that was permitted, writing down each event as it is applied. Cannot refuse.
    fn resolve(&mut self, order: &Self::Order, dice: &mut Dice, events: &mut Vec<Self::Event>);

    /// Makes one event true. Total: no roll, no clock, no rule.
    fn apply(&mut self, event: &Self::Event);

    /// The orders `seat` may give now, small choices in a stable order, added to `orders`. Listed means accepted; not
    /// listed means refused.
    fn legal_orders(&self, seat: Seat, orders: &mut Vec<Self::Order>);

    /// What `seat` can see.
    fn view(&self, seat: Seat) -> Self::View;

    /// Permits and resolves.
    ///
    /// # Errors
    ///
    /// Why the order is not allowed; nothing has changed and no die was spent.
    fn give(&mut self, seat: Seat, order: &Self::Order, dice: &mut Dice) -> Result<Vec<Self::Event>, Self::Refusal> {
        self.permit(seat, order)?;
        let mut events = Vec::new();
        self.resolve(order, dice, &mut events);
        Ok(events)
    }

    /// Applies what was written down.
    fn replay<'a>(&mut self, events: impl IntoIterator<Item = &'a Self::Event>)
    where
        Self: Sized,
        Self::Event: 'a,
    {
        for event in events {
            self.apply(event);
        }
    }
}
