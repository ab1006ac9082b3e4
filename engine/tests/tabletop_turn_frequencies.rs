//! What is thrown and turned in the course of a turn of the gridded battle: cards for cover and for Leaders, action dice, recoveries, shots of
//! every kind, what the scenarios have of their own. Each is brought about many times by an order, with fixed seeds, and held against the chances
//! that the text's tables give, which are worked out here by hand and not by the engine.
//!
//! Pearson's chi-square at p = 0.001.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::chi_square::even;
use crate::tabletop_frequencies::compare;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::board::{Board, Size};
use engine::tabletop::cards::{Cards, PlayingCard};
use engine::tabletop::edge::Edge;
use engine::tabletop::event::{Event, Loss};
use engine::tabletop::ground::Ground;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::{BattlePack, Scenario};
use engine::tabletop::phase::{Active, Actor, Phase, Question, Step};
use engine::tabletop::position::Position;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Aspect, Facing, Square};
use engine::tabletop::state::{Contact, Dealt, State};
use engine::tabletop::unit::UnitId;
use engine::tabletop::unit_set::UnitSet;

const FIRST: UnitId = UnitId(0);
const SECOND: UnitId = UnitId(1);

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

fn card(text: &str) -> PlayingCard {
    text.parse().unwrap()
}

/// Turn 2 of a battle, among its activations, with a whole pack undealt.
#[track_caller]
fn on(board: &Board, units: &str) -> State {
    let pack = BattlePack::embedded().unwrap();
    let mut state = State::opening(&pack);
    state.position = Position::parse(pack, Options::default(), &format!("{board}\n{units}")).unwrap();
    (state.turn, state.step, state.phase, state.undealt) = (2, Step::Activation, Phase::Playing, Cards::packs(1, false));
    state
}

fn open() -> Board {
    Board::open(Size::Small)
}

/// The same where the first unit acts, with so many points.
fn acting(mut state: State, points: i8) -> State {
    state.phase = Phase::Acting(Active::new(Actor::Unit(FIRST), points, 0));
    state
}

/// What comes of an order that is given so many times, with dice of their own for each seed.
#[track_caller]
fn drawn<K>(state: &State, order: &Order, (seed, times): (u8, usize), result: impl Fn(&State, &[Event]) -> K) -> Vec<K> {
    let mut dice = Dice::seeded([seed; 32], 0);
    let seat = state.giver(order);
    let once = |_| {
        let mut state = state.clone();
        let events = state.give(seat, order, &mut dice).unwrap();
        result(&state, &events)
    };
    (0..times).map(once).collect()
}

/// These results with their chances, together where one comes several times; what has no chance is not to come at all.
fn chances<K: Ord>(of: impl IntoIterator<Item = (K, f64)>) -> BTreeMap<K, f64> {
    of.into_iter().filter(|(_, chance)| *chance > 0.0).fold(BTreeMap::new(), |mut chances, (result, chance)| {
        *chances.entry(result).or_insert(0.0) += chance;
        chances
    })
}

/// So many ways of so many, and otherwise.
fn in_all(ways: u8, of: u8) -> BTreeMap<bool, f64> {
    let chance = f64::from(ways) / f64::from(of);
    chances([(true, chance), (false, 1.0 - chance)])
}

/// A pack of 52, each card as it is written.
fn pack() -> Vec<String> {
    let numbers = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    ["H", "C", "D", "S"].into_iter().flat_map(|suit| numbers.map(|number| format!("{number}{suit}"))).collect()
}

/// *Black card: the cover prevents the hit from affecting the target unit.*
fn is_black(card: &str) -> bool {
    card.ends_with(['C', 'S'])
}

/// *Leaders in combat*: what a card does to a Leader who is removed by it, of whom it is turned.
fn removed_by(card: &str) -> Option<Loss> {
    match (card.starts_with(['J', 'Q', 'K']), card.chars().last()) {
        (true, Some('S')) => Some(Loss::Killed),
        (true, Some('C')) => Some(Loss::Wounded),
        _ => None,
    }
}

/// Whether each card turned is black.
fn blacks(events: &[Event]) -> Vec<bool> {
    turned(events).iter().map(|card| is_black(&card.to_string())).collect()
}

fn turned(events: &[Event]) -> Vec<PlayingCard> {
    events.iter().filter_map(|event| if let Event::Turned { card, .. } = event { Some(*card) } else { None }).collect()
}

/// How a Leader was lost, if one was.
fn lost(events: &[Event], leader: UnitId) -> Option<Loss> {
    let how = |event: &Event| if let Event::Lost { unit, how } = event { Some(*how).filter(|_| *unit == leader) } else { None };
    events.iter().find_map(how)
}

/// Whether a hit has told on the second unit: in order until then it is out of order, out of order it has lost a figure, a boat a flotation point.
fn told(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Disorganised(SECOND) | Event::FiguresLost { unit: SECOND, figures: 1 }))
}

/// Four British figures in Line, who hit with 4 of 6, and spearmen two squares ahead of them on a board.
const SHOT_AT: &str = "a: british infantry, ours, D5, N, line, 4\nb: dervish infantry with spears, enemy, D3, S, en masse, 4\n";
const SHOT: Order = Order::Fire { unit: FIRST, weapon: 0, target: SECOND };

#[test]
fn the_effects_of_cover_each_card_is_turned_as_often_and_the_black_ones_stop_the_hit_t20() {
    let mut board = open();
    board.set_ground(at("D3"), Ground::BuiltUp);
    let village = acting(on(&board, SHOT_AT), 6);
    // Some were dealt this turn: none of them is turned.
    let mut dealt = village.clone();
    for gone in ["AS", "4S", "JS", "QC", "KC", "7D"].map(card) {
        dealt.undealt = dealt.undealt.without(gone);
    }
    for (seed, (state, undealt)) in (1..).zip([(&village, 52.0), (&dealt, 46.0)]) {
        let drawn = drawn(state, &SHOT, (seed, 6_000), |_, events| (turned(events), told(events)));
        let hit = |text: &String| ((vec![card(text)], !is_black(text)), 4.0 / 6.0 / undealt);
        let of_a_hit: Vec<_> = pack().iter().filter(|text| state.undealt.has(card(text))).map(hit).collect();
        assert_eq!(of_a_hit.len() as f64, undealt);
        compare("cards turned for cover", drawn, &chances(of_a_hit.into_iter().chain([((vec![], false), 2.0 / 6.0)])));
    }
}

#[test]
fn the_effects_of_cover_are_the_same_on_all_ground_that_covers_and_behind_all_obstacles_t20_t40() {
    let ground = |ground: Ground| {
        let mut board = open();
        board.set_ground(at("D3"), ground);
        (format!("{ground:?}"), board)
    };
    let edge = |edge: Edge| {
        let mut board = open();
        board.set_edge(at("D3"), at("D4"), Some(edge));
        (format!("{edge:?}"), board)
    };
    // A hit, 4 of 6; half of the pack is black.
    let covered = chances([((vec![], false), 2.0 / 6.0), ((vec![true], false), 2.0 / 6.0), ((vec![false], true), 2.0 / 6.0)]);
    let bare = chances([((vec![], false), 2.0 / 6.0), ((vec![], true), 4.0 / 6.0)]);
    let covers = [Ground::Growth, Ground::OvergrownHill, Ground::BuiltUp].map(ground);
    let obstacles = [Edge::DryBed, Edge::Fence, Edge::Gully, Edge::Ford, Edge::Stream, Edge::Trench, Edge::Wall, Edge::Rampart].map(edge);
    let none = [Ground::Open, Ground::Hill].map(ground).into_iter().chain([edge(Edge::Gate)]);
    let all = covers.into_iter().chain(obstacles).map(|board| (board, &covered)).chain(none.map(|board| (board, &bare)));
    for (seed, ((name, board), chances)) in (11..).zip(all) {
        let state = acting(on(&board, SHOT_AT), 6);
        let drawn = drawn(&state, &SHOT, (seed, 1_000), |_, events| (blacks(events), told(events)));
        compare(&format!("cover of {name}"), drawn, chances);
    }
}

#[test]
fn the_effects_of_cover_a_second_card_in_a_turn_is_of_those_that_are_left_t20() {
    let mut board = open();
    board.set_ground(at("D3"), Ground::BuiltUp);
    let guns = "a: british artillery, ours, D6, N, deployed, 2\nb: dervish infantry with spears, enemy, D3, S, en masse, 4\n";
    let mut state = acting(on(&board, guns), 6);
    state.position.options.artillery_fires_twice = true;
    // Three red ones and a black one: what the first turns the second does not.
    state.undealt = ["2H", "3H", "4D", "5S"].map(card).into_iter().fold(Cards::NONE, Cards::with);
    let mut dice = Dice::seeded([31; 32], 0);
    let twice = |_| {
        let mut state = state.clone();
        [SHOT, SHOT].map(|shot| {
            let events = state.give(state.giver(&shot), &shot, &mut dice).unwrap();
            blacks(&events).first().map(|black| (*black, told(&events)))
        })
    };
    let drawn: Vec<_> = (0..4_000).map(twice).collect();
    // Two gunners hit with 4 of 6.
    let (hit, red, black) = (4.0 / 6.0, Some((false, true)), Some((true, false)));
    let missed = 1.0 - hit;
    let wanted = [
        ([None, None], missed * missed),
        ([red, None], hit * 3.0 / 4.0 * missed),
        ([black, None], hit * 1.0 / 4.0 * missed),
        ([None, red], missed * hit * 3.0 / 4.0),
        ([None, black], missed * hit * 1.0 / 4.0),
        ([red, red], hit * 3.0 / 4.0 * hit * 2.0 / 3.0),
        ([red, black], hit * 3.0 / 4.0 * hit * 1.0 / 3.0),
        ([black, red], hit * 1.0 / 4.0 * hit),
    ];
    compare("cards of two hits", drawn, &chances(wanted));
}

/// The same spearmen with their Leader.
fn led(board: &Board) -> State {
    acting(on(board, &format!("{SHOT_AT}c: leader, enemy, D3, S, 1\n")), 6)
}

#[test]
fn leaders_in_combat_under_fire_each_card_does_what_the_table_says_and_who_is_removed_takes_the_hit_t19() {
    let state = led(&open());
    let mut any_wound = state.clone();
    any_wound.position.options.any_wound_takes_the_hit = true;
    for (seed, (state, lightly_too)) in (41..).zip([(&state, false), (&any_wound, true)]) {
        let drawn = drawn(state, &SHOT, (seed, 8_000), |_, events| (turned(events), lost(events, UnitId(2)), told(events)));
        let hit = |text: &String| {
            let takes_it = if lightly_too { is_black(text) } else { removed_by(text).is_some() };
            ((vec![card(text)], removed_by(text), !takes_it), 4.0 / 6.0 / 52.0)
        };
        let of_a_hit = pack().iter().map(hit).collect::<Vec<_>>();
        compare("cards turned for a Leader", drawn, &chances(of_a_hit.into_iter().chain([((vec![], None, false), 2.0 / 6.0)])));
    }
    // Three of 52 kill, three remove, twenty wound and 26 spare: nine tenths of the hits tell.
    let of = |loss: Option<Loss>| pack().iter().filter(|text| removed_by(text) == loss).count();
    assert_eq!([Some(Loss::Killed), Some(Loss::Wounded), None].map(of), [3, 3, 46]);
    assert_eq!(pack().iter().filter(|text| is_black(text)).count(), 26);
}

#[test]
fn leaders_in_combat_in_cover_their_card_is_turned_after_a_red_one_and_of_those_left_t20() {
    let mut board = open();
    board.set_ground(at("D3"), Ground::BuiltUp);
    let state = led(&board);
    let drawn = drawn(&state, &SHOT, (51, 8_000), |_, events| (blacks(events), lost(events, UnitId(2)), told(events)));
    let (hit, red) = (4.0 / 6.0, 4.0 / 6.0 * 26.0 / 52.0);
    let wanted = [
        ((vec![], None, false), 1.0 - hit),
        ((vec![true], None, false), hit * 26.0 / 52.0),
        ((vec![false, true], Some(Loss::Killed), false), red * 3.0 / 51.0),
        ((vec![false, true], Some(Loss::Wounded), false), red * 3.0 / 51.0),
        ((vec![false, true], None, true), red * 20.0 / 51.0),
        ((vec![false, false], None, true), red * 25.0 / 51.0),
    ];
    compare("cards turned for cover, then for a Leader", drawn, &chances(wanted));
}

/// British foot and spearmen who fight hand to hand, each with their Leader; ours are asked for a card and play none.
fn fighting() -> (State, Order) {
    let units = "a: british infantry, ours, D5, N, line, 4\n\
                 b: dervish infantry with spears, enemy, D5, S, en masse, 4\n\
                 c: leader, ours, D5, N, 1\n\
                 d: leader, enemy, D5, S, 1\n";
    let mut state = on(&open(), units);
    let (square, way) = (at("D5"), Facing::North);
    let (answered, fought) = ([false; 2], false);
    state.contacts.push(Contact { square, charger: FIRST, charged: SECOND, struck: Aspect::Front, way, cards: [0; 2], answered, fought });
    state.heroic.hands[Side::Ours as usize].cards.add(Heroic::HardLuck);
    (state.step, state.phase) = (Step::Combats, Phase::Asking(Question::CombatCard { square, side: Side::Ours }));
    (state, Order::NoCard(Side::Ours))
}

/// What happens before the combats of the turn are over.
fn of_the_combats(events: &[Event]) -> &[Event] {
    let end = events.iter().position(|event| *event == Event::StepBegan(Step::Impetuous)).unwrap();
    &events[..end]
}

#[test]
fn leaders_in_combat_hand_to_hand_a_card_is_turned_once_for_each_whoever_wins_t20() {
    let (state, order) = fighting();
    let drawn = drawn(&state, &order, (61, 6_000), |_, events| {
        let events = of_the_combats(events);
        let fates = [UnitId(2), UnitId(3)].map(|leader| lost(events, leader));
        let cards: Vec<Option<Loss>> = turned(events).iter().map(|card| removed_by(&card.to_string())).collect();
        assert_eq!(cards, fates);
        fates
    });
    let kinds = [(Some(Loss::Killed), 3.0), (Some(Loss::Wounded), 3.0), (None, 46.0)];
    let both = kinds.into_iter().flat_map(|(one, ways)| {
        // The second card is of the 51 that the first leaves.
        kinds.map(|(other, left)| ([one, other], ways / 52.0 * if one == other { left - 1.0 } else { left } / 51.0))
    });
    compare("cards turned for both Leaders", drawn, &chances(both));
}

#[test]
fn leaders_in_combat_hand_to_hand_who_is_removed_takes_the_figure_that_their_side_loses_t19() {
    let (state, order) = fighting();
    let drawn = drawn(&state, &order, (62, 8_000), |_, events| {
        let events = of_the_combats(events);
        let combat = events.iter().find_map(|event| if let Event::Fought { combat, .. } = event { Some(combat) } else { None }).unwrap();
        // Both add 5, four figures and the Leader: the faces alone decide. From 5 on the loser loses a figure.
        let by = i16::from(combat.rolls[0].faces[0]) - i16::from(combat.rolls[1].faces[0]);
        let (loser, leader) = if by > 0 { (SECOND, UnitId(3)) } else { (FIRST, UnitId(2)) };
        let figure = events.iter().any(|event| matches!(event, Event::FiguresLost { unit, figures: 1 } if *unit == loser));
        (by.abs() >= 5, by.abs() >= 5 && lost(events, leader).is_some(), figure)
    });
    // Of a D6 and a D8: 6 to 1, and six ways for the D8 to be 5 to 7 higher.
    let (far, removed) = (7.0 / 48.0, 6.0 / 52.0);
    let wanted = [((false, false, false), 1.0 - far), ((true, true, false), far * removed), ((true, false, true), far * (1.0 - removed))];
    compare("figures lost hand to hand, with Leaders", drawn, &chances(wanted));
}

/// *Action points*: the sides of the die, and what is always taken from it, of each kind of troops on each side that has it.
const ACTION_DICE: [(&str, &[Side], u8, i16); 29] = [
    ("british infantry", &[Side::Ours], 6, 0),
    ("egyptian infantry", &[Side::Ours], 6, 0),
    ("sudanese infantry", &[Side::Ours], 6, 0),
    ("british camelry dismounted", &[Side::Ours], 6, 0),
    ("egyptian camelry dismounted", &[Side::Ours], 6, 0),
    ("british artillery", &[Side::Ours], 6, 0),
    ("egyptian artillery", &[Side::Ours], 6, 0),
    ("british machine gun", &[Side::Ours], 6, 0),
    ("egyptian machine gun", &[Side::Ours], 6, 0),
    ("british cavalry", &[Side::Ours], 12, 0),
    ("egyptian cavalry", &[Side::Ours], 12, 0),
    ("british camelry", &[Side::Ours], 12, 0),
    ("egyptian camelry", &[Side::Ours], 12, 0),
    ("dervish infantry with firearms", &[Side::Enemy], 8, 0),
    ("dervish infantry with spears", &[Side::Enemy], 8, 0),
    ("dervish artillery", &[Side::Enemy], 8, 0),
    ("dervish machine gun", &[Side::Enemy], 8, 0),
    ("dervish cavalry with firearms", &[Side::Enemy], 12, 0),
    ("dervish cavalry with spears", &[Side::Enemy], 12, 0),
    ("dervish camelry with firearms", &[Side::Enemy], 12, 0),
    ("dervish camelry with spears", &[Side::Enemy], 12, 0),
    ("bashi-bazouks", &[Side::Ours], 12, 2),
    ("gendarmerie", &[Side::Ours], 8, 3),
    ("bazingers", &Side::BOTH, 8, 0),
    ("leader", &Side::BOTH, 12, 0),
    ("gunboat", &Side::BOTH, 8, 0),
    ("metal river boat", &Side::BOTH, 8, 0),
    ("wooden river boat", &Side::BOTH, 8, 0),
    // A side's own die (T25): ours here, the enemy's in the test.
    ("transport", &[Side::Ours], 6, 0),
];

#[test]
fn action_points_each_kind_of_troops_throws_its_own_die_and_the_sluggish_have_less_t25_t53() {
    let pack = BattlePack::embedded().unwrap();
    let known: BTreeSet<&str> = pack.troops.iter().map(|troop| troop.key.as_str()).collect();
    assert_eq!(known, ACTION_DICE.iter().map(|(key, ..)| *key).collect());
    let (land, mut water) = (open(), open());
    water.set_ground(at("D3"), Ground::Water);
    let all = ACTION_DICE.into_iter().flat_map(|(key, sides, die, less)| sides.iter().map(move |side| (key, *side, die, less)));
    for (seed, (key, side, sides, less)) in (71..).zip(all.chain([("transport", Side::Enemy, 8, 0)])) {
        let troop = pack.troop(pack.troop_of_key(key).unwrap());
        let board = if troop.arm.is_boat() { &water } else { &land };
        let formation = match key {
            _ if troop.formations.is_empty() => "",
            _ if troop.arm.is_battery() => "limbered, ",
            "transport" => "transport, ",
            _ if troop.formations.len() > 1 => "line, ",
            _ => "en masse, ",
        };
        let whose = if side == Side::Ours { "ours" } else { "enemy" };
        // A first unit has done what it was to do, and the card of the second is next.
        let mut state = acting(on(board, &format!("a: british infantry, ours, L8, N, line, 4\nb: {key}, {whose}, D3, N, {formation}1")), 6);
        state.dealt.push(Dealt { unit: SECOND, card: card("5H"), with: UnitSet::NONE });
        let drawn = drawn(&state, &Order::Stand(FIRST), (seed, 500), |state, events| {
            let thrown = events.iter().find_map(|event| match event {
                Event::Activated { unit: SECOND, roll, .. } => Some(roll.total().max(0)),
                _ => None,
            });
            // Unless there was nothing to do with them.
            if let Some(active) = state.active().filter(|active| state.turn == 2 && active.actor == Actor::Unit(SECOND)) {
                assert_eq!(thrown, Some(i16::from(active.points)));
            }
            thrown.unwrap()
        });
        let faces = (1..=i16::from(sides)).map(|face| ((face - less).max(0), 1.0 / f64::from(sides)));
        compare(&format!("action points of {key}, {whose}"), drawn, &chances(faces));
    }
}

/// A scenario, or a battle made for the tests, set up and the first side ready: the second has only to say so.
fn almost_begun(battle: Battle) -> (State, Order) {
    let mut state = State::opening(&BattlePack::embedded().unwrap());
    let (mut dice, mut events) = (Dice::seeded([3; 32], 0), Vec::new());
    state.resolve(&Order::SetUp(Arc::new(SetUp { battle, options: Options::default() })), &mut dice, &mut events);
    let first = state.side_asked().unwrap();
    state.resolve(&Order::Ready(first), &mut dice, &mut events);
    (state, Order::Ready(first.other()))
}

#[test]
fn action_points_a_brigade_in_square_has_one_die_of_six_t29() {
    let (mut state, _) = almost_begun(Battle::Scenario("form square".to_owned()));
    let leader = state.leaders(Side::Ours).next().unwrap();
    let with: UnitSet = state.position.of(Side::Ours).filter(|unit| *unit != leader).collect();
    state.dealt.push(Dealt { unit: leader, card: card("5H"), with });
    (state.turn, state.step, state.phase) = (2, Step::Activation, Phase::Asking(Question::Next(leader)));
    let drawn = drawn(&state, &Order::NextBrigade(Side::Ours), (111, 3_000), |_, events| match &events[0] {
        Event::BrigadeActivated { roll, .. } => (roll.faces.len(), roll.total()),
        other => panic!("{other:?}"),
    });
    compare("action points of a brigade in square", drawn, &even((1..=6).map(|points| (1, points))));
}

#[test]
fn turn_sequence_a_red_card_makes_horse_impetuous_with_two_dice_of_twelve_and_what_its_formation_gains_t21_t33() {
    let foot = |enemy: bool| match enemy {
        true => "b: dervish infantry with spears, enemy, L8, N, en masse, 4",
        false => "b: british infantry, ours, L8, N, line, 4",
    };
    // Half of the cards are red; of two dice of twelve 2 comes in one way of 144, 13 in twelve.
    let two_dice = |gain: i16| {
        let faces = (1..=12_i16).flat_map(|one| (1..=12_i16).map(move |other| (Some(one + other + gain), 0.5 / 144.0)));
        chances(faces.chain([(None, 0.5)]))
    };
    let never = chances([(None, 1.0)]);
    let of_leader = "\nc: leader, ours, A2, S, 1";
    let riders = [
        ("british cavalry, ours", "line", "", two_dice(0)),
        ("egyptian cavalry, ours", "column", "", two_dice(1)),
        ("british camelry, ours", "line", "", two_dice(0)),
        ("egyptian camelry, ours", "column", "", two_dice(1)),
        ("dervish cavalry with firearms, enemy", "en masse", "", two_dice(0)),
        ("dervish cavalry with spears, enemy", "en masse", "", two_dice(0)),
        ("dervish camelry with firearms, enemy", "en masse", "", two_dice(0)),
        ("dervish camelry with spears, enemy", "en masse", "", two_dice(0)),
        ("bashi-bazouks, ours", "en masse", "", never.clone()),
        // Whom a Leader coordinates has no card of their own.
        ("british cavalry, ours", "line", of_leader, never),
    ];
    for (seed, (rider, formation, leader, chances)) in (121..).zip(riders) {
        let enemy = rider.ends_with("ours");
        let mut state = on(&open(), &format!("a: {rider}, A1, S, {formation}, 4\n{}{leader}", foot(enemy)));
        (state.turn, state.step, state.phase) = (0, Step::Deal, Phase::Deploying(Side::Enemy));
        let drawn = drawn(&state, &Order::Ready(Side::Enemy), (seed, 2_500), |_, events| {
            let end = events.iter().position(|event| *event == Event::StepBegan(Step::Activation)).unwrap();
            let impetuous = events.contains(&Event::BecameImpetuous(FIRST));
            let thrown = events[..end].iter().find_map(|event| match event {
                Event::Activated { unit: FIRST, roll, gain } => Some(roll.total() + i16::from(*gain)),
                _ => None,
            });
            assert_eq!(thrown.is_some(), impetuous);
            let red = |event: &Event| matches!(event, Event::Dealt { unit: FIRST, card, .. } if !is_black(&card.to_string()));
            assert!(!impetuous || events.iter().any(red));
            thrown
        });
        compare(&format!("impetuous: {rider}"), drawn, &chances);
    }
}

/// Whether a disorganised unit, the second, recovers; a first has done what it was to do, and nobody else acts.
#[track_caller]
fn recoveries(board: &Board, units: &str, seed: u8) -> Vec<bool> {
    let state = acting(on(board, &format!("a: british infantry, ours, L8, N, line, 4\n{units}")), 6);
    drawn(&state, &Order::Stand(FIRST), (seed, 1_200), |_, events| {
        let tries = events.iter().filter(|event| matches!(event, Event::Tried { unit: SECOND, .. })).count();
        assert_eq!(tries, 1);
        events.contains(&Event::Recovered(SECOND))
    })
}

#[test]
fn disorganisation_friends_adjacent_and_leaders_near_help_and_nothing_else_does() {
    let mut village = open();
    village.set_ground(at("D3"), Ground::BuiltUp);
    let open = open();
    let ours = |figures: u8| format!("b: british infantry, ours, D3, N, line, {figures}, disorganised");
    let spears = |figures: u8| format!("b: dervish infantry with spears, enemy, D3, S, en masse, {figures}, disorganised");
    // The figures left, 1 more for each friend adjacent and 2 for each Leader near, of so many faces.
    let wanted = [
        ("alone", &open, ours(4), "", (4, 6)),
        ("a figure lost", &open, ours(3), "", (3, 6)),
        ("a friend behind", &open, ours(2), "\nc: egyptian infantry, ours, D4, N, line, 4", (3, 6)),
        ("a friend before them", &open, ours(2), "\nc: egyptian infantry, ours, D2, N, line, 4", (3, 6)),
        (
            "friends slantwise and beside",
            &open,
            ours(2),
            "\nc: transport, ours, C4, N, transport, 1\nd: british cavalry, ours, E3, N, line, 1",
            (4, 6),
        ),
        ("a friend disorganised too", &open, ours(2), "\nc: egyptian infantry, ours, E3, N, line, 4, disorganised", (3, 6)),
        ("guns in their own square", &open, ours(2), "\nc: british artillery, ours, D3, N, deployed, 2", (2, 6)),
        ("a friend two squares off", &open, ours(2), "\nc: egyptian infantry, ours, D5, N, line, 4", (2, 6)),
        ("an enemy beside", &open, ours(2), "\nc: dervish infantry with spears, enemy, E3, S, en masse, 4", (2, 6)),
        ("their Leader with them", &open, ours(3), "\nc: leader, ours, D3, N, 1", (5, 6)),
        ("a Leader and a friend", &open, ours(1), "\nc: leader, ours, C2, N, 1\nd: egyptian infantry, ours, D4, N, line, 4", (4, 6)),
        ("sure of it", &open, ours(4), "\nc: leader, ours, E4, N, 1", (6, 6)),
        (
            "spearmen with two friends behind",
            &open,
            spears(4),
            "\nc: dervish infantry with spears, enemy, C2, S, en masse, 4\nd: dervish infantry with spears, enemy, D2, S, en masse, 4",
            (6, 8),
        ),
        ("spearmen and a Leader two squares off", &open, spears(2), "\nc: leader, enemy, D1, S, 1", (2, 8)),
        ("spearmen with two Leaders", &open, spears(1), "\nc: leader, enemy, D3, S, 1\nd: leader, enemy, D2, S, 1", (5, 8)),
        ("spearmen in a village", &village, spears(3), "", (3, 8)),
    ];
    for (seed, (what, board, unit, others, (faces, of))) in (141..).zip(wanted) {
        compare(&format!("recovery, {what}"), recoveries(board, &format!("{unit}{others}"), seed), &in_all(faces, of));
    }
}

#[test]
fn firing_each_kind_of_troops_hits_with_the_figures_that_fire_and_its_own_die_t23_t36() {
    let mut river = open();
    river.set_ground(at("D5"), Ground::Water);
    let open = open();
    let (spears, british) = ("dervish infantry with spears, enemy", "british infantry, ours");
    let wanted = [
        (&open, "british infantry, ours, D5, N, march column, 4", 0, format!("{spears}, D3, S, en masse, 4"), (1, 6)),
        (&open, "british infantry, ours, D5, N, column, 4", 0, format!("{spears}, D3, S, en masse, 4"), (2, 6)),
        (&open, "british infantry, ours, D5, N, square, 4", 0, format!("{spears}, D3, S, en masse, 4"), (1, 6)),
        (&open, "sudanese infantry, ours, D5, N, line, 3", 0, format!("{spears}, D3, S, en masse, 4"), (3, 6)),
        (&open, "british camelry dismounted, ours, D5, N, line, 4", 0, format!("{spears}, D2, S, en masse, 4"), (4, 6)),
        (&open, "egyptian cavalry, ours, D5, N, column, 3", 0, format!("{spears}, D3, S, en masse, 4"), (2, 6)),
        (&open, "egyptian artillery, ours, D8, N, deployed, 1", 0, format!("{spears}, D2, S, en masse, 4"), (2, 6)),
        (&open, "egyptian machine gun, ours, D5, N, deployed, 1", 0, format!("{spears}, D2, S, en masse, 4"), (2, 6)),
        (&open, "bazingers, ours, D5, N, en masse, 4", 0, format!("{spears}, D4, S, en masse, 4"), (4, 8)),
        (&open, "gendarmerie, ours, D5, N, en masse, 3", 0, format!("{spears}, D4, S, en masse, 4"), (3, 8)),
        (&open, "bashi-bazouks, ours, D5, N, en masse, 4", 0, format!("{spears}, D4, S, en masse, 4"), (4, 12)),
        (&open, "dervish infantry with firearms, enemy, D5, N, en masse, 3", 0, format!("{british}, D4, S, line, 4"), (3, 8)),
        (&open, "dervish cavalry with firearms, enemy, D5, N, en masse, 4", 0, format!("{british}, D4, S, line, 4"), (4, 12)),
        (&open, "dervish camelry with firearms, enemy, D5, N, en masse, 2", 0, format!("{british}, D4, S, line, 4"), (2, 12)),
        (&open, "dervish artillery, enemy, D5, N, deployed, 1", 0, format!("{british}, D1, S, line, 4, disorganised"), (2, 8)),
        (&open, "dervish machine gun, enemy, D5, N, deployed, 1", 0, format!("{british}, D3, S, line, 4, disorganised"), (2, 8)),
        (&river, "gunboat, ours, D5, E, 6", 0, format!("{spears}, D2, S, en masse, 4"), (4, 6)),
        (&river, "gunboat, ours, D5, E, 6", 1, format!("{spears}, D2, S, en masse, 4, disorganised"), (4, 6)),
        (&river, "gunboat, enemy, D5, E, 6", 0, format!("{british}, D1, S, line, 4"), (4, 8)),
        (&river, "gunboat, enemy, D5, E, 6", 1, format!("{british}, D3, S, square, 4, disorganised"), (4, 8)),
    ];
    for (seed, (board, firer, weapon, target, (faces, of))) in (161..).zip(wanted) {
        let state = acting(on(board, &format!("a: {firer}\nb: {target}\n")), 6);
        let order = Order::Fire { unit: FIRST, weapon, target: SECOND };
        let drawn = drawn(&state, &order, (seed, 1_000), |_, events| told(events));
        compare(&format!("weapon {weapon} of {firer}"), drawn, &in_all(faces, of));
    }
}

#[test]
fn marching_across_the_sudan_gendarmerie_thrown_back_plead_for_mercy_half_the_time_t62() {
    let units = "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\nb: gendarmerie, ours, D4, N, en masse, 4\n";
    let mut state = acting(on(&open(), units), 6);
    state.plan = Some(Arc::new(state.position.pack.scenario("marching").unwrap().plan.clone()));
    let order = Order::Charge { unit: FIRST, target: SECOND, from: at("D3") };
    let drawn = drawn(&state, &order, (191, 6_000), |_, events| {
        // Where both stay in the square they fight in the next turn.
        let events = events.split(|event| matches!(event, Event::StepBegan(_))).next().unwrap();
        let tried = events.iter().any(|event| matches!(event, Event::PleaTried { unit: SECOND, .. }));
        let back = events.iter().any(|event| matches!(event, Event::FellBack { unit: SECOND, .. }));
        (tried, back, events.contains(&Event::Lost { unit: SECOND, how: Loss::Pleaded }))
    });
    // Two D8, to the first of which 4 figures and 1 are added; thrown back from 3 on: where the second is not more than 2 higher than the first,
    // which it is in 5 + 4 + 3 + 2 + 1 ways of 64.
    let back = 49.0 / 64.0;
    compare(
        "pleas for mercy",
        drawn,
        &chances([((false, false, false), 1.0 - back), ((true, true, false), back / 2.0), ((true, false, true), back / 2.0)]),
    );
}

/// What happens while cards are dealt.
fn of_the_deal(events: &[Event]) -> &[Event] {
    let end = events.iter().position(|event| *event == Event::StepBegan(Step::Combats)).unwrap();
    &events[..end]
}

#[test]
fn night_march_to_the_canal_the_joker_of_53_cards_comes_to_one_of_ten_and_wakes_the_camp_t61() {
    let (state, order) = almost_begun(Battle::Scenario("night march".to_owned()));
    let drawn = drawn(&state, &order, (192, 1_200), |_, events| {
        let events = of_the_deal(events);
        let dealt = |event: &Event| if let Event::Dealt { unit, card, .. } = event { Some((*unit, *card)) } else { None };
        let dealt: Vec<_> = events.iter().filter_map(dealt).collect();
        // Six battalions, a regiment, two batteries and the Leader; who is dealt the joker is dealt another.
        let joker = dealt.iter().any(|(_, card)| *card == PlayingCard::JOKER);
        assert_eq!(dealt.len(), 10 + usize::from(joker));
        assert_eq!(events.contains(&Event::Woke(Side::Enemy)), joker);
        joker
    });
    compare("the joker", drawn, &in_all(10, 53));
}

fn dawn() -> Battle {
    let pack = BattlePack::embedded().unwrap();
    Battle::Plan(Box::new(Scenario::read("dawn", include_str!("tabletop/dawn.toml"), &pack.troops).unwrap().plan))
}

#[test]
fn turn_sequence_who_wakes_slowly_acts_on_5_or_6_the_turn_after_n07() {
    let (mut state, order) = almost_begun(dawn());
    let camp = &mut state.sides[Side::Enemy as usize];
    (camp.asleep, camp.woke) = (false, Some(0));
    let enemies: Vec<UnitId> = state.position.of(Side::Enemy).collect();
    let drawn = drawn(&state, &order, (193, 500), |_, events| {
        let dealt = |wanted: &UnitId| {
            of_the_deal(events)
                .iter()
                .any(|event| matches!(event, Event::Dealt { unit, with, .. } if unit == wanted || with.contains(wanted)))
        };
        enemies.iter().map(dealt).collect::<Vec<bool>>()
    });
    assert_eq!(enemies.len(), 8);
    compare("who is roused", drawn.into_iter().flatten(), &in_all(2, 6));
}

#[test]
fn turn_sequence_a_camp_asleep_is_given_the_alarm_on_a_6_at_each_turn_s_end_n07() {
    let (state, _) = almost_begun(dawn());
    let mut state = acting(state, 6);
    (state.turn, state.step) = (2, Step::Activation);
    let drawn = drawn(&state, &Order::Stand(FIRST), (194, 3_000), |_, events| {
        assert_eq!(events.iter().filter(|event| matches!(event, Event::Alarm { .. })).count(), 1);
        events.contains(&Event::Woke(Side::Enemy))
    });
    compare("the alarm", drawn, &in_all(1, 6));
}
