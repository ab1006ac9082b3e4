//! What holds in every game of Khartoum, whatever is ordered, with random settings, played by random orders.
//!
//! `KHARTOUM_GAMES=10000` plays so many for each law instead of the usual few.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use engine::dice::Dice;
use engine::game::Game;
use engine::khartoum::event::{Cause, Event};
use engine::khartoum::ids::{CardId, SpaceId, Spaces, UnitId, Units};
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::counters::Contingent;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::rules::movement;
use engine::khartoum::state::State;
use engine::khartoum::view::visible;
use engine::tabletop::player::Player;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng};

const SEATS: [Seat; 3] = [Seat::Ours, Seat::Enemy, Seat::Umpire];

fn number(usual: u64) -> u64 {
    std::env::var("KHARTOUM_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn options(random: &mut SmallRng) -> Options {
    Options {
        held_face_up: random.random_bool(0.3),
        larger_stacks: random.random_bool(0.3),
        hidden_numbers: random.random_bool(0.3),
        more_rounds: random.random_bool(0.3),
        break_off: BreakOff::ALL[random.random_range(0..4_usize)],
        umpire_retreats: random.random_bool(0.3),
        guides_everywhere: random.random_bool(0.5),
        no_attrition: random.random_bool(0.3),
    }
}

fn kind(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of).unwrap() {
        serde_json::Value::Object(object) => object.into_iter().next().map(|(key, _)| key).unwrap_or_default(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

struct Played {
    opening: State,
    state: State,
    orders: Vec<(Seat, Order)>,
    events: Vec<Event>,
}

fn play(seed: u64, mut look: impl FnMut(&State, Seat, &[Order], &mut SmallRng)) -> Played {
    let opening = State::opening(&Pack::embedded().unwrap());
    let mut state = opening.clone();
    let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
    let mut random = SmallRng::seed_from_u64(seed);
    let (mut orders, mut events, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    let options = if seed.is_multiple_of(2) { Options::default() } else { options(&mut random) };
    // Some halt soon, so that battles are few; others never do.
    let halts = random.random_range(0.0..0.5);
    let mut next = (Seat::Umpire, Order::SetUp(options));
    loop {
        events.extend(state.give(next.0, &next.1, &mut dice).unwrap_or_else(|refusal| panic!("{:?} was listed: {refusal}", next.1)));
        orders.push(next);
        assert!(orders.len() < 5_000, "seed {seed}: no end");
        let acting = state.acting();
        if acting.is_empty() {
            assert!(state.is_over(), "seed {seed}: a dead end in {:?}", state.phase);
            return Played { opening, state, orders, events };
        }
        let seat = acting[random.random_range(0..acting.len())];
        legal.clear();
        state.legal_orders(seat, &mut legal);
        assert!(!legal.is_empty(), "seed {seed}: a dead end in {:?}", state.phase);
        look(&state, seat, &legal, &mut random);
        let mut standing = state.standing_orders(seat);
        standing.retain(|order| !matches!(order, Order::Concede(_)) || random.random_bool(0.05));
        let order = if !standing.is_empty() && random.random_bool(0.01) {
            standing.swap_remove(random.random_range(0..standing.len()))
        } else if state.phase == Phase::Moving && random.random_bool(halts) {
            legal.last().unwrap().clone()
        } else {
            legal[random.random_range(0..legal.len())].clone()
        };
        next = (seat, order);
    }
}

#[test]
fn every_game_ends_and_its_events_replayed_and_its_orders_given_again_are_the_same_game() {
    for seed in 0..number(100) {
        let played = play(seed, |_, _, _, _| {});
        let text = serde_json::to_string(&played.events).unwrap();
        let read: Vec<Event> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, played.events);
        let mut again = played.opening.clone();
        again.replay(&read);
        assert_eq!(again, played.state, "seed {seed}");
        let (mut given, mut events) = (played.opening, Vec::new());
        let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
        let text = serde_json::to_string(&played.orders.iter().map(|(_, order)| order).collect::<Vec<_>>()).unwrap();
        let read: Vec<Order> = serde_json::from_str(&text).unwrap();
        for ((seat, order), read) in played.orders.iter().zip(&read) {
            assert_eq!((given.giver(read), read), (*seat, order));
            events.extend(given.give(*seat, read, &mut dice).unwrap());
        }
        assert_eq!(events, played.events, "seed {seed}");
        assert!(matches!(given.phase, Phase::Over(_)) && given.turn <= 9);
    }
}

/// Any order of a side, sensible or not, some of things that are not there.
fn any_order(state: &State, random: &mut SmallRng) -> Order {
    let side = Side::BOTH[random.random_range(0..2_usize)];
    let unit = UnitId(random.random_range(0..42));
    let at = SpaceId(random.random_range(0..36));
    let card = CardId(random.random_range(0..40));
    let units = if random.random_bool(0.5) { Units::of(unit) } else { state.here(at).iter().filter(|_| random.random_bool(0.6)).collect() };
    match random.random_range(0..27) {
        0 => Order::Deploy { side, unit, at },
        1 => Order::DeployByDefault(side),
        2 => Order::Draw(side),
        3 => Order::PlayCard { side, card },
        4 => Order::PutAside(side),
        5 => Order::Convert(unit),
        6 => Order::Replace(unit),
        7 => Order::Summon(unit),
        8 => Order::Mislead(at),
        9 => Order::Lead(at),
        10 => Order::Recruit { side, unit },
        11 => Order::Place { side, unit, at },
        12 => Order::Forgo { side, unit },
        13 => Order::RecruitByDefault(side),
        14 => Order::RecruitsDone(side),
        15 => Order::Activate(Contingent::BOTH[random.random_range(0..2_usize)]),
        16..18 => Order::Move { side, units, to: at },
        18 => Order::MovesDone(side),
        19 => Order::Fight { side, space: at },
        20 => Order::FightInOrder(side),
        21 => Order::BreakOff { side, units },
        22 => Order::Retreat { side, unit, to: at },
        23 => Order::RetreatByDefault(side),
        24 => Order::Top(unit),
        25 => Order::StacksDone,
        _ => Order::SetUp(Options::default()),
    }
}

#[test]
fn what_is_listed_is_accepted_and_what_is_not_listed_refused_without_a_trace() {
    for seed in 1_000..1_000 + number(40) {
        play(seed, |state, _, _, random| {
            for seat in SEATS {
                let mut listed = Vec::new();
                state.legal_orders(seat, &mut listed);
                assert!(listed.is_empty() || state.acting().contains(&seat));
                let distinct: BTreeSet<String> = listed.iter().map(|order| serde_json::to_string(order).unwrap()).collect();
                assert_eq!(distinct.len(), listed.len(), "each once, in {:?}", state.phase);
                for order in listed.iter().chain(&state.standing_orders(seat)) {
                    assert_eq!(state.permit(seat, order), Ok(()), "{order:?}");
                }
                for _ in 0..20 {
                    let order = any_order(state, random);
                    let is_permitted = state.permit(seat, &order).is_ok();
                    match &order {
                        // Any units that can move together may, and any that can break off; each by itself is listed.
                        Order::Move { units, to, .. } if units.len() > 1 && is_permitted => {
                            assert!(movement::ways(state, *units).unwrap().ends.contains(*to));
                        }
                        Order::BreakOff { units, .. } if units.len() > 1 && is_permitted => {}
                        _ => assert_eq!(is_permitted, listed.contains(&order), "{order:?} of {seat:?} in {:?}", state.phase),
                    }
                    let mut same = state.clone();
                    if is_permitted {
                        same.give(seat, &order, &mut Dice::seeded([1; 32], 0)).unwrap();
                    } else {
                        assert!(same.give(seat, &order, &mut Dice::scripted(&[])).is_err() && same == *state);
                    }
                }
            }
        });
    }
}

#[test]
fn no_unit_or_card_is_lost_or_doubled_and_stacking_is_never_broken() {
    for seed in 2_000..2_000 + number(60) {
        play(seed, |state, _, _, _| {
            let mut seen = Units::EMPTY;
            for space in state.spaces() {
                let here = state.here(space);
                assert!(here.intersection(seen).is_empty());
                seen = seen.union(here);
                assert!(here.iter().all(|unit| state.place(unit) == Place::On(space)));
                for side in Side::BOTH {
                    let stacking = state.units(side, space).intersection(state.pack.counters.stacking).len();
                    assert!(stacking <= state.stack(), "seed {seed}: {stacking} in {space:?}");
                }
                assert!(state.here(space).intersection(state.pack.counters.garrisons).len() <= 1, "seed {seed}: garrisons");
            }
            let on_map = state.places.iter().filter(|place| matches!(place, Place::On(_))).count();
            assert_eq!(seen.len(), on_map, "seed {seed}");
            assert!(!state.places.contains(&Place::Unknown));
            for side in Side::BOTH {
                let hand = &state.hands[side as usize];
                let piles = [hand.deck, hand.held, hand.discards, hand.removed];
                let in_play = state.play.card.into_iter().chain(state.play.drawn).filter(|_| state.play.side == side);
                let count = piles.iter().map(|pile| pile.len()).sum::<usize>() + in_play.count();
                assert_eq!(count, state.pack.deck.of[side as usize].len(), "seed {seed}");
            }
            let boats = state.pack.counters.boats;
            for unit in boats.iter() {
                let is_afloat = state.where_is(unit).is_none_or(|space| state.pack.map.river.contains(space));
                assert!(is_afloat, "seed {seed}: a boat on land");
            }
            assert!(matches!(state.phase, Phase::Fighting) == state.battle.is_some(), "seed {seed}");
        });
    }
}

/// A menu of Discord's has 25 lines: every list fits one but that of moves, which are told by stack and unit, and that of places anywhere.
#[test]
fn every_list_but_that_of_moves_and_places_anywhere_fits_a_menu_and_no_unit_has_more_than_25_destinations() {
    for seed in 3_000..3_000 + number(60) {
        play(seed, |state, _, legal, _| match state.phase {
            Phase::Moving => {
                let moves = legal.iter().filter_map(|order| if let Order::Move { units, .. } = order { Some(units) } else { None });
                let mut last: Option<(Units, usize)> = None;
                for units in moves {
                    last = Some(match last {
                        Some((same, count)) if same == *units => (same, count + 1),
                        _ => (*units, 1),
                    });
                    assert!(last.unwrap().1 <= 25, "seed {seed}: {} destinations of {units:?}", last.unwrap().1);
                }
            }
            Phase::Recruiting | Phase::Returning | Phase::Deploying(_) => assert!(legal.len() <= 36, "seed {seed}: {}", legal.len()),
            _ => assert!(legal.len() <= 26, "seed {seed}: {} in {:?}", legal.len(), state.phase),
        });
    }
}

#[test]
fn every_order_event_card_phase_and_ending_occurs() {
    let mut seen = BTreeSet::new();
    let mut drawn = BTreeSet::new();
    for seed in 4_000..4_000 + number(400) {
        let played = play(seed, |state, _, _, _| {
            seen.insert(format!("phase {}", kind(&state.phase)));
        });
        seen.extend(played.orders.iter().map(|(_, order)| format!("order {}", kind(order))));
        for event in &played.events {
            seen.insert(format!("event {}", kind(event)));
            match event {
                Event::Drew { card: Some(card), .. } => {
                    drawn.insert(*card);
                }
                Event::Ended(outcome) => {
                    seen.insert(format!("ending {}", kind(&outcome.by)));
                }
                Event::Died { cause, .. } => {
                    seen.insert(format!("cause {}", kind(cause)));
                }
                _ => {}
            }
        }
    }
    let orders = "set_up deploy deploy_by_default draw play_card put_aside convert replace summon mislead lead recruit place \
                  recruit_by_default recruits_done activate move moves_done fight fight_in_order break_off retreat retreat_by_default top \
                  stacks_done stand concede";
    let events = "set_up went turn_began player_turn_began placed drew put_aside played skipped reshuffled disposed converting converted \
                  summoned effect_done misleading guides_rolled led drew_recruit named natives_offered chose recruits_done activated moved \
                  battles_in_order battle_began superiority round_began fought fired panicked broke_off lost retreated battle_ended \
                  return_rolled died attrition topped stacks_done stands ended";
    let wanted = orders.split_whitespace().map(|name| format!("order {name}"));
    let wanted = wanted.chain(events.split_whitespace().map(|name| format!("event {name}")));
    let causes = [Cause::Fire, Cause::Panic, Cause::Retreat, Cause::Landing, Cause::Defection, Cause::Attrition];
    let wanted = wanted.chain(causes.iter().map(|cause| format!("cause {}", kind(cause))));
    let wanted: BTreeSet<String> = wanted.chain(["ending points".to_owned(), "ending conceded".to_owned()]).collect();
    let missing: Vec<&String> = wanted.iter().filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert_eq!(drawn.len(), 18);
}

/// Another game that differs only in what the other side of a seat may not see: for ours which enemy units are under the top ones, in the
/// box and drawn, and for both what the other holds and orders to stand.
fn twin(state: &State, of: Side, random: &mut SmallRng) -> State {
    let mut twin = state.clone();
    twin.stands[of as usize] = BreakOff::ALL[random.random_range(0..4_usize)];
    if !state.options.held_face_up {
        let hand = &mut twin.hands[of as usize];
        let mut free = hand.deck.union(hand.held);
        // What is held stays as many hold cards as it was, drawn from all that are not seen.
        let holds: Vec<CardId> = free.iter().filter(|card| state.pack.card(*card).unwrap().hold).collect();
        for (place, _) in hand.held.iter().enumerate() {
            let swap = random.random_range(place..holds.len());
            let mut order = holds.clone();
            order.swap(place, swap);
            if place == 0 {
                hand.held = order[..hand.held.len()].iter().copied().collect();
            }
        }
        for card in hand.held.iter() {
            free.remove(card);
        }
        hand.deck = free;
    }
    if of == Side::Ours {
        return twin;
    }
    twin.tops = state.public_view().state().tops.clone();
    let fixed = visible(state);
    let hidden: Vec<UnitId> =
        state.all(Side::Enemy).without(fixed).iter().filter(|unit| matches!(state.place(*unit), Place::On(_) | Place::InBox)).collect();
    // Leaders would change how many may stack; they swap only with leaders.
    let play = &state.play;
    let mut places: Vec<(Place, [bool; 3])> = hidden
        .iter()
        .map(|unit| (state.place(*unit), [play.recruits, play.arrived, play.moved].map(|units| units.contains(*unit))))
        .collect();
    for place in (1..places.len()).rev() {
        places.swap(place, random.random_range(0..=place));
    }
    let changed = twin.changed;
    let tops = twin.tops.clone();
    (twin.play.recruits, twin.play.arrived) = (Units::EMPTY, Units::EMPTY);
    let mut moved = state.play.moved.intersection(fixed);
    if state.play.side == Side::Ours {
        moved = state.play.moved;
        twin.play.recruits = state.play.recruits;
    }
    twin.play.came.retain(|(unit, _)| !hidden.contains(unit));
    for (unit, (place, [is_drawn, has_arrived, has_moved])) in hidden.iter().zip(places) {
        twin.put(*unit, place);
        if state.play.side == Side::Enemy {
            if is_drawn {
                twin.play.recruits.insert(*unit);
            }
            if has_arrived {
                twin.play.arrived.insert(*unit);
            }
            if has_moved {
                moved.insert(*unit);
            }
        }
    }
    twin.play.moved = moved;
    (twin.changed, twin.tops) = (changed, tops);
    twin
}

/// The spaces where enemy units are seen, with how many.
fn seen_stacks(state: &State) -> Vec<(SpaceId, usize)> {
    let seen = state.public_view();
    let there = |space: &SpaceId| seen.state().units(Side::Enemy, *space).len() + usize::from(seen.state().unseen.stacks[space.index()]);
    state.spaces().map(|space| (space, there(&space))).filter(|(_, units)| *units > 0).collect()
}

#[test]
fn the_empire_sees_where_the_mahdists_are_set_up_or_recruited_when_all_are_placed_and_not_one_by_one_29_14_k42() {
    let mut recruits = 0;
    for seed in 7_000..7_000 + number(30) {
        let mut stacks: Option<Vec<(SpaceId, usize)>> = None;
        play(seed, |state, _, _, _| {
            let places = matches!(state.phase, Phase::Deploying(Side::Enemy))
                || (state.phase == Phase::Recruiting && state.play.side == Side::Enemy);
            if !places || state.options.hidden_numbers {
                stacks = None;
                return;
            }
            let seen = seen_stacks(state);
            assert!(stacks.as_ref().is_none_or(|before| *before == seen), "seed {seed} in {:?}", state.phase);
            recruits += usize::from(stacks.is_some() && state.phase == Phase::Recruiting);
            stacks = Some(seen);
        });
    }
    assert!(recruits > 0);
}

#[test]
fn two_positions_that_differ_only_in_what_a_seat_cannot_see_look_and_are_listed_the_same() {
    for seed in 5_000..5_000 + number(60) {
        play(seed, |state, _, _, random| {
            for seat in [Seat::Ours, Seat::Enemy] {
                let other = seat.side().unwrap().other();
                let twin = twin(state, other, random);
                let (view, same) = (state.view(seat), twin.view(seat));
                assert_eq!(view, same, "seed {seed} in {:?}", state.phase);
                assert_eq!(format!("{view:?}"), format!("{same:?}"), "seed {seed}: byte for byte");
                let list = |state: &State| {
                    let mut listed = Vec::new();
                    state.legal_orders(seat, &mut listed);
                    listed
                };
                assert_eq!(list(state), list(&twin), "seed {seed} in {:?}", state.phase);
                assert_eq!(list(state), list(view.state()), "seed {seed}: what is listed follows from what is seen");
            }
            let public = state.public_view();
            assert_eq!(public, twin(state, Side::Enemy, random).public_view());
            assert_eq!(public, twin(state, Side::Ours, random).public_view());
        });
    }
}

/// What is shown of an event names no unit or card that the seat does not see, and says the same of any of them.
#[test]
fn shown_events_name_nothing_that_a_seat_does_not_see() {
    for seed in 6_000..6_000 + number(60) {
        let played = play(seed, |_, _, _, _| {});
        let mut state = played.opening.clone();
        let mut shots = Spaces::EMPTY;
        for event in &played.events {
            let before = visible(&state);
            state.apply(event);
            if state.is_over() {
                break;
            }
            for seat in [None, Some(Seat::Ours)] {
                let shown = state.shown(event, seat);
                match &shown {
                    Some(Event::Moved { side: Side::Enemy, units, way, number, .. }) => {
                        assert!(units.is_none() && way.len() == 1);
                        assert!(!state.options.hidden_numbers || *number == 0);
                    }
                    Some(Event::Placed { side: Side::Enemy, unit, why, .. }) => {
                        assert!(unit.is_some() && *why == engine::khartoum::event::Placing::Return, "where each is placed tells who it is");
                    }
                    Some(Event::DrewRecruit { unit, roll }) => assert!(unit.is_none() && roll.is_none()),
                    Some(Event::StayedInBox { unit }) => assert!(unit.is_none()),
                    Some(Event::Stands { side, .. }) => assert_eq!(seat.and_then(Seat::side), Some(*side)),
                    Some(Event::Retreated { unit, .. } | Event::Died { unit, .. } | Event::Panicked(unit)) => {
                        let known = state.side_of(*unit) == Side::Ours || before.contains(*unit);
                        assert!(known, "seed {seed}: {event:?}");
                    }
                    Some(Event::BattleBegan { space, .. }) => shots.insert(*space),
                    Some(Event::PutAside { side, card }) => {
                        assert!(card.is_none() || state.options.held_face_up || seat.and_then(Seat::side) == Some(*side));
                    }
                    _ => {}
                }
                if let (Event::Drew { side, card: Some(card), .. }, Some(Event::Drew { card: told, .. })) = (event, &shown)
                    && seat.and_then(Seat::side) != Some(*side)
                {
                    assert_eq!(told.is_none(), state.pack.card(*card).unwrap().hold);
                }
            }
            assert_eq!(state.shown(event, Some(Seat::Umpire)).as_ref(), Some(event));
        }
    }
}

#[test]
fn the_umpire_says_who_plays_a_side_and_a_side_may_resign() {
    let mut state = State::opening(&Pack::embedded().unwrap());
    let mut dice = Dice::seeded([3; 32], 0);
    let seat = Order::Seat { side: Side::Ours, player: Some(Player::Member(2)) };
    state.give(Seat::Umpire, &seat, &mut dice).unwrap();
    assert!(state.give(Seat::Umpire, &seat, &mut dice).is_err() && state.players[0] == Some(Player::Member(2)));
    assert!(state.permit(Seat::Ours, &Order::Concede(Side::Ours)).is_err(), "nothing has begun");
    state.give(Seat::Umpire, &Order::SetUp(Options::default()), &mut dice).unwrap();
    state.give(Seat::Ours, &Order::Concede(Side::Ours), &mut dice).unwrap();
    assert_eq!(state.outcome().map(|outcome| outcome.winner), Some(Side::Enemy));
    assert!(state.tells_all() && state.acting().is_empty());
}
