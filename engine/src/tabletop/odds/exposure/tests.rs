use std::sync::Arc;

use super::*;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::ground::Ground;
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

const UNITS: &str = "a: british infantry, ours, D8, N, line, 4\n\
                     b: dervish infantry with firearms, enemy, D2, S, en masse, 4\n\
                     c: dervish artillery, enemy, E1, S, deployed, 1\n\
                     d: dervish cavalry with spears, enemy, F3, S, en masse, 4\n";

#[test]
fn a_move_exposes_a_unit_to_the_fire_of_those_who_bear_on_where_it_ends() {
    let mut position = position(UNITS);
    let far = exposure(&position, UnitId(0), at("D8"), Facing::North);
    assert!(far.shots.is_empty() && far.hit.is_zero(), "{far:?}");
    let near = exposure(&position, UnitId(0), at("D3"), Facing::North);
    assert_eq!(near.shots.iter().map(|shot| shot.firer).collect::<Vec<_>>(), [UnitId(1), UnitId(2)], "{position}");
    // Four of eight faces, and two of eight: spared by both with 4/8 of 6/8.
    assert_eq!(near.hit, Fraction::new(5, 8));
    Arc::make_mut(&mut position.board).set_ground(at("D3"), Ground::Growth);
    let covered = exposure(&position, UnitId(0), at("D3"), Facing::North);
    assert_eq!(covered.hit, Fraction::new(64 - 6 * 7, 64), "cover stops every other hit");
    position.units[1].disorganised = true;
    position.units[2].hidden = true;
    assert!(exposure(&position, UnitId(0), at("D3"), Facing::North).shots.is_empty());
}

#[test]
fn a_unit_that_moves_out_of_ambush_is_exposed_as_any_other_n06() {
    let mut position = position(UNITS);
    let open = exposure(&position, UnitId(0), at("D3"), Facing::North);
    assert!(!open.shots.is_empty() && !open.chargers.is_empty());
    position.units[0].hidden = true;
    assert_eq!(exposure(&position, UnitId(0), at("D3"), Facing::North), open, "moving reveals it");
}

#[test]
fn a_move_exposes_a_unit_to_those_whose_die_can_bring_them_in() {
    let position = position(UNITS);
    let chargers = |square: &str, facing| exposure(&position, UnitId(0), at(square), facing).chargers.into_vec();
    let before = chargers("F6", Facing::North);
    assert_eq!((before.len(), before[0].unit, before[0].points, before[0].struck), (1, UnitId(3), 6, Aspect::Front), "{position}");
    assert_eq!(before[0].chance, Fraction::new(7, 12), "6 or more on a D12");
    assert_eq!(chargers("F6", Facing::East)[0].struck, Aspect::Flank);
    let both = chargers("D4", Facing::North);
    assert_eq!(both.iter().map(|charger| charger.unit).collect::<Vec<_>>(), [UnitId(1), UnitId(3)]);
    assert_eq!((both[0].points, both[0].chance), (4, Fraction::new(5, 8)));
    assert!(chargers("A8", Facing::North).is_empty(), "too far for any die");
}

#[test]
fn what_a_formation_gives_and_what_irregulars_lack_counts_in_a_charge_s_chance() {
    let chance = |unit: &str| {
        let position = position(&format!("a: dervish infantry with spears, enemy, A1, S, en masse, 4\nb: {unit}\n"));
        let found = exposure(&position, UnitId(0), at("D4"), Facing::South).chargers;
        found.first().map(|charger| (charger.points, charger.chance))
    };
    assert_eq!(chance("gendarmerie, ours, D5, N, en masse, 4"), Some((2, Fraction::new(4, 8))), "5 or more less 3");
    assert_eq!(chance("british cavalry, ours, D7, N, column, 4"), Some((6, Fraction::new(8, 12))), "5 or more and 1");
    assert_eq!(chance("british cavalry, ours, D7, N, line, 4"), Some((6, Fraction::new(7, 12))));
    assert_eq!(chance("gendarmerie, ours, D7, N, en masse, 4"), None, "six points are more than 8 less 3");
}
