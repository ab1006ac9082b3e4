//! Where both sides stand when a battle of the campaign begins on the board, by the type of battle.

use super::tests::{FOUR, ROAD, at, battle, board, boards, force, laid, met, plan, starts};
use crate::campaign::ground_dice::GroundDice;
use crate::campaign::order::Order;
use crate::campaign::round::BattleKind;
use crate::campaign::seat::Seat;
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::{BattleType, SurpriseHour};
use crate::tabletop;
use crate::tabletop::edge::Edge;
use crate::tabletop::formation::Formation;
use crate::tabletop::ground::Ground;
use crate::tabletop::plan::{Plan, Start, Waking};
use crate::tabletop::seat::Seat as BoardSeat;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId as There;

#[test]
fn in_an_encounter_both_come_on_from_opposite_edges() {
    let plan = plan(&met(BattleType::Encounter));
    assert!(starts(&plan, Side::Ours).iter().all(|start| matches!(start, Start::ComesOn(area) if area.0[0].to_string() == "A8:L8")));
    assert!(starts(&plan, Side::Enemy).iter().all(|start| matches!(start, Start::ComesOn(area) if area.0[0].to_string() == "A1:L1")));
    assert_eq!((plan.ours.facing, plan.enemy.facing), (Facing::North, Facing::South));
    assert!(plan.stops_at_break_off && plan.aim == Some(tabletop::plan::Aim::MoreUnits), "N10, N17");
}

fn distances(plan: &Plan, from: &[Square], start: &Start) -> (u8, u8) {
    let board = board(plan);
    let land = start.area().squares().filter(|square| board.ground(*square).is_land());
    let far: Vec<u8> = land.map(|square| from.iter().map(|other| square.range_to(*other)).min().unwrap()).collect();
    (*far.iter().min().unwrap(), *far.iter().max().unwrap())
}

#[test]
fn surprised_ours_are_in_square_or_column_with_a_quarter_of_theirs_within_charge_range_n05() {
    let camp = met(BattleType::EnemySurpriseAttack);
    let plan = plan(&camp);
    assert_eq!((plan.first, plan.ours.formations.as_slice()), (Side::Ours, [Formation::Square, Formation::Column].as_slice()));
    let Start::SetUp(ours) = &plan.ours.area else { panic!() };
    let ours: Vec<Square> = ours.squares().collect();
    let theirs = starts(&plan, Side::Enemy);
    assert_eq!(theirs.len(), 7);
    let of: Vec<(u8, u8)> = theirs.iter().map(|start| distances(&plan, &ours, start)).collect();
    assert_eq!(of.iter().filter(|(_, far)| *far <= 4).count(), 2, "two of seven in charge range: {of:?}");
    assert_eq!(of.iter().filter(|(near, _)| *near == 4).count(), 2, "two at two moves");
    assert!(of.iter().filter(|(near, _)| *near > 4).count() == 3, "the rest farther: as far as the board can give it");
    let mut fought = camp;
    fought.0.give(Seat::Commander, &Order::FightOut { ground: GroundDice::default() }, &mut Dice::seeded([1; 32], 0)).unwrap();
    let battle = fought.board().unwrap().battle();
    let horse = battle.unit(There(0));
    assert_eq!(horse.formation, Some(Formation::Column), "horse cannot form square");
    let column = |formation| tabletop::order::Order::Place { unit: There(0), square: horse.square, facing: horse.facing, formation };
    assert!(battle.permit(BoardSeat::Ours, &column(Some(Formation::Line))).is_err());
}

#[test]
fn in_an_ambush_a_quarter_of_theirs_are_hidden_two_moves_off_and_the_rest_come_on_anywhere_n06() {
    let plan = plan(&met(BattleType::Ambush));
    let Start::SetUp(ours) = &plan.ours.area else { panic!() };
    assert_eq!(ours.0.iter().map(ToString::to_string).collect::<Vec<_>>(), ["E4:H5"], "in the middle, wider than deep");
    let ours: Vec<Square> = ours.squares().collect();
    let theirs = starts(&plan, Side::Enemy);
    let hidden: Vec<_> = theirs.iter().filter(|start| matches!(start, Start::Hidden(_))).collect();
    assert_eq!(hidden.len(), 2);
    assert!(distances(&plan, &ours, hidden[0]).0 >= 4);
    let coming = theirs.iter().filter(|start| matches!(start, Start::ComesOn(area) if area.has(at("A4")) && area.has(at("L8"))));
    assert_eq!(coming.count(), 5);
}

#[test]
fn probed_ours_have_a_quarter_of_theirs_three_moves_off_and_the_rest_come_on_over_one_edge_within_five_turns() {
    let camp = battle(boards(), ROAD, &FOUR, Some(BattleType::ProbingAttack), BattleKind::Encounter, force(24, 4, 2));
    let plan = plan(&camp);
    let Start::SetUp(ours) = &plan.ours.area else { panic!() };
    let ours: Vec<Square> = ours.squares().collect();
    let near: Vec<_> = starts(&plan, Side::Enemy).into_iter().filter(|start| matches!(start, Start::SetUp(_))).collect();
    assert_eq!(near.len(), 4, "of fifteen");
    assert!(distances(&plan, &ours, &near[0]).0 >= 6);
    let turns: Vec<(u8, u8)> =
        plan.enemy.forces.iter().filter(|force| force.troop != "leader").map(|force| (force.from_turn, force.units)).collect();
    let on = |turn| turns.iter().filter(|(from, _)| *from == turn).map(|(_, units)| units).sum::<u8>();
    assert_eq!([2, 3, 4, 5, 6].map(on), [2, 2, 2, 2, 0], "with the first turn's share and the quarter on the first");
}

#[test]
fn defenders_hold_the_best_ground_with_trenches_before_it_and_ours_come_on_opposite() {
    let camp = met(BattleType::Defense);
    let board = laid(&camp, ["......", "..o...", "......", "......"]);
    assert_eq!(["D4", "E4", "F4"].map(|row| board.edge(at(row), at(&row.replace('4', "5")))), [Some(Edge::Trench); 3]);
    let two = laid(&camp, ["......", ".o.o..", "......", "......"]);
    let trenches = ["B4", "J4"].map(|row| two.edge(at(row), at(&row.replace('4', "5"))));
    assert_eq!(trenches, [None, Some(Edge::Trench)], "of two as good the one nearer the middle line");
    let plan = plan(&camp);
    assert_eq!(plan.first, Side::Enemy);
    assert!(matches!(plan.enemy.area, Start::SetUp(_)) && matches!(plan.ours.area, Start::ComesOn(_)));
    let village = battle(boards(), "Tokar", &FOUR, Some(BattleType::Defense), BattleKind::Encounter, force(8, 4, 2));
    let Start::SetUp(held) = super::arrange(&village, &GroundDice::default()).unwrap().plan.enemy.area else { panic!() };
    let board = self::board(&super::arrange(&village, &GroundDice::default()).unwrap().plan);
    let houses: Vec<Square> = board.squares().filter(|square| board.ground(*square) == Ground::BuiltUp).collect();
    assert!(houses.len() == 4 && houses.iter().all(|square| held.has(*square)));
}

#[test]
fn surprised_by_ours_the_enemy_sleeps_in_the_middle_until_touched_and_at_dusk_until_the_alarm_n07() {
    let camp = met(BattleType::OurSurpriseAttack);
    let dawn = plan(&camp);
    let asleep = dawn.asleep.clone().unwrap();
    assert_eq!((asleep.side, asleep.woken_by, asleep.slowly), (Side::Enemy, vec![Waking::Contact], true));
    let Start::SetUp(theirs) = &dawn.enemy.area else { panic!() };
    let theirs: Vec<Square> = theirs.squares().collect();
    let ends = |of: fn(&Square) -> u8| theirs.iter().map(of).min().unwrap() + theirs.iter().map(of).max().unwrap();
    assert_eq!((ends(|at| at.column), ends(|at| at.row)), (11, 7), "as far from either edge of 12 columns and 8 rows: {theirs:?}");
    let ours = starts(&dawn, Side::Ours);
    let near: Vec<(u8, u8)> =
        ours.iter().filter(|start| matches!(start, Start::SetUp(_))).map(|start| distances(&dawn, &theirs, start)).collect();
    assert_eq!(near, [(1, 4), (1, 2)], "half of ours within charge range: the horse, and foot");
    assert_eq!(ours.iter().filter(|start| matches!(start, Start::ComesOn(_))).count(), 2);
    let mut camp = camp;
    if let Some((battle, _)) = &mut camp.0.field {
        battle.battle.hour = Some(SurpriseHour::Dusk);
    }
    let dusk = plan(&camp);
    assert_eq!(dusk.asleep.clone().unwrap().woken_by, [Waking::Contact, Waking::Alarm]);
    let far = starts(&dusk, Side::Ours).into_iter().find(|start| matches!(start, Start::SetUp(_))).unwrap();
    assert!(distances(&dusk, &theirs, &far).0 >= 4, "four moves, or as far as the board can give");
}

#[test]
fn an_assault_finds_the_enemy_behind_walls_and_a_storm_of_ours_comes_from_every_edge() {
    let camp = battle(boards(), "Suakin", &FOUR, None, BattleKind::Encounter, force(8, 4, 2));
    let assault = plan(&camp);
    let Start::SetUp(held) = &assault.enemy.area else { panic!() };
    assert_eq!(held.0.iter().map(ToString::to_string).collect::<Vec<_>>(), ["E3:H6"]);
    assert!(matches!(assault.ours.area, Start::ComesOn(_)));
    let storm = plan(&battle(boards(), "Suakin", &FOUR, None, BattleKind::Storm, force(8, 4, 2)));
    let Start::SetUp(held) = &storm.ours.area else { panic!() };
    assert_eq!(held.0.iter().map(ToString::to_string).collect::<Vec<_>>(), ["E3:H6"]);
    let Start::ComesOn(edges) = &storm.enemy.area else { panic!() };
    assert!(["A8", "A4", "L3", "F8"].iter().all(|square| edges.has(at(square))));
    assert_eq!(storm.first, Side::Ours);
    assert!(board(&storm).edge(at("E3"), at("D3")) == Some(Edge::Wall));
}

#[test]
fn a_landing_comes_ashore_from_the_harbour() {
    let camp = battle(boards(), "Mud Bay", &FOUR, Some(BattleType::Encounter), BattleKind::Landing, force(8, 4, 2));
    let plan = plan(&camp);
    let board = board(&plan);
    let water: Vec<Square> = board.squares().filter(|square| board.ground(*square) == Ground::Water).collect();
    let Start::SetUp(bank) = &plan.ours.area else { panic!("{:?}", plan.ours.area) };
    assert!(bank.squares().all(|square| water.iter().any(|other| other.range_to(square) == 1)));
    let Start::ComesOn(edge) = &plan.enemy.area else { panic!() };
    assert!(edge.squares().all(|square| square.column == 11), "from the other side: {edge:?}");
    assert_eq!((plan.ours.facing, plan.enemy.facing), (Facing::East, Facing::West));
}

#[test]
fn a_landing_against_defenders_comes_ashore_where_none_of_theirs_is_adjacent() {
    let camp = battle(boards(), "Mud Bay", &FOUR, Some(BattleType::Defense), BattleKind::Landing, force(8, 4, 2));
    let plan = plan(&camp);
    let (Start::SetUp(bank), Start::SetUp(held)) = (&plan.ours.area, &plan.enemy.area) else { panic!("{plan:?}") };
    assert!(bank.squares().all(|square| held.squares().all(|other| square.range_to(other) > 1)), "{bank:?} {held:?}");
}
