use std::sync::Arc;

use super::*;
use crate::tabletop::options::Options;

/// A scenario as its default lays it, everybody who is to come on shown in his square.
fn laid(key: &str) -> Position {
    let pack = BattlePack::embedded().unwrap();
    let plan = &pack.scenario(key).unwrap().plan;
    let board = plan.check(&pack.troops).unwrap();
    let units = lay(&pack, plan, &board, false);
    Position::new(Arc::clone(&pack), Options::default(), Arc::new(board), units)
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
    let units = lay(&pack, &plan, &plan.check(&pack.troops).unwrap(), false);
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

/// Infantry on the far side and on the near one, to be set up by whoever lays them anew.
fn setting_up() -> State {
    let pack = BattlePack::embedded().unwrap();
    let mut plan = pack.scenario("marching").unwrap().plan.clone();
    let area = |block: &str| Start::SetUp(crate::tabletop::area::Area(vec![block.parse().unwrap()]));
    (plan.ours.area, plan.enemy.area) = (area("A5:L8"), area("A1:L3"));
    plan.ours.square = None;
    plan.ours.formations = Vec::new();
    for side in [&mut plan.ours, &mut plan.enemy] {
        side.forces.iter_mut().for_each(|force| force.area = None);
    }
    let board = plan.check(&pack.troops).unwrap();
    let mut state = State::new(Arc::clone(&pack));
    let units = lay(&pack, &plan, &board, false);
    state.position = Position::new(pack, Options::default(), Arc::new(board), units);
    state.plan = Some(Arc::new(plan));
    state
}

#[test]
fn a_unit_that_is_set_up_goes_to_any_free_square_of_its_area_turns_or_forms_one_at_a_time() {
    let mut state = setting_up();
    let foot = state.position.all().find(|unit| state.position.troop(*unit).arm == Arm::Infantry).unwrap();
    let enemy = state.position.of(Side::Enemy).find(|unit| state.position.troop(*unit).arm != Arm::Leader).unwrap();
    let of = *state.unit(foot);
    let free: Square = state.position.board.squares().find(|at| at.row == 7 && state.position.on(*at).next().is_none()).unwrap();
    let taken = state.position.of(Side::Ours).find(|unit| *unit != foot && state.position.troop(*unit).arm == Arm::Infantry).unwrap();
    let taken = state.unit(taken).square;
    let may = |state: &State, square: Square, facing: Facing| may_place(state, foot, square, facing, of.formation);
    assert!(may(&state, free, of.facing) && may(&state, of.square, of.facing.opposite()));
    assert!(!may(&state, of.square, of.facing), "nothing changes");
    assert!(!may(&state, free, of.facing.opposite()), "two things change");
    assert!(!may(&state, taken, of.facing), "somebody stands there");
    assert!(!may(&state, Square::new(free.column, 0), of.facing), "it is not of its area");
    state.position.units[enemy.index()].square = free;
    assert!(!may(&state, free, of.facing), "an enemy stands there");
    let column = |state: &State| may_place(state, foot, of.square, of.facing, Some(Formation::Column));
    assert!(column(&state));
    Arc::make_mut(state.plan.as_mut().unwrap()).ours.formations = vec![Formation::Line];
    assert!(!column(&state), "the plan names another");
    state.position.units[foot.index()].place = Place::Waiting;
    assert!(column(&state) && may(&state, taken, of.facing), "who comes on does so in any, and may share a square");
}

/// Nobody is laid out within a first charge on foot of where the other side begins, one behind the other as well as side by side.
#[test]
fn the_two_sides_are_laid_out_four_squares_apart_where_their_areas_lie_one_below_the_other_t32() {
    let state = setting_up();
    for unit in state.position.of(Side::Ours) {
        let at = state.unit(unit).square;
        assert!(state.position.troop(unit).arm == Arm::Leader || at.row >= 6, "the enemy begins down to row 3: {at}\n{}", state.position);
    }
}

#[test]
fn in_the_march_riflemen_stand_before_spears_in_two_lines_horse_on_the_wings_and_the_leader_with_the_foot() {
    let position = laid("marching");
    let theirs = |key: &str| squares(&position, Side::Enemy, key);
    assert_eq!(theirs("infantry with spears"), ["E2", "E7", "F2", "F3", "F4", "F5", "F6", "F7"], "{position}");
    assert_eq!(theirs("cavalry with firearms"), ["E1", "E8"], "{position}");
    assert_eq!(theirs("cavalry with spears"), ["F1", "F8", "G1", "G8"], "{position}");
    assert_eq!(theirs("leader"), ["F4"], "{position}");
}

/// East is where ours face: the guns have the front, and the foot the places beside and behind them; the Leader is with the foot.
#[test]
fn laid_out_in_little_room_guns_come_first_then_riflemen_then_the_others() {
    let position = setting_up().position;
    let ours = ["artillery", "machine gun", "egyptian infantry", "gendarmerie", "bashi-bazouks", "leader"];
    let found = ours.map(|key| squares(&position, Side::Ours, key).join(" "));
    assert_eq!(found, ["L7", "L8", "K7 K8", "J7 J8", "I8", "K7"], "{position}");
}

#[test]
fn who_comes_on_faces_inward_from_his_edge_though_those_who_are_set_up_face_out() {
    let pack = BattlePack::embedded().unwrap();
    let mut plan = pack.scenario("marching").unwrap().plan.clone();
    let area = |block: &str| crate::tabletop::area::Area(vec![block.parse().unwrap()]);
    plan.ours.area = Start::ComesOn(area("A8:L8"));
    plan.ours.faces = Some(crate::tabletop::plan::Faces::Outward);
    plan.ours.forces.iter_mut().for_each(|force| force.area = None);
    let units = lay(&pack, &plan, &plan.check(&pack.troops).unwrap(), false);
    let inward = |unit: &Unit| unit.facing == Facing::North || matches!(unit.square.column, 0 | 11);
    assert!(units.iter().filter(|unit| unit.side == Side::Ours).all(inward), "{units:?}");
    plan.ours.area = Start::SetUp(area("A8:L8"));
    let units = lay(&pack, &plan, &plan.check(&pack.troops).unwrap(), false);
    assert!(units.iter().filter(|unit| unit.side == Side::Ours).all(|unit| unit.facing != Facing::North), "{units:?}");
}

#[test]
fn what_is_listed_of_a_set_up_is_every_square_facing_and_formation_that_a_unit_may_be_given() {
    let state = setting_up();
    for unit in state.position.of(Side::Ours) {
        let of = *state.unit(unit);
        let mut listed = Vec::new();
        placings(&state, unit, |square, facing, formation| listed.push((square, facing, formation)));
        let formations = || std::iter::once(None).chain(Formation::ALL.into_iter().map(Some));
        let every = state.position.board.squares().flat_map(|square| Facing::ALL.into_iter().map(move |facing| (square, facing)));
        let every = every.flat_map(|(square, facing)| formations().map(move |formation| (square, facing, formation)));
        let may: Vec<_> = every.filter(|(square, facing, formation)| may_place(&state, unit, *square, *facing, *formation)).collect();
        assert!(may.len() >= 14 && listed.len() == may.len() && may.iter().all(|place| listed.contains(place)), "{of:?} {listed:?}");
    }
}

/// *Brigade squares*: those who begin as one are not placed one by one; the others are (T57).
#[test]
fn who_begins_in_a_brigade_square_is_placed_nowhere_else_t57() {
    let pack = BattlePack::embedded().unwrap();
    let plan = pack.scenario("form square").unwrap().plan.clone();
    let mut state = State::new(Arc::clone(&pack));
    state.position = laid("form square");
    state.sides[0].brigade = plan.ours.square;
    state.plan = Some(Arc::new(plan));
    let count = |unit: UnitId| {
        let mut count = 0;
        placings(&state, unit, |_, _, _| count += 1);
        count
    };
    let brigade = Brigade { side: Side::Ours, centre: state.sides[0].brigade.unwrap() };
    for unit in state.position.all() {
        assert_eq!(count(unit) == 0, brigade.units(&state.position).any(|other| other == unit), "{:?}", state.unit(unit));
    }
}
