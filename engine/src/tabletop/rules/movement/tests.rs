use std::sync::Arc;

use super::forms::{formation_cost, mount_cost, other_way_to_go};
use super::tariff::{step_cost, turn_cost};
use super::ways::{Reach, reach};
use crate::tabletop::board::{Board, Size};
use crate::tabletop::edge::Edge;
use crate::tabletop::formation::Formation;
use crate::tabletop::ground::Ground;
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;
use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

/// Units on open ground, but for the squares named.
fn position(grounds: &[(&str, Ground)], units: &str) -> Position {
    let mut board = Board::open(Size::Small);
    for (square, ground) in grounds {
        board.set_ground(at(square), *ground);
    }
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &format!("{board}\n{units}")).unwrap()
}

/// Every square of these columns and rows.
fn filled(ground: Ground) -> Vec<(String, Ground)> {
    Board::open(Size::Small).squares().map(|square| (square.to_string(), ground)).collect()
}

fn everywhere(ground: Ground, units: &str) -> Position {
    let all = filled(ground);
    let all: Vec<(&str, Ground)> = all.iter().map(|(square, ground)| (square.as_str(), *ground)).collect();
    position(&all, units)
}

fn points(reach: &Reach, square: &str, facing: Facing) -> Option<u8> {
    reach.cost(at(square), facing).map(|(points, _)| points)
}

#[test]
fn an_example_of_orthogonal_and_of_diagonal_movement() {
    let position = position(&[], "a: british infantry, ours, D4, N, line, 4\nb: british infantry, ours, F4, NE, line, 4\n");
    assert_eq!(step_cost(&position, UnitId(0), at("D4"), at("D3")), Some(2));
    assert_eq!(step_cost(&position, UnitId(1), at("F4"), at("G3")), Some(3));
}

#[test]
fn an_example_of_movement() {
    let position = position(&[], "a: british infantry, ours, D4, N, line, 4\n");
    assert_eq!(reach(&position, UnitId(0), 4).cost(at("E3"), Facing::NorthEast), Some((4, 1)), "a turn and a diagonal move:\n{position}");
    assert_eq!(reach(&position, UnitId(0), 3).cost(at("E3"), Facing::NorthEast), None);
}

#[test]
fn movement_example_1() {
    let position = position(&[], "a: british camelry dismounted, ours, D5, N, march column, 4\n");
    let reach = reach(&position, UnitId(0), 6);
    assert_eq!(points(&reach, "D2", Facing::North), Some(6), "three squares");
    assert_eq!(points(&reach, "E3", Facing::NorthEast), Some(6), "a square, a turn of 45°, a square diagonally");
    assert_eq!(points(&reach, "F3", Facing::NorthEast), None, "two squares diagonally, but it would have to turn first");
    let facing_so = Position { units: vec![crate::tabletop::unit::Unit { facing: Facing::NorthEast, ..position.units[0] }], ..position };
    assert_eq!(points(&super::ways::reach(&facing_so, UnitId(0), 6), "F3", Facing::NorthEast), Some(6), "two squares diagonally");
    let turned_and_moved = 1 + 2;
    assert_eq!(formation_cost(&facing_so, UnitId(0), Formation::Line).map(|cost| cost + turned_and_moved), Some(5));
}

#[test]
fn movement_example_2() {
    let position = position(&[], "a: dervish artillery, enemy, D4, S, deployed, 1\n");
    let fire = position.pack.tables.tariff.fire;
    assert_eq!(formation_cost(&position, UnitId(0), Formation::Limbered).map(|cost| cost + fire), Some(4));
}

#[test]
fn movement_example_3_what_touches_difficult_ground_costs_1_more_and_a_turn_outside_it_does_not_t12() {
    let horse = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\n";
    let open = position(&[], horse);
    assert_eq!(points(&reach(&open, UnitId(0), 7), "D7", Facing::East), Some(7), "three squares and a turn of 90°");
    let entered = position(&[("E6", Ground::Growth)], "a: dervish cavalry with spears, enemy, D4, SE, en masse, 4\n");
    assert_eq!(points(&reach(&entered, UnitId(0), 7), "E6", Facing::South), Some(7), "diagonally, a turn, into difficult ground");
    let through = position(
        &[("D4", Ground::Growth), ("D5", Ground::Growth), ("D6", Ground::Growth)],
        "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: dervish infantry with spears, enemy, D5, S, en masse, 4\n",
    );
    assert_eq!(step_cost(&through, UnitId(0), at("D4"), at("D5")), Some(5), "in difficult ground and through a friend");
    let out = position(&[("D4", Ground::Growth)], "a: dervish cavalry with spears, enemy, D4, SE, en masse, 4\n");
    assert_eq!(points(&reach(&out, UnitId(0), 7), "E5", Facing::East), Some(5), "diagonally out of difficult ground, then a turn");
}

#[test]
fn movement_example_4() {
    let position = everywhere(Ground::Growth, "a: egyptian infantry, ours, D4, N, column, 4\n");
    let reach = reach(&position, UnitId(0), 3);
    assert_eq!(points(&reach, "D3", Facing::North), Some(3));
    assert_eq!(points(&reach, "D4", Facing::East), Some(2));
    assert_eq!(turn_cost(&position, UnitId(0), at("D4")), 2);
}

#[test]
fn movement_example_5() {
    let position = everywhere(Ground::Hill, "a: dervish infantry with spears, enemy, D4, S, en masse, 4\nb: leader, enemy, D4, S, 1\n");
    let reach = reach(&position, UnitId(0), 6);
    assert_eq!(points(&reach, "D6", Facing::South), Some(6), "two squares");
    assert_eq!(points(&reach, "D5", Facing::East), Some(5), "a square and a turn of 90°");
}

#[test]
fn movement_example_6() {
    let position = everywhere(Ground::Growth, "a: sudanese infantry, ours, D4, N, line, 4\n");
    assert_eq!(reach(&position, UnitId(0), 1).stops().count(), 0, "it cannot even turn");
}

#[test]
fn movement_example_7() {
    let position = position(&[], "a: british infantry, ours, D4, N, square, 4\n");
    let reach = reach(&position, UnitId(0), 2);
    assert_eq!(points(&reach, "D3", Facing::North), Some(2));
    assert_eq!(points(&reach, "D4", Facing::West), Some(1));
    assert_eq!(formation_cost(&position, UnitId(0), Formation::Line), Some(2));
}

#[test]
fn steep_and_difficult_ground_both_add_once_for_either_end_and_for_a_turn_t12() {
    let position = position(
        &[("D3", Ground::Hill), ("D2", Ground::OvergrownHill), ("E4", Ground::BuiltUp)],
        "a: british infantry, ours, D4, N, line, 4\n",
    );
    let step = |from: &str, to: &str| step_cost(&position, UnitId(0), at(from), at(to));
    assert_eq!([step("D4", "D3"), step("D3", "D2"), step("D2", "D1"), step("D4", "E4")], [Some(3), Some(4), Some(4), Some(3)]);
    assert_eq!(["D4", "D3", "D2", "E4"].map(|square| turn_cost(&position, UnitId(0), at(square))), [1, 2, 3, 2]);
}

#[test]
fn an_obstacle_costs_2_points_to_cross_a_gate_nothing_and_nobody_crosses_a_cliff_t40() {
    let mut position = position(&[("H3", Ground::Water), ("I4", Ground::Impassable)], "a: british infantry, ours, D4, N, line, 4\n");
    let board = Arc::make_mut(&mut position.board);
    for (one, other, edge) in [("D4", "D3", Edge::Rampart), ("E4", "E3", Edge::Gate), ("F4", "F3", Edge::Cliff)] {
        board.set_edge(at(one), at(other), Some(edge));
    }
    let step = |from: &str, to: &str| step_cost(&position, UnitId(0), at(from), at(to));
    assert_eq!([step("D4", "D3"), step("E4", "E3"), step("F4", "F3")], [Some(4), Some(2), None]);
    assert_eq!([step("H4", "H3"), step("H4", "I4"), step("D1", "D3")], [None, None, None], "water, nowhere to stand, too far");
}

#[test]
fn a_diagonal_move_needs_both_squares_beside_it_unoccupied() {
    for beside in ["E4", "D3"] {
        for unit in
            ["b: british infantry, ours, {}, N, line, 4\n", "b: leader, ours, {}, N, 1\n", "b: transport, enemy, {}, N, transport, 1\n"]
        {
            let units = format!("a: british infantry, ours, D4, NE, line, 4\n{}", unit.replace("{}", beside));
            let position = position(&[], &units);
            assert_eq!(step_cost(&position, UnitId(0), at("D4"), at("E3")), None, "{position}");
        }
    }
}

#[test]
fn a_turn_costs_a_land_unit_1_point_at_any_angle_and_a_boat_1_for_each_45_degrees_t54() {
    let position = everywhere(Ground::Water, "a: gunboat, ours, D4, N, 6\n");
    let turned = |facing| reach(&position, UnitId(0), 4).cost(at("D4"), facing);
    assert_eq!([Facing::NorthEast, Facing::West, Facing::South].map(turned), [Some((1, 1)), Some((2, 2)), Some((4, 4))]);
    let position = everywhere(Ground::Open, "a: leader, ours, D4, N, 1\n");
    let turned = |facing| reach(&position, UnitId(0), 4).cost(at("D4"), facing);
    assert_eq!([Facing::NorthEast, Facing::West, Facing::South].map(turned), [Some((1, 1)); 3]);
}

#[test]
fn gunboat_example_1_what_six_points_allow() {
    let diagonal = everywhere(Ground::Water, "a: gunboat, ours, D4, SE, 6\n");
    let reach_of = |position: &Position| reach(position, UnitId(0), 6);
    assert_eq!(points(&reach_of(&diagonal), "E6", Facing::South), Some(6), "a square diagonally, a turn of 45°, a square");
    assert_eq!(points(&reach_of(&diagonal), "F6", Facing::SouthEast), Some(6), "two squares diagonally");
    let straight = everywhere(Ground::Water, "a: gunboat, ours, D4, S, 6\n");
    assert_eq!(points(&reach_of(&straight), "D7", Facing::South), Some(6), "three squares");
}

#[test]
fn boats_keep_to_the_water_and_two_never_share_a_square_nor_pass_t45() {
    let position = position(
        &[("D4", Ground::Water), ("D3", Ground::River(Facing::South)), ("D2", Ground::Water)],
        "a: gunboat, ours, D4, N, 6\nb: wooden river boat, ours, D3, N, 2\n",
    );
    let reach = reach(&position, UnitId(0), 12);
    assert!(reach.stops().all(|stop| stop.square == at("D4")), "{position}");
}

#[test]
fn dismounted_camelry_example_1_it_keeps_its_line() {
    let position = position(&[], "a: egyptian camelry, ours, D4, N, line, 4\nb: egyptian cavalry, ours, E4, N, line, 4\n");
    assert_eq!(mount_cost(&position, UnitId(0)), Some(2));
    let foot = other_way_to_go(&position, UnitId(0)).unwrap();
    assert_eq!(position.pack.troop(foot).key, "egyptian camelry dismounted");
    assert_eq!(mount_cost(&position, UnitId(1)), None, "cavalry does not dismount");
}

#[test]
fn dismounted_camelry_example_2_to_remount_from_a_square_takes_two_changes() {
    let mut position = position(&[], "a: british camelry dismounted, ours, D4, N, square, 4\n");
    assert_eq!(mount_cost(&position, UnitId(0)), None, "not in Square");
    assert_eq!(formation_cost(&position, UnitId(0), Formation::Line), Some(2));
    position.units[0].formation = Some(Formation::Line);
    assert_eq!(mount_cost(&position, UnitId(0)), Some(2));
    let mounted = other_way_to_go(&position, UnitId(0)).unwrap();
    assert_eq!(position.pack.troop(mounted).key, "british camelry");
    position.units[0].formation = Some(Formation::MarchColumn);
    assert_eq!(mount_cost(&position, UnitId(0)), None, "nor in March Column");
}

#[test]
fn irregulars_keep_en_masse_and_gendarmerie_forms_square_where_it_is_so_set_t26() {
    let mut position = position(
        &[],
        "a: gendarmerie, ours, D4, N, en masse, 4\n\
         b: bazingers, ours, E4, N, en masse, 4\n\
         c: bashi-bazouks, ours, F4, N, en masse, 4\n",
    );
    let square = |position: &Position| [0, 1, 2].map(|unit| formation_cost(position, UnitId(unit), Formation::Square));
    assert_eq!(square(&position), [None, None, None]);
    assert_eq!([0, 1, 2].map(|unit| formation_cost(&position, UnitId(unit), Formation::Line)), [None, None, None]);
    position.options.irregulars_form_square = true;
    assert_eq!(square(&position), [Some(2), None, None]);
}
