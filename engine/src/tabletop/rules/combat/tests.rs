use std::sync::Arc;

use super::*;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

const fn front(unit: u8) -> Fighter {
    Fighter { unit: UnitId(unit), struck: Aspect::Front, cards: 0 }
}

/// The scores of two fighters with these faces, and how it ends.
#[track_caller]
fn fought(position: &Position, fighters: [Fighter; 2], faces: [u16; 2]) -> ([i16; 2], Ending) {
    let mut dice = Dice::scripted(&faces);
    let combat = fight(position, fighters, &mut dice).unwrap();
    dice.finish().unwrap();
    let [one, other] = &combat.rolls;
    ([one.total(), other.total()], combat.ending)
}

const FIRST: &str = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\n\
                     b: egyptian infantry, ours, D4, N, line, 3\n\
                     c: sudanese infantry, ours, D5, N, line, 4\n";

const SECOND: &str = "a: british infantry, ours, D4, E, column, 4\n\
                      b: dervish infantry with spears, enemy, D4, N, en masse, 4\n\
                      c: dervish camelry with spears, enemy, D5, N, en masse, 4\n\
                      d: dervish artillery, enemy, E5, N, deployed, 1\n\
                      e: leader, ours, D4, E, 1\n";

#[test]
fn hand_to_hand_combat_example_1() {
    let position = position(FIRST);
    let (scores, ending) = fought(&position, [front(0), front(1)], [6, 5]);
    assert_eq!((scores, ending), ([10, 9], Ending::Lost { loser: UnitId(1), by: 1 }), "{position}");
    let toll = toll(&position.pack.tables.hand_to_hand, 1, false);
    assert_eq!(toll, Toll { falls_back: 1, figures: 0, disorganised: false });
}

#[test]
fn hand_to_hand_combat_example_2_a_column_fights_with_two_whoever_they_are_t03_t13() {
    let position = position(SECOND);
    let ours = Fighter { cards: 2, ..front(0) };
    let theirs = Fighter { struck: Aspect::Flank, ..front(1) };
    let (scores, ending) = fought(&position, [ours, theirs], [1, 4]);
    assert_eq!((scores, ending), ([5, 8], Ending::Lost { loser: UnitId(0), by: 3 }), "{position}");
    let toll = toll(&position.pack.tables.hand_to_hand, 3, false);
    assert_eq!(toll, Toll { falls_back: 2, figures: 0, disorganised: true });
}

#[test]
fn leaders_and_gun_crews_add_figures_inside_the_limit_or_always_or_never_t03() {
    let with = |unit: &str, beside: &str, options: MoreFigures| {
        let mut position = position(&format!("a: british infantry, ours, D4, N, {unit}\n{beside}"));
        position.options.more_figures = options;
        [Aspect::Front, Aspect::Flank, Aspect::Rear].map(|struck| figures(&position, UnitId(0), struck))
    };
    let (gunners, leader) = ("b: british artillery, ours, D4, N, deployed, 2\n", "b: leader, ours, D4, N, 1\n");
    assert_eq!(with("line, 4", gunners, MoreFigures::WithinTheLimit), [6, 1, 0]);
    assert_eq!(with("column, 4", leader, MoreFigures::WithinTheLimit), [2, 2, 2]);
    assert_eq!(with("column, 1", leader, MoreFigures::WithinTheLimit), [2, 2, 2]);
    assert_eq!(with("line, 4", gunners, MoreFigures::Always), [6, 3, 0]);
    assert_eq!(with("column, 4", leader, MoreFigures::Always), [3, 3, 3]);
    assert_eq!(with("column, 1", leader, MoreFigures::Never), [1, 1, 1]);
}

#[test]
fn enemy_horse_throws_a_d8_hand_to_hand_or_its_d12_where_it_is_so_set_t02() {
    let mut position = position(
        "a: dervish cavalry with spears, enemy, A1, S, en masse, 4\n\
         b: dervish camelry with spears, enemy, B1, S, en masse, 4\n\
         c: bashi-bazouks, ours, C1, S, en masse, 4\n\
         d: dervish infantry with spears, enemy, D1, S, en masse, 4\n\
         e: british cavalry, ours, E1, S, line, 4\n\
         f: leader, ours, F1, S, 1\n",
    );
    let sides = |position: &Position| (0..6).map(|unit| die(position, UnitId(unit)).map(|dice| dice.sides)).collect::<Vec<_>>();
    assert_eq!(sides(&position), [Some(8), Some(8), Some(8), Some(8), Some(6), None]);
    position.options.horse_throws_its_greater_die = true;
    assert_eq!(sides(&position), [Some(12), Some(12), Some(12), Some(8), Some(6), None]);
}

#[test]
fn bashi_bazouks_and_gendarmerie_are_always_disorganised_hand_to_hand_t34() {
    let position = position(
        "a: gendarmerie, ours, D4, N, en masse, 4\n\
         b: bazingers, ours, C4, N, en masse, 4\n\
         c: british infantry, ours, B4, N, line, 4, disorganised\n",
    );
    let modifiers = [0, 1, 2].map(|unit| roll(&position, front(unit)).unwrap().modifier());
    assert_eq!(modifiers, [2, 4, 2], "four figures, less two if disorganised:\n{position}");
}

#[test]
fn a_tie_goes_on_and_a_disorganised_loser_loses_a_figure_more_from_3_on() {
    let fighters = [front(0), front(1)];
    assert_eq!(ending(fighters, 0), Ending::GoesOn);
    assert_eq!(ending(fighters, -4), Ending::Lost { loser: UnitId(0), by: 4 });
    let pack: Arc<BattlePack> = BattlePack::embedded().unwrap();
    let lost = |by| toll(&pack.tables.hand_to_hand, by, true).figures;
    assert_eq!([1, 2, 3, 4, 5].map(lost), [0, 0, 1, 1, 2]);
}
