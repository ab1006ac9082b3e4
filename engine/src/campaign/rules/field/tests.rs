//! *Battles*, *Anglo-Egyptian Withdrawal & Pursuit*, *Retreat Position*, rule by rule.

use super::super::test_kit::{Camp, SMALL_BATTLE, camp_with, camp_with_ops};
use super::*;
use crate::campaign::options::Options;
use crate::campaign::{Control, Order, Refusal, ShipPlace, UnitPlace};
use crate::game::Game;

const LOPEZ_SIDE: &str = "Lopez–Mud Bay 1 of 2";

/// A battle at a space that the enemy was met in by these units, who came from `from`.
fn battle_with(options: Options, at: &str, from: &str, units: &[&str], kind: BattleKind) -> Camp {
    let mut camp = camp_with(options);
    camp.spending(0);
    camp.put(at, units);
    let (space, units) = (camp.space(at), camp.units(units));
    for unit in units.iter() {
        let from = camp.space(from);
        camp.came_from[unit.index()] = Some(from);
    }
    camp.apply(&Event::BattleMet { met: Met { at: space, units, ships: ShipSet::EMPTY, kind } });
    camp.give(Order::Fight { at: space }, SMALL_BATTLE);
    camp
}

/// Four units met on the road from Lopez to Mud Bay, 16 steps in all.
fn battle() -> Camp {
    battle_with(Options::default(), LOPEZ_SIDE, "Lopez", &["Militia 4", "Militia 5", "Militia 6", "Dragoons 1/1"], BattleKind::Encounter)
}

fn report(camp: &mut Camp, losses: &[(&str, u8)]) {
    for (unit, steps) in losses {
        camp.give(Order::ReportLoss { unit: camp.unit(unit), steps: *steps }, &[]);
    }
}

const EVEN: Order = Order::Withdraw { cavalry: 1, surrounded: false, odds: Odds::Even };

fn pursued(events: &[Event]) -> Option<(i16, u8, u16)> {
    events.iter().find_map(|event| match event {
        Event::PursuitRolled { roll, percent, steps } => Some((roll.total(), *percent, *steps)),
        _ => None,
    })
}

fn battles_in_ledger(camp: &Camp) -> Vec<i16> {
    let wanted =
        |reason: &LedgerReason| matches!(reason, LedgerReason::BattleWon(_) | LedgerReason::BattleLost(_) | LedgerReason::HeavyLosses(_));
    camp.ledger().iter().filter(|entry| wanted(&entry.reason)).map(|entry| entry.points).collect()
}

#[test]
fn battles_what_each_unit_lost_is_reported_once_in_steps_it_has() {
    let mut camp = battle();
    let unit = camp.unit("Militia 4");
    assert_eq!(camp.refused(&Order::ReportLoss { unit, steps: 0 }), Refusal::NotSoMany { most: 4 });
    assert_eq!(camp.refused(&Order::ReportLoss { unit, steps: 5 }), Refusal::NotSoMany { most: 4 });
    assert_eq!(camp.refused(&Order::ReportLoss { unit: camp.unit("Sudanese 1/4"), steps: 1 }), Refusal::NotInBattle);
    report(&mut camp, &[("Militia 4", 3)]);
    assert_eq!(camp.steps(unit), 1);
    assert_eq!(camp.refused(&Order::ReportLoss { unit, steps: 1 }), Refusal::ReportedAlready);
}

#[test]
fn victory_points_a_battle_won_takes_off_ten_and_a_battle_lost_adds_ten() {
    let mut won = battle();
    won.give(Order::HoldField, &[]);
    assert_eq!(battles_in_ledger(&won), [-10]);
    let mut lost = battle();
    lost.give(EVEN, &[1, 2]);
    assert_eq!(battles_in_ledger(&lost), [10]);
}

#[test]
fn victory_points_half_the_units_gone_before_recovery_add_five_won_or_lost_r24() {
    // One of four: nothing more. Two of four: five more, though sixes bring steps of them back.
    let mut one = battle();
    report(&mut one, &[("Militia 4", 4)]);
    one.give(Order::HoldField, &[1; 4]);
    assert_eq!(battles_in_ledger(&one), [-10]);
    let mut two = battle();
    report(&mut two, &[("Militia 4", 4), ("Militia 5", 4)]);
    two.give(Order::HoldField, &[6; 8]);
    assert_eq!(battles_in_ledger(&two), [-10, 5]);
    assert_eq!(two.steps(two.unit("Militia 4")), 4, "they came back all the same");
    let mut lost = battle();
    report(&mut lost, &[("Militia 4", 4), ("Militia 5", 4)]);
    lost.give(EVEN, &[1, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(battles_in_ledger(&lost), [10, 5]);
}

#[test]
fn victory_points_units_lost_in_the_pursuit_count_for_half_r24() {
    let mut camp = battle();
    report(&mut camp, &[("Militia 4", 4), ("Militia 5", 3), ("Militia 6", 3), ("Dragoons 1/1", 3)]);
    // Three units of a step each are left; 10% of three steps is one, rounded up: two of four are gone.
    camp.give(Order::Withdraw { cavalry: 1, surrounded: false, odds: Odds::Even }, &[2, 3]);
    camp.give(Order::Lose { unit: camp.unit("Militia 5"), whole: true }, &[1; 14]);
    assert_eq!(battles_in_ledger(&camp), [10, 5]);
}

#[test]
fn pursuit_is_of_what_is_left_after_the_battle_fractions_up_r17_r19() {
    // Eleven steps left of sixteen; 40% of eleven is 4.4.
    let mut camp = battle();
    report(&mut camp, &[("Militia 4", 4), ("Militia 5", 1)]);
    assert_eq!(pursued(&camp.give(EVEN, &[5, 5])), Some((9, 40, 5)));
    let down = Options { fractions_down: true, ..Options::default() };
    let mut camp = battle_with(down, LOPEZ_SIDE, "Lopez", &["Militia 4", "Militia 5", "Militia 6", "Dragoons 1/1"], BattleKind::Encounter);
    report(&mut camp, &[("Militia 4", 4), ("Militia 5", 1)]);
    assert_eq!(pursued(&camp.give(EVEN, &[5, 5])), Some((9, 40, 4)));
}

#[test]
fn pursuit_modifiers_are_those_reported() {
    for (order, reasons) in [
        (EVEN, vec!["-1 cavalry (1 unit)"]),
        (
            Order::Withdraw { cavalry: 0, surrounded: true, odds: Odds::OverTwoToOne },
            vec!["+2 no cavalry on the board", "+2 surrounded", "+1 outnumbered more than 2:1"],
        ),
        (
            Order::Withdraw { cavalry: 1, surrounded: false, odds: Odds::OverThreeToOne },
            vec!["+2 outnumbered more than 3:1", "-1 cavalry (1 unit)"],
        ),
    ] {
        let mut camp = battle();
        let events = camp.give(order, &[1, 1]);
        let roll = events.iter().find_map(|event| if let Event::PursuitRolled { roll, .. } = event { Some(roll.clone()) } else { None });
        assert_eq!(camp.reasons(&roll.unwrap()), reasons);
    }
    let camp = battle();
    assert_eq!(camp.refused(&Order::Withdraw { cavalry: 2, surrounded: false, odds: Odds::Even }), Refusal::NotSoMany { most: 1 });
}

#[test]
fn pursuit_camels_count_as_cavalry_r38() {
    let camp = battle_with(Options::default(), LOPEZ_SIDE, "Lopez", &["Camels 1/1", "Camel Battery 1"], BattleKind::Encounter);
    assert_eq!(cavalry_standing(&camp), 1);
}

#[test]
fn pursuit_a_disaster_wipes_the_force_out_and_nothing_is_recovered_r23() {
    let mut camp = battle();
    let events = camp.give(Order::Withdraw { cavalry: 0, surrounded: true, odds: Odds::Even }, &[6, 4]);
    assert_eq!(pursued(&events), Some((14, 100, 16)));
    assert!(!events.iter().any(|event| matches!(event, Event::RecoveryRolled { .. })));
    assert!(["Militia 4", "Militia 5", "Militia 6", "Dragoons 1/1"].iter().all(|unit| camp.unit_place(camp.unit(unit)) == UnitPlace::Lost));
    assert_eq!(battles_in_ledger(&camp), [10, 5]);
}

#[test]
fn pursuit_a_force_destroyed_on_the_table_is_not_pursued() {
    let mut camp = battle();
    report(&mut camp, &[("Militia 4", 4), ("Militia 5", 4), ("Militia 6", 4), ("Dragoons 1/1", 4)]);
    assert_eq!(camp.refused(&Order::HoldField), Refusal::NobodyLeft);
    let events = camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[]);
    assert_eq!(pursued(&events), None);
    assert_eq!(battles_in_ledger(&camp), [10, 5]);
}

#[test]
fn determine_casualties_a_die_for_each_step_lost_in_battle_and_pursuit_alike_r23() {
    // Held: five and six come back, to the unit that lost the step.
    let mut held = battle();
    report(&mut held, &[("Militia 4", 3), ("Dragoons 1/1", 3)]);
    held.give(Order::HoldField, &[4, 5, 6, 1, 2, 5]);
    let order = |camp: &Camp| (camp.steps(camp.unit("Militia 4")), camp.steps(camp.unit("Dragoons 1/1")));
    let first_is_dragoons = held.unit("Dragoons 1/1") < held.unit("Militia 4");
    assert_eq!(order(&held), if first_is_dragoons { (2, 3) } else { (3, 2) });
    // After a retreat only sixes, two dice of the pursuit among them.
    let mut lost = battle();
    report(&mut lost, &[("Militia 4", 2)]);
    lost.give(EVEN, &[3, 2]);
    lost.give(Order::Lose { unit: lost.unit("Militia 5"), whole: false }, &[]);
    let events = lost.give(Order::Lose { unit: lost.unit("Militia 6"), whole: false }, &[5, 6, 6, 5]);
    assert!(events.iter().any(|event| matches!(event, Event::RecoveryRolled { needs: 6, recovered: 2, .. })));
    assert_eq!((lost.steps(lost.unit("Militia 4")), lost.steps(lost.unit("Militia 5")), lost.steps(lost.unit("Militia 6"))), (3, 4, 3));
}

#[test]
fn retreat_position_where_the_force_came_from_if_that_is_open() {
    let mut camp = battle();
    camp.give(EVEN, &[1, 2]);
    assert_eq!(camp.garrison(camp.at("Lopez")).len(), 5);
    assert!(camp.movement.iter().all(|left| *left == 0), "a retreat ends the movement");
}

#[test]
fn retreat_position_else_any_adjacent_space_that_is_not_the_enemys_r45() {
    let mut camp = battle();
    camp.lose(&["Lopez"]);
    camp.give(EVEN, &[1, 2]);
    assert_eq!(camp.units_at(camp.space("Lopez–Mud Bay 2 of 2")).len(), 4, "a movement point is always open");
    let mut besieged = battle();
    besieged.besiege("Lopez", 1);
    besieged.give(EVEN, &[1, 2]);
    assert_eq!(besieged.units_at(besieged.space("Lopez–Mud Bay 2 of 2")).len(), 4, "a besieged place is not");
}

#[test]
fn retreat_position_with_two_ways_out_the_players_choose() {
    let mut camp = battle_with(Options::default(), "Lopez", "Lopez–Mud Bay 1 of 2", &["Militia 4"], BattleKind::Encounter);
    camp.came_from.fill(None);
    camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1, 1]);
    let Some(Decision::RetreatFrom { spaces, .. }) = camp.decision().copied() else { panic!("{:?}", camp.decision()) };
    assert_eq!(spaces.len(), 3);
    assert_eq!(camp.refused(&Order::RetreatTo { to: camp.space("Richardson") }), Refusal::NotAChoice);
    assert_eq!(camp.refused(&Order::RetreatByShip { to: camp.at("Suakin") }), Refusal::NotAChoice);
    camp.give(Order::RetreatTo { to: camp.space("Port Stanley–Lopez") }, &[]);
    assert_eq!(camp.space_of_unit(camp.unit("Militia 4")), Some(camp.space("Port Stanley–Lopez")));
}

#[test]
fn retreat_position_with_every_neighbour_the_enemys_and_no_ship_the_force_is_destroyed_r45() {
    let mut camp = battle_with(Options::default(), "Blakely–Suakin", "Suakin", &["Militia 4"], BattleKind::Encounter);
    camp.lose(&["Blakely", "Suakin"]);
    camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1, 1]);
    assert_eq!(camp.unit_place(camp.unit("Militia 4")), UnitPlace::Lost);
}

/// A landing at Decatur, which no path leaves, by a ship that stayed.
fn landing(units: &[&str], ship: &str) -> Camp {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Decatur"]);
    camp.put("Decatur", units);
    camp.ship_to(ship, camp.port("Decatur"));
    let (at, units, ships) = (camp.space("Decatur"), camp.units(units), ShipSet::of(camp.ship(ship)));
    camp.apply(&Event::BattleMet { met: Met { at, units, ships, kind: BattleKind::Landing } });
    camp.give(Order::Fight { at }, SMALL_BATTLE);
    camp
}

#[test]
fn retreat_position_by_the_ships_that_are_there_to_the_nearest_port_r45_r65() {
    let mut camp = landing(&["Militia 4", "Dragoons 1/1"], "Dongola");
    camp.give(EVEN, &[1, 2]);
    // Mud Bay and Richardson lie on E as Decatur does.
    let Some(Decision::RetreatFrom { ports, spaces, .. }) = camp.decision().copied() else { panic!("ports") };
    assert!(spaces.is_empty());
    assert_eq!(ports, ["Richardson", "Mud Bay"].iter().map(|name| camp.at(name)).collect());
    camp.give(Order::RetreatByShip { to: camp.at("Mud Bay") }, &[]);
    assert_eq!(camp.garrison(camp.at("Mud Bay")).len(), 2);
    assert_eq!(camp.ship_place(camp.ship("Dongola")), ShipPlace::Port(camp.at("Mud Bay")));
}

#[test]
fn retreat_position_as_many_as_the_ships_carry_and_the_rest_are_destroyed_r45() {
    let mut camp = landing(&["Militia 4", "Militia 5", "Dragoons 1/1"], "Tamai");
    camp.give(EVEN, &[1, 2]);
    camp.give(Order::RetreatByShip { to: camp.at("Mud Bay") }, &[]);
    camp.give(Order::Lose { unit: camp.unit("Militia 4"), whole: true }, &[]);
    camp.give(Order::Lose { unit: camp.unit("Dragoons 1/1"), whole: true }, &[]);
    assert_eq!(camp.garrison(camp.at("Mud Bay")), camp.units(&["Militia 5"]), "the players choose who goes (R62)");
    assert_eq!(camp.unit_place(camp.unit("Militia 4")), UnitPlace::Lost);
}

#[test]
fn retreat_position_a_landing_whose_ships_have_gone_is_lost_r65() {
    let mut camp = landing(&["Militia 4"], "Tamai");
    camp.ship_to("Tamai", camp.sea("E"));
    camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1, 1]);
    assert_eq!(camp.unit_place(camp.unit("Militia 4")), UnitPlace::Lost);
}

#[test]
fn battles_a_victory_in_a_mahdist_place_retakes_it() {
    for (unit, control) in [("Militia 4", Control::NativePacified), ("Guards 1", Control::Allied)] {
        let mut camp = landing(&[unit], "Tamai");
        camp.give(Order::HoldField, &[]);
        assert_eq!(camp.control(camp.at("Decatur")), control);
        assert_eq!(camp.points_in_ledger(), -15, "ten for the battle, five for the village");
        assert_eq!(camp.ship_place(camp.ship("Tamai")), ShipPlace::Port(camp.at("Decatur")), "the port is ours");
    }
}

#[test]
fn battles_the_assault_on_a_fortified_town_is_one_battle_with_its_walls_and_the_larger_force_r16_r47() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Suakin"]);
    camp.put("Blakely–Suakin", &["Guards 1"]);
    camp.activate(Station::Space(camp.space("Blakely–Suakin")));
    camp.march("Suakin", &[]);
    // Foot, horse, rifles, the second rifles, three dice for guns; no roll for a type of battle.
    camp.give(Order::Fight { at: camp.space("Suakin") }, &[1, 1, 1, 1, 1, 4, 3, 6, 6, 5]);
    let (battle, _) = camp.battle().unwrap();
    assert_eq!((battle.force.rifles, battle.force.artillery, battle.force.machine_guns), (7, 2, 0));
    assert_eq!(battle.battle, battle::Battle::assault());
    camp.give(Order::HoldField, &[]);
    assert_eq!(camp.points_in_ledger(), -30);
}

#[test]
fn relief_a_battle_won_lifts_the_siege_r29() {
    let mut camp = battle_with(Options::default(), "Sinkat", "Friday Harbor", &["Militia 4"], BattleKind::Relief);
    camp.besiege("Sinkat", 3);
    camp.give(Order::HoldField, &[]);
    assert!(camp.besieged().is_empty());
    assert_eq!(battles_in_ledger(&camp), [-10], "a relief counts as a battle (R41)");
    assert_eq!(camp.control(camp.at("Sinkat")), Control::Native, "it was never lost: no mark");
}

#[test]
fn relief_by_the_other_reading_it_joins_the_besieged_and_one_lost_goes_back_r29() {
    let joins = Options { relief_joins_siege: true, ..Options::default() };
    let mut camp = battle_with(joins, "Sinkat", "Sinkat–Friday Harbor 1 of 2", &["Militia 4"], BattleKind::Relief);
    camp.besiege("Sinkat", 3);
    camp.give(Order::HoldField, &[]);
    assert_eq!(camp.siege_level(camp.at("Sinkat")), 3);
    assert!(camp.garrison(camp.at("Sinkat")).contains(camp.unit("Militia 4")));
    let mut lost = battle_with(Options::default(), "Sinkat", "Sinkat–Friday Harbor 1 of 2", &["Militia 4"], BattleKind::Relief);
    lost.besiege("Sinkat", 3);
    lost.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1, 1]);
    assert_eq!(lost.siege_level(lost.at("Sinkat")), 3);
    assert_eq!(lost.space_of_unit(lost.unit("Militia 4")), Some(lost.space("Sinkat–Friday Harbor 1 of 2")));
}

#[test]
fn breakout_a_battle_won_frees_who_left_and_an_empty_place_falls_r29() {
    let mut camp = battle_with(Options::default(), "Roche Harbor", "Roche Harbor", &["Regulars 3/1", "Regulars 4/1"], BattleKind::Breakout);
    let garrison = camp.garrison(camp.at("Roche Harbor"));
    camp.besiege("Roche Harbor", 2);
    let fighting = camp.battle().unwrap().0.units;
    for unit in garrison.without(fighting).iter() {
        camp.apply(&Event::UnitsRecalled { units: UnitSet::of(unit) });
    }
    camp.give(Order::HoldField, &[]);
    assert_eq!(camp.refused(&Order::BreakOutTo { to: camp.space("Sinkat") }), Refusal::NotAChoice);
    // The space they come to is rolled for: between two friendly places nobody can be met (R27).
    camp.give(Order::BreakOutTo { to: camp.space("Roche Harbor–Sinkat 1 of 2") }, &[]);
    assert_eq!(camp.units_at(camp.space("Roche Harbor–Sinkat 1 of 2")), fighting);
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy, "nobody stays");
    assert_eq!(camp.entered(|reason| matches!(reason, LedgerReason::LocationLost(_))), [10]);
}

#[test]
fn breakout_who_stays_is_besieged_still_and_one_lost_stays_inside_r29() {
    let mut camp = battle_with(Options::default(), "Roche Harbor", "Roche Harbor", &["Militia 4"], BattleKind::Breakout);
    camp.besiege("Roche Harbor", 2);
    let mut lost = camp.clone();
    camp.give(Order::HoldField, &[]);
    camp.give(Order::BreakOutTo { to: camp.space("Roche Harbor–Sinkat 1 of 2") }, &[]);
    assert_eq!((camp.siege_level(camp.at("Roche Harbor")), camp.garrison(camp.at("Roche Harbor")).len()), (2, 2));
    lost.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1, 1]);
    assert!(lost.garrison(lost.at("Roche Harbor")).contains(lost.unit("Militia 4")));
    assert_eq!(battles_in_ledger(&lost), [10], "a breakout counts as a battle (R41)");
}

#[test]
fn breakout_the_adjacent_space_is_rolled_for_even_after_a_victory() {
    let mut camp = battle_with(Options::default(), "Roche Harbor", "Roche Harbor", &["Militia 4"], BattleKind::Breakout);
    camp.besiege("Roche Harbor", 2);
    camp.lose(&["Sinkat"]);
    camp.give(Order::HoldField, &[]);
    let events = camp.give(Order::BreakOutTo { to: camp.space("Roche Harbor–Sinkat 1 of 2") }, &[6]);
    assert!(events.iter().any(|event| matches!(event, Event::EnemySought { met: true, .. })));
    assert!(camp.round().battle_at(camp.space("Roche Harbor–Sinkat 1 of 2")).is_some());
}

#[test]
fn battles_fractions_are_rounded_up_or_down_as_the_group_reads_them_r17() {
    let (up, down) = (camp_with_ops(0), camp_with(Options { fractions_down: true, ..Options::default() }));
    assert_eq!((portion(&up, 50, 5), portion(&down, 50, 5)), (3, 2));
    assert_eq!((portion(&up, 25, 4), portion(&down, 25, 4)), (1, 1));
    assert_eq!((portion(&up, 10, 1), portion(&down, 10, 1)), (1, 0));
}

#[test]
fn battles_are_fought_when_all_have_moved_and_at_no_other_step() {
    let mut camp = camp_with_ops(1);
    let at = camp.space("Lopez");
    assert_eq!(camp.refused(&Order::Fight { at }), Refusal::NoBattleThere);
    camp.choosing(2);
    assert_eq!(camp.refused(&Order::Fight { at }), Refusal::WrongStep { now: Step::Choose });
    camp.phase = Phase::Replacements;
    assert_eq!(camp.refused(&Order::Fight { at }), Refusal::WrongPhase { now: Phase::Replacements });
}

#[test]
fn pursuit_there_is_no_more_cavalry_on_the_board_than_stands() {
    let withdraw = |cavalry| Order::Withdraw { cavalry, surrounded: false, odds: Odds::Even };
    let foot = battle_with(Options::default(), LOPEZ_SIDE, "Lopez", &["Militia 4"], BattleKind::Encounter);
    assert_eq!(cavalry_standing(&foot), 0);
    assert_eq!(foot.refused(&withdraw(1)), Refusal::NotSoMany { most: 0 });
    let horse = battle_with(Options::default(), LOPEZ_SIDE, "Lopez", &["Dragoons 1/1", "Dragoons 2/1"], BattleKind::Encounter);
    assert_eq!(cavalry_standing(&horse), 2);
    horse.allowed(&withdraw(2));
}

#[test]
fn breakout_with_one_way_out_those_who_won_go_there_unasked() {
    let mut camp = battle_with(Options::default(), "El Obeid", "El Obeid", &["Militia 4"], BattleKind::Breakout);
    camp.besiege("El Obeid", 2);
    let events = camp.give(Order::HoldField, &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::DecisionPut { .. })));
    assert_eq!(camp.space_of_unit(camp.unit("Militia 4")), Some(camp.space("El Obeid–Olga 1 of 2")));
}

#[test]
fn retreat_position_spaces_and_ports_that_no_list_can_hold_are_refused() {
    let mut camp = battle_with(Options::default(), "Roche Harbor", "Roche Harbor", &["Militia 4"], BattleKind::Breakout);
    camp.besiege("Roche Harbor", 2);
    camp.give(Order::HoldField, &[]);
    assert_eq!(camp.refused(&Order::BreakOutTo { to: SpaceId::at(SpaceSet::CAPACITY) }), Refusal::NotAChoice);
    let mut camp = landing(&["Militia 4", "Dragoons 1/1"], "Dongola");
    assert_eq!(camp.refused(&Order::ReportLoss { unit: UnitId::at(UnitSet::CAPACITY), steps: 1 }), Refusal::NotInBattle);
    camp.give(EVEN, &[1, 2]);
    assert_eq!(camp.refused(&Order::RetreatTo { to: SpaceId::at(SpaceSet::CAPACITY) }), Refusal::NotAChoice);
    assert_eq!(camp.refused(&Order::RetreatByShip { to: LocationId::at(LocationSet::CAPACITY) }), Refusal::NotAChoice);
}

#[test]
fn retreat_position_a_ship_that_is_full_takes_nobody_off_and_puts_to_sea_r64() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Decatur"]);
    camp.put("Decatur", &["Militia 4", "Dragoons 1/1", "Militia 5"]);
    let (dongola, tamai, at) = (camp.ship("Dongola"), camp.ship("Tamai"), camp.space("Decatur"));
    camp.ship_to("Dongola", camp.port("Decatur"));
    camp.ship_to("Tamai", camp.port("Decatur"));
    let unit = camp.unit("Militia 5");
    camp.apply(&Event::UnitLoaded { unit, ship: tamai, spends: false });
    let (units, ships) = (camp.units(&["Militia 4", "Dragoons 1/1"]), [dongola, tamai].into_iter().collect());
    camp.apply(&Event::BattleMet { met: Met { at, units, ships, kind: BattleKind::Landing } });
    camp.give(Order::Fight { at }, SMALL_BATTLE);
    camp.give(EVEN, &[1, 2]);
    camp.give(Order::RetreatByShip { to: camp.at("Mud Bay") }, &[]);
    assert_eq!(camp.ship_place(dongola), ShipPlace::Port(camp.at("Mud Bay")));
    assert_eq!(Some(camp.ship_place(tamai)), camp.pack().map.location(camp.at("Decatur")).port_on.first().copied().map(ShipPlace::Sea));
}

#[test]
fn retreat_position_only_ships_that_lie_in_a_port_of_the_enemys_put_to_sea_and_not_before_their_battle_r64() {
    let put_to_sea = |events: &[Event]| events.iter().any(|event| matches!(event, Event::ShipsPutToSea { .. }));
    let mut camp = battle();
    assert!(!put_to_sea(&camp.give(EVEN, &[1, 2])), "no ship lies at Tokar");
    // A landing that has still to be fought keeps its ships while another battle is lost.
    let mut camp = camp_with_ops(1);
    camp.lose(&["Decatur"]);
    camp.put("Decatur", &["Militia 5"]);
    camp.put(LOPEZ_SIDE, &["Militia 4"]);
    camp.ship_to("Tamai", camp.port("Decatur"));
    let landed = Met {
        at: camp.space("Decatur"),
        units: camp.units(&["Militia 5"]),
        ships: ShipSet::of(camp.ship("Tamai")),
        kind: BattleKind::Landing,
    };
    let met = Met { at: camp.space(LOPEZ_SIDE), units: camp.units(&["Militia 4"]), ships: ShipSet::EMPTY, kind: BattleKind::Encounter };
    for met in [landed, met] {
        camp.apply(&Event::BattleMet { met });
        let unit = met.units.first().unwrap();
        camp.came_from[unit.index()] = Some(camp.space("Lopez"));
    }
    camp.give(Order::Fight { at: met.at }, SMALL_BATTLE);
    let events = camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1, 1]);
    assert!(!put_to_sea(&events));
    assert_eq!(camp.ship_place(camp.ship("Tamai")), ShipPlace::Port(camp.at("Decatur")));
}
