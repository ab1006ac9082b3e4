//! What holds in every gridded battle, whatever is ordered: battles of every scenario, of typical armies and of two made for the purpose (a
//! river with boats and an ambush; a camp surprised at dawn), with random settings, played by random orders.
//!
//! `TABLETOP_BATTLES=10000` plays so many for each law instead of the usual few.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::area::{Area, Block};
use engine::tabletop::event::Event;
use engine::tabletop::formation::Formation;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::instruction::{Instruction, Whom, Wing};
use engine::tabletop::options::{MoreFigures, Options, Turns};
use engine::tabletop::order::{Battle, CombatCards, Order, SetUp};
use engine::tabletop::pack::{Arm, BattlePack, Scenario};
use engine::tabletop::phase::Phase;
use engine::tabletop::plan::Start;
use engine::tabletop::player::Player;
use engine::tabletop::rules::combat::Ending;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng};

const SEATS: [Seat; 3] = [Seat::Ours, Seat::Enemy, Seat::Umpire];

/// How many battles a law is tried in.
fn number(usual: u64) -> u64 {
    std::env::var("TABLETOP_BATTLES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn battles() -> Vec<Battle> {
    let pack = BattlePack::embedded().unwrap();
    let made = [("river", include_str!("tabletop/river.toml")), ("dawn", include_str!("tabletop/dawn.toml"))];
    let made = made.map(|(file, text)| Battle::Plan(Box::new(Scenario::read(file, text, &pack.troops).unwrap().plan)));
    let scenarios = pack.scenarios.iter().map(|scenario| Battle::Scenario(scenario.key.clone()));
    scenarios.chain(made).chain([Battle::Typical]).collect()
}

fn options(random: &mut SmallRng) -> Options {
    let mut any = || random.random_bool(0.5);
    let more_figures = if any() {
        MoreFigures::WithinTheLimit
    } else if any() {
        MoreFigures::Always
    } else {
        MoreFigures::Never
    };
    Options {
        more_figures,
        horse_throws_its_greater_die: any(),
        units_hide: any(),
        points_every_turn: any(),
        artillery_fires_twice: any(),
        square_fires_each_way: any(),
        edge_lets_go: any(),
        any_wound_takes_the_hit: any(),
        irregulars_form_square: any(),
        hard_luck_stays: any(),
        turns: Turns(if any() { 15 } else { 6 }),
    }
}

/// An order's or an event's kind: its name, without what it names.
fn kind(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of).unwrap() {
        serde_json::Value::Object(object) => object.into_iter().next().map(|(key, _)| key).unwrap_or_default(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

/// A battle played by random orders to its end.
struct Played {
    opening: State,
    state: State,
    orders: Vec<(Seat, Order)>,
    events: Vec<Event>,
}

/// Plays a battle: at each decision a kind of order is chosen at random, then one of that kind, so that rare ones occur; now and then a
/// standing order besides.
fn play(battle: &Battle, seed: u64, mut look: impl FnMut(&State, Seat, &[Order], &mut SmallRng)) -> Played {
    let opening = State::opening(&BattlePack::embedded().unwrap());
    let mut state = opening.clone();
    let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
    let mut random = SmallRng::seed_from_u64(seed);
    let (mut orders, mut events) = (Vec::new(), Vec::new());
    let options = if seed.is_multiple_of(2) { Options::default() } else { options(&mut random) };
    let mut next = Some((Seat::Umpire, Order::SetUp(Arc::new(SetUp { battle: battle.clone(), options }))));
    let mut legal = Vec::new();
    while let Some((seat, order)) = next.take() {
        events.extend(state.give(seat, &order, &mut dice).unwrap_or_else(|refusal| panic!("{order:?} was listed: {refusal}")));
        orders.push((seat, order));
        assert!(orders.len() < 6_000, "seed {seed}: no end\n{}", state.position);
        let Some(seat) = state.waits_for() else { break };
        legal.clear();
        state.legal_orders(seat, &mut legal);
        look(&state, seat, &legal, &mut random);
        assert!(!legal.is_empty(), "seed {seed}: a dead end in {:?}\n{}", state.phase, state.position);
        if random.random_bool(0.05) {
            let mut standing = state.standing_orders(seat);
            // A battle is seldom given up.
            standing.retain(|order| !matches!(order, Order::Concede(_)) || random.random_bool(0.05));
            if !standing.is_empty() {
                next = Some((seat, standing[random.random_range(0..standing.len())].clone()));
                continue;
            }
        }
        // The set-up would be changed for ever: half the time a side is ready. An enemy who breaks off is seldom let go.
        let ready = legal.iter().position(|order| matches!(order, Order::Ready(_))).filter(|_| random.random_bool(0.5));
        let choice = ready.unwrap_or_else(|| {
            let mut kinds: Vec<_> = legal.iter().map(std::mem::discriminant).collect();
            kinds.dedup();
            if kinds.len() > 1 && !random.random_bool(0.02) {
                kinds.retain(|kind| *kind != std::mem::discriminant(&Order::LetGo(Side::Ours)));
            }
            let wanted = kinds[random.random_range(0..kinds.len())];
            let of_it: Vec<usize> = (0..legal.len()).filter(|place| std::mem::discriminant(&legal[*place]) == wanted).collect();
            of_it[random.random_range(0..of_it.len())]
        });
        next = Some((seat, legal[choice].clone()));
    }
    Played { opening, state, orders, events }
}

#[test]
fn every_battle_ends_and_its_events_replayed_give_the_same_battle() {
    for battle in battles() {
        for seed in 0..number(60) {
            let played = play(&battle, seed, |_, _, _, _| {});
            assert!(played.state.is_over());
            let text = serde_json::to_string(&played.events).unwrap();
            let read: Vec<Event> = serde_json::from_str(&text).unwrap();
            assert_eq!(read, played.events, "seed {seed}");
            let mut again = played.opening.clone();
            again.replay(&read);
            assert_eq!(again, played.state, "seed {seed}");
            let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
            let mut given = played.opening;
            let mut events = Vec::new();
            for (seat, order) in &played.orders {
                assert_eq!(given.giver(order), *seat);
                events.extend(given.give(*seat, order, &mut dice).unwrap());
            }
            assert_eq!(events, played.events, "seed {seed}");
        }
    }
}

/// An order like another with one thing changed. A placing says one thing of a unit otherwise than it is, so another formation is said of the
/// unit where it stands: with another square besides, every formation would be refused.
fn changed(order: &Order, state: &State, random: &mut SmallRng) -> Order {
    let (columns, rows) = state.position.board.size().columns_and_rows();
    let square = Square::new(random.random_range(0..columns), random.random_range(0..rows));
    let other = UnitId(random.random_range(0..state.position.units.len() as u8 + 1));
    let way = Facing::ALL[random.random_range(0..8_usize)];
    let formation = Formation::ALL[random.random_range(0..8_usize)];
    let first = random.random_bool(0.5);
    let mut changed = order.clone();
    match &mut changed {
        Order::Place { unit, square: to, facing, formation: formed } => match random.random_range(0..4) {
            0 => *unit = other,
            1 => *to = square,
            2 => *facing = way,
            _ => {
                let of = state.unit(*unit);
                (*to, *facing) = (of.square, of.facing);
                *formed = Some(formation).filter(|_| random.random_bool(0.9));
            }
        },
        Order::Move { unit, to, facing } => match random.random_range(0..3) {
            0 => *unit = other,
            1 => *to = square,
            _ => *facing = way,
        },
        Order::Form { unit, formation: formed } => {
            if first {
                *unit = other;
            } else {
                *formed = formation;
            }
        }
        Order::Charge { unit, target, from } => match random.random_range(0..3) {
            0 => *unit = other,
            1 => *target = other,
            _ => *from = square,
        },
        Order::Fire { unit, weapon, target } => match random.random_range(0..3) {
            0 => *unit = other,
            1 => *weapon += 1,
            _ => *target = other,
        },
        Order::Volley { unit, target } | Order::GoFor { unit, target } | Order::Embark { unit, boat: target } => {
            *(if first { unit } else { target }) = other;
        }
        Order::Pursue { unit, to } => {
            if first {
                *unit = other;
            } else {
                *to = Some(square);
            }
        }
        Order::Land { unit, to } | Order::FormBrigade { leader: unit, centre: to } => {
            if first {
                *unit = other;
            } else {
                *to = square;
            }
        }
        Order::MarchBrigade { side, way: towards } => {
            if first {
                *side = side.other();
            } else {
                *towards = way;
            }
        }
        Order::Play { side, card, unit } => match random.random_range(0..3) {
            0 => *side = side.other(),
            1 => *card = Heroic::ALL[random.random_range(0..5_usize)],
            _ => *unit = other,
        },
        Order::Coordinate { unit, with_leader: flag } | Order::LieStill { boat: unit, still: flag } => {
            if first {
                *unit = other;
            } else {
                *flag = !*flag;
            }
        }
        Order::CombatCards { side, play } => {
            if first {
                *side = side.other();
            } else {
                *play = [CombatCards::Ask, CombatCards::Always, CombatCards::Never][random.random_range(0..3_usize)];
            }
        }
        Order::Instruct { side, whom, instruction } => match random.random_range(0..5) {
            0 => *side = side.other(),
            1 => *whom = Whom::All,
            2 => *whom = Whom::Wing(Wing::ALL[random.random_range(0..3_usize)]),
            3 => *whom = Whom::Unit(other),
            _ => *instruction = Instruction::ALL[random.random_range(0..7_usize)],
        },
        Order::Next(unit) | Order::Mount(unit) | Order::Stand(unit) | Order::Leave(unit) => *unit = other,
        Order::Ready(side)
        | Order::NextBrigade(side)
        | Order::BreakBrigade(side)
        | Order::StandBrigade(side)
        | Order::NoCard(side)
        | Order::LetGo(side)
        | Order::Concede(side) => *side = side.other(),
        Order::SetUp(_) | Order::Seat { .. } => {}
    }
    changed
}

#[test]
fn what_is_listed_is_accepted_and_what_is_not_listed_refused_without_a_trace() {
    for battle in battles() {
        let again = Order::SetUp(Arc::new(SetUp { battle: battle.clone(), options: Options::default() }));
        for seed in 100..100 + number(25) {
            play(&battle, seed, |state, seat, legal, random| {
                let often = if matches!(state.phase, Phase::Deploying(_)) { 0.02 } else { 0.2 };
                if !random.random_bool(often) {
                    return;
                }
                let lists = SEATS.map(|seat| {
                    let mut listed = Vec::new();
                    state.legal_orders(seat, &mut listed);
                    (seat, listed, state.standing_orders(seat))
                });
                // A side's order is accepted exactly if it is in one of its two lists. The umpire's two orders no list has whole: a battle may be
                // anything that somebody has written, and is refused once there is one; who plays a side is the group's business, not a side's.
                assert!(state.permit(Seat::Umpire, &again).is_err());
                for side in Side::BOTH {
                    let player = Some(Player::Member(random.random_range(0..3_u8))).filter(|_| random.random_bool(0.5));
                    let seats = Order::Seat { side, player };
                    assert_eq!(state.permit(Seat::Umpire, &seats).is_ok(), state.player(side) != player, "{seats:?}");
                    assert!(state.permit(Seat::from(side), &seats).is_err(), "{seats:?}");
                }
                for (other, listed, standing) in &lists {
                    assert!(*other == seat || listed.iter().all(|order| matches!(order, Order::LetGo(_))), "{other:?}: {listed:?}");
                    for order in listed.iter().chain(standing) {
                        assert_eq!(state.permit(*other, order), Ok(()), "{order:?}\n{}", state.position);
                        assert_eq!(state.giver(order), *other);
                    }
                    for order in legal.iter().filter(|_| *other != seat) {
                        assert!(state.permit(*other, order).is_err(), "{other:?} gave {order:?}");
                    }
                    for listed_order in listed.iter().chain(standing).filter(|_| random.random_bool(0.3)).collect::<Vec<_>>() {
                        let order = changed(listed_order, state, random);
                        let is_listed = listed.contains(&order) || standing.contains(&order);
                        assert_eq!(
                            state.permit(*other, &order).is_ok(),
                            is_listed,
                            "{order:?} of {other:?}\n{:?}\n{}",
                            state.phase,
                            state.position
                        );
                        if !is_listed && random.random_bool(0.05) {
                            let mut same = state.clone();
                            assert!(same.give(*other, &order, &mut Dice::scripted(&[])).is_err() && same == *state, "{order:?}");
                        }
                    }
                }
            });
        }
    }
}

#[test]
fn figures_at_the_start_are_those_on_the_board_and_those_lost_and_nobody_stands_where_he_cannot() {
    for battle in battles() {
        for seed in 200..200 + number(60) {
            let played = play(&battle, seed, |state, _, _, random| {
                if random.random_bool(0.7) {
                    return;
                }
                for unit in state.position.all() {
                    let of = state.unit(unit);
                    let troop = state.position.troop(unit);
                    assert!(of.figures <= troop.figures.max(troop.flotation));
                    assert!(of.place == Place::Lost || of.figures > 0, "{unit:?} without figures\n{}", state.position);
                    if !of.is_on_board() {
                        continue;
                    }
                    let ground = state.position.board.ground(of.square);
                    assert!(if troop.arm.is_boat() { ground.is_water() } else { ground.is_land() }, "{unit:?}\n{}", state.position);
                    let foes: Vec<UnitId> = state.position.of_in(of.side.other(), of.square).collect();
                    let fights = state.contact_in(of.square).is_some();
                    assert!(foes.is_empty() || fights, "seed {seed}: enemies in one square and no combat\n{}", state.position);
                    let main =
                        |other: &UnitId| !state.position.troop(*other).arm.is_battery() && state.position.troop(*other).arm != Arm::Leader;
                    assert!(state.position.of_in(of.side, of.square).filter(main).count() <= 1, "seed {seed}\n{}", state.position);
                }
                for contact in &state.contacts {
                    let stand = |unit: UnitId| state.unit(unit).is_on_board() && state.unit(unit).square == contact.square;
                    assert!(contact.units().into_iter().all(stand), "{contact:?}\n{}", state.position);
                }
            });
            let mut figures: Vec<i16> = Vec::new();
            for event in &played.events {
                match event {
                    Event::SetUp { units, .. } => figures = units.iter().map(|unit| i16::from(unit.figures)).collect(),
                    Event::FiguresLost { unit, figures: lost } => figures[unit.index()] -= i16::from(*lost),
                    Event::Refloated(unit) => figures[unit.index()] += 1,
                    _ => {}
                }
            }
            let now: Vec<i16> = played.state.position.units.iter().map(|unit| i16::from(unit.figures)).collect();
            assert_eq!(now, figures, "seed {seed}");
        }
    }
}

/// What random play reaches too seldom to be counted on; a test of the rules reaches each.
const RARE: [&str; 8] = [
    "ending both_broke_off",
    "ending conceded",
    "event gives_up",
    "event heroic_shuffled",
    "event seated",
    "event turned_shuffled",
    "order concede",
    "order seat",
];

/// The row of a table of outcomes that a difference is of, by where it begins and ends: `..-3`, `2..2`.
fn row_of(rows: impl IntoIterator<Item = (Option<i16>, Option<i16>)>, by: i16) -> String {
    let is_of = |(from, to): &(Option<i16>, Option<i16>)| from.is_none_or(|from| from <= by) && to.is_none_or(|to| by <= to);
    let (from, to) = rows.into_iter().find(is_of).unwrap();
    let end = |end: Option<i16>| end.map_or_else(String::new, |end| end.to_string());
    format!("{}..{}", end(from), end(to))
}

#[test]
fn every_order_event_question_formation_loss_card_ending_and_outcome_of_a_charge_or_a_combat_occurs() {
    let pack = BattlePack::embedded().unwrap();
    let tables = &pack.tables;
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut note = |what: String| *seen.entry(what).or_default() += 1;
    for battle in battles() {
        for seed in 300..300 + number(120) {
            let played = play(&battle, seed, |state, _, _, _| {
                if let Some(question) = state.question() {
                    note(format!("question {}", kind(&question)));
                }
                // Transport has this formation and no other, so it is never formed: it is seen on the board.
                let carries = |unit: UnitId| state.unit(unit).is_on_board() && state.unit(unit).formation == Some(Formation::Transport);
                if state.position.all().any(carries) {
                    note(format!("formation {}", kind(&Formation::Transport)));
                }
            });
            played.orders.iter().for_each(|(_, order)| note(format!("order {}", kind(order))));
            for event in &played.events {
                note(format!("event {}", kind(event)));
                match event {
                    Event::Formed { formation, .. } => note(format!("formation {}", kind(formation))),
                    Event::Lost { how, .. } => note(format!("loss {}", kind(how))),
                    Event::CardPlayed { card, .. } => note(format!("card {}", kind(card))),
                    Event::Ended(outcome) => note(format!("ending {}", kind(&outcome.by))),
                    Event::Charged { rolls, .. } => {
                        let rows = tables.charge.outcomes.iter().map(|row| (row.from, row.to));
                        note(format!("charge {}", row_of(rows, rolls[0].total() - rolls[1].total())));
                    }
                    Event::Fought { combat, .. } => note(match combat.ending {
                        Ending::GoesOn => "combat goes_on".to_owned(),
                        Ending::Lost { by, .. } => {
                            let rows = tables.hand_to_hand.outcomes.iter().map(|row| (Some(row.from), row.to));
                            format!("combat {}", row_of(rows, by))
                        }
                    }),
                    _ => {}
                }
            }
        }
    }
    let orders = "set_up place ready next next_brigade move charge fire form mount stand form_brigade march_brigade break_brigade volley \
                  stand_brigade go_for pursue play no_card leave let_go embark land coordinate lie_still combat_cards instruct seat concede";
    let events = "set_up heroic_dealt heroic_shuffled placed deploys turn_began roused dealt woke alarm step_began asked card_passed card_played \
                  fought turned turned_shuffled disorganised recovered tried figures_lost refloated lost fell_back left leader_escaped revealed \
                  became_impetuous activated brigade_activated moved formed brigade_formed brigade_marched brigade_broken fired charged entered \
                  plea_tried pursued done brigade_done embarked landed breaks_off ended coordinated lies_still combat_cards instructed gives_up mustered \
                  seated";
    let groups = [
        ("order", orders),
        ("event", events),
        ("question", "combat_card go_for next pursuit recovery"),
        ("formation", "line march_column column square en_masse deployed limbered transport"),
        ("loss", "destroyed captured sunk pleaded killed wounded"),
        ("card", "hard_luck firepower movement fighting recover"),
        ("ending", "break_off both_broke_off aim turns conceded"),
        ("charge", "..-3 -2..-2 -1..-1 0..0 1..1 2..2 3.."),
        ("combat", "goes_on 1..1 2..2 3..3 4..4 5.."),
    ];
    let wanted: BTreeSet<String> =
        groups.iter().flat_map(|(group, names)| names.split_whitespace().map(move |name| format!("{group} {name}"))).collect();
    let rare: BTreeSet<String> = RARE.iter().map(|name| (*name).to_owned()).collect();
    let missing: Vec<&String> = wanted.iter().filter(|name| !seen.contains_key(*name) && !rare.contains(*name)).collect();
    let unknown: Vec<&String> = seen.keys().filter(|name| !wanted.contains(*name)).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}\n{seen:?}");
}

/// Another battle that differs from this only in what a side may not see of the other: one of its Heroic cards, where its hidden units are.
fn twin(state: &State, of: Side, random: &mut SmallRng) -> (State, bool) {
    let mut twin = state.clone();
    let hand = &mut twin.heroic.hands[of as usize];
    let kinds: Vec<Heroic> = hand.cards.kinds().collect();
    let undealt: Vec<Heroic> = twin.heroic.undealt.kinds().collect();
    if !kinds.is_empty() && !undealt.is_empty() {
        let (out, into) = (kinds[random.random_range(0..kinds.len())], undealt[random.random_range(0..undealt.len())]);
        hand.cards.take(out);
        hand.cards.add(into);
        twin.heroic.undealt.take(into);
        twin.heroic.undealt.add(out);
    }
    let mut hid = false;
    for unit in state.position.all().filter(|unit| state.unit(*unit).side == of && state.unit(*unit).hidden) {
        let Some(start) = state.plan.as_ref().and_then(|plan| plan.start_of(unit).cloned()) else { continue };
        let free = |square: &Square| {
            let near = state.position.of(of.other()).any(|other| state.unit(other).square.range_to(*square) <= 2);
            !near && state.position.board.ground(*square).is_land() && twin.position.on(*square).next().is_none()
        };
        let squares: Vec<Square> = start.area().squares().filter(free).collect();
        if !squares.is_empty() {
            let square = squares[random.random_range(0..squares.len())];
            let hidden = &mut twin.position.units[unit.index()];
            (hidden.square, hidden.facing) = (square, Facing::ALL[random.random_range(0..8_usize)]);
            hid = true;
        }
    }
    (twin, hid)
}

/// How many of these events tell nothing of where units of a side lie hidden, of whom none shows itself; all, if it is not said. Up to the die
/// of the first of that side that acts: nobody stops where its own hidden units lie, and whether one has anything left to do with its points depends
/// on where it lies. And until somebody falls back, whom units of either side stop.
fn telling_nothing(state: &State, of: Side, events: &[Event]) -> Option<usize> {
    let own = |unit: UnitId| state.unit(unit).side == of;
    events.iter().enumerate().find_map(|(place, event)| match event {
        Event::Activated { unit, .. } if own(*unit) => Some(place + 1),
        Event::BrigadeActivated { side, .. } if *side == of => Some(place + 1),
        Event::Left { unit, .. } if own(*unit) => Some(place),
        Event::FellBack { .. } => Some(place),
        _ => None,
    })
}

#[test]
fn views_leak_nothing() {
    let mut ambushes = 0_u32;
    for battle in battles() {
        for seed in 400..400 + number(50) {
            play(&battle, seed, |state, seat, legal, random| {
                if matches!(state.phase, Phase::Deploying(_)) && !random.random_bool(0.05) {
                    return;
                }
                let Some(side) = seat.side().filter(|_| random.random_bool(0.3)) else { return };
                let (twin, hid) = twin(state, side.other(), random);
                assert_eq!(state.view(seat), twin.view(seat), "seed {seed}");
                assert_eq!(state.public_view(), twin.public_view(), "seed {seed}");
                let mut listed = Vec::new();
                twin.legal_orders(seat, &mut listed);
                assert_eq!(listed, legal, "seed {seed}\n{}\n{}", state.position, twin.position);
                assert_eq!(twin.standing_orders(seat), state.standing_orders(seat));
                let seen = state.view(seat);
                let mut from_view = Vec::new();
                seen.state().legal_orders(seat, &mut from_view);
                assert_eq!(from_view, legal, "seed {seed}: what is listed follows from what is seen\n{}", state.position);
                let order = &legal[random.random_range(0..legal.len())];
                let dice = || Dice::seeded([9; 32], seed);
                let (mut one, mut other) = (state.clone(), twin);
                let (events, others) = (one.give(seat, order, &mut dice()).unwrap(), other.give(seat, order, &mut dice()).unwrap());
                let always = state.side(side.other()).combat_cards == CombatCards::Always;
                // What a side draws for itself comes out of cards among which the other's are, unseen.
                let draws = events.iter().any(|event| matches!(event, Event::HeroicDealt { side: own, .. } if *own == side));
                // Whoever comes near to an ambush in one of the two is stopped there, and sees it.
                let found = |event: &Event| matches!(event, Event::Revealed(unit) if state.unit(*unit).side != side);
                if always || draws || (hid && events.iter().chain(&others).any(found)) {
                    return;
                }
                let end = [&events, &others].into_iter().filter_map(|events| telling_nothing(state, side.other(), events)).min();
                let end = end.filter(|_| hid).unwrap_or(usize::MAX);
                for seat in [Some(seat), None] {
                    let shown = |state: &State, events: &[Event]| -> Vec<Event> {
                        events.iter().take(end).filter_map(|event| state.shown(event, seat)).collect()
                    };
                    assert_eq!(shown(&one, &events), shown(&other, &others), "seed {seed}: {order:?}\n{}", state.position);
                }
                ambushes += u32::from(hid);
                // Nor does what an impetuous unit's way costs, where it ends in the same place: to pass through its own in ambush costs nothing.
                let first_way = |events: &[Event]| match events.get(end) {
                    Some(Event::Moved { unit, to, facing, cost, .. }) if !state.unit(*unit).hidden => Some(((*unit, *to, *facing), *cost)),
                    _ => None,
                };
                if let (Some((way, cost)), Some((other_way, other_cost))) = (first_way(&events), first_way(&others))
                    && way == other_way
                {
                    assert_eq!(cost, other_cost, "seed {seed}: {order:?}\n{}", state.position);
                }
            });
        }
    }
    assert!(ambushes > 0, "no battle was compared with one whose ambush lies elsewhere");
}

/// A column on open ground, and an enemy who lies hidden at the far end of it, with a Leader who does so too or is in sight.
fn ambush(leader_hides: bool) -> Battle {
    let area = |squares: &str| Area(vec![squares.parse().unwrap()]);
    let mut plan = BattlePack::embedded().unwrap().scenario("marching").unwrap().plan.clone();
    plan.first = Side::Ours;
    plan.ours.area = Start::SetUp(area("A1:B8"));
    plan.enemy.area = Start::Hidden(area("J1:L8"));
    plan.enemy.forces.retain(|force| !force.troop.contains("cavalry"));
    for leader in plan.enemy.forces.iter_mut().filter(|force| force.troop == "leader" && !leader_hides) {
        leader.area = Some(Start::SetUp(area("J1:L8")));
    }
    Battle::Plan(Box::new(plan))
}

#[test]
fn a_deal_tells_nobody_else_whether_an_ambush_lies_about_its_leader_n06() {
    for leader_hides in [true, false] {
        let mut state = State::opening(&BattlePack::embedded().unwrap());
        let mut dice = Dice::seeded([5; 32], 0);
        let set_up = Order::SetUp(Arc::new(SetUp { battle: ambush(leader_hides), options: Options::default() }));
        state.give(Seat::Umpire, &set_up, &mut dice).unwrap();
        state.give(Seat::Ours, &Order::Ready(Side::Ours), &mut dice).unwrap();
        // Two battles that differ in nothing but where the hidden units lie: about their Leader in K1, or far from there.
        let [near, far] = ["J1:L4", "J5:L8"].map(|squares| {
            let mut twin = state.clone();
            let mut squares = squares.parse::<Block>().unwrap().squares();
            for unit in state.position.all().filter(|unit| state.unit(*unit).side == Side::Enemy) {
                let leads = state.position.troop(unit).arm == Arm::Leader;
                assert_eq!(state.unit(unit).hidden, leader_hides || !leads);
                twin.position.units[unit.index()].square = if leads { "K1".parse().unwrap() } else { squares.next().unwrap() };
            }
            twin
        });
        assert_eq!(near.view(Seat::Ours), far.view(Seat::Ours));
        assert_eq!(near.public_view(), far.public_view());
        let dealt = |state: &State, seed: u8, seat: Option<Seat>| -> Vec<Event> {
            let mut state = state.clone();
            let events = state.give(Seat::Enemy, &Order::Ready(Side::Enemy), &mut Dice::seeded([seed; 32], 0)).unwrap();
            let deal = events.iter().take_while(|event| !matches!(event, Event::StepBegan(_)));
            deal.filter_map(|event| state.shown(event, seat)).collect()
        };
        let in_sight = |state: &State| {
            let mut seen = state.clone();
            seen.position.units.iter_mut().for_each(|unit| unit.hidden = false);
            seen
        };
        for seed in 0..20 {
            for seat in [Some(Seat::Ours), None] {
                assert_eq!(dealt(&near, seed, seat), dealt(&far, seed, seat), "seed {seed}, a hidden Leader: {leader_hides}");
            }
            // In sight, those about their Leader share the Leader's card: then the deals differ, and the law could fail.
            assert_ne!(dealt(&in_sight(&near), seed, None), dealt(&in_sight(&far), seed, None), "seed {seed}");
        }
    }
}
