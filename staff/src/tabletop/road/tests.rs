use engine::tabletop::board::{Board, Size};

use super::*;

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

fn road(goal: &str, barred: &[&str]) -> Road {
    Road::to(&Steps::of(&Board::open(Size::Small)), std::iter::once(at(goal)), barred.iter().map(|square| at(square)))
}

#[test]
fn on_open_ground_a_slanting_step_is_as_far_as_one_and_a_half_straight_ones() {
    let road = road("F4", &[]);
    assert_eq!(["F4", "C4", "D2"].map(|square| road.squares_from(at(square))), [0.0, 3.0, 3.0]);
}

#[test]
fn the_way_leads_round_whoever_stands_in_it() {
    let road = road("F4", &["E4"]);
    assert_eq!(road.squares_from(at("D4")), 4.0);
    assert_eq!(road.squares_from(at("E4")), 1.0, "who stands in the way themselves go straight on");
}

#[test]
fn the_way_through_those_who_close_it_is_longer_but_there_is_one() {
    let line: Vec<String> = (1..=8).map(|row| format!("E{row}")).collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    assert_eq!(road("F4", &line).squares_from(at("D4")), 4.5);
}

#[test]
fn who_looks_elsewhere_loses_a_turn_on_the_way_but_not_where_it_ends() {
    let road = road("F4", &[]);
    assert_eq!([Facing::East, Facing::West].map(|facing| road.turn_from(at("C4"), facing)), [0.0, 0.5]);
    assert_eq!(road.turn_from(at("F4"), Facing::West), 0.0);
}
