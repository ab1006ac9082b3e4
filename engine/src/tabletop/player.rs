//! Who plays the sides: members of a group by number, or a simulated staff. Nobody's orders depend on it; whoever takes orders for a side asks
//! here whose they are.

use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// A member of the group, by number, from 0.
    Member(u8),
    /// A simulated staff.
    Staff(Strength),
}

/// How well a simulated staff plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// As a sensible officer would.
    Plain,
    /// By playing on in its head.
    Searching,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dice::Dice;
    use crate::game::Game as _;
    use crate::tabletop::order::{Battle, Order, SetUp};
    use crate::tabletop::pack::BattlePack;
    use crate::tabletop::phase::EndedBy;
    use crate::tabletop::refusal::Refusal;
    use crate::tabletop::seat::Seat;
    use crate::tabletop::side::Side;
    use crate::tabletop::state::State;

    #[test]
    fn the_umpire_says_who_plays_a_side_and_nobody_says_what_is_so_already() {
        let mut state = State::opening(&BattlePack::embedded().unwrap());
        let mut dice = Dice::scripted(&[]);
        for player in [Some(Player::Member(3)), Some(Player::Staff(Strength::Searching)), None] {
            let order = Order::Seat { side: Side::Enemy, player };
            assert_eq!(state.give(Seat::Enemy, &order, &mut dice), Err(Refusal::NotYours));
            state.give(Seat::Umpire, &order, &mut dice).unwrap();
            assert_eq!((state.player(Side::Ours), state.player(Side::Enemy)), (None, player));
            assert_eq!(state.give(Seat::Umpire, &order, &mut dice), Err(Refusal::AlreadySo));
        }
        let staff = Order::Seat { side: Side::Ours, player: Some(Player::Staff(Strength::Plain)) };
        assert_eq!(serde_json::to_string(&staff).unwrap(), r#"{"seat":{"side":"ours","player":{"staff":"plain"}}}"#);
    }

    #[test]
    fn a_side_that_gives_the_battle_up_has_lost_it_at_once() {
        let mut state = State::opening(&BattlePack::embedded().unwrap());
        let mut dice = Dice::seeded([1; 32], 0);
        assert!(state.give(Seat::Ours, &Order::Concede(Side::Ours), &mut dice).is_err(), "nothing is fought yet");
        let set_up = SetUp { battle: Battle::Scenario("marching".to_owned()), options: super::super::options::Options::default() };
        state.give(Seat::Umpire, &Order::SetUp(Arc::new(set_up)), &mut dice).unwrap();
        assert!(state.standing_orders(Seat::Ours).contains(&Order::Concede(Side::Ours)));
        state.give(Seat::Ours, &Order::Concede(Side::Ours), &mut dice).unwrap();
        let outcome = state.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.by), (Some(Side::Enemy), EndedBy::Conceded));
        assert!(state.waits_for().is_none());
    }
}
