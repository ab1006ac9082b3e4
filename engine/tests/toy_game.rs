//! What [`Game`] promises of games that are no campaign, held by a toy of two seats: both act at once, a die is hidden with what it drew, and
//! two positions that differ only in what a seat cannot see are the same to that seat, in every way it can look at them.

#![allow(clippy::unwrap_used, reason = "a test says with it what it expects")]
#![allow(unreachable_pub, dead_code, missing_docs, reason = "the bot's tests play the toy too")]

use crate::toy;

use std::fmt::Debug;

use engine::dice::Dice;
use engine::game::Game;
use toy::{Numbers, Order, Position, Refusal, Side};

/// Plays a game out by the orders that are legal, with the dice of a seed, and keeps every row.
fn played(seed: u8, choose: impl Fn(usize, usize) -> usize) -> (Position, Vec<(Order, Vec<toy::Event>, u64)>) {
    let (mut game, mut rows) = (Position::opening(&Numbers::six()), Vec::new());
    let mut position = 0;
    for step in 0..60 {
        let seats = game.acting();
        if seats.is_empty() {
            break;
        }
        let seat = seats[choose(step, seats.len())];
        let mut orders = Vec::new();
        game.legal_orders(seat, &mut orders);
        if orders.is_empty() {
            continue;
        }
        let order = orders[choose(step, orders.len())].clone();
        let mut dice = Dice::seeded([seed; 32], position);
        let events = game.give(seat, &order, &mut dice).unwrap();
        rows.push((order, events, position));
        position = dice.position().unwrap();
    }
    (game, rows)
}

#[test]
fn both_sides_act_at_once_and_neither_gives_the_others_orders() {
    let mut game = Position::opening(&Numbers::six());
    assert_eq!(game.acting(), Side::BOTH);
    let mut dice = Dice::scripted(&[4, 2]);
    assert_eq!(game.give(Side::Blue, &Order::Draw(Side::Red), &mut dice), Err(Refusal::NotYours));
    game.give(Side::Red, &Order::Draw(Side::Red), &mut dice).unwrap();
    assert_eq!(game.permit(Side::Red, &Order::Guess(Side::Red, vec![1])), Err(Refusal::NotDrawn));
    game.give(Side::Blue, &Order::Guess(Side::Blue, vec![3, 4]), &mut dice).unwrap();
    assert_eq!((game.winner, game.acting()), (Some(Side::Blue), Vec::new()));
}

#[test]
fn a_journal_is_given_again_each_order_in_its_own_seat_and_comes_to_the_same() {
    let mut orders = 0;
    for seed in 1..=20 {
        // Any choice will do that is not always the same.
        let (end, rows) = played(seed, |step, count| (step * 7 + step / 2 + usize::from(seed)) % count);
        let mut again = Position::opening(&Numbers::six());
        for (order, events, position) in &rows {
            let seat = again.giver(order);
            let given = again.give(seat, order, &mut Dice::seeded([seed; 32], *position)).unwrap();
            assert_eq!(given, *events);
        }
        assert_eq!(again, end);
        orders += rows.len();
    }
    assert!(orders > 60, "{orders} orders in twenty games");
}

/// Everything a seat, or the public, can look at.
fn looks<G: Game>(game: &G, events: &[G::Event], seat: Option<G::Seat>) -> String
where
    G::View: Debug,
    G::Order: Debug,
    G::Event: Debug,
{
    let view = seat.map(|seat| {
        let mut orders = Vec::new();
        game.legal_orders(seat, &mut orders);
        format!("{:?} {orders:?}", game.view(seat))
    });
    let shown: Vec<_> = events.iter().map(|event| game.shown(event, seat)).collect();
    format!("{view:?} {:?} {shown:?}", game.acting())
}

#[test]
fn positions_that_differ_only_in_what_a_seat_cannot_see_look_the_same_to_it() {
    for own in 1..=6 {
        for (one, two) in [(1, 2), (3, 6), (5, 4)] {
            let games = [one, two].map(|hidden| {
                let (mut game, mut events) = (Position::opening(&Numbers::six()), Vec::new());
                let mut dice = Dice::scripted(&[own, hidden]);
                for side in Side::BOTH {
                    events.extend(game.give(side, &Order::Draw(side), &mut dice).unwrap());
                }
                (game, events)
            });
            let look = |seat| games.each_ref().map(|(game, events)| looks(game, events, seat));
            let [first, second] = look(Some(Side::Red));
            assert_eq!(first, second, "Red does not see Blue's number");
            let [first, second] = look(None);
            assert_eq!(first, second, "the public sees neither");
            let [first, second] = look(Some(Side::Blue));
            assert_ne!(first, second, "Blue sees its own");
        }
    }
}
