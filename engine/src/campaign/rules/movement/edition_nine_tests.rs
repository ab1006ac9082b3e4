//! What edition 9 mended of movement, with the earlier reading beside it.

use super::super::test_kit::{Camp, QUIET, SMALL_BATTLE, camp, camp_with, camp_with_ops};
use super::*;
use crate::campaign::options::Options;
use crate::campaign::{CardUse, Order};
use crate::dice::Dice;
use crate::edition::{Edition, LeftOut};
use crate::game::Game;

/// The rules as they read now, and as they read before.
fn both_editions() -> [(bool, LeftOut); 2] {
    [(true, LeftOut::NONE), (false, LeftOut::after(Edition(8), State::MENDINGS))]
}

fn reached(camp: &Camp) -> Vec<String> {
    let force = camp.round().force().unwrap();
    reach(camp, &force).iter().map(|space| camp.pack().map.space_name(space)).collect()
}

#[test]
fn under_siege_who_marches_to_a_place_whose_garrison_breaks_out_relieves_it_r29() {
    for (mended, left_out) in both_editions() {
        let mut camp = camp_with_ops(2);
        camp.leave_out(left_out);
        camp.besiege("Roche Harbor", 1);
        camp.put("Roche Harbor–Sinkat 1 of 2", &["Militia 4"]);
        let inside = camp.garrison(camp.at("Roche Harbor"));
        camp.activate(camp.port("Roche Harbor"));
        camp.march("Roche Harbor–Sinkat 1 of 2", &[]);
        camp.activate(Station::Space(camp.space("Roche Harbor–Sinkat 1 of 2")));
        let relief = prospect(&camp, camp.space("Roche Harbor"), camp.units(&["Militia 4"]), true);
        camp.march("Roche Harbor", &[]);
        let met = *camp.round().battle_at(camp.space("Roche Harbor")).unwrap();
        let kind = if mended { BattleKind::Relief } else { BattleKind::Breakout };
        assert_eq!((met.kind, met.units), (kind, inside.union(camp.units(&["Militia 4"]))), "one battle of both");
        assert_eq!(relief, Prospect::Battle(kind));
    }
}

#[test]
fn advanced_supply_points_without_escort_go_through_no_mahdist_place() {
    for (mended, left_out) in both_editions() {
        let mut camp = camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() });
        camp.spending(1);
        camp.leave_out(left_out);
        camp.lose(&["Sinkat"]);
        camp.only("Sinkat–Friday Harbor 1 of 2", &[]);
        let at = camp.space("Sinkat–Friday Harbor 1 of 2");
        camp.supply[at.index()] = 1;
        camp.activate(Station::Space(at));
        camp.give(Order::TakeSupply, &[]);
        let beyond = reached(&camp).contains(&"Roche Harbor–Sinkat 2 of 2".to_owned());
        assert_eq!(beyond, !mended, "{:?}", reached(&camp));
        assert!(reached(&camp).contains(&"Friday Harbor".to_owned()));
    }
}

#[test]
fn advanced_supply_points_without_escort_do_not_break_out_of_a_siege_r41() {
    for (mended, left_out) in both_editions() {
        let mut camp = camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() });
        camp.spending(1);
        camp.leave_out(left_out);
        camp.besiege("Friday Harbor", 1);
        camp.clear("Friday Harbor");
        camp.activate(camp.port("Friday Harbor"));
        camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
        camp.give(Order::TakeSupply, &[]);
        assert_eq!(reached(&camp).is_empty(), mended, "{:?}", reached(&camp));
    }
}

#[test]
fn random_events_22_and_51_lead_a_force_for_the_round_whoever_else_moves_in_between() {
    for (mended, left_out) in both_editions() {
        let mut camp = camp();
        camp.leave_out(left_out);
        camp.lose(&["Mud Bay"]);
        camp.random_event(51, CardUse::Ops, &[]);
        camp.only("Richardson", &["Bashi-Bazouk Foot 1", "Militia 4"]);
        camp.activate(camp.port("Richardson"));
        camp.give(Order::MarchUnmet, &[]);
        camp.march("Richardson–Mud Bay 1 of 2", &[]);
        camp.activate(camp.port("Lopez"));
        camp.give(Order::Form { at: camp.space("Richardson–Mud Bay 1 of 2") }, &[]);
        let there = prospect(&camp, camp.space("Mud Bay"), camp.round().force().unwrap().units, true);
        assert_eq!(there == Prospect::Hidden, mended, "{there:?}");
        assert_eq!(camp.refused(&Order::MarchUnmet), Refusal::NoGuides, "they lead one force only");
        // Others are not led, not even with them.
        camp.put("Richardson–Mud Bay 1 of 2", &["Sudanese 1/5"]);
        let mixed = prospect(&camp.clone(), camp.space("Mud Bay"), camp.units(&["Sudanese 1/5"]), true);
        assert!(matches!(mixed, Prospect::Roll(_)), "{mixed:?}");
    }
}

#[test]
fn hicks_expedition_goes_all_together_to_the_nearest_mahdist_place_or_as_near_as_it_comes_r48() {
    for (mended, left_out) in both_editions() {
        let mut camp = camp();
        camp.leave_out(left_out);
        camp.hold(&[36, 28]);
        camp.play(36, CardUse::Event, QUIET);
        let allowed = |camp: &Camp, order: &Order| camp.permit(crate::campaign::Seat::Player, order).is_ok();
        let unit = camp.expedition().units.first().unwrap();
        assert_eq!(allowed(&camp, &Order::Leave { unit }), !mended, "nobody is left behind");
        // Tokar is two spaces from Shaw.
        assert_eq!(allowed(&camp, &Order::March { to: camp.space("Shaw–Tokar") }), !mended);
        camp.allowed(&Order::March { to: camp.space("Tokar") });
        for unit in camp.expedition().units.iter() {
            camp.movement[unit.index()] = 1;
        }
        camp.allowed(&Order::March { to: camp.space("Shaw–Tokar") });
        let events = camp.march("Shaw–Tokar", &[1]);
        assert!(events.contains(&Event::ExpeditionAttempted), "as near as it comes");
    }
}

#[test]
fn impatience_at_home_the_nearest_mahdist_place_is_attacked_and_no_other() {
    for (mended, left_out) in both_editions() {
        let mut camp = camp_with_ops(1);
        camp.leave_out(left_out);
        let ashore = camp.units_ashore();
        camp.apply(&Event::UnitsRecalled { units: ashore });
        camp.lose(&["Mud Bay", "Lopez"]);
        let road = ["Richardson–Mud Bay 1 of 2", "Richardson–Mud Bay 2 of 2"];
        let from = road.into_iter().find(|name| camp.pack().map.neighbours(camp.space("Richardson")).contains(camp.space(name))).unwrap();
        camp.put(from, &["Dragoons 1/1"]);
        camp.round.must_attack = true;
        camp.activate(Station::Space(camp.space(from)));
        // Mud Bay is two spaces off, Lopez four.
        let force = camp.round().force().unwrap();
        assert!([camp.space("Mud Bay"), camp.space("Lopez")].into_iter().all(|place| reach(&camp, &force).contains(place)));
        assert_eq!(marches(&camp) == SpaceSet::of(camp.space("Mud Bay")), mended, "{:?}", marches(&camp));
    }
}

#[test]
fn relief_lost_together_with_a_breakout_leaves_the_garrison_within_its_walls_r29() {
    let mut camp = camp_with_ops(2);
    camp.besiege("Roche Harbor", 1);
    camp.put("Roche Harbor–Sinkat 1 of 2", &["Militia 4"]);
    let garrison = camp.garrison(camp.at("Roche Harbor"));
    camp.activate(camp.port("Roche Harbor"));
    camp.march("Roche Harbor–Sinkat 1 of 2", &[]);
    camp.activate(Station::Space(camp.space("Roche Harbor–Sinkat 1 of 2")));
    camp.march("Roche Harbor", &[]);
    let mut won = camp.clone();
    won.give(Order::Fight { at: won.space("Roche Harbor") }, SMALL_BATTLE);
    won.give(Order::HoldField, &[]);
    assert!(won.besieged().is_empty() && garrison.is_within(won.garrison(won.at("Roche Harbor"))), "the siege is lifted");
    camp.give(Order::Fight { at: camp.space("Roche Harbor") }, SMALL_BATTLE);
    camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: crate::campaign::Odds::Even }, &[1, 1]);
    // Two steps are lost in the pursuit, and somebody has to say whose.
    let regulars = camp.unit("Regulars 1/2");
    for _ in 0..2 {
        let lost = Order::Lose { unit: regulars, whole: false };
        camp.0.give(crate::campaign::Seat::Player, &lost, &mut Dice::seeded([1; 32], 0)).unwrap();
    }
    assert_eq!(camp.space_of_unit(camp.unit("Militia 4")), Some(camp.space("Roche Harbor–Sinkat 1 of 2")), "the relief goes back");
    let inside = camp.garrison(camp.at("Roche Harbor"));
    assert!(!inside.is_empty() && inside.is_within(garrison), "what is left of the garrison stays");
    assert!(camp.besieged().contains(camp.at("Roche Harbor")));
}

#[test]
fn by_the_other_reading_a_relief_joins_no_breakout_r29() {
    let mut camp = camp_with(Options { relief_joins_siege: true, ..Options::default() });
    camp.spending(2);
    camp.besiege("Roche Harbor", 1);
    camp.put("Roche Harbor–Sinkat 1 of 2", &["Militia 4"]);
    camp.activate(camp.port("Roche Harbor"));
    camp.march("Roche Harbor–Sinkat 1 of 2", &[]);
    let there = prospect(&camp, camp.space("Roche Harbor"), camp.units(&["Militia 4"]), true);
    assert_eq!(there, Prospect::Battle(BattleKind::Breakout));
}

#[test]
fn random_events_22_and_51_lead_nobody_who_leaves_the_force_and_nobody_when_the_rounds_are_over_r43() {
    let mut camp = camp();
    camp.lose(&["Mud Bay"]);
    camp.random_event(22, CardUse::Ops, &[]);
    camp.only("Richardson", &["Bashi-Bazouk Foot 1", "Militia 4"]);
    camp.activate(camp.port("Richardson"));
    camp.give(Order::MarchUnmet, &[]);
    let left = camp.unit("Militia 4");
    camp.give(Order::Leave { unit: left }, &[]);
    camp.march("Richardson–Mud Bay 1 of 2", &[]);
    camp.give(Order::Form { at: camp.space("Richardson") }, &[]);
    let met = |camp: &Camp, unit: &str| prospect(camp, camp.space("Mud Bay"), camp.units(&[unit]), true);
    assert!(matches!(met(&camp, "Militia 4"), Prospect::Roll(_)), "one force alone is led");
    assert_eq!(met(&camp, "Bashi-Bazouk Foot 1"), Prospect::Hidden);
    camp.phase = crate::campaign::Phase::Sieges;
    assert!(matches!(met(&camp, "Bashi-Bazouk Foot 1"), Prospect::Roll(_)), "the action rounds are over");
}

#[test]
fn hicks_expedition_that_attacks_a_place_farther_off_has_tried() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Richardson", "Port Stanley"]);
    camp.only("Lopez", &["Hicks Gendarmes 3"]);
    camp.expedition.units = camp.units(&["Hicks Gendarmes 3"]);
    camp.expedition.arrived = 1;
    camp.activate(camp.port("Lopez"));
    let force = camp.round().force().unwrap();
    let nearest = at_the_enemy(&camp, &force);
    let farther = ["Richardson", "Port Stanley"].map(|name| camp.space(name)).into_iter().find(|place| !nearest.contains(*place)).unwrap();
    assert!(reach(&camp, &force).contains(farther));
    let events = camp.with(&[6], |proceedings| resolve_march(proceedings, farther));
    assert!(events.contains(&Event::ExpeditionAttempted));
}

#[test]
fn impatience_at_home_supply_by_itself_attacks_nobody() {
    let mut camp = camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() });
    camp.spending(1);
    camp.lose(&["Mud Bay"]);
    camp.clear("Friday Harbor");
    camp.round.must_attack = true;
    let at = camp.space("Friday Harbor");
    camp.round.activated.insert(at);
    camp.give(Order::Form { at }, &[]);
    camp.give(Order::TakeSupply, &[]);
    let to = marches(&camp).first().unwrap();
    let events = camp.with(&[], |proceedings| resolve_march(proceedings, to));
    assert!(!events.contains(&Event::AttackMade), "{events:?}");
}
