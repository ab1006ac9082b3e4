//! What a line of a menu says of meeting the enemy is what is then thrown, whatever bears on it.

use engine::campaign::{Event, Options, Order, Seat, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use staff::{Cautious, Random, Staff};
use umpire::despatches::labels;
use umpire::despatches::sheet;

/// What is thrown for meeting the enemy at the end of the way, as a line says it; nothing where the force does not come so far.
fn thrown(events: &[Event], to: engine::pack::SpaceId) -> Option<String> {
    events.iter().find_map(|event| match event {
        Event::EnemySought { at, roll: Some(roll), .. } if *at == to => Some(match roll.chances() {
            0 => "never met there".to_owned(),
            chances if chances == roll.sides => "certainly met there".to_owned(),
            chances => format!("met there on {} or more: {chances} in {}", roll.sides - chances + 1, roll.sides),
        }),
        Event::EnemySought { at, roll: None, met: true } if *at == to => Some("certainly met".to_owned()),
        _ => None,
    })
}

/// Plays a campaign and holds every march, landing and way out of a siege that it offers to what comes of it; how many were.
fn hold(seed: u8, staff: &mut impl Staff<State>, expedition_first: bool) -> (usize, usize) {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([seed; 32], 0);
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options { steps: 4, ..Options::default() } };
    state.give(Seat::Commander, &set_up, &mut dice).unwrap();
    let (mut held, mut of_the_expedition) = (0, 0);
    for _ in 0..1_200 {
        if state.ending().is_some() {
            break;
        }
        let orders = sheet::legal(&state);
        if orders.is_empty() {
            break;
        }
        for order in &orders {
            let to = match order {
                Order::March { to } | Order::BreakOutTo { to } => *to,
                Order::Land { at } => state.pack().map.space_of(*at),
                _ => continue,
            };
            let told = labels::describe_order(&state, order).1;
            // The same order with other dice: a force that is met on the way throws nothing at its end.
            for other in 0..6_u8 {
                let mut after = state.clone();
                let events = after.give(Seat::Commander, order, &mut Dice::seeded([seed ^ other; 32], 5_000 + u64::from(other))).unwrap();
                if let Some(thrown) = thrown(&events, to) {
                    assert!(told.contains(&thrown), "seed {seed}: {order:?} says \"{told}\", and is thrown for: {thrown}");
                    held += 1;
                    let force = state.round().force().map(|force| force.units).unwrap_or_default();
                    of_the_expedition += usize::from(!force.intersection(state.expedition().units).is_empty());
                }
            }
        }
        // Where the expedition can be called or marched, that is done.
        let eager = orders.iter().position(|order| {
            expedition_first
                && match order {
                    Order::Play { card, r#as: engine::campaign::CardUse::Event } => {
                        state.pack().card(*card).is_some_and(|card| card.title.contains("Expedition"))
                    }
                    Order::March { .. } => {
                        state.round().force().is_some_and(|force| !force.units.intersection(state.expedition().units).is_empty())
                    }
                    _ => false,
                }
        });
        let order = orders[eager.unwrap_or_else(|| staff.choose(&state, &orders))].clone();
        state.give(Seat::Commander, &order, &mut dice).unwrap();
    }
    (held, of_the_expedition)
}

#[test]
fn the_chance_of_being_met_that_a_menu_tells_is_the_one_that_is_rolled() {
    let (mut held, mut of_the_expedition) = (0, 0);
    for seed in 1..=6 {
        for (some, theirs) in [hold(seed, &mut Cautious::new(seed.into()), true), hold(seed, &mut Random::new(seed.into()), true)] {
            held += some;
            of_the_expedition += theirs;
        }
    }
    println!("{held} rolls, {of_the_expedition} of the expedition's");
    assert!(held > 500, "{held} rolls");
    assert!(of_the_expedition > 5, "{of_the_expedition} of the expedition's");
}
