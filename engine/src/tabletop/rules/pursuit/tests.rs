use std::sync::Arc;

use super::*;
use crate::tabletop::board::{Board, Size};
use crate::tabletop::ground::Ground;
use crate::tabletop::options::Options;
use crate::tabletop::pack::BattlePack;
use crate::tabletop::unit::Place;

fn position(units: &str) -> Position {
    let text = format!("{}\n{units}", Board::open(Size::Small));
    Position::parse(BattlePack::embedded().unwrap(), Options::default(), &text).unwrap()
}

fn pursued(units: &str) -> Vec<(String, Facing)> {
    found(&position(units))
}

fn found(position: &Position) -> Vec<(String, Facing)> {
    pursuit(position, UnitId(0), UnitId(1)).into_iter().map(|(square, facing)| (square.to_string(), facing)).collect()
}

#[test]
fn a_pursuer_goes_to_the_closest_free_square_adjacent_to_the_pursued_and_faces_it_t15() {
    let two = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: egyptian infantry, ours, D6, N, line, 2\n";
    assert_eq!(pursued(two), [("D5".to_owned(), Facing::South)]);
    let taken = format!("{two}c: leader, enemy, D5, S, 1\n");
    let ties = [("E5".to_owned(), Facing::SouthWest), ("C5".to_owned(), Facing::SouthEast)];
    assert_eq!(pursued(&taken), ties, "of two its owner chooses");
    let aslant = "a: dervish cavalry with spears, enemy, D4, SE, en masse, 4\nb: egyptian infantry, ours, F6, NW, line, 2\n";
    assert_eq!(pursued(aslant), [("E5".to_owned(), Facing::SouthEast)]);
}

#[test]
fn a_pursuer_that_is_adjacent_already_stays_t15() {
    let stays = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: egyptian infantry, ours, D5, N, line, 2\n";
    assert_eq!(pursued(stays), []);
}

#[test]
fn nobody_pursues_over_water_or_whom_the_board_has_lost_t15() {
    let mut position = position("a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: egyptian infantry, ours, D6, N, line, 2\n");
    Arc::make_mut(&mut position.board).set_ground("D5".parse().unwrap(), Ground::Water);
    assert_eq!(found(&position), [("E5".to_owned(), Facing::SouthWest), ("C5".to_owned(), Facing::SouthEast)]);
    position.units[1].place = Place::Left;
    assert_eq!(found(&position), []);
}

#[test]
fn a_pursuer_enters_no_square_where_another_of_the_pursued_side_stands_but_an_ambush_is_not_seen_t15_n06() {
    let units = "a: dervish cavalry with spears, enemy, D4, S, en masse, 4\nb: egyptian infantry, ours, D6, N, line, 2\n\
                 c: egyptian infantry, ours, D5, N, line, 4\n";
    let mut position = position(units);
    assert_eq!(found(&position), [("E5".to_owned(), Facing::SouthWest), ("C5".to_owned(), Facing::SouthEast)]);
    position.units[2].hidden = true;
    assert_eq!(found(&position), [("D5".to_owned(), Facing::South)]);
}
