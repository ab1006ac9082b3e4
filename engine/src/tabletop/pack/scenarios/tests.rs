use super::*;
use crate::tabletop::area::Area;
use crate::tabletop::pack::BattlePack;
use crate::tabletop::plan::{Aim, Asleep, Force, Start, Waking};
use crate::tabletop::side::Side;

/// What is wrong with Form Square!, changed so.
fn faults(change: impl FnOnce(&mut Plan)) -> Vec<String> {
    let pack = BattlePack::embedded().unwrap();
    let mut plan = pack.scenario("form square").unwrap().plan.clone();
    change(&mut plan);
    let checked = plan.check(&pack.troops).and_then(|board| plan.check_squares(&pack.troops, &board).map_err(|fault| vec![fault]));
    checked.err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

fn area(blocks: &[&str]) -> Area {
    Area(blocks.iter().map(|block| block.parse().unwrap()).collect())
}

fn force(troop: &str, units: u8) -> Force {
    Force { troop: troop.to_owned(), units, figures: None, shots: None, area: None, from_turn: 1 }
}

#[test]
fn a_scenario_with_more_of_anything_than_a_battle_has_is_refused_before_any_of_it_is_gone_through() {
    assert_eq!(faults(|_| {}), [""; 0]);
    // Half a million forces take no longer to refuse than 129.
    let many = |plan: &mut Plan| plan.enemy.forces = vec![force("nobody", 1); 500_000];
    assert_eq!(faults(many), ["enemy.forces: 500000 forces are more than the 128 there can be"]);
    let blocks = || Area(vec!["A1:X16".parse().unwrap(); 385]);
    assert_eq!(
        faults(|plan| plan.ours.area = Start::SetUp(blocks())),
        ["ours.area: 385 blocks of squares are more than the 384 there can be"]
    );
    let of_force = |plan: &mut Plan| plan.ours.forces[2].area = Some(Start::Hidden(blocks()));
    assert_eq!(faults(of_force), ["ours.forces[2].area: 385 blocks of squares are more than the 384 there can be"]);
    let village = |plan: &mut Plan| plan.aim = Some(Aim::Hold { side: Side::Ours, squares: blocks() });
    assert_eq!(faults(village), ["aim.squares: 385 blocks of squares are more than the 384 there can be"]);
    let pleading = |plan: &mut Plan| plan.pleads = vec!["dervish infantry with spears".to_owned(); 129];
    assert_eq!(faults(pleading), ["pleads: 129 troops are more than the 128 there can be"]);
    let asleep = |woken_by| Some(Asleep { side: Side::Enemy, woken_by, slowly: false });
    let waking = |plan: &mut Plan| plan.asleep = asleep(vec![Waking::Joker; 129]);
    assert_eq!(faults(waking), ["asleep.woken_by: 129 ways to wake are more than the 128 there can be"]);
    let reached = |plan: &mut Plan| plan.asleep = asleep(vec![Waking::Joker, Waking::Reached(blocks())]);
    assert_eq!(faults(reached), ["asleep.woken_by[1]: 385 blocks of squares are more than the 384 there can be"]);
    let formations = |plan: &mut Plan| plan.ours.formations = vec![crate::tabletop::formation::Formation::Line; 9];
    assert_eq!(faults(formations), ["ours.formations: 9 formations are more than the 8 there can be"]);
}

#[test]
fn troops_that_there_are_not_are_named_in_so_many_letters_as_a_sentence_bears() {
    let long = faults(|plan| plan.enemy.forces = vec![force(&"x".repeat(5_000), 1), force("dervish cavalry with spears", 1)]);
    assert_eq!(long, [format!("enemy.forces[0].troop: there are no troops \"{}\"", "x".repeat(60))]);
}

#[test]
fn where_a_brigade_square_is_formed_at_the_beginning_nobody_else_can_stand() {
    let close = |plan: &mut Plan| plan.enemy.area = Start::SetUp(area(&["C1:L8"]));
    assert_eq!(faults(close), ["ours.square: the brigade square round B4 takes C3, where the other side can be set up"]);
    let both = |plan: &mut Plan| {
        plan.enemy.square = Some("D4".parse().unwrap());
        plan.enemy.area = Start::SetUp(area(&["E1:L8"]));
    };
    assert_eq!(faults(both)[0], "ours.square: the brigade square round B4 takes C3, where the other side can be set up");
    // Coming on over the edge, they are met later.
    let coming = |plan: &mut Plan| plan.enemy.area = Start::ComesOn(area(&["A1:A8"]));
    assert_eq!(faults(coming), [""; 0]);
    // A brigade takes four infantry, three batteries, one more and its Leaders; all nine squares of the area are its own.
    let more = |plan: &mut Plan| plan.ours.forces.push(force("british infantry", 2));
    assert_eq!(faults(more), ["ours.square: 2 units have no place in the brigade square, and 0 squares about it"]);
    let room = |plan: &mut Plan| {
        plan.ours.forces.push(force("british infantry", 2));
        plan.ours.area = Start::SetUp(area(&["A2:C5"]));
    };
    assert_eq!(faults(room), [""; 0]);
}
