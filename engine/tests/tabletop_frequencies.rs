//! Every throw of the gridded battle, made many times through the engine's own functions with fixed seeds, against the exact probabilities, which
//! are counted out once more here by hand: each face of both dice, what the text adds to them, and each row of its tables.
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
use engine::tabletop::pack::{BattlePack, Toll};
use engine::tabletop::position::Position;
use engine::tabletop::rules::charging::{Outcome, charges, outcome, throw};
use engine::tabletop::rules::combat::{self, Ending, Fighter, fight, is_disorganised};
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

/// The chance of each result of two dice with so many sides, one way for each pair of their faces.
fn of_two<K: Ord>(sides: [i16; 2], result: impl Fn(i16, i16) -> K) -> BTreeMap<K, f64> {
    let mut chances = BTreeMap::new();
    for one in 1..=sides[0] {
        for other in 1..=sides[1] {
            *chances.entry(result(one, other)).or_insert(0.0) += 1.0 / f64::from(sides[0] * sides[1]);
        }
    }
    chances
}

/// The chance that a die with so many sides shows no more than a number, and that it shows more.
fn no_more_than(most: u8, sides: u8) -> BTreeMap<bool, f64> {
    let chance = f64::from(most) / f64::from(sides);
    [(true, chance), (false, 1.0 - chance)].into()
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

/// A meeting with its sums by hand, ours first.
struct Meeting {
    ours: &'static str,
    enemy: &'static str,
    /// The sides of the dice (T02).
    sides: [i16; 2],
    /// What is added when ours charge.
    charge: [i16; 2],
    /// What is added hand to hand.
    hand_to_hand: [i16; 2],
    /// Who counts as disorganised.
    disorganised: [bool; 2],
}

const MEETINGS: [Meeting; 7] = [
    // Four charge one.
    Meeting {
        ours: "british cavalry, ours, {}, N, line, 4",
        enemy: "dervish infantry with spears, enemy, {}, S, en masse, 1",
        sides: [6, 8],
        charge: [4, 1],
        hand_to_hand: [4, 1],
        disorganised: [false, false],
    },
    // 1 more to charge the disorganised, who take 2 off hand to hand.
    Meeting {
        ours: "british cavalry, ours, {}, N, line, 4",
        enemy: "dervish infantry with spears, enemy, {}, S, en masse, 2, disorganised",
        sides: [6, 8],
        charge: [4 + 1, 2],
        hand_to_hand: [4, 0],
        disorganised: [false, true],
    },
    Meeting {
        ours: "british cavalry, ours, {}, N, line, 2",
        enemy: "dervish infantry with firearms, enemy, {}, S, en masse, 4",
        sides: [6, 8],
        charge: [2, 4],
        hand_to_hand: [2, 4],
        disorganised: [false, false],
    },
    Meeting {
        ours: "british cavalry, ours, {}, N, line, 1",
        enemy: "dervish infantry with spears, enemy, {}, S, en masse, 4",
        sides: [6, 8],
        charge: [1, 4],
        hand_to_hand: [1, 4],
        disorganised: [false, false],
    },
    // Two of a Column fight.
    Meeting {
        ours: "egyptian infantry, ours, {}, N, column, 4",
        enemy: "dervish infantry with firearms, enemy, {}, S, en masse, 2, disorganised",
        sides: [6, 8],
        charge: [2 + 1, 2],
        hand_to_hand: [2, 0],
        disorganised: [false, true],
    },
    // Irregulars throw what Dervishes do, and are always disorganised hand to hand.
    Meeting {
        ours: "bashi-bazouks, ours, {}, N, en masse, 4",
        enemy: "dervish infantry with spears, enemy, {}, S, en masse, 3",
        sides: [8, 8],
        charge: [4, 3],
        hand_to_hand: [4 - 2, 3],
        disorganised: [true, false],
    },
    Meeting {
        ours: "gendarmerie, ours, {}, N, en masse, 4",
        enemy: "dervish infantry with firearms, enemy, {}, S, en masse, 4",
        sides: [8, 8],
        charge: [4, 4],
        hand_to_hand: [4 - 2, 4],
        disorganised: [true, false],
    },
];

impl Meeting {
    fn called(&self) -> String {
        format!("{} against {}", self.ours, self.enemy)
    }
}

const fn toll(falls_back: u8, figures: u8, disorganised: bool) -> Toll {
    Toll { falls_back, figures, disorganised }
}

/// The text's charging outcomes: the row of a difference, the first and the last for all beyond them, and what it does.
fn charging_row(difference: i16, was_disorganised: bool) -> (i16, Outcome) {
    let nothing = toll(0, 0, false);
    let further = u8::from(was_disorganised);
    let (enters, charging, charged) = match difference {
        ..=-3 => (false, toll(3, 1, true), nothing),
        -2 => (false, toll(2, 0, true), nothing),
        -1 => (false, toll(2, 0, false), nothing),
        0 => (false, nothing, nothing),
        1 => (true, nothing, nothing),
        2 => (true, nothing, toll(0, further, true)),
        3.. => (true, nothing, toll(2, 1 + further, true)),
    };
    (difference.clamp(-3, 3), Outcome { enters, charging, charged })
}

/// The text's hand-to-hand combat outcomes: the row of what the winner's score is higher, the last for all beyond it, and what it does.
fn hand_to_hand_row(by: i16, was_disorganised: bool) -> (i16, Toll) {
    let further = u8::from(was_disorganised);
    let loser = match by {
        1 => toll(1, 0, false),
        2 => toll(2, 0, false),
        3 => toll(2, further, true),
        4 => toll(3, further, true),
        5.. => toll(3, 1 + further, true),
        _ => panic!("nobody loses by {by}"),
    };
    (by.min(5), loser)
}

#[test]
fn the_rows_of_charging_outcomes_come_as_often_as_the_dice_say_and_all_of_them_do() {
    let mut all = BTreeSet::new();
    for (seed, met) in (1..).zip(MEETINGS) {
        let (position, [unit, target]) = meeting(met.ours, met.enemy);
        let charge = charges(&position, unit, 12).into_iter().find(|charge| charge.target == target);
        let charge = charge.unwrap_or_else(|| panic!("no charge of {}", met.called()));
        let thrown = |dice: &mut Dice| {
            let [one, other] = throw(&position, &charge, dice).unwrap();
            let by = one.total() - other.total();
            (by.clamp(-3, 3), outcome(&position, target, by).unwrap())
        };
        let [ours, enemy] = met.charge;
        let chances = of_two(met.sides, |one, other| charging_row(one + ours - other - enemy, met.disorganised[1]));
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<_> = (0..6_000).map(|_| thrown(&mut dice)).collect();
        all.extend(drawn.iter().map(|(row, _)| *row));
        compare(&met.called(), drawn, &chances);
    }
    assert_eq!(all, (-3..=3).collect(), "every row comes");
    assert_eq!(BattlePack::embedded().unwrap().tables.charge.outcomes.len(), 7);
}

#[test]
fn the_rows_of_hand_to_hand_outcomes_come_as_often_as_the_dice_say_and_all_of_them_do() {
    let mut all = BTreeSet::new();
    for (seed, met) in (11..).zip(MEETINGS) {
        let (position, [unit, target]) = meeting(met.ours, met.enemy);
        let table = &position.pack.tables.hand_to_hand;
        let fighters = [unit, target].map(|unit| Fighter { unit, struck: Aspect::Front, cards: 0 });
        // Whether ours lose, by which row, and what it costs; nothing where it goes on.
        let fought = |dice: &mut Dice| match fight(&position, fighters, dice).unwrap().ending {
            Ending::GoesOn => None,
            Ending::Lost { loser, by } => Some((loser == unit, by.min(5), combat::toll(table, by, is_disorganised(&position, loser)))),
        };
        let [ours, enemy] = met.hand_to_hand;
        let chances = of_two(met.sides, |one, other| {
            let by = one + ours - other - enemy;
            let is_ours = by < 0;
            let (row, toll) = (by != 0).then(|| hand_to_hand_row(by.abs(), met.disorganised[usize::from(!is_ours)]))?;
            Some((is_ours, row, toll))
        });
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<_> = (0..6_000).map(|_| fought(&mut dice)).collect();
        all.extend(drawn.iter().map(|drawn| drawn.map_or(0, |(_, row, _)| row)));
        compare(&format!("{}, hand to hand", met.called()), drawn, &chances);
    }
    assert_eq!(all, (0..=5).collect(), "every row comes, and that it goes on");
    assert_eq!(BattlePack::embedded().unwrap().tables.hand_to_hand.outcomes.len(), 5);
}

#[test]
fn shots_hit_and_units_recover_as_often_as_their_dice_say() {
    // Who fires, and how many of the six faces hit: one for each figure, two for each gunner.
    let firing = [
        ("british infantry, ours, {}, N, line, 4", 4),
        ("egyptian infantry, ours, {}, N, line, 2", 2),
        ("british artillery, ours, {}, N, deployed, 2", 4),
        ("british machine gun, ours, {}, N, deployed, 1", 2),
    ];
    for (seed, (ours, hits)) in (21..).zip(firing) {
        let (position, [unit, _]) = meeting(ours, "dervish infantry with spears, enemy, {}, S, en masse, 4");
        let shot = targets(&position, unit, 0).into_iter().next().unwrap_or_else(|| panic!("{ours} has a target"));
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<bool> = (0..4_000).map(|_| fire(&shot, &mut dice).hits()).collect();
        compare(&format!("shots of {ours}"), drawn, &no_more_than(hits, 6));
    }
    // Three figures are left of each.
    for (seed, (kind, sides)) in
        (31..).zip([("british infantry", 6), ("egyptian infantry", 6), ("dervish infantry with spears", 8), ("british cavalry", 6)])
    {
        let (side, formation) = if kind.starts_with("dervish") { ("enemy", "en masse") } else { ("ours", "line") };
        let position = position(&format!("a: {kind}, {side}, D5, N, {formation}, 3, disorganised\n"));
        let unit = position.all().next().unwrap();
        let recovers = |dice: &mut Dice| attempt(recovery(&position, unit).unwrap(), dice).recovers();
        let mut dice = Dice::seeded([seed; 32], 0);
        let drawn: Vec<bool> = (0..4_000).map(|_| recovers(&mut dice)).collect();
        compare(&format!("{kind} recovers"), drawn, &no_more_than(3, sides));
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
    // In the order of the text, which has 54.
    let cards = [12.0, 12.0, 12.0, 9.0, 9.0];
    compare("Heroic Leadership cards", heroic, &Heroic::ALL.into_iter().zip(cards.map(|cards| cards / 54.0)).collect());
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
    let thrown: Vec<u8> = faces.keys().copied().collect();
    assert_eq!(thrown, [6, 12], "the dice of the armies and of their ground");
    for (sides, faces) in faces {
        compare(&format!("D{sides}"), faces, &even(1..=u16::from(sides)));
    }
}
