//! What holds in campaigns whose battles can be fought on the board, whatever is ordered: random campaigns whose battles are mostly fought
//! there, by random orders on both sides.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::campaign::rules::board::{ground, roster};
use engine::campaign::{Event, GroundDice, Options, Order, Seat, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{Pack, UnitId};
use engine::tabletop;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::side::Side;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng};

/// Campaigns for each law.
const CAMPAIGNS: u64 = 60;

/// Orders after which a campaign is taken to be going nowhere.
const MOST_ORDERS: usize = 400_000;

const SEATS: [Seat; 6] =
    [Seat::Commander, Seat::ChiefOfStaff, Seat::Player, Seat::Umpire, Seat::OnBoard(Side::Ours), Seat::OnBoard(Side::Enemy)];

/// What a campaign has come to.
struct Played {
    end: State,
    orders: Vec<(Seat, Order)>,
    events: Vec<Event>,
}

fn options(random: &mut SmallRng) -> Options {
    Options {
        boards: true,
        storming: true,
        rubs: random.random_range(1..=3),
        both_broken_is_drawn: random.random_bool(0.5),
        gunboats_on_board: random.random_bool(0.5),
        fractions_down: random.random_bool(0.5),
        steps: random.random_range(1..=6),
        gunboats_at_sieges: random.random_bool(0.5),
        supply: if random.random_bool(0.5) { engine::campaign::SupplySystem::Advanced } else { engine::campaign::SupplySystem::Simple },
        ..Options::default()
    }
}

fn one_of<T>(things: &[T], random: &mut SmallRng) -> usize {
    random.random_range(0..things.len())
}

/// The dice that lay the ground of the battle being fought: as many as its table takes.
fn ground_dice(state: &State, random: &mut SmallRng) -> GroundDice {
    let plan = ground::terrain_plan(state).unwrap();
    let mut dice = Dice::seeded([random.random_range(0..=255); 32], 0);
    ground::dice_of(&engine::campaign::rules::terrain::battlefield(&state.pack().tables, plan, &mut dice).unwrap())
}

/// The next order, mostly one that begins, goes on with, or ends a battle on the board.
fn next(state: &State, legal: &[Order], random: &mut SmallRng) -> Order {
    let opens = legal.iter().position(|order| matches!(order, Order::FightOut { .. } | Order::LetStaffFight { .. }));
    if let Some(place) = opens.filter(|_| random.random_bool(0.9)) {
        let ground = if random.random_bool(0.9) { ground_dice(state, random) } else { GroundDice::default() };
        return match &legal[place + random.random_range(0..2)] {
            Order::LetStaffFight { .. } => Order::LetStaffFight { ground },
            _ => Order::FightOut { ground },
        };
    }
    let kind = |order: &Order| match order {
        Order::Field(order) => Some(std::mem::discriminant(order)),
        _ => None,
    };
    let ready = legal.iter().position(|order| matches!(order, Order::Field(tabletop::order::Order::Ready(_))));
    if let Some(ready) = ready.filter(|_| random.random_bool(0.7)) {
        return legal[ready].clone();
    }
    // A kind first, so that rare ones occur: squares to move to are many.
    let mut kinds: Vec<_> = legal.iter().map(kind).collect();
    kinds.dedup();
    let wanted = kinds[one_of(&kinds, random)];
    let of_it: Vec<&Order> = legal.iter().filter(|order| kind(order) == wanted).collect();
    of_it[one_of(&of_it, random)].clone()
}

/// Plays a campaign: `look` sees every position on the board, and every sixtieth of the others.
fn play(seed: u64, mut look: impl FnMut(&State, Seat, &[Order], &mut SmallRng)) -> Played {
    let mut random = SmallRng::seed_from_u64(seed);
    let options = options(&mut random);
    let scenario = if seed % 4 == 3 { "reconquest" } else { "uprising" };
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([seed as u8; 32], 0);
    let mut played = Played { end: state.clone(), orders: Vec::new(), events: Vec::new() };
    let mut order = Order::SetUp { scenario: scenario.to_owned(), options };
    let mut seat = Seat::Commander;
    let mut legal = Vec::new();
    loop {
        let events = state.give(seat, &order, &mut dice).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
        assert_eq!(state.giver(&order), seat, "{order:?}");
        played.events.extend(events);
        played.orders.push((seat, order));
        assert!(played.orders.len() < MOST_ORDERS, "seed {seed} goes nowhere");
        let Some(acting) = state.acting().first().copied() else { break };
        seat = acting;
        // Now and then the board is left, which is the commander's to order whoever acts.
        if state.board().is_some_and(|board| !board.battle().is_over()) && random.random_bool(0.000_2) {
            seat = Seat::Commander;
        }
        legal.clear();
        state.legal_orders(seat, &mut legal);
        assert!(!legal.is_empty(), "seed {seed}: a dead end at {:?} {:?}", state.phase(), state.decision());
        if state.board().is_some() || random.random_bool(1.0 / 60.0) {
            look(&state, seat, &legal, &mut random);
        }
        order = next(&state, &legal, &mut random);
        if let Seat::OnBoard(side) = seat
            && random.random_bool(0.03)
        {
            let mut standing = state.standing_orders_on_board(side);
            // A battle is seldom given up.
            let concede = Order::Field(tabletop::order::Order::Concede(side));
            standing.retain(|order| *order != concede || random.random_bool(0.1));
            if !standing.is_empty() {
                order = standing[one_of(&standing, &mut random)].clone();
            }
        }
    }
    played.end = state;
    played
}

fn on_all_threads(seeds: std::ops::Range<u64>, law: impl Fn(u64) + Sync) {
    let law = &law;
    std::thread::scope(|scope| {
        for first in 0..2 {
            let seeds = seeds.clone();
            scope.spawn(move || seeds.skip(first).step_by(2).for_each(law));
        }
    });
}

#[test]
fn every_campaign_with_boards_ends_and_its_journal_replayed_gives_the_same_position() {
    on_all_threads(0..CAMPAIGNS, |seed| {
        let played = play(seed, |_, _, _, _| {});
        assert!(played.end.ending().is_some() && played.end.board().is_none());
        let opened = played.events.iter().filter(|event| matches!(event, Event::BoardOpened { .. })).count();
        let closed = played.events.iter().filter(|event| matches!(event, Event::BoardReported { .. } | Event::BoardLeft)).count();
        assert_eq!(opened, closed, "seed {seed}: every board that was opened was left or reported");
        let field: Vec<&Event> = played.events.iter().filter(|event| matches!(event, Event::Field(_))).collect();
        let bytes = serde_json::to_string(&field).unwrap().len() / opened.max(1);
        assert!(bytes < 150_000, "seed {seed}: {bytes} bytes of a journal for a battle on the board");
        let read: Vec<Event> = serde_json::from_str(&serde_json::to_string(&played.events).unwrap()).unwrap();
        assert_eq!(read, played.events);
        let mut again = State::new(Pack::embedded().unwrap());
        again.replay(&read);
        assert_eq!(again, played.end, "seed {seed}");
        let orders: Vec<Order> = played.orders.iter().map(|(_, order)| order.clone()).collect();
        let read: Vec<Order> = serde_json::from_str(&serde_json::to_string(&orders).unwrap()).unwrap();
        let (mut given, mut dice, mut events) = (State::new(Pack::embedded().unwrap()), Dice::seeded([seed as u8; 32], 0), Vec::new());
        for order in &read {
            events.extend(given.give(given.giver(order), order, &mut dice).unwrap());
        }
        assert_eq!(events, played.events, "seed {seed}: the same orders and dice bring about the same");
    });
}

/// An order of the board's, or of the board itself, that may be allowed or not.
fn any_order(state: &State, listed: &[Order], random: &mut SmallRng) -> Order {
    let board = state.board().map_or(0, |board| board.battle().position.units.len() as u8);
    let unit = tabletop::unit::UnitId(random.random_range(0..board + 2));
    let side = Side::BOTH[random.random_range(0..2_usize)];
    let on_board = |order| Order::Field(order);
    match random.random_range(0..12) {
        0 => Order::LeaveBoard,
        1 => Order::ReportFought,
        2 => Order::FightOut { ground: GroundDice(vec![3; random.random_range(0..5)]) },
        3 => Order::LetStaffFight { ground: GroundDice::default() },
        4 => Order::HoldField,
        5 => Order::ReportLoss { unit: UnitId(random.random_range(0..60)), steps: 1 },
        6 => on_board(tabletop::order::Order::Stand(unit)),
        7 => on_board(tabletop::order::Order::Ready(side)),
        8 => on_board(tabletop::order::Order::Play { side, card: Heroic::ALL[random.random_range(0..5_usize)], unit }),
        9 => on_board(tabletop::order::Order::LetGo(side)),
        10 => on_board(tabletop::order::Order::Instruct {
            side,
            whom: tabletop::instruction::Whom::All,
            instruction: tabletop::instruction::Instruction::ALL[random.random_range(0..7_usize)],
        }),
        _ => listed[one_of(listed, random)].clone(),
    }
}

#[test]
fn what_is_listed_in_a_campaign_with_boards_is_accepted_and_all_else_refused_without_a_trace() {
    on_all_threads(100..100 + CAMPAIGNS, |seed| {
        play(seed, |state, seat, legal, random| {
            if state.board().is_some() && !random.random_bool(0.03) {
                return;
            }
            let lists = SEATS.map(|seat| {
                let mut listed = Vec::new();
                state.legal_orders(seat, &mut listed);
                if let Seat::OnBoard(side) = seat {
                    listed.extend(state.standing_orders_on_board(side));
                }
                (seat, listed)
            });
            for (of, listed) in &lists {
                for order in listed.iter().filter(|_| random.random_bool(0.2)).collect::<Vec<_>>() {
                    assert_eq!(state.permit(*of, order), Ok(()), "{order:?} of {of:?}");
                }
                for _ in 0..6 {
                    let order = any_order(state, legal, random);
                    // Any dice that fit are accepted, not those alone that are listed; and the umpire's are not given here.
                    let opens = matches!(&order, Order::FightOut { ground } | Order::LetStaffFight { ground } if !ground.is_empty());
                    let permitted = state.permit(*of, &order);
                    if !opens {
                        assert_eq!(permitted.is_ok(), listed.contains(&order), "{order:?} of {of:?}, {seat:?} acts: {permitted:?}");
                    }
                    if let Err(refusal) = permitted {
                        let (mut same, mut dice) = (state.clone(), Dice::seeded([9; 32], 0));
                        assert!(same.give(*of, &order, &mut dice).is_err() && same == *state && dice.position() == Some(0));
                        let sentence = refusal.sentence(state.pack());
                        assert!(sentence.ends_with('.') && !sentence.contains('['), "{sentence}");
                    }
                }
            }
        });
    });
}

#[test]
fn steps_lost_on_the_board_are_never_more_than_a_unit_has_and_the_enemy_s_are_not_counted() {
    on_all_threads(200..200 + CAMPAIGNS, |seed| {
        let played = play(seed, |_, _, _, _| {});
        let mut state = State::new(Pack::embedded().unwrap());
        for event in &played.events {
            if let Event::BoardReported { outcome } = event {
                let board = state.board().unwrap();
                assert_eq!(board.battle().outcome(), Some(*outcome));
                let (battle, _) = state.battle().unwrap();
                let ours: Vec<UnitId> = battle.units.iter().collect();
                let on_board: Vec<UnitId> = board.units().map(|(unit, _)| unit).collect();
                assert_eq!(on_board, ours, "every unit of ours is on the board, once");
                let report = engine::campaign::rules::board::report::report(&state).unwrap();
                for (unit, lost) in &report.losses {
                    let (_, there) = board.units().find(|(other, _)| other == unit).unwrap();
                    let of = board.battle().unit(there);
                    let gone = of.figures == 0 || of.place == tabletop::unit::Place::Lost;
                    assert!(*lost > 0 && *lost <= state.steps(*unit), "{unit:?} loses {lost}");
                    assert_eq!(*lost == state.steps(*unit), gone, "the last step goes with the last figure, and not before");
                }
                let enemies = roster::enemies(battle, state.options().rubs).iter().sum::<u16>();
                let theirs = board.battle().position.units.iter().filter(|unit| unit.side == Side::Enemy).count();
                assert_eq!(theirs, usize::from(enemies) + 1, "and a Leader");
            }
            state.apply(event);
        }
    });
}

/// A kind's name.
fn kind(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of).unwrap() {
        serde_json::Value::Object(object) => object.into_iter().next().map(|(key, _)| key).unwrap_or_default(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

#[test]
fn every_order_and_event_of_the_board_occurs_and_every_way_of_setting_up() {
    let seen = std::sync::Mutex::new(BTreeSet::new());
    on_all_threads(300..300 + 3 * CAMPAIGNS, |seed| {
        let played = play(seed, |_, _, _, _| {});
        let mut state = State::new(Pack::embedded().unwrap());
        let mut note = BTreeSet::new();
        note.extend(played.orders.iter().map(|(_, order)| format!("order {}", kind(order))));
        for event in &played.events {
            note.insert(format!("event {}", kind(event)));
            if let Event::BoardOpened { ships, .. } = event {
                let (battle, _) = state.battle().unwrap();
                note.insert(format!("{:?}", battle.battle.battle_type));
                note.insert(format!("{:?}", battle.kind));
                note.extend((!ships.is_empty()).then(|| "gunboats".to_owned()));
            }
            state.apply(event);
        }
        seen.lock().unwrap().extend(note);
    });
    let seen = seen.into_inner().unwrap();
    // Random event 66 is too rare to be counted on: a test of its own has it.
    let wanted = [
        "order fight_out",
        "order let_staff_fight",
        "order field",
        "order leave_board",
        "order report_fought",
        "event board_opened",
        "event field",
        "event board_left",
        "event board_reported",
        "None",
        "Some(EnemySurpriseAttack)",
        "Some(Ambush)",
        "Some(ProbingAttack)",
        "Some(Encounter)",
        "Some(Defense)",
        "Some(OurSurpriseAttack)",
        "Encounter",
        "Landing",
        "Relief",
        "Breakout",
        "Storm",
        "gunboats",
    ];
    let missing: Vec<_> = wanted.iter().filter(|name| !seen.contains(**name)).collect();
    assert!(missing.is_empty(), "missing {missing:?}\n{seen:?}");
}

/// Another position that differs from this only in what a side on the board may not see of the other.
fn twin(state: &State, of: Side, journal: &[Event]) -> Option<State> {
    // The last Heroic card of a kind that the side was dealt and still has: another one instead.
    let hand = state.board()?.battle().heroic.hands[of as usize].cards;
    let undealt = state.board()?.battle().heroic.undealt;
    let out = hand.kinds().next()?;
    let into = undealt.kinds().find(|card| *card != out)?;
    let on_board = |event: &Event| if let Event::Field(event) = event { Some(event.as_ref().clone()) } else { None };
    let is_dealt = |event: &Event| matches!(on_board(event), Some(tabletop::event::Event::HeroicDealt { side, card, .. }) if side == of && card == Some(out));
    let is_played =
        |event: &Event| matches!(on_board(event), Some(tabletop::event::Event::CardPlayed { side, card, .. }) if side == of && card == out);
    let dealt = journal.iter().rposition(is_dealt)?;
    if journal[dealt..].iter().any(is_played) {
        return None;
    }
    let mut twin = State::new(std::sync::Arc::clone(state.pack()));
    for (place, event) in journal.iter().enumerate() {
        let mut event = event.clone();
        if place == dealt
            && let Event::Field(on_board) = &mut event
            && let tabletop::event::Event::HeroicDealt { card, .. } = on_board.as_mut()
        {
            *card = Some(into);
        }
        twin.apply(&event);
    }
    Some(twin)
}

#[test]
fn nobody_is_told_what_a_side_on_the_board_may_not_see() {
    // How often another hand was found for each side.
    let in_all = Side::BOTH.map(|_| AtomicUsize::new(0));
    on_all_threads(400..400 + CAMPAIGNS, |seed| {
        let played = play(seed, |_, _, _, _| {});
        let mut state = State::new(Pack::embedded().unwrap());
        let (mut journal, mut compared) = (Vec::new(), 0);
        for event in &played.events {
            state.apply(event);
            journal.push(event.clone());
            let Some(board) = state.board() else { continue };
            // What is shown of the event to whom.
            if let Event::Field(on_board) = event {
                let hides = |unit: tabletop::unit::UnitId| board.battle().unit(unit).hidden;
                let secret = match on_board.as_ref() {
                    tabletop::event::Event::HeroicDealt { side, .. } => Some(*side),
                    tabletop::event::Event::Placed { unit, .. } | tabletop::event::Event::Coordinated { unit, .. } if hides(*unit) => {
                        Some(Side::Enemy)
                    }
                    // Of a unit in ambush the die is seen, and not what its formation gains.
                    tabletop::event::Event::Activated { unit, gain, .. } if hides(*unit) && *gain != 0 => Some(Side::Enemy),
                    // What a side tells its units, and does with cards in combats, is its own business.
                    tabletop::event::Event::CombatCards { side, .. } => Some(*side),
                    tabletop::event::Event::Instructed { units, .. } => units.first().map(|unit| board.battle().unit(*unit).side),
                    _ => None,
                };
                for seat in SEATS {
                    let may = secret.is_none_or(|side| seat == Seat::OnBoard(side));
                    let is_set_up = matches!(on_board.as_ref(), tabletop::event::Event::SetUp { .. });
                    assert!(is_set_up || (state.shown(event, Some(seat)).as_ref() == Some(event)) == may, "{event:?} to {seat:?}");
                }
                assert!(secret.is_none() || state.shown(event, None).as_ref() != Some(event));
            }
            if journal.len() % 97 != 0 || compared > 6 {
                continue;
            }
            for side in Side::BOTH {
                let Some(twin) = twin(&state, side, &journal) else { continue };
                compared += 1;
                in_all[side as usize].fetch_add(1, Ordering::Relaxed);
                for seat in SEATS.into_iter().filter(|seat| *seat != Seat::OnBoard(side)) {
                    assert!(state.view(seat) == twin.view(seat), "seed {seed}: {seat:?} sees what {side:?} holds");
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    state.legal_orders(seat, &mut one);
                    twin.legal_orders(seat, &mut other);
                    assert_eq!(one, other, "{seat:?}");
                }
                assert_eq!(state.acting(), twin.acting());
                assert!(state.view(Seat::OnBoard(side)) != twin.view(Seat::OnBoard(side)), "its own side sees its cards");
            }
        }
    });
    let in_all = in_all.map(AtomicUsize::into_inner);
    assert!(in_all.iter().all(|compared| *compared >= CAMPAIGNS as usize / 10), "{in_all:?} positions were compared");
}

#[test]
fn a_position_without_a_board_is_small_to_copy_and_an_event_of_it_too() {
    assert!(std::mem::size_of::<Option<Box<engine::campaign::FieldBoard>>>() == 8);
    assert!(std::mem::size_of::<Event>() <= 232, "{}", std::mem::size_of::<Event>());
    assert!(std::mem::size_of::<Order>() <= 136, "{}", std::mem::size_of::<Order>());
}
