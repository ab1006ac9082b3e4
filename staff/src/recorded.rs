//! A campaign played by the cautious staff and kept row by row, as a journal keeps it: the same for the same number. Tests and benches of
//! what is made of journals begin with it.

use engine::campaign::{Event, Options, Order, Phase, Seat, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::pack::Pack;

use crate::{Cautious, Staff as _};

/// An order as it was given.
#[derive(Clone, Debug)]
pub struct RecordedOrder {
    /// What was asked.
    pub order: Order,
    /// What happened.
    pub events: Vec<Event>,
    /// How far the stream of dice had been used before it.
    pub position_before: u64,
    /// How far after it.
    pub position_after: u64,
}

/// The seed of its dice.
pub const SEED: [u8; 32] = [7; 32];

/// Plays the campaign in the program until a turn has seen its first action round, or the campaign is over; staff of different numbers
/// choose differently. Nothing, if the program has no campaign that can be played.
#[must_use]
pub fn recorded(number: u64, turn: u8) -> Vec<RecordedOrder> {
    let Ok(pack) = Pack::embedded() else { return Vec::new() };
    let mut state = State::new(pack);
    let mut staff = Cautious::new(number);
    let (mut rows, mut position) = (Vec::new(), 0);
    let mut order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    loop {
        let mut dice = Dice::seeded(SEED, position);
        let Ok(events) = state.give(Seat::Commander, &order, &mut dice) else { return rows };
        let position_after = dice.position().unwrap_or(position);
        rows.push(RecordedOrder { order, events, position_before: position, position_after });
        position = position_after;
        let mut legal = Vec::new();
        state.legal_orders(Seat::Commander, &mut legal);
        let reached = state.turn() == turn && matches!(state.phase(), Phase::Action { round } if round > 1);
        if legal.is_empty() || reached {
            return rows;
        }
        order = legal[staff.choose(&state, &legal).min(legal.len() - 1)].clone();
    }
}
