use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};

use super::*;
use crate::dice::{Dice, DiceSpec};
use crate::tabletop::board::{Board, Size};
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;
use crate::tabletop::roll::{Purpose, Reason};
use crate::tabletop::rules::firing::{fire, targets};
use crate::tabletop::square::{Aspect, Square};
use crate::tabletop::unit::UnitId;

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

/// A crowd, close together.
fn random(rng: &mut impl rand::Rng) -> Position {
    let kinds = [
        "british infantry, ours, {}, N, line, 4",
        "egyptian infantry, ours, {}, E, column, 3, disorganised",
        "british cavalry, ours, {}, NE, line, 2",
        "british artillery, ours, {}, N, deployed, 2",
        "gendarmerie, ours, {}, N, en masse, 3",
        "bashi-bazouks, ours, {}, NW, en masse, 4",
        "leader, ours, {}, N, 1",
        "transport, ours, {}, N, transport, 1",
        "dervish infantry with spears, enemy, {}, S, en masse, 4",
        "dervish infantry with firearms, enemy, {}, SW, en masse, 3, disorganised",
        "dervish cavalry with firearms, enemy, {}, W, en masse, 4",
        "dervish machine gun, enemy, {}, S, deployed, 1",
    ];
    let lines = ('a'..='n').map(|letter| {
        let square = Square::new(rng.random_range(0..6), rng.random_range(0..6));
        format!("{letter}: {}\n", kinds[rng.random_range(0..kinds.len())].replace("{}", &square.to_string()))
    });
    let mut position = position(&lines.collect::<String>());
    position.options.horse_throws_its_greater_die = rng.random_range(0..2) == 0;
    position
}

/// Each outcome with its chance, counted over all faces of two dice.
fn counted<T: Ord>(sides: [u8; 2], mut outcome: impl FnMut(&mut Dice) -> T) -> BTreeMap<T, Fraction> {
    let mut ways: BTreeMap<T, u128> = BTreeMap::new();
    for one in 1..=u16::from(sides[0]) {
        for other in 1..=u16::from(sides[1]) {
            *ways.entry(outcome(&mut Dice::scripted(&[one, other]))).or_default() += 1;
        }
    }
    let all = u128::from(sides[0]) * u128::from(sides[1]);
    ways.into_iter().map(|(outcome, ways)| (outcome, Fraction::new(ways, all))).collect()
}

fn spread<T: Ord + Clone>(spread: &Spread<T>) -> BTreeMap<T, Fraction> {
    assert!(spread.chance(|_| true).is_one(), "chances come to one");
    spread.iter().map(|(outcome, chance)| (outcome.clone(), chance)).collect()
}

#[test]
fn the_chances_of_a_charge_and_of_a_combat_are_those_of_all_dice() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(33);
    let (mut charges, mut combats) = (0, 0);
    for _ in 0..60 {
        let position = random(&mut rng);
        for unit in position.all() {
            for made in charging::charges(&position, unit, 12) {
                let sides = charging::rolls(&position, &made).unwrap().map(|roll| roll.sides);
                let counted = counted(sides, |dice| {
                    let [one, other] = charging::throw(&position, &made, dice).unwrap();
                    charging::outcome(&position, made.target, one.total() - other.total()).unwrap()
                });
                assert_eq!(spread(&charge(&position, &made).unwrap()), counted, "{made:?}\n{position}");
                charges += 1;
                let fighters = [
                    Fighter { unit, struck: Aspect::Front, cards: 0 },
                    Fighter { unit: made.target, struck: made.struck, cards: rng.random_range(0..3) },
                ];
                let fought = self::counted(sides, |dice| combat::fight(&position, fighters, dice).unwrap().ending);
                assert_eq!(spread(&combat(&position, fighters).unwrap()), fought, "{made:?}\n{position}");
                combats += 1;
            }
        }
    }
    assert!(charges > 100 && combats > 100, "{charges} charges");
}

#[test]
fn the_chances_of_a_shot_are_those_of_every_face_and_every_card_t20() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(20);
    let mut shots = 0;
    for _ in 0..60 {
        let position = random(&mut rng);
        for unit in position.all() {
            for open in targets(&position, unit, 0) {
                let faces = 1..=u16::from(open.dice.sides);
                let hits = faces.filter(|face| fire(&open, &mut Dice::scripted(&[*face])).hits()).count();
                let hit = Fraction::new(hits as u128, open.dice.sides.into());
                let (few, nobody) = (cards(3, 1, 0), LeadersThere::default());
                let chances = shot(&open, few, nobody);
                assert_eq!((chances.hit, chances.stopped, chances.tells), (hit, Fraction::ZERO, hit), "{open:?}\n{position}");
                let covered = shot(&Shot { in_cover: true, ..open }, few, nobody);
                assert_eq!((covered.stopped, covered.tells), (hit * Fraction::new(1, 4), hit * Fraction::new(3, 4)));
                assert_eq!(covered.stopped + covered.tells, covered.hit);
                let whole = shot(&Shot { in_cover: true, ..open }, CardsLeft::WHOLE, nobody);
                assert_eq!(whole.tells, hit * Fraction::new(1, 2), "a whole pack");
                let black = shot(&Shot { in_cover: true, ..open }, cards(0, 1, 1), nobody);
                assert!(black.tells.is_zero() && black.stopped == hit, "nothing but black cards");
                let joker = shot(&Shot { in_cover: true, ..open }, cards(27, 20, 6), nobody);
                assert_eq!(joker.stopped, hit * Fraction::new(26, 53), "the joker stops nothing");
                shots += 1;
            }
        }
    }
    assert!(shots > 100, "{shots}");
}

fn cards(red: u8, black: u8, court: u8) -> CardsLeft {
    CardsLeft { left: Colours { red, black, court }, turned: Colours::default() }
}

/// *Leaders in combat*: a card for each Leader with those who are hit, after the one for cover.
#[test]
fn the_chances_of_a_shot_count_the_cards_of_every_leader_there_t19() {
    let state = crate::tabletop::trial::Trial::new(
        "a: british infantry, ours, D4, S, line, 4\nb: dervish infantry with spears, enemy, D6, N, en masse, 4\nc: leader, enemy, D6, N, 1\n",
    )
    .state;
    let open = targets(&state.position, UnitId(0), 0).into_iter().next().unwrap();
    let leader = LeadersThere::with(&state, UnitId(1));
    assert_eq!(leader, LeadersThere { count: 1, any_wound: false });
    let chances = shot(&open, CardsLeft::WHOLE, leader);
    assert_eq!(chances.taken, chances.hit * Fraction::new(6, 52), "a court card of spades or clubs");
    assert_eq!(chances.tells, chances.hit * Fraction::new(46, 52));
    let any = shot(&open, CardsLeft::WHOLE, LeadersThere { any_wound: true, ..leader });
    assert_eq!(any.taken, any.hit * Fraction::new(1, 2), "any black card, where it is so set");
    // Every order of the cards that are left, those turned shuffled in again when none is: counted one by one.
    let covered = Shot { in_cover: true, ..open };
    let few = CardsLeft { left: Colours { red: 1, black: 0, court: 0 }, turned: Colours { red: 1, black: 1, court: 1 } };
    let two = shot(&covered, few, LeadersThere { count: 2, any_wound: false });
    // The one red card does not cover; then of red, red, black and court two are turned: the court card is among them half the time.
    assert_eq!((two.stopped, two.taken), (Fraction::ZERO, two.hit * Fraction::new(1, 2)));
}

#[test]
fn the_differences_of_two_dice_are_those_of_all_their_faces() {
    for sides in [[6, 8], [8, 6], [12, 6], [8, 8]] {
        let roll = |at: usize| Roll::new(Purpose::Charge(UnitId(0)), DiceSpec { count: 1, sides: sides[at] });
        let (one, other) = (roll(0).with(Reason::Figures(4), 4), roll(1).with(Reason::FriendsBehind(1), 1));
        let counted = counted(sides, |dice| dice.throw(one.clone(), 1).total() - dice.throw(other.clone(), 1).total());
        assert_eq!(spread(&difference(&one, &other)), counted, "{sides:?}");
    }
}

#[test]
fn the_chances_of_a_recovery_are_those_of_its_die() {
    let position = position("a: dervish infantry with spears, enemy, D4, S, en masse, 3, disorganised\n");
    let tried = recovery::recovery(&position, UnitId(0)).unwrap();
    assert_eq!(recovery(&tried), Fraction::new(3, 8));
}
