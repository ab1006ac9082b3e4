use std::sync::Arc;

use rand::{RngExt, SeedableRng};

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

/// Where it ends, how it faces, whether it was blocked, whether it is gone.
#[track_caller]
fn ends(position: &Position, away: Facing, squares: u8) -> (String, Facing, bool, bool) {
    let back = fall_back(position, UnitId(0), position.unit(UnitId(0)).square, away, squares);
    (back.square.to_string(), back.facing, back.blocked, back.gone)
}

const LONE: &str = "a: egyptian infantry, ours, D4, N, line, 4\n";

#[test]
fn a_unit_falls_back_along_the_line_of_the_charge_and_faces_the_enemy_whichever_way_it_faced_t17() {
    let position = position(LONE);
    assert_eq!(ends(&position, Facing::South, 2), ("D6".to_owned(), Facing::North, false, false));
    assert_eq!(ends(&position, Facing::East, 3), ("G4".to_owned(), Facing::West, false, false), "struck in the flank");
    assert_eq!(ends(&position, Facing::NorthEast, 2), ("F2".to_owned(), Facing::SouthWest, false, false));
}

#[test]
fn a_repulsed_charger_falls_back_from_the_square_before_the_enemy_through_the_one_it_came_from_t37() {
    let position = position(LONE);
    let back = fall_back(&position, UnitId(0), at("D3"), Facing::South, 3);
    assert_eq!((back.square, back.facing, back.blocked), (at("D6"), Facing::North, false));
    assert_eq!(back.path.as_slice(), [at("D4"), at("D5"), at("D6")]);
}

#[test]
fn units_of_either_side_block_the_path_and_leaders_of_its_own_do_not() {
    let with = |other: &str| ends(&position(&format!("{LONE}b: {other}\n")), Facing::South, 2);
    assert_eq!(with("sudanese infantry, ours, D6, N, line, 4"), ("D5".to_owned(), Facing::North, true, false));
    assert_eq!(with("dervish artillery, enemy, D6, N, deployed, 1"), ("D5".to_owned(), Facing::North, true, false));
    assert_eq!(with("transport, ours, D6, N, transport, 1"), ("D5".to_owned(), Facing::North, true, false));
    assert_eq!(with("leader, ours, D6, N, 1"), ("D6".to_owned(), Facing::North, false, false));
    assert_eq!(with("leader, enemy, D6, N, 1"), ("D5".to_owned(), Facing::North, true, false));
    assert_eq!(with("sudanese infantry, ours, E5, N, line, 4"), ("D6".to_owned(), Facing::North, false, false), "beside the path");
    let aslant = position(&format!("{LONE}b: transport, ours, E4, N, transport, 1\nc: transport, enemy, D5, N, transport, 1\n"));
    assert_eq!(ends(&aslant, Facing::SouthEast, 1), ("E5".to_owned(), Facing::NorthWest, false, false), "beside a diagonal line");
}

#[test]
fn a_loser_that_cannot_fall_back_at_all_stays_n01() {
    let position = position(&format!("{LONE}b: sudanese infantry, ours, D5, N, line, 4\n"));
    assert_eq!(ends(&position, Facing::South, 3), ("D4".to_owned(), Facing::North, true, false));
}

#[test]
fn the_edge_water_cliffs_and_impassable_squares_block_like_a_unit_or_the_edge_lets_go_t16() {
    let mut position = position(LONE);
    assert_eq!(ends(&position, Facing::West, 3), ("A4".to_owned(), Facing::East, false, false));
    position.units[0].square = at("B4");
    assert_eq!(ends(&position, Facing::West, 3), ("A4".to_owned(), Facing::East, true, false));
    position.options.edge_lets_go = true;
    assert_eq!(ends(&position, Facing::West, 3), ("A4".to_owned(), Facing::East, false, true));
    for ground in [Ground::Water, Ground::River(Facing::South), Ground::Impassable] {
        Arc::make_mut(&mut position.board).set_ground(at("A4"), ground);
        assert_eq!(ends(&position, Facing::West, 3), ("B4".to_owned(), Facing::East, true, false), "{ground:?}");
    }
    Arc::make_mut(&mut position.board).set_ground(at("A4"), Ground::Growth);
    for (edge, blocks) in [(Edge::Cliff, true), (Edge::Wall, false)] {
        Arc::make_mut(&mut position.board).set_edge(at("A4"), at("B4"), Some(edge));
        assert_eq!(ends(&position, Facing::West, 1).2, blocks, "{edge:?}");
    }
}

#[test]
fn nobody_ever_falls_back_into_a_square_where_a_unit_stands() {
    let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(16);
    let mut blocked = 0;
    for _ in 0..400 {
        let lines: String = ('a'..='z')
            .map(|letter| {
                let square = Square::new(rng.random_range(0..7), rng.random_range(0..7));
                let side = ["egyptian infantry, ours", "bazingers, enemy"][rng.random_range(0..2)];
                let formation = if side.ends_with("ours") { "line" } else { "en masse" };
                format!("{letter}: {side}, {square}, N, {formation}, 4\n")
            })
            .collect();
        let position = position(&lines);
        for away in Facing::ALL {
            let from = position.unit(UnitId(0)).square;
            let back = fall_back(&position, UnitId(0), from, away, rng.random_range(1..4));
            let alone = back.square == from || position.on(back.square).all(|other| other == UnitId(0));
            assert!(alone && position.board.has(back.square), "{back:?}\n{position}");
            assert_eq!(back.path.last().copied().unwrap_or(from), back.square);
            blocked += usize::from(back.blocked);
        }
    }
    assert!(blocked > 100, "{blocked}");
}
