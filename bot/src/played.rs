//! A campaign played by the cautious staff, for tests and the bench: the same for the same number.

use engine::campaign::Seat;
use engine::campaign::{Event, Options, Order, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use staff::{Cautious, Staff};

/// An order as it was given.
#[derive(Clone, Debug)]
#[allow(dead_code, unreachable_pub, reason = "each that includes this file uses some of it")]
pub struct PlayedOrder {
    pub order: Order,
    pub events: Vec<Event>,
    pub position_before: u64,
    pub position_after: u64,
}

/// The seed of its dice.
#[allow(dead_code, unreachable_pub, reason = "each that includes this file uses some of it")]
pub const SEED: [u8; 32] = [7; 32];

/// Plays until a turn has seen its first action round, or the campaign is over.
#[allow(unreachable_pub, reason = "the bench includes this file too")]
pub fn played(number: u64, turn: u8) -> Vec<PlayedOrder> {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut staff = Cautious::new(number);
    let (mut rows, mut position) = (Vec::new(), 0);
    let mut order = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    loop {
        let mut dice = Dice::seeded(SEED, position);
        let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
        let position_after = dice.position().unwrap();
        rows.push(PlayedOrder { order, events, position_before: position, position_after });
        position = position_after;
        let mut legal = Vec::new();
        state.legal_orders(Seat::Commander, &mut legal);
        let reached = state.turn() == turn && matches!(state.phase(), engine::campaign::Phase::Action { round } if round > 1);
        if legal.is_empty() || reached {
            return rows;
        }
        order = legal[staff.choose(&state, &legal).min(legal.len() - 1)].clone();
    }
}
