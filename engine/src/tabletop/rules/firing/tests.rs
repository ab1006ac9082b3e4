use std::sync::Arc as Shared;

use super::*;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::edge::Edge;
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

/// The first unit fires at the second and throws this.
#[track_caller]
fn fired(position: &Position, weapon: u8, face: u16) -> (Shot, bool) {
    let shot = shot(position, UnitId(0), weapon, UnitId(1)).unwrap();
    let mut dice = Dice::scripted(&[face]);
    let hits = fire(&shot, &mut dice).hits();
    dice.finish().unwrap();
    (shot, hits)
}

fn why_not(units: &str) -> Option<WhyNot> {
    shot(&position(units), UnitId(0), 0, UnitId(1)).err()
}

#[test]
fn firing_example_1() {
    let position = position(
        "a: british camelry dismounted, ours, D5, N, line, 4\n\
         b: dervish cavalry with spears, enemy, D2, S, en masse, 4\n",
    );
    let (shot, hits) = fired(&position, 0, 4);
    assert_eq!((shot.dice.sides, shot.at_most, hits), (6, 4, true), "{position}");
    assert_eq!(effect(&position, UnitId(1)), Effect::Disorganises);
}

#[test]
fn firing_example_2() {
    let position = position(
        "a: dervish infantry with firearms, enemy, D4, S, en masse, 3\n\
         b: egyptian infantry, ours, D5, N, line, 4\n",
    );
    let (shot, hits) = fired(&position, 0, 6);
    assert_eq!((shot.dice.sides, shot.at_most, hits), (8, 3, false), "{position}");
}

#[test]
fn firing_example_3_a_hit_on_a_unit_in_cover_turns_a_card_t20() {
    let mut position = position(
        "a: dervish artillery, enemy, D2, S, deployed, 1\n\
         b: sudanese infantry, ours, D6, N, line, 4, disorganised\n",
    );
    assert!(!fired(&position, 0, 2).0.in_cover, "in the open");
    Shared::make_mut(&mut position.board).set_ground(at("D6"), Ground::Growth);
    let (shot, hits) = fired(&position, 0, 2);
    assert_eq!((shot.dice.sides, shot.at_most, hits, shot.in_cover), (8, 2, true, true), "{position}");
    assert_eq!(effect(&position, UnitId(1)), Effect::TakesAFigure);
}

#[test]
fn firing_example_4_the_dice() {
    let position = position(
        "a: british machine gun, ours, D5, N, deployed, 2\n\
         b: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
         c: leader, ours, D5, N, 1\n",
    );
    assert_eq!((fired(&position, 0, 5).1, fired(&position, 0, 3).1), (false, true), "{position}");
}

#[test]
fn egyptian_gendarmerie_example_2() {
    let position = position(
        "a: gendarmerie, ours, D5, N, en masse, 4\n\
         b: dervish cavalry with spears, enemy, D4, S, en masse, 4\n",
    );
    let (shot, hits) = fired(&position, 0, 8);
    assert_eq!((shot.dice.sides, shot.at_most, hits), (8, 4, false), "{position}");
}

#[test]
fn gunboat_example_2_each_weapon_hits_with_four_or_less_t23() {
    let mut position = position(
        "a: gunboat, ours, D4, N, 6\n\
         b: dervish artillery, enemy, G4, W, deployed, 1\n",
    );
    let (gun, machine_gun) = (fired(&position, 0, 4), fired(&position, 1, 1));
    assert_eq!((gun.0.dice.sides, gun.0.at_most, gun.1), (6, 4, true), "{position}");
    assert_eq!((machine_gun.0.dice.sides, machine_gun.0.at_most, machine_gun.1), (6, 4, true));
    assert_eq!(effect(&position, UnitId(1)), Effect::Disorganises);
    position.units[1].disorganised = true;
    assert_eq!(effect(&position, UnitId(1)), Effect::TakesAFigure, "hit again");
}

#[test]
fn gunboat_example_3_ahead_the_gun_alone_bears_and_a_boat_loses_a_flotation_point_t23_t45() {
    let mut position = position(
        "a: gunboat, enemy, D2, S, 6\n\
         b: gunboat, ours, D5, N, 6\n",
    );
    Shared::make_mut(&mut position.board).set_ground(at("D5"), Ground::Growth);
    let (shot, hits) = fired(&position, 0, 2);
    assert_eq!((shot.dice.sides, shot.at_most, hits, shot.in_cover), (8, 4, true, false), "no cover for boats:\n{position}");
    assert_eq!(effect(&position, UnitId(1)), Effect::TakesAFlotationPoint);
    assert_eq!(super::shot(&position, UnitId(0), 1, UnitId(1)), Err(WhyNot::TooFar { range: 3, reach: 2 }));
    position.units[1].square = at("D4");
    assert_eq!(super::shot(&position, UnitId(0), 1, UnitId(1)), Err(WhyNot::OutOfArc));
}

#[test]
fn a_gunboat_that_carries_a_unit_does_not_fire_and_one_that_carries_a_leader_does() {
    let mut position = position(
        "a: gunboat, ours, D4, N, 6\n\
         b: dervish artillery, enemy, G4, W, deployed, 1\n\
         c: leader, ours, D4, N, 1\n\
         d: british infantry, ours, D4, N, line, 4\n",
    );
    position.units[2].place = Place::Aboard(UnitId(0));
    position.units[3].place = Place::Waiting;
    assert!(shot(&position, UnitId(0), 0, UnitId(1)).is_ok());
    position.units[3].place = Place::Aboard(UnitId(0));
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(1)), Err(WhyNot::CarriesAUnit));
    assert_eq!(shot(&position, UnitId(3), 0, UnitId(1)), Err(WhyNot::NotOnTheBoard), "nor do those aboard");
}

#[test]
fn figures_fire_by_their_formation_and_a_limbered_battery_does_not() {
    let target = "b: dervish infantry with spears, enemy, D3, S, en masse, 4\n";
    let at_most = |unit: &str| shot(&position(&format!("a: {unit}\n{target}")), UnitId(0), 0, UnitId(1)).map(|shot| shot.at_most);
    let foot =
        ["line", "march column", "column", "square"].map(|formation| at_most(&format!("british infantry, ours, D5, N, {formation}, 3")));
    assert_eq!(foot, [Ok(3), Ok(1), Ok(2), Ok(1)]);
    assert_eq!(at_most("british artillery, ours, D5, N, deployed, 2"), Ok(4));
    assert_eq!(at_most("egyptian artillery, ours, D5, N, deployed, 1"), Ok(2));
    assert_eq!(at_most("british artillery, ours, D5, N, limbered, 2"), Err(WhyNot::NobodyFires));
    assert_eq!(at_most("transport, ours, D5, N, transport, 1"), Err(WhyNot::NoWeapon));
}

#[test]
fn a_target_must_be_in_range_in_the_arc_and_in_sight() {
    let ours = "a: egyptian infantry, ours, D5, N, line, 4\n";
    let enemy = |square: &str| why_not(&format!("{ours}b: dervish infantry with spears, enemy, {square}, S, en masse, 4\n"));
    assert_eq!([enemy("D3"), enemy("E4"), enemy("C4")], [None, None, None], "the edge of the arc is in it");
    assert_eq!([enemy("D2"), enemy("F4")], [3, 3].map(|range| Some(WhyNot::TooFar { range, reach: 2 })));
    assert_eq!([enemy("E5"), enemy("D6")], [Some(WhyNot::OutOfArc), Some(WhyNot::OutOfArc)]);
    let mut position = position(&format!("{ours}b: dervish infantry with spears, enemy, D3, S, en masse, 4\n"));
    Shared::make_mut(&mut position.board).set_ground(at("D4"), Ground::Hill);
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(1)), Err(WhyNot::OutOfSight), "{position}");
}

#[test]
fn units_hide_one_another_only_where_it_is_so_set_and_leaders_and_ambushes_never_t08() {
    let mut position = position(
        "a: british infantry, ours, D5, N, line, 4\n\
         b: dervish infantry with spears, enemy, D3, S, en masse, 4\n\
         c: egyptian infantry, ours, D4, N, line, 4\n",
    );
    assert!(shot(&position, UnitId(0), 0, UnitId(1)).is_ok());
    position.options.units_hide = true;
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(1)), Err(WhyNot::OutOfSight));
    position.units[2].side = crate::tabletop::side::Side::Enemy;
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(1)), Err(WhyNot::OutOfSight), "of either side");
    position.units[2].hidden = true;
    assert!(shot(&position, UnitId(0), 0, UnitId(1)).is_ok(), "what is not seen tells nothing");
    position.units[0].side = crate::tabletop::side::Side::Enemy;
    position.units[1].side = crate::tabletop::side::Side::Ours;
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(1)), Err(WhyNot::OutOfSight), "its own side sees it");
    position.units[0].side = crate::tabletop::side::Side::Ours;
    position.units[1].side = crate::tabletop::side::Side::Enemy;
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(2)), Err(WhyNot::NoTarget));
    position.units[2].hidden = false;
    position.units[2].troop = position.pack.troop_of_key("leader").unwrap();
    assert!(shot(&position, UnitId(0), 0, UnitId(1)).is_ok(), "a Leader hides nobody");
}

#[test]
fn nobody_fires_into_or_out_of_hand_to_hand_combat_t18() {
    let combat = "a: british infantry, ours, D5, N, line, 4\n\
                  b: dervish infantry with spears, enemy, D3, S, en masse, 4\n\
                  c: egyptian infantry, ours, {}, N, line, 4\n\
                  d: dervish infantry with spears, enemy, D5, S, en masse, 4\n";
    assert_eq!(why_not(&combat.replace("{}", "D3")), Some(WhyNot::InCombat));
    let away = combat.replace("D5, S", "L8, S");
    assert_eq!(why_not(&away.replace("{}", "D3")), Some(WhyNot::TargetInCombat));
    assert_eq!(why_not(&away.replace("{}", "F8")), None);
}

#[test]
fn the_firer_names_the_unit_of_several_in_a_square_and_no_leader_is_fired_at_t35_t43_t52() {
    let position = position(
        "a: british artillery, ours, D6, N, deployed, 2\n\
         b: dervish infantry with spears, enemy, D3, S, en masse, 4\n\
         c: dervish artillery, enemy, D3, S, deployed, 1\n\
         d: leader, enemy, D3, S, 1\n\
         e: leader, enemy, D4, S, 1\n\
         f: dervish infantry with spears, enemy, E2, S, en masse, 4\n\
         g: egyptian infantry, ours, D2, S, line, 4\n",
    );
    let named: Vec<u8> = targets(&position, UnitId(0), 0).iter().map(|shot| shot.target.0).collect();
    assert_eq!(named, [1, 2, 5], "{position}");
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(4)), Err(WhyNot::NoTarget));
    assert_eq!(shot(&position, UnitId(0), 0, UnitId(40)), Err(WhyNot::NoTarget));
    assert_eq!(shot(&position, UnitId(0), 1, UnitId(1)), Err(WhyNot::NoWeapon));
}

#[test]
fn a_square_fires_one_figure_in_any_of_its_four_arcs_or_in_each_t36() {
    let mut position = position(
        "a: british infantry, ours, D5, N, square, 4\n\
         b: dervish infantry with spears, enemy, D4, S, en masse, 4\n\
         c: dervish infantry with spears, enemy, F5, S, en masse, 4\n\
         d: dervish infantry with spears, enemy, D8, S, en masse, 4\n\
         e: dervish infantry with spears, enemy, C6, S, en masse, 4\n",
    );
    let shots = targets(&position, UnitId(0), 0);
    assert_eq!(shots.iter().map(|shot| (shot.target.0, shot.at_most)).collect::<Vec<_>>(), [(1, 1), (2, 1), (3, 1), (4, 1)]);
    let at = |square: &str| directions(Facing::North, at("D5"), square.parse().unwrap()).to_vec();
    assert_eq!(at("D4"), [Facing::North]);
    assert_eq!(at("F5"), [Facing::East]);
    assert_eq!(at("C6"), [Facing::South, Facing::West], "on the edge between two");
    assert_eq!(directions_a_turn(&position), 1);
    position.options.square_fires_each_way = true;
    assert_eq!(directions_a_turn(&position), 4);
}

#[test]
fn once_a_turn_without_a_card_and_artillery_twice_where_it_is_so_set_t11() {
    let mut position = position(
        "a: dervish artillery, enemy, D4, S, deployed, 1\n\
         b: british machine gun, ours, D8, N, deployed, 2\n",
    );
    let shots = |position: &Position| [0, 1].map(|unit| shots_a_turn(position, UnitId(unit)));
    assert_eq!(shots(&position), [1, 1]);
    position.options.artillery_fires_twice = true;
    assert_eq!(shots(&position), [2, 1]);
}

#[test]
fn an_obstacle_on_the_target_s_edge_gives_it_the_cover_card_t20_t40() {
    let mut position = position(
        "a: british infantry, ours, D5, N, line, 4\n\
         b: dervish infantry with spears, enemy, D3, S, en masse, 4\n",
    );
    Shared::make_mut(&mut position.board).set_edge(at("D3"), at("D4"), Some(Edge::Trench));
    assert!(fired(&position, 0, 1).0.in_cover, "{position}");
}
