use std::sync::Arc;

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

/// The text's example: batteries top right and bottom left, horse and a Leader in the middle.
const EXAMPLE: &str = "a: british infantry, ours, E4, N, line, 4\n\
                       b: british infantry, ours, F5, E, line, 4\n\
                       c: egyptian infantry, ours, E6, S, line, 4\n\
                       d: egyptian infantry, ours, D5, W, line, 4\n\
                       e: british artillery, ours, F4, N, deployed, 2\n\
                       f: british machine gun, ours, D6, S, deployed, 2\n\
                       g: british cavalry, ours, E5, N, line, 4\n\
                       h: leader, ours, E5, N, 1\n";

const OURS: Brigade = Brigade { side: Side::Ours, centre: Square::new(4, 4) };

#[test]
fn an_example_of_a_brigade_square_corner_batteries_belong_to_the_face_they_point_to_t22() {
    let position = position(EXAMPLE);
    assert!(OURS.is_fully_formed(&position), "{position}");
    assert_eq!(FACES.map(|face| OURS.face(&position, face)), [0, 1, 2, 3].map(|unit| Some(UnitId(unit))));
    let batteries = |face| OURS.batteries(&position, face).collect::<Vec<_>>();
    assert_eq!(FACES.map(batteries), [vec![UnitId(4)], vec![], vec![UnitId(5)], vec![]]);
    let turned = self::position(&EXAMPLE.replace("F4, N, deployed", "F4, E, deployed").replace("D6, S, deployed", "D6, NE, deployed"));
    let batteries = |face| OURS.batteries(&turned, face).collect::<Vec<_>>();
    assert_eq!(FACES.map(batteries), [vec![], vec![UnitId(4)], vec![], vec![]], "one that points inward belongs to none");
    assert!((0..8).all(|unit| Brigade::of_part(&position, UnitId(unit)) == Some(OURS)));
    assert_eq!(Brigade::of_face(&position, UnitId(1)), Some(OURS));
    assert_eq!(Brigade::of_face(&position, UnitId(6)), None, "horse in the middle forms no face");
}

#[test]
fn it_stays_fully_formed_without_its_batteries_and_not_without_one_of_its_faces_t57() {
    let mut position = position(EXAMPLE);
    position.units[4].place = crate::tabletop::unit::Place::Lost;
    position.units[5].square = at("L8");
    assert!(OURS.is_fully_formed(&position));
    for change in ["D5, W, column", "D5, N, line", "D4, W, line"] {
        let broken = self::position(&EXAMPLE.replace("D5, W, line", change));
        assert!(!OURS.is_fully_formed(&broken) && Brigade::of_face(&broken, UnitId(0)).is_none(), "{broken}");
    }
    let irregular = self::position(&EXAMPLE.replace("egyptian infantry, ours, D5, W, line", "bazingers, ours, D5, W, en masse"));
    assert!(!OURS.is_fully_formed(&irregular));
}

#[test]
fn from_an_empty_corner_an_enemy_is_near_to_two_faces_t57() {
    assert_eq!(OURS.faces_near_corner(at("F4")), Some([Facing::North, Facing::East]));
    assert_eq!(OURS.faces_near_corner(at("D6")), Some([Facing::South, Facing::West]));
    assert_eq!([OURS.faces_near_corner(at("E4")), OURS.faces_near_corner(at("E5")), OURS.faces_near_corner(at("H8"))], [None; 3]);
}

#[test]
fn it_moves_as_one_figure_orthogonally_or_diagonally_for_the_dearest_of_its_squares_t57() {
    let mut position = position(EXAMPLE);
    let cost = |position: &Position, way| OURS.shifted(position, way).map(|shift| shift.cost);
    assert_eq!((cost(&position, Facing::North), cost(&position, Facing::SouthEast)), (Some(2), Some(3)));
    let shift = OURS.shifted(&position, Facing::North).unwrap();
    assert_eq!((shift.brigade.centre, shift.units.len()), (at("E4"), 8));
    assert_eq!(shift.units[3], (UnitId(3), at("D4")));
    Arc::make_mut(&mut position.board).set_ground(at("D3"), Ground::OvergrownHill);
    assert_eq!(cost(&position, Facing::North), Some(4), "steep and difficult at an empty corner");
    Arc::make_mut(&mut position.board).set_edge(at("G4"), at("F4"), Some(Edge::Wall));
    assert_eq!(cost(&position, Facing::East), Some(4), "a wall before one of the nine");
    Arc::make_mut(&mut position.board).set_edge(at("G4"), at("F4"), Some(Edge::Cliff));
    assert_eq!(cost(&position, Facing::East), None);
    Arc::make_mut(&mut position.board).set_ground(at("D7"), Ground::Water);
    assert_eq!(cost(&position, Facing::South), None);
}

#[test]
fn nobody_else_may_stand_in_its_way_or_within_it_t57() {
    let with = |other: &str, way| OURS.shifted(&position(&format!("{EXAMPLE}i: {other}\n")), way).is_some();
    assert!(!with("transport, ours, F3, N, transport, 1", Facing::North));
    assert!(with("transport, ours, F3, N, transport, 1", Facing::West));
    assert!(!with("dervish infantry with spears, enemy, D4, S, en masse, 4", Facing::East), "within it");
    assert!(!with("dervish infantry with spears, enemy, C4, S, en masse, 4", Facing::SouthWest));
    assert!(!with("dervish infantry with spears, enemy, D7, S, en masse, 4", Facing::SouthEast), "beside the step");
    let edge = position(&EXAMPLE.replace("h: leader, ours, E5, N, 1", "h: leader, ours, L1, N, 1"));
    let at_the_edge = Brigade { centre: at("E1"), ..OURS };
    assert!(at_the_edge.shifted(&edge, Facing::North).is_none());
}

#[test]
fn it_is_formed_by_those_on_their_places_or_adjacent_to_them_t58() {
    let apart = position(
        "a: british infantry, ours, E4, E, column, 4\n\
         b: british infantry, ours, G5, E, line, 4\n\
         c: egyptian infantry, ours, E5, N, square, 4\n\
         d: egyptian camelry dismounted, ours, C6, W, march column, 4\n\
         e: british artillery, ours, F4, S, limbered, 2\n\
         f: leader, ours, F6, N, 1\n",
    );
    let placed = OURS.can_form(&apart).unwrap();
    let place = |unit: u8| placed.iter().find(|place| place.unit == UnitId(unit)).map(|place| (place.square.to_string(), place.facing));
    assert_eq!(place(0), Some(("E4".to_owned(), Facing::North)));
    assert_eq!(place(1), Some(("F5".to_owned(), Facing::East)));
    assert_eq!(place(2), Some(("E6".to_owned(), Facing::South)));
    assert_eq!(place(3), Some(("D5".to_owned(), Facing::West)));
    assert_eq!(place(4), Some(("F4".to_owned(), Facing::North)), "a battery in its corner turns to a face");
    assert_eq!(placed.len(), 5);
    let mut formed = apart.clone();
    for place in &placed {
        let unit = &mut formed.units[place.unit.index()];
        (unit.square, unit.facing, unit.formation) = (place.square, place.facing, place.formation);
    }
    assert!(OURS.is_fully_formed(&formed), "{formed}");
    assert_eq!(OURS.can_form(&formed), Some(placed), "they stand so already, and stay");
}

#[test]
fn it_is_not_formed_by_three_or_the_disorganised_or_irregulars_or_with_somebody_in_the_way_t26_t58() {
    let four = "a: british infantry, ours, E4, E, column, 4\n\
                b: british infantry, ours, F5, E, line, 4\n\
                c: egyptian infantry, ours, E6, N, square, 4\n\
                d: egyptian infantry, ours, D5, W, line, 4\n";
    let forms = |units: &str| OURS.can_form(&position(units)).is_some();
    assert!(forms(four));
    assert!(!forms(&four.replace("D5, W", "B5, W")), "too far");
    assert!(!forms(&four.replace("D5, W, line, 4", "D5, W, line, 4, disorganised")));
    assert!(!forms(&four.replace("egyptian infantry, ours, D5, W, line", "gendarmerie, ours, D5, W, en masse")));
    assert!(!forms(&format!("{four}e: dervish infantry with spears, enemy, D4, S, en masse, 4\n")));
    assert!(!forms(&format!("{four}e: transport, ours, D4, S, transport, 1\n")));
    assert!(forms(&format!("{four}e: transport, ours, E5, S, transport, 1\n")), "the middle holds anything");
    assert!(!forms(&format!("{four}e: dervish infantry with spears, enemy, E5, S, en masse, 4\n")), "but no enemy");
    let beside = four.replace("D5, W", "C5, W");
    assert!(forms(&beside));
    assert!(!forms(&format!("{beside}e: dervish infantry with spears, enemy, C5, S, en masse, 4\n")), "nor anybody in combat");
}
