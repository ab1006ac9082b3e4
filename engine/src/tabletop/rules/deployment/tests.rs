use std::sync::Arc;

use super::*;
use crate::tabletop::options::Options;

/// A scenario as its default lays it, everybody who is to come on shown in his square.
fn laid(key: &str) -> Position {
    let pack = BattlePack::embedded().unwrap();
    let plan = &pack.scenario(key).unwrap().plan;
    let board = plan.check(&pack.troops).unwrap();
    let units = lay(&pack, plan, &board);
    Position { options: Options::default(), board: Arc::new(board), units, pack: Arc::clone(&pack) }
}

/// Of a kind of a side: the squares it stands in.
fn squares(position: &Position, side: Side, key: &str) -> Vec<String> {
    let units = position.units.iter().enumerate().filter(|(_, unit)| unit.side == side);
    let kind = |index: usize| position.troop(UnitId::at(index)).key.contains(key);
    let mut found: Vec<String> = units.filter(|(index, _)| kind(*index)).map(|(_, unit)| unit.square.to_string()).collect();
    found.sort();
    found
}

#[test]
fn in_the_night_march_the_camp_holds_its_rampart_and_the_brigade_is_spread_over_its_edge_n04() {
    let position = laid("night march");
    assert_eq!(squares(&position, Side::Enemy, "infantry"), ["E3", "G3"], "{position}");
    assert_eq!(squares(&position, Side::Enemy, "artillery"), ["F3"], "{position}");
    assert_eq!(squares(&position, Side::Enemy, "bashi"), ["A3"], "{position}");
    let ours = position.units.iter().filter(|unit| unit.side == Side::Ours);
    let mut columns: Vec<u8> = ours.clone().map(|unit| unit.square.column).collect();
    columns.sort_unstable();
    columns.dedup();
    assert!(columns.len() == 10 && ours.clone().all(|unit| unit.place == Place::Waiting && unit.square.row == 7), "{position}");
}

#[test]
fn in_the_march_two_lines_wait_out_of_a_first_charge_s_reach_t32_t63() {
    let position = laid("marching");
    let fire = squares(&position, Side::Enemy, "infantry with firearms");
    let spears = squares(&position, Side::Enemy, "infantry with spears");
    assert_eq!(fire, ["E3", "E4", "E5", "E6"], "riflemen in front\n{position}");
    assert!(spears.iter().all(|square| square.starts_with(['E', 'F'])), "spears beside and behind them\n{position}");
    assert_eq!((squares(&position, Side::Enemy, "cavalry with firearms").len(), spears.len()), (2, 8));
    assert_eq!(squares(&position, Side::Enemy, "cavalry with spears").len(), 4);
    let shots = |key: &str| position.all().find(|unit| position.troop(*unit).key == key).and_then(|unit| position.unit(unit).shots);
    assert_eq!((shots("egyptian artillery"), shots("egyptian machine gun")), (Some(4), Some(4)));
}

#[test]
fn in_form_square_ours_begin_as_a_brigade_square_with_its_guns_to_the_front_t57() {
    let position = laid("form square");
    let brigade = Brigade { side: Side::Ours, centre: "B4".parse().unwrap() };
    assert!(brigade.is_fully_formed(&position), "{position}");
    assert_eq!(brigade.batteries(&position, Facing::East).count(), 2, "{position}");
    assert_eq!(
        (squares(&position, Side::Ours, "cavalry"), squares(&position, Side::Ours, "leader")),
        (vec!["B4".into()], vec!["B4".into()])
    );
    let beyond = position.units.iter().filter(|unit| unit.side == Side::Enemy).all(|unit| unit.square.column >= 4);
    assert!(beyond, "all beyond the line at column 4\n{position}");
}

/// Guns stand where they see farthest: of the four squares ahead those that the first ground that hides lets nobody see are counted (N04).
#[test]
fn a_battery_is_blind_to_as_many_of_four_squares_ahead_as_lie_behind_growth_n04() {
    let mut board = Board::open(crate::tabletop::board::Size::Small);
    let at = |square: &str| -> Square { square.parse().unwrap() };
    assert_eq!([blind(&board, at("D7"), Facing::North), blind(&board, at("D2"), Facing::North)], [0, 0]);
    board.set_ground(at("D4"), crate::tabletop::ground::Ground::Growth);
    let rows = ["D5", "D6", "D7", "D8"].map(|square| blind(&board, at(square), Facing::North));
    assert_eq!(rows, [3, 2, 1, 0]);
    assert_eq!(blind(&board, at("D5"), Facing::South), 0);
}

#[test]
fn where_there_is_no_room_far_from_the_enemy_they_are_laid_out_near_to_him() {
    let pack = BattlePack::embedded().unwrap();
    let mut plan = pack.scenario("marching").unwrap().plan.clone();
    let area = |block: &str| Start::SetUp(crate::tabletop::area::Area(vec![block.parse().unwrap()]));
    (plan.ours.area, plan.enemy.area) = (area("A1:B8"), area("C1:F8"));
    let units = lay(&pack, &plan, &plan.check(&pack.troops).unwrap());
    let mut squares: Vec<Square> = units.iter().filter(|unit| pack.troop(unit.troop).arm != Arm::Leader).map(|unit| unit.square).collect();
    let all = squares.len();
    squares.sort_unstable();
    squares.dedup();
    assert_eq!(squares.len(), all);
}

#[test]
fn nobody_who_is_set_up_shares_a_square_but_leaders() {
    let pack = BattlePack::embedded().unwrap();
    for scenario in &pack.scenarios {
        let position = laid(&scenario.key);
        for unit in position.all().filter(|unit| position.unit(*unit).is_on_board()) {
            let centre = scenario.plan.side(position.unit(unit).side).square;
            let others = position.on(position.unit(unit).square).filter(|other| position.troop(*other).arm != Arm::Leader);
            assert!(others.count() <= 1 || centre == Some(position.unit(unit).square), "{}\n{position}", scenario.key);
        }
    }
}
