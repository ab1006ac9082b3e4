//! Every throw of the gridded battle, made many times through the engine's own functions with fixed seeds, against the exact probabilities, which
//! are counted out once more here: each face of both dice, and each row of the text's tables.
//!
//! Pearson's chi-square at p = 0.001.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use crate::chi_square::{critical, even};

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::board::{Board, Size};
use engine::tabletop::cards::Cards;
use engine::tabletop::event::Event;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::position::Position;
use engine::tabletop::rules::charging::{charges, rolls, throw};
use engine::tabletop::rules::combat::{Ending, Fighter, fight};
use engine::tabletop::rules::firing::{fire, targets};
use engine::tabletop::rules::recovery::{attempt, recovery};
use engine::tabletop::square::Aspect;
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;

/// How often each result came, against how likely it is. A result too rare for a verdict of its own is taken together with the likeliest.
#[track_caller]
pub(crate) fn compare<K: Ord + Clone + Debug>(what: &str, results: impl IntoIterator<Item = K>, chances: &BTreeMap<K, f64>) {
    let mut drawn: BTreeMap<K, u32> = BTreeMap::new();
    results.into_iter().for_each(|result| *drawn.entry(result).or_default() += 1);
    let total: f64 = chances.values().sum();
    assert!((total - 1.0).abs() < 1e-9, "{what}: the chances come to {total}");
    assert!(drawn.keys().all(|result| chances.contains_key(result)), "{what}: {drawn:?} against {chances:?}");
    let draws: u32 = drawn.values().sum();
    assert!(draws >= 200, "{what}: only {draws} draws");
    let expected = |chance: f64| chance * f64::from(draws);
    let (likely, rare): (Vec<_>, Vec<_>) = chances.iter().partition(|(_, chance)| expected(**chance) >= 5.0);
    let likeliest = likely.iter().max_by(|one, other| one.1.total_cmp(other.1)).unwrap().0.clone();
    let mut chi_square = 0.0;
    for (result, chance) in &likely {
        let with_it = |all: f64, more: f64| if **result == likeliest { all + more } else { all };
        let came = |result: &K| f64::from(drawn.get(result).copied().unwrap_or(0));
        let expected = with_it(expected(**chance), rare.iter().map(|(_, chance)| expected(**chance)).sum());
        let came = with_it(came(result), rare.iter().map(|(rare, _)| came(rare)).sum());
        chi_square += (came - expected).powi(2) / expected;
    }
    if likely.len() > 1 {
        assert!(chi_square < critical(likely.len() - 1), "{what}: {chi_square:.1}: {drawn:?} against {chances:?}");
    }
}

/// The chance of each result of dice with so many sides, one way for each of their faces.
fn counted<K: Ord>(sides: &[u8], mut result: impl FnMut(&mut Dice) -> K) -> BTreeMap<K, f64> {
    let ways: u32 = sides.iter().map(|sides| u32::from(*sides)).product();
    let mut chances = BTreeMap::new();
    for way in 0..ways {
        let mut left = way;
        let faces: Vec<u16> = sides
            .iter()
            .map(|sides| {
                let face = left % u32::from(*sides) + 1;
                left /= u32::from(*sides);
                face as u16
            })
            .collect();
        *chances.entry(result(&mut Dice::scripted(&faces))).or_insert(0.0) += 1.0 / f64::from(ways);
    }
    chances
}

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

/// Two who meet: ours in row 5, and the enemy two squares ahead of them.
fn meeting(ours: &str, enemy: &str) -> (Position, [UnitId; 2]) {
    let position = position(&format!("a: {}\nb: {}\n", ours.replace("{}", "D5"), enemy.replace("{}", "D3")));
    let units: Vec<UnitId> = position.all().collect();
    (position, [units[0], units[1]])
}

const MEETINGS: [(&str, &str); 7] = [
    ("british cavalry, ours, {}, N, line, 4", "dervish infantry with spears, enemy, {}, S, en masse, 1"),
    ("british cavalry, ours, {}, N, line, 4", "dervish infantry with spears, enemy, {}, S, en masse, 2, disorganised"),
    ("british cavalry, ours, {}, N, line, 2", "dervish infantry with firearms, enemy, {}, S, en masse, 4"),
    ("british cavalry, ours, {}, N, line, 1", "dervish infantry with spears, enemy, {}, S, en masse, 4"),
    ("egyptian infantry, ours, {}, N, column, 4", "dervish infantry with firearms, enemy, {}, S, en masse, 2, disorganised"),
    ("bashi-bazouks, ours, {}, N, en masse, 4", "dervish infantry with spears, enemy, {}, S, en masse, 3"),
    ("gendarmerie, ours, {}, N, en masse, 4", "dervish infantry with firearms, enemy, {}, S, en masse, 4"),
];

#[test]
fn the_rows_of_charging_outcomes_come_as_often_as_the_dice_say_and_all_of_them_do() {
    let mut all = BTreeSet::new();
    for (seed, (ours, enemy)) in (1..).zip(MEETINGS) {
        let (position, [unit, target]) = meeting(ours, enemy);
        let table = &position.pack.tables.charge.outcomes;
        let Some(charge) = charges(&position, unit, 12).into_iter().find(|charge| charge.target == target) else { continue };
        let row = |dice: &mut Dice| {
            let [one, other] = throw(&position, &charge, dice).unwrap();
            let by = one.total() - other.total();
            let is_of = |from: Option<i16>, to: Option<i16>| from.is_none_or(|from| from <= by) && to.is_none_or(|to| by <= to);
            table.iter().position(|row| is_of(row.from, row.to)).unwrap()
        };
        let chances = counted(&rolls(&position, &charge).unwrap().map(|roll| roll.sides), row);
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<usize> = (0..6_000).map(|_| row(&mut dice)).collect();
        all.extend(&drawn);
        compare(&format!("{ours} against {enemy}"), drawn, &chances);
    }
    let (position, _) = meeting(MEETINGS[0].0, MEETINGS[0].1);
    assert_eq!(all, (0..position.pack.tables.charge.outcomes.len()).collect(), "every row comes");
    assert_eq!(all.len(), 7);
}

#[test]
fn the_rows_of_hand_to_hand_outcomes_come_as_often_as_the_dice_say_and_all_of_them_do() {
    let mut all = BTreeSet::new();
    for (seed, (ours, enemy)) in (11..).zip(MEETINGS) {
        let (position, [unit, target]) = meeting(ours, enemy);
        let table = &position.pack.tables.hand_to_hand.outcomes;
        let fighters = [unit, target].map(|unit| Fighter { unit, struck: Aspect::Front, cards: 0 });
        // Who loses, and by which row; nobody where it goes on.
        let row = |dice: &mut Dice| match fight(&position, fighters, dice).unwrap().ending {
            Ending::GoesOn => None,
            Ending::Lost { loser, by } => {
                let row = table.iter().position(|row| row.from <= by && row.to.is_none_or(|to| by <= to)).unwrap();
                Some((loser == unit, row))
            }
        };
        let sides = fight(&position, fighters, &mut Dice::scripted(&[1, 1])).unwrap().rolls.map(|roll| roll.sides);
        let chances = counted(&sides, row);
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<_> = (0..6_000).map(|_| row(&mut dice)).collect();
        all.extend(drawn.iter().map(|drawn| drawn.map(|(_, row)| row)));
        compare(&format!("{ours} against {enemy}, hand to hand"), drawn, &chances);
    }
    let rows = BattlePack::embedded().unwrap().tables.hand_to_hand.outcomes.len();
    assert_eq!(all, std::iter::once(None).chain((0..rows).map(Some)).collect(), "every row comes, and that it goes on");
}

#[test]
fn shots_hit_and_units_recover_as_often_as_their_dice_say() {
    let firing = [
        ("british infantry, ours, {}, N, line, 4", "dervish infantry with spears, enemy, {}, S, en masse, 4"),
        ("egyptian infantry, ours, {}, N, line, 2", "dervish infantry with spears, enemy, {}, S, en masse, 4"),
        ("british artillery, ours, {}, N, deployed, 2", "dervish infantry with spears, enemy, {}, S, en masse, 4"),
        ("british machine gun, ours, {}, N, deployed, 1", "dervish infantry with spears, enemy, {}, S, en masse, 4"),
    ];
    for (seed, (ours, enemy)) in (21..).zip(firing) {
        let (position, [unit, _]) = meeting(ours, enemy);
        let shot = targets(&position, unit, 0).into_iter().next().unwrap_or_else(|| panic!("{ours} has a target"));
        let chances = counted(&[shot.dice.sides], |dice| fire(&shot, dice).hits());
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<bool> = (0..4_000).map(|_| fire(&shot, &mut dice).hits()).collect();
        compare(&format!("shots of {ours}"), drawn, &chances);
    }
    for (seed, kind) in (31..).zip(["british infantry", "egyptian infantry", "dervish infantry with spears", "british cavalry"]) {
        let (side, formation) = if kind.starts_with("dervish") { ("enemy", "en masse") } else { ("ours", "line") };
        let position = position(&format!("a: {kind}, {side}, D5, N, {formation}, 3, disorganised\n"));
        let unit = position.all().next().unwrap();
        let recovers = |dice: &mut Dice| attempt(recovery(&position, unit).unwrap(), dice).recovers();
        let chances = counted(&[recovery(&position, unit).unwrap().roll.sides], recovers);
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<bool> = (0..4_000).map(|_| recovers(&mut dice)).collect();
        compare(&format!("{kind} recovers"), drawn, &chances);
    }
}

/// All that happens until the first is asked after both sides are laid out, and the orders that lead to it.
fn begun(battle: &Battle, seed: u64) -> Vec<Event> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let (mut state, mut dice, mut events) = (State::opening(&BattlePack::embedded().unwrap()), Dice::seeded(key, 0), Vec::new());
    let set_up = Order::SetUp(Arc::new(SetUp { battle: battle.clone(), options: Options::default() }));
    state.resolve(&set_up, &mut dice, &mut events);
    while let Some(side) = state.side_asked().filter(|_| state.turn == 0) {
        state.resolve(&Order::Ready(side), &mut dice, &mut events);
    }
    events
}

#[test]
fn each_card_of_both_packs_is_dealt_first_equally_often() {
    let battle = Battle::Scenario("marching".to_owned());
    let (mut playing, mut heroic) = (Vec::new(), Vec::new());
    for seed in 0..5_200 {
        let events = begun(&battle, seed);
        playing.extend(events.iter().find_map(|event| if let Event::Dealt { card, .. } = event { Some(*card) } else { None }));
        heroic.extend(events.iter().find_map(|event| if let Event::HeroicDealt { card, .. } = event { *card } else { None }));
    }
    let packs = (1..=2).map(|packs| Cards::packs(packs, false)).find(|cards| playing.iter().all(|card| cards.has(*card)));
    compare("playing cards", playing, &even(packs.unwrap().iter()));
    let pack = BattlePack::embedded().unwrap();
    let cards = |kind: Heroic| f64::from(pack.heroic.card(kind).unwrap().cards);
    let all: f64 = Heroic::ALL.into_iter().map(cards).sum();
    assert!((all - 54.0).abs() < f64::EPSILON);
    compare("Heroic Leadership cards", heroic, &Heroic::ALL.into_iter().map(|kind| (kind, cards(kind) / all)).collect());
}

#[test]
fn each_face_of_the_dice_that_muster_typical_armies_comes_equally_often() {
    let mut faces: BTreeMap<u8, Vec<u16>> = BTreeMap::new();
    for seed in 0..300 {
        for event in begun(&Battle::Typical, seed) {
            if let Event::Mustered { rolls } = event {
                for roll in rolls {
                    faces.entry(roll.sides).or_default().extend(roll.faces.iter().map(|face| u16::from(*face)));
                }
            }
        }
    }
    assert!(!faces.is_empty());
    for (sides, faces) in faces.into_iter().filter(|(_, faces)| faces.len() >= 200) {
        compare(&format!("D{sides}"), faces, &even(1..=u16::from(sides)));
    }
}
