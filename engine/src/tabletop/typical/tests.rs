use std::collections::BTreeSet;

use super::*;
use crate::tabletop::rules::deployment::lay;

fn battles() -> impl Iterator<Item = (Plan, Board)> {
    let pack = BattlePack::embedded().unwrap();
    (0..300_u16).map(move |seed| {
        let mut dice = Dice::seeded([7; 32], u64::from(seed) << 10);
        let (plan, rolls) = muster(&pack, &mut dice).unwrap();
        assert_eq!(rolls.iter().map(|roll| roll.faces.len()).sum::<usize>(), 42);
        let board = plan.check(&pack.troops).unwrap_or_else(|faults| panic!("{seed}: {faults:?}\n{}", plan.board));
        (plan, board)
    })
}

#[test]
fn typical_armies_are_what_the_text_suggests() {
    let pack = BattlePack::embedded().unwrap();
    let mut seen = BTreeSet::new();
    for (plan, _) in battles() {
        let count = |side: Side, wanted: &dyn Fn(&Troop) -> bool| -> u8 {
            let forces = plan.side(side).forces.iter();
            forces.filter(|force| wanted(pack.troop(pack.troop_of_key(&force.troop).unwrap()))).map(|force| force.units).sum()
        };
        let arm = |side: Side, wanted: Arm| count(side, &|troop| troop.arm == wanted);
        let mounted = |side: Side| count(side, &|troop| troop.arm.is_mounted());
        let batteries = |side: Side| count(side, &|troop| troop.arm.is_battery());
        let (ours, enemy) = (Side::Ours, Side::Enemy);
        assert!((3..=4).contains(&arm(ours, Arm::Infantry)) && mounted(ours) <= 1 && (1..=2).contains(&batteries(ours)));
        assert!((6..=8).contains(&arm(enemy, Arm::Infantry)) && (2..=4).contains(&mounted(enemy)) && batteries(enemy) <= 1);
        assert_eq!((arm(ours, Arm::Transport), arm(ours, Arm::Leader), arm(enemy, Arm::Leader)), (1, 1, 1));
        let fires = |arm: fn(Arm) -> bool| count(enemy, &|troop| arm(troop.arm) && !troop.fire.is_empty());
        assert!(2 * fires(|arm| arm == Arm::Infantry) <= arm(enemy, Arm::Infantry) && 2 * fires(Arm::is_mounted) <= mounted(enemy));
        for side in Side::BOTH {
            seen.extend(plan.side(side).forces.iter().map(|force| force.troop.clone()));
        }
    }
    let missing: Vec<&str> = pack.troops.iter().map(|troop| troop.key.as_str()).filter(|key| !seen.contains(*key)).collect();
    assert_eq!(missing, ["british camelry dismounted", "egyptian camelry dismounted", "bashi-bazouks", "bazingers", "gendarmerie"]);
}

#[test]
fn their_ground_is_of_every_kind_and_now_and_then_has_a_river_with_a_boat_of_each_side() {
    let (mut grounds, mut rivers) = (BTreeSet::new(), 0);
    for (plan, board) in battles() {
        grounds.extend(board.squares().map(|square| board.ground(square).letter()));
        let boats = plan.board.contains(['↑', '↓']);
        rivers += u32::from(boats);
        let of = |side: Side| plan.side(side).forces.iter().filter(|force| force.troop.contains("boat")).count();
        assert_eq!((of(Side::Ours), of(Side::Enemy)), (usize::from(boats), usize::from(boats)));
    }
    assert_eq!(grounds.into_iter().collect::<String>(), "\"#%.X^~↑↓");
    assert!((20..100).contains(&rivers), "{rivers} of 300");
}

#[test]
fn everybody_has_a_place_of_his_own() {
    let pack = BattlePack::embedded().unwrap();
    for (plan, board) in battles() {
        let units = lay(&pack, &plan, &board, false);
        let squares: BTreeSet<Square> =
            units.iter().filter(|unit| pack.troop(unit.troop).arm != Arm::Leader).map(|unit| unit.square).collect();
        assert_eq!(squares.len() + 2, units.len(), "{}", plan.board);
    }
}
