//! A game of two seats with a hidden number each, to hold what [`Game`] promises of games that are no campaign: both act at once, a die is
//! hidden with what it drew, and two positions that differ only in what a seat cannot see are the same to that seat, in every way it can
//! look at them.

#![allow(clippy::unwrap_used, reason = "a test says with it what it expects")]

use std::fmt::Debug;

use engine::dice::{self, Dice, RollPurpose};
use engine::game::Game;
use engine::pack::DiceSpec;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Side {
    Red,
    Blue,
}

impl Side {
    const BOTH: [Self; 2] = [Self::Red, Self::Blue];

    const fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Draw;

impl RollPurpose for Draw {
    fn label(&self) -> &'static str {
        "the hidden number"
    }
}

type Roll = dice::Roll<Draw, ()>;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Order {
    /// Draws the number that the other has to guess.
    Draw(Side),
    Guess(Side, u8),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Event {
    /// The number with the die that drew it; to the other side, only that it was drawn.
    Drawn(Side, Option<Roll>),
    Guessed(Side, u8, bool),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refusal {
    Drawn,
    NotDrawn,
    NotYours,
    Over,
}

/// What a seat sees: its own number, and how often each has guessed wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
struct View {
    own: Option<u8>,
    drawn: [bool; 2],
    wrong: [u8; 2],
    winner: Option<Side>,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Position {
    hidden: [Option<u8>; 2],
    wrong: [u8; 2],
    winner: Option<Side>,
}

const fn giver(order: &Order) -> Side {
    match order {
        Order::Draw(side) | Order::Guess(side, _) => *side,
    }
}

impl Game for Position {
    type Seat = Side;
    type Order = Order;
    type Event = Event;
    type Refusal = Refusal;
    type View = View;

    fn permit(&self, seat: Side, order: &Order) -> Result<(), Refusal> {
        match order {
            _ if self.winner.is_some() => Err(Refusal::Over),
            _ if giver(order) != seat => Err(Refusal::NotYours),
            Order::Draw(side) if self.hidden[*side as usize].is_some() => Err(Refusal::Drawn),
            // Whether the other has drawn is seen; what, is not.
            Order::Guess(side, _) if self.hidden[side.other() as usize].is_none() => Err(Refusal::NotDrawn),
            Order::Draw(_) | Order::Guess(..) => Ok(()),
        }
    }

    fn resolve(&mut self, order: &Order, dice: &mut Dice, events: &mut Vec<Event>) {
        let event = match order {
            Order::Draw(side) => Event::Drawn(*side, Some(dice.throw(Roll::new(Draw, DiceSpec { count: 1, sides: 6 }), 1))),
            Order::Guess(side, number) => Event::Guessed(*side, *number, self.hidden[side.other() as usize] == Some(*number)),
        };
        self.apply(&event);
        events.push(event);
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Drawn(side, roll) => {
                self.hidden[*side as usize] = Some(roll.as_ref().and_then(|roll| roll.faces.first().copied()).unwrap_or(0));
            }
            Event::Guessed(side, _, true) => self.winner = Some(*side),
            Event::Guessed(side, _, false) => self.wrong[*side as usize] += 1,
        }
    }

    fn legal_orders(&self, seat: Side, orders: &mut Vec<Order>) {
        let all = [Order::Draw(seat)].into_iter().chain((1..=6).map(|number| Order::Guess(seat, number)));
        orders.extend(all.filter(|order| self.permit(seat, order).is_ok()));
    }

    fn view(&self, seat: Side) -> View {
        View { own: self.hidden[seat as usize], drawn: self.hidden.map(|number| number.is_some()), wrong: self.wrong, winner: self.winner }
    }

    fn acting(&self) -> Vec<Side> {
        if self.winner.is_some() { Vec::new() } else { Side::BOTH.to_vec() }
    }

    fn giver(&self, order: &Order) -> Side {
        giver(order)
    }

    fn shown(&self, event: &Event, seat: Option<Side>) -> Option<Event> {
        Some(match event {
            Event::Drawn(side, _) if seat != Some(*side) => Event::Drawn(*side, None),
            other => other.clone(),
        })
    }
}

/// Plays a game out by the orders that are legal, with the dice of a seed, and keeps every row.
fn played(seed: u8, choose: impl Fn(usize, usize) -> usize) -> (Position, Vec<(Order, Vec<Event>, u64)>) {
    let (mut game, mut rows) = (Position::default(), Vec::new());
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
    let mut game = Position::default();
    assert_eq!(game.acting(), Side::BOTH);
    let mut dice = Dice::scripted(&[4]);
    assert_eq!(game.give(Side::Blue, &Order::Draw(Side::Red), &mut dice), Err(Refusal::NotYours));
    game.give(Side::Red, &Order::Draw(Side::Red), &mut dice).unwrap();
    assert_eq!(game.permit(Side::Red, &Order::Guess(Side::Red, 1)), Err(Refusal::NotDrawn));
    game.give(Side::Blue, &Order::Guess(Side::Blue, 4), &mut dice).unwrap();
    assert_eq!((game.winner, game.acting()), (Some(Side::Blue), Vec::new()));
}

#[test]
fn a_journal_is_given_again_each_order_in_its_own_seat_and_comes_to_the_same() {
    let mut orders = 0;
    for seed in 1..=20 {
        // Any choice will do that is not always the same.
        let (end, rows) = played(seed, |step, count| (step * 7 + step / 2 + usize::from(seed)) % count);
        let mut again = Position::default();
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
                let (mut game, mut events) = (Position::default(), Vec::new());
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
