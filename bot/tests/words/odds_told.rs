//! What a menu or `/odds` says of a roll is what is then thrown, whatever bears on it.

use engine::campaign::rules::movement::Prospect;
use engine::campaign::{Event, Options, Order, Roll, Seat, State, odds};
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

/// Whether two rolls are the same but for the dice: as many sides, the same modifiers for the same reasons, the same need.
fn is_the_same(told: &Roll, thrown: &Roll) -> bool {
    told.sides == thrown.sides && told.modifiers == thrown.modifiers && told.needs == thrown.needs
}

/// How many rolls of each sort were held against what `/odds` tells of them.
#[derive(Default, Debug)]
struct Held {
    revolts: usize,
    sieges: usize,
    storms: usize,
    sorties: usize,
    pursuits: usize,
    marches: usize,
}

/// Plays a campaign, and holds each roll that `/odds` tells of against what it tells the moment before.
fn hold_odds(seed: u8, staff: &mut impl Staff<State>, options: Options, held: &mut Held) {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([seed; 32], 0);
    state.give(Seat::Commander, &Order::SetUp { scenario: "uprising".to_owned(), options }, &mut dice).unwrap();
    for _ in 0..1_200 {
        let orders = sheet::legal(&state);
        if state.ending().is_some() || orders.is_empty() {
            break;
        }
        let order = orders[staff.choose(&state, &orders)].clone();
        let march = match &order {
            Order::March { to } => state.round().force().and_then(|force| odds::march::march(&state, force.at, *to, force.units)),
            _ => None,
        };
        let mut now = state.clone();
        let events = state.give(Seat::Commander, &order, &mut dice).unwrap();
        for event in &events {
            let (told, thrown, count) = match event {
                Event::RevoltChecked { location, roll, .. } => (Some(odds::revolt::place(&now, *location).roll), roll, &mut held.revolts),
                Event::SiegeRolled { at, roll, .. } => (odds::siege::siege(&now, *at).map(|odds| odds.roll), roll, &mut held.sieges),
                Event::StormRolled { at, roll, .. } => {
                    (odds::siege::siege(&now, *at).and_then(|odds| odds.storm).map(|(roll, _)| roll), roll, &mut held.storms)
                }
                Event::SortieRolled { at, roll, .. } => {
                    let units = engine::campaign::rules::sieges::committed(&now);
                    (odds::sortie::sortie(&now, *at, units).map(|odds| odds.roll), roll, &mut held.sorties)
                }
                Event::PursuitRolled { roll, .. } => {
                    let Order::Withdraw { cavalry, surrounded, odds: against } = &order else { panic!("{order:?} brings a pursuit") };
                    let Some((situation, lost)) = now.battle().and_then(|_| odds::pursuit::from_battle(&now)) else { continue };
                    // What the players say of the field is theirs to say; all else is the umpire's.
                    let (ours, theirs) = match against {
                        engine::campaign::Odds::Even => (1, 1),
                        engine::campaign::Odds::OverTwoToOne => (1, 3),
                        engine::campaign::Odds::OverThreeToOne => (1, 4),
                    };
                    let said = engine::campaign::rules::pursuit::Situation {
                        cavalry: *cavalry,
                        surrounded: *surrounded,
                        ours,
                        theirs,
                        ..situation
                    };
                    let told = odds::pursuit::pursuit(&now.pack().tables, now.options(), said, lost);
                    (Some(told.roll), roll, &mut held.pursuits)
                }
                Event::EnemySought { at, roll: Some(roll), .. } if march.is_some() => {
                    let steps = march.as_ref().map(|march| march.steps.as_slice()).unwrap_or_default();
                    let told = steps.iter().find(|step| step.space == *at).and_then(|step| match &step.prospect {
                        Prospect::Roll(roll) => Some(roll.clone()),
                        _ => None,
                    });
                    (told, roll, &mut held.marches)
                }
                _ => {
                    now.apply(event);
                    continue;
                }
            };
            let told = told.unwrap_or_else(|| panic!("seed {seed}: nothing is told of {event:?}"));
            assert!(is_the_same(&told, thrown), "seed {seed}: told {told:?}, thrown {thrown:?}");
            *count += 1;
            now.apply(event);
        }
    }
}

#[test]
fn what_odds_tell_of_a_roll_is_the_roll_that_is_thrown() {
    let mut held = Held::default();
    let all = Options {
        storming: true,
        siege_reinforcement: true,
        gunboats_at_sieges: true,
        gunboat_encounters: true,
        supply: engine::campaign::SupplySystem::Advanced,
        ..Options::default()
    };
    for seed in 1..=20 {
        for options in [Options::default(), all] {
            hold_odds(seed, &mut Cautious::new(seed.into()), options, &mut held);
            hold_odds(seed, &mut Random::new(seed.into()), options, &mut held);
        }
    }
    println!("{held:?}");
    let Held { revolts, sieges, storms, sorties, pursuits, marches } = held;
    assert!(revolts > 5_000 && sieges > 500 && storms > 300 && sorties > 100 && pursuits > 300 && marches > 1_000);
}
