//! What every game the umpire runs has in common: orders are permitted, then resolved; events are applied; and each seat is shown what it
//! may see.
//!
//! The trait knows neither a campaign's posts nor the sides of a duel: who can give orders is the game's own [`Game::Seat`].

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dice::Dice;
use crate::edition::{Edition, LeftOut, Mending};

/// A game with seats, orders and events. Its orders and events are what a journal keeps, as JSON.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Whether anything is hidden from anybody: where nothing is, nothing has to be left out.
    const HAS_SECRETS: bool = true;
    /// The edition of its rules: with it each row of a journal is marked.
    const EDITION: Edition = Edition::FIRST;
    /// What was mended since the first edition, in the order in which it was. Journals count on the places in this list as long as an
    /// edition lasts: it is only added to.
    const MENDINGS: &'static [Mending] = &[];

    /// What it is played with: its tables, map, cards, words.
    type Pack: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// Who gives orders, and who sees what: the posts of a campaign, the two sides of a duel.
    type Seat: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What players ask.
    type Order: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What happened, with its dice in it.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Why an order is not allowed.
    type Refusal: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a seat can see.
    type View;

    /// The position before the first order.
    fn opening(pack: &Self::Pack) -> Self;

    /// What it is played with.
    fn pack(&self) -> &Self::Pack;

    /// Whether its rules have ended it: it takes no more orders.
    fn is_over(&self) -> bool;

    /// Whether the order is allowed now. Rolls nothing and changes nothing.
    ///
    /// # Errors
    ///
    /// Why it is not allowed.
    fn permit(&self, seat: Self::Seat, order: &Self::Order) -> Result<(), Self::Refusal>;

    /// Carries out an order that was permitted, writing down each event as it is applied. Cannot refuse.
    fn resolve(&mut self, order: &Self::Order, dice: &mut Dice, events: &mut Vec<Self::Event>);

    /// Makes one event true. Total: no roll, no clock, no rule.
    fn apply(&mut self, event: &Self::Event);

    /// The orders `seat` may give now, small choices in a stable order, added to `orders`. Listed means accepted; not
    /// listed means refused.
    fn legal_orders(&self, seat: Self::Seat, orders: &mut Vec<Self::Order>);

    /// What `seat` can see.
    fn view(&self, seat: Self::Seat) -> Self::View;

    /// The seats the game waits for now, in a stable order: several where they act at once, none once it is over.
    fn acting(&self) -> Vec<Self::Seat>;

    /// Whose an order is. A journal keeps orders, and whoever gives them again (a replay, a proof, an import) asks here in which seat.
    fn giver(&self, order: &Self::Order) -> Self::Seat;

    /// What `seat` may see of an event, or the public, which has no seat: the event itself, one with its secret left out, or nothing.
    /// `self` is the position after the event.
    fn shown(&self, event: &Self::Event, seat: Option<Self::Seat>) -> Option<Self::Event>;

    /// Whether an order says what a seat, or the public, may not know: which card was laid face down. What came of it is for
    /// [`Self::shown`].
    fn hides(&self, order: &Self::Order, seat: Option<Self::Seat>) -> bool {
        let _ = (order, seat);
        false
    }

    /// Whether nothing that has happened so far is hidden from anybody any more: what was hidden in it is over, and may be told.
    fn tells_all(&self) -> bool {
        !Self::HAS_SECRETS
    }

    /// Permits and resolves.
    ///
    /// # Errors
    ///
    /// Why the order is not allowed; nothing has changed and no die was spent.
    fn give(&mut self, seat: Self::Seat, order: &Self::Order, dice: &mut Dice) -> Result<Vec<Self::Event>, Self::Refusal> {
        self.permit(seat, order)?;
        let mut events = Vec::new();
        self.resolve(order, dice, &mut events);
        Ok(events)
    }

    /// Reads the rules without some mendings from now on, as earlier editions did.
    fn leave_out(&mut self, mendings: LeftOut) {
        let _ = mendings;
    }

    /// Permits and resolves by the rules without some mendings; afterwards they read as they do now.
    ///
    /// # Errors
    ///
    /// Why the order was not allowed; nothing has changed and no die was spent.
    fn give_without(
        &mut self,
        mendings: LeftOut,
        seat: Self::Seat,
        order: &Self::Order,
        dice: &mut Dice,
    ) -> Result<Vec<Self::Event>, Self::Refusal> {
        self.leave_out(mendings);
        let given = self.give(seat, order, dice);
        self.leave_out(LeftOut::NONE);
        given
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
