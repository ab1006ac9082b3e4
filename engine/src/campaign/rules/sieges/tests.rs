//! *Sieges*, rule by rule.

use super::super::test_kit::{Camp, SMALL_BATTLE, camp_with};
use super::*;
use crate::campaign::options::Options;
use crate::campaign::phase::Phase;
use crate::campaign::{Control, Odds, Order, ShipPlace, UnitPlace};
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;

const TEN: [&str; 10] = [
    "Sudanese 1/5",
    "Sudanese 2/5",
    "Sudanese 3/5",
    "Sudanese 4/5",
    "Militia 4",
    "Militia 5",
    "Militia 6",
    "Militia 7",
    "Militia 8",
    "Regulars 4/3",
];

/// Roche Harbor (a town and port) besieged with these units in it, its garrison being asked.
fn siege_with(options: Options, level: u8, units: &[&str]) -> Camp {
    let mut camp = camp_with(options);
    camp.only("Roche Harbor", units);
    camp.besiege("Roche Harbor", level);
    camp.at_siege("Roche Harbor");
    camp
}

fn siege(level: u8, units: &[&str]) -> Camp {
    siege_with(Options::default(), level, units)
}

fn reasons(camp: &Camp) -> Vec<String> {
    camp.reasons(&siege_roll(camp, camp.at("Roche Harbor")))
}

/// Sits tight, and tells the siege's level and the units left after the roll.
#[track_caller]
fn sit(camp: &mut Camp, faces: &[u16]) -> (u8, usize) {
    camp.give(Order::SitTight, faces);
    if matches!(camp.decision(), Some(Decision::Casualties { .. })) {
        camp.give(Order::SpreadLosses, &[]);
    }
    (camp.siege_level(camp.at("Roche Harbor")), camp.garrison(camp.at("Roche Harbor")).len())
}

/// Two dice of this sum.
fn dice(sum: u16) -> [u16; 2] {
    let first = if sum > 7 { 6 } else { 1 };
    [first, sum - first]
}

#[test]
fn siege_table_every_row_at_level_one_by_the_later_rows_r01_r20() {
    // Ten units: level and units left. Whatever does not end the siege tightens it by one, or by two in all on 7 and 8.
    let rows = [
        (2, (0, 10)),
        (3, (2, 10)),
        (4, (2, 9)),
        (5, (2, 9)),
        (6, (2, 8)),
        (7, (3, 10)),
        (8, (3, 10)),
        (9, (2, 7)),
        (10, (2, 7)),
        (11, (2, 5)),
        (12, (0, 0)),
    ];
    for (sum, expected) in rows {
        let mut camp = siege(1, &TEN);
        assert_eq!(sit(&mut camp, &dice(sum)), expected, "{sum}");
        assert_eq!(camp.control(camp.at("Roche Harbor")).is_held(), sum != 12, "{sum}");
    }
}

#[test]
fn siege_table_every_row_by_the_earlier_rows_r01() {
    let rows = [
        (2, (0, 10)),
        (3, (2, 10)),
        (4, (2, 10)),
        (5, (2, 9)),
        (6, (2, 8)),
        (7, (2, 8)),
        (8, (3, 10)),
        (9, (2, 7)),
        (11, (2, 5)),
        (12, (0, 0)),
    ];
    for (sum, expected) in rows {
        let mut camp = siege_with(Options { earlier_siege_rows: true, ..Options::default() }, 1, &TEN);
        assert_eq!(sit(&mut camp, &dice(sum)), expected, "{sum}");
    }
}

#[test]
fn siege_table_a_level_of_two_adds_one_of_three_two_and_of_four_three() {
    for (level, expected) in
        [(1, vec![]), (2, vec!["+1 level of the siege"]), (3, vec!["+2 level of the siege"]), (4, vec!["+3 level of the siege"])]
    {
        assert_eq!(reasons(&siege(level, &TEN)), expected, "level {level}");
    }
}

#[test]
fn siege_table_too_few_units_add_one_two_three_or_four_by_the_place() {
    for (place, enough) in [("Sinkat", 2), ("Roche Harbor", 3), ("Eastsound", 4)] {
        for (units, few) in [(enough, false), (enough - 1, true)] {
            let mut camp = camp_with(Options::default());
            camp.only(place, &TEN[..units]);
            camp.besiege(place, 1);
            let reasons = camp.reasons(&siege_roll(&camp, camp.at(place)));
            assert_eq!(reasons.contains(&"+1 few units left".to_owned()), few, "{place} with {units}");
        }
    }
}

#[test]
fn siege_table_two_artillery_units_take_off_one_and_machine_guns_do_not_count() {
    let with = |units: &[&str]| reasons(&siege(1, &[&TEN[..4], units].concat()));
    assert!(with(&["Krupp 4"]).is_empty());
    assert_eq!(with(&["Krupp 4", "Camel Battery 1"]), ["-1 artillery in the place"]);
    assert_eq!(with(&["Krupp 1", "Krupp 2", "Krupp 3", "Krupp 4"]), ["-1 artillery in the place"]);
    assert!(with(&["Krupp 4", "Naval Brigade MG"]).is_empty());
}

#[test]
fn siege_table_units_out_of_supply_add_two() {
    let mut camp = siege(1, &TEN);
    camp.unsupplied = camp.units(&["Militia 4"]);
    assert_eq!(reasons(&camp), ["+2 out of supply"]);
}

#[test]
fn siege_table_gordon_takes_off_one() {
    let mut camp = siege(1, &TEN);
    camp.governor.place = GovernorPlace::At(camp.at("Roche Harbor"));
    assert_eq!(reasons(&camp), ["-1 Gordon is there"]);
}

#[test]
fn siege_table_by_the_optional_rule_each_gunboat_in_port_takes_off_one() {
    for (optional, expected) in [(true, vec!["-2 gunboats in the port"]), (false, vec![])] {
        let mut camp = siege_with(Options { gunboats_at_sieges: optional, ..Options::default() }, 1, &TEN);
        for ship in ["Tamai", "Metemma", "Aswan"] {
            camp.ship_to(ship, camp.port("Roche Harbor"));
        }
        assert_eq!(reasons(&camp), expected, "and transports nothing");
    }
}

#[test]
fn siege_table_totals_past_the_ends_use_the_end_rows_r18() {
    let mut camp = siege(4, &TEN);
    camp.siege_add.fill(3);
    assert_eq!(sit(&mut camp, &[5, 6]), (0, 0), "17 is a surrender");
    let mut camp = siege(1, &TEN);
    camp.siege_add.fill(-5);
    assert_eq!(sit(&mut camp, &[1, 2]), (0, 10), "-2 breaks the siege");
}

#[test]
fn adjust_siege_level_four_at_most_r20() {
    assert_eq!(sit(&mut siege(4, &TEN), &[1, 3]), (4, 10), "7 with three more for the level");
    assert_eq!(sit(&mut siege(3, &TEN), &[2, 3]), (4, 10), "two levels, but four is all");
}

#[test]
fn siege_table_losses_of_half_are_rounded_up_r17() {
    assert_eq!(sit(&mut siege(1, &TEN[..5]), &[5, 6]), (2, 2));
    let down = Options { fractions_down: true, ..Options::default() };
    assert_eq!(sit(&mut siege_with(down, 1, &TEN[..5]), &[5, 6]), (2, 3));
}

#[test]
fn siege_table_surrender_loses_the_place_and_all_units() {
    let mut camp = siege(1, &TEN);
    let units = camp.units(&TEN);
    camp.give(Order::SitTight, &[6, 6]);
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy);
    assert!(units.iter().all(|unit| camp.unit_place(unit) == UnitPlace::Lost));
    assert_eq!(camp.victory_points(), 15, "the turn is over: ten for a town");
}

#[test]
fn sieges_with_nobody_left_the_place_falls_r21() {
    let mut camp = siege(1, &TEN[..2]);
    // Two units in a town: +1, so that a 5 is a 6, and both go.
    camp.give(Order::SitTight, &[1, 4]);
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy);
}

#[test]
fn sieges_a_siege_roll_costs_no_victory_points_of_battle_r41() {
    let mut camp = siege(1, &TEN);
    sit(&mut camp, &[5, 6]);
    assert_eq!((camp.turn(), camp.victory_points()), (2, 5));
    let mut camp = siege(1, &TEN);
    camp.give(Order::CommitAll, &[]);
    camp.give(Order::Sortie, &[1, 1]);
    assert!(camp.ledger().is_empty(), "nor does a sortie");
}

fn sortie(level: u8, units: &[&str], faces: &[u16]) -> (Camp, Vec<Event>) {
    let mut camp = siege(level, &TEN);
    for unit in units {
        camp.give(Order::Commit { unit: camp.unit(unit) }, &[]);
    }
    let events = camp.give(Order::Sortie, faces);
    (camp, events)
}

fn sorties_modifier(events: &[Event]) -> Option<i8> {
    events.iter().find_map(|event| if let Event::SortieRolled { modifier, .. } = event { Some(*modifier) } else { None })
}

#[test]
fn sortie_table_every_row() {
    // Three units go out: what the sum does to the level, how many they owe, and what is added to the siege roll.
    let rows: [(u16, i8, u16, i8); 11] = [
        (2, 1, 2, 2),
        (3, 1, 2, 2),
        (4, 0, 1, 0),
        (5, 0, 1, 0),
        (6, 0, 1, 0),
        (7, 0, 1, 0),
        (8, -1, 1, -2),
        (9, -1, 1, -2),
        (10, -1, 0, -2),
        (11, -1, 0, -2),
        (12, -2, 0, 0),
    ];
    for (sum, level, owed, modifier) in rows {
        // With no loss to share the siege roll follows at once: a 2 of 1 and 1 at most.
        let mut faces = dice(sum).to_vec();
        if owed == 0 {
            faces.extend([1, 4]);
        }
        let (camp, events) = sortie(3, &TEN[..3], &faces);
        assert_eq!(sorties_modifier(&events), Some(modifier), "{sum}");
        let set = events.iter().find_map(|event| if let Event::SiegeLevelSet { level, .. } = event { Some(*level) } else { None });
        let expected = (level != 0).then_some((3 + level) as u8);
        assert_eq!(set, expected, "{sum}");
        let asked = match camp.decision() {
            Some(Decision::Casualties { owed, cause: LossCause::Sortie, .. }) => *owed,
            _ => 0,
        };
        assert_eq!(asked, owed, "{sum}");
    }
}

#[test]
fn sortie_table_losses_are_shares_of_the_units_involved_fractions_up_r17() {
    let units: Vec<&str> = TEN[..7].to_vec();
    // Seven units: +1. A 2 is a disaster at 3: half of seven is four.
    let (camp, _) = sortie(1, &units, &[1, 1]);
    assert!(matches!(camp.decision(), Some(Decision::Casualties { owed: 4, .. })));
    // A quarter of seven is two.
    let (camp, _) = sortie(1, &units, &[1, 3]);
    assert!(matches!(camp.decision(), Some(Decision::Casualties { owed: 2, .. })));
}

#[test]
fn sortie_table_one_for_each_four_units_and_one_for_two_or_more_cavalry() {
    let camp = siege(1, &TEN);
    let at = camp.at("Roche Harbor");
    let with = |units: &[&str]| camp.reasons(&sortie_roll(&camp, at, camp.units(units)));
    assert!(with(&TEN[..3]).is_empty());
    assert_eq!(with(&TEN[..4]), ["+1 for fours of units"]);
    assert_eq!(with(&TEN[..7]), ["+1 for fours of units"]);
    assert_eq!(with(&TEN[..8]), ["+2 for fours of units"]);
    assert!(with(&["Dragoons 1/1"]).is_empty());
    assert_eq!(with(&["Dragoons 1/1", "Camels 1/1"]), ["+1 two or more cavalry"], "camels are cavalry (R38)");
    assert_eq!(with(&["Dragoons 1/1", "Dragoons 2/1", "Dragoons 1/2"]), ["+1 two or more cavalry"]);
}

#[test]
fn sortie_a_level_brought_to_nothing_breaks_the_siege_r22() {
    for (level, sum, broken) in [(1, 10, true), (2, 12, true), (2, 10, false), (3, 12, false)] {
        let mut faces = dice(sum).to_vec();
        if !broken {
            faces.extend([1, 4]);
        }
        let (camp, events) = sortie(level, &TEN[..3], &faces);
        assert_eq!(events.iter().any(|event| matches!(event, Event::SiegeLifted { .. })), broken, "level {level}, {sum}");
        assert_eq!(events.iter().any(|event| matches!(event, Event::SiegeRolled { .. })), !broken, "no siege, no roll");
        assert_eq!(camp.besieged().is_empty(), broken);
    }
}

#[test]
fn sortie_a_disaster_and_a_limited_success_tell_in_the_siege_roll_of_the_turn() {
    for (sum, reason) in [(2, Some("+2 the sortie")), (6, None), (8, Some("-2 the sortie")), (10, Some("-2 the sortie")), (12, None)] {
        let mut camp = siege(3, &TEN);
        camp.give(Order::Commit { unit: camp.unit("Militia 4") }, &[]);
        // The one unit that went out bears the loss without a question; the siege roll follows at once.
        let faces: Vec<u16> = dice(sum).into_iter().chain([1, 4]).collect();
        let events = camp.give(Order::Sortie, &faces);
        let rolled =
            events.iter().find_map(|event| if let Event::SiegeRolled { roll, .. } = event { Some(camp.reasons(roll)) } else { None });
        assert_eq!(rolled.unwrap().iter().find(|other| other.contains("sortie")).map(String::as_str), reason, "{sum}");
    }
}

#[test]
fn sortie_somebody_has_to_be_told_off_and_only_of_the_garrison() {
    let mut camp = siege(1, &TEN);
    assert_eq!(camp.refused(&Order::Sortie), Refusal::NobodyCommitted);
    assert_eq!(camp.refused(&Order::BreakOut), Refusal::NobodyCommitted);
    assert_eq!(camp.refused(&Order::Commit { unit: camp.unit("Sudanese 1/4") }), Refusal::NotAChoice);
    assert_eq!(camp.refused(&Order::Commit { unit: UnitId::at(UnitSet::CAPACITY) }), Refusal::NotAChoice);
    let unit = camp.unit("Militia 4");
    camp.give(Order::Commit { unit }, &[]);
    assert_eq!(camp.refused(&Order::Commit { unit }), Refusal::NotAChoice);
    assert_eq!(committed(&camp), UnitSet::of(unit));
    camp.give(Order::CommitAll, &[]);
    assert_eq!(camp.refused(&Order::CommitAll), Refusal::NotAChoice);
    camp.allowed(&Order::Sortie);
    camp.allowed(&Order::SitTight);
    let nobody_asked = camp_with(Options::default());
    for order in [Order::SitTight, Order::Sortie, Order::BreakOut, Order::CommitAll, Order::Commit { unit }] {
        assert_eq!(nobody_asked.refused(&order), Refusal::NotAsked, "{order:?}");
    }
}

#[test]
fn breakout_needs_a_way_by_land() {
    let mut camp = camp_with(Options::default());
    camp.only("Stuart", &TEN[..4]);
    camp.besiege("Stuart", 1);
    camp.at_siege("Stuart");
    camp.give(Order::CommitAll, &[]);
    assert_eq!(camp.refused(&Order::BreakOut), Refusal::NoWayOut);
    camp.allowed(&Order::Sortie);
}

#[test]
fn breakout_by_all_is_a_battle_and_when_it_is_won_the_place_falls_r29() {
    let mut camp = siege(2, &TEN[..4]);
    camp.give(Order::CommitAll, &[]);
    camp.give(Order::BreakOut, SMALL_BATTLE);
    assert_eq!(camp.battle().unwrap().0.kind, BattleKind::Breakout);
    camp.give(Order::HoldField, &[]);
    camp.give(Order::BreakOutTo { to: camp.space("Roche Harbor–Sinkat 1 of 2") }, &[]);
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy);
    assert_eq!(camp.units_at(camp.space("Roche Harbor–Sinkat 1 of 2")).len(), 4);
}

#[test]
fn breakout_that_runs_into_the_enemy_fights_again_in_the_sieges_phase() {
    let mut camp = siege(2, &TEN[..4]);
    camp.lose(&["Sinkat"]);
    camp.give(Order::CommitAll, &[]);
    camp.give(Order::BreakOut, SMALL_BATTLE);
    camp.give(Order::HoldField, &[]);
    let faces: Vec<u16> = [6].into_iter().chain(SMALL_BATTLE.iter().copied()).collect();
    camp.give(Order::BreakOutTo { to: camp.space("Roche Harbor–Sinkat 1 of 2") }, &faces);
    assert_eq!(camp.battle().unwrap().0.at, camp.space("Roche Harbor–Sinkat 1 of 2"));
}

#[test]
fn breakout_lost_leaves_the_siege_to_its_roll() {
    let mut camp = siege(2, &TEN);
    camp.give(Order::CommitAll, &[]);
    camp.give(Order::BreakOut, SMALL_BATTLE);
    // Ten units without cavalry: 2 and 1 make 5, 10% of forty steps; they are shared, rolled for, and the siege is rolled for.
    camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[2, 1]);
    let events = camp.give(Order::SpreadLosses, &[1, 1, 1, 1, 1, 1]);
    assert!(events.iter().any(|event| matches!(event, Event::SiegeRolled { .. })));
    assert_eq!(camp.siege_level(camp.at("Roche Harbor")), 3);
}

#[test]
fn storming_by_the_optional_rule_needs_a_six_less_one_for_each_level_past_the_first() {
    for (level, needed) in [(1, 6), (2, 5), (3, 4), (4, 3)] {
        let storming = Options { storming: true, ..Options::default() };
        let mut quiet = siege_with(storming, level, &TEN);
        let events = quiet.give(Order::SitTight, &[needed - 1, 1, 1]);
        let Some(Event::StormRolled { roll, storms, .. }) = events.iter().find(|event| matches!(event, Event::StormRolled { .. })) else {
            panic!("a storm roll")
        };
        assert_eq!((roll.face_needed(), *storms), (Some(needed as i16), false));
        let mut storm = siege_with(storming, level, &TEN);
        storm.give(Order::SitTight, &[needed, 1, 1, 1, 1, 1, 1, 1]);
        let (battle, _) = storm.battle().unwrap();
        assert_eq!((battle.kind, battle.units.len(), battle.battle.battle_type), (BattleKind::Storm, 10, None));
    }
}

#[test]
fn storming_beaten_takes_two_off_the_siege_roll_and_counts_as_a_battle_r41() {
    let mut camp = siege_with(Options { storming: true, ..Options::default() }, 1, &TEN);
    camp.give(Order::SitTight, &[6, 1, 1, 1, 1, 1, 1, 1]);
    camp.victory_points = 50;
    let events = camp.give(Order::HoldField, &[2, 3]);
    let roll = events.iter().find_map(|event| if let Event::SiegeRolled { roll, .. } = event { Some(camp.reasons(roll)) } else { None });
    assert_eq!(roll.unwrap(), ["-2 storm beaten"]);
    assert_eq!((camp.turn(), camp.victory_points()), (2, 40));
}

#[test]
fn storming_that_carries_the_walls_takes_the_place() {
    let mut camp = siege_with(Options { storming: true, ..Options::default() }, 1, &TEN[..4]);
    camp.give(Order::SitTight, &[6, 1, 1, 1, 1, 1, 1, 1]);
    camp.give(Order::Withdraw { cavalry: 0, surrounded: true, odds: Odds::Even }, &[6, 6]);
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy);
    assert_eq!(camp.units(&TEN[..4]).iter().filter(|unit| camp.unit_place(*unit) == UnitPlace::Lost).count(), 4);
}

#[test]
fn storming_that_carries_the_walls_takes_the_place_and_who_is_left_of_the_garrison_retreats() {
    let mut camp = siege_with(Options { storming: true, ..Options::default() }, 1, &TEN[..4]);
    camp.give(Order::SitTight, &[6, 1, 1, 1, 1, 1, 1, 1]);
    // Without cavalry a 4: a tenth of sixteen steps, shared and rolled for.
    camp.give(Order::Withdraw { cavalry: 0, surrounded: false, odds: Odds::Even }, &[1, 1]);
    let events = camp.give(Order::SpreadLosses, &[1, 1]);
    assert!(events.contains(&Event::StormCarried { at: camp.at("Roche Harbor") }));
    let to = camp.space("Roche Harbor–Sinkat 1 of 2");
    camp.give(Order::RetreatTo { to }, &[]);
    assert_eq!(camp.units_at(to), camp.units(&TEN[..4]));
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy);
}

#[test]
fn sieges_what_each_unit_level_and_gunboat_counts_is_as_the_pack_says() {
    let mut camp = siege_with(Options { storming: true, gunboats_at_sieges: true, ..Options::default() }, 3, &TEN);
    let mut pack = camp.pack().as_ref().clone();
    pack.tables.sortie_modifiers.each_four_units = 2;
    pack.tables.siege.modifiers.gunboat = -2;
    pack.tables.storm.each_level_past_first = 2;
    camp.pack = std::sync::Arc::new(pack);
    let at = camp.at("Roche Harbor");
    assert_eq!(sortie_roll(&camp, at, camp.units(&TEN[..8])).modifier(), 4);
    for ship in ["Tamai", "Metemma"] {
        camp.ship_to(ship, camp.port("Roche Harbor"));
    }
    assert!(reasons(&camp).contains(&"-4 gunboats in the port".to_owned()), "{:?}", reasons(&camp));
    let events = camp.give(Order::SitTight, &[1, 1, 1, 1, 1]);
    let needed = events.iter().find_map(|event| if let Event::StormRolled { roll, .. } = event { roll.face_needed() } else { None });
    assert_eq!(needed, Some(2), "two levels past the first");
}

#[test]
fn sieges_what_a_pack_counts_too_high_goes_no_further_than_a_modifier_can() {
    let mut camp = siege_with(Options { storming: true, gunboats_at_sieges: true, ..Options::default() }, 4, &TEN);
    let mut pack = camp.pack().as_ref().clone();
    pack.tables.sortie_modifiers.each_four_units = 100;
    pack.tables.siege.modifiers.gunboat = -100;
    pack.tables.storm.each_level_past_first = 100;
    camp.pack = std::sync::Arc::new(pack);
    let at = camp.at("Roche Harbor");
    for ship in ["Tamai", "Metemma"] {
        camp.ship_to(ship, camp.port("Roche Harbor"));
    }
    assert_eq!(sortie_roll(&camp, at, camp.units(&TEN[..8])).modifier(), 127);
    assert_eq!(storm_roll(&camp, at).modifier(), 127);
    assert!(reasons(&camp).contains(&"-128 gunboats in the port".to_owned()), "{:?}", reasons(&camp));
}

#[test]
fn storming_does_not_follow_a_sortie_and_is_not_without_the_optional_rule() {
    let mut camp = siege_with(Options { storming: true, ..Options::default() }, 4, &TEN);
    camp.give(Order::CommitAll, &[]);
    let events = camp.give(Order::Sortie, &[6, 5, 1, 1]);
    assert!(!events.iter().any(|event| matches!(event, Event::StormRolled { .. })));
    let events = siege(4, &TEN).give(Order::SitTight, &[1, 1]);
    assert!(!events.iter().any(|event| matches!(event, Event::StormRolled { .. })));
}

#[test]
fn gunboats_during_a_siege_a_die_for_each_r58() {
    for (face, damage) in [(1, 0), (3, 0), (4, 1), (5, 2)] {
        let mut camp = siege_with(Options { gunboats_at_sieges: true, ..Options::default() }, 1, &TEN);
        camp.ship_to("Tamai", camp.port("Roche Harbor"));
        let events = camp.give(Order::SitTight, &[2, 2, face]);
        assert_eq!(camp.damage(camp.ship("Tamai")), damage, "{face}");
        assert_eq!(events.iter().any(|event| matches!(event, Event::ShipDamaged { .. })), damage > 0, "{face}");
    }
    let mut camp = siege_with(Options { gunboats_at_sieges: true, ..Options::default() }, 1, &TEN);
    camp.ship_to("Tamai", camp.port("Roche Harbor"));
    camp.give(Order::SitTight, &[2, 2, 6]);
    assert_eq!(camp.ship_place(camp.ship("Tamai")), ShipPlace::Lost);
}

#[test]
fn gunboats_during_a_siege_are_rolled_for_also_when_the_siege_roll_breaks_it() {
    let mut camp = siege_with(Options { gunboats_at_sieges: true, ..Options::default() }, 1, &TEN);
    camp.ship_to("Tamai", camp.port("Roche Harbor"));
    camp.give(Order::SitTight, &[1, 1, 4]);
    assert_eq!((camp.siege_level(camp.at("Roche Harbor")), camp.damage(camp.ship("Tamai"))), (0, 1));
}

#[test]
fn sieges_are_resolved_in_the_order_of_the_table_each_once() {
    let mut camp = camp_with(Options::default());
    camp.besiege("Roche Harbor", 1);
    camp.besiege("Olga", 1);
    camp.choosing(7);
    camp.give(Order::Pass, &[]);
    camp.give(Order::EndRound, &[]);
    assert_eq!(camp.decision(), Some(&Decision::Garrison { location: camp.at("Olga") }));
    camp.give(Order::SitTight, &[1, 1]);
    assert_eq!(camp.decision(), Some(&Decision::Garrison { location: camp.at("Roche Harbor") }));
    camp.give(Order::SitTight, &[1, 1]);
    assert_eq!(camp.phase(), Phase::Draw);
    assert_eq!(camp.siege_level(camp.at("Roche Harbor")), 2, "few units: a 3, not a 2");
}

#[test]
fn sieges_one_begun_in_the_rebellion_phase_is_resolved_that_same_turn_r04() {
    let mut camp = camp_with(Options::default());
    camp.put("Roche Harbor", &TEN[..3]);
    camp.phase = Phase::Rebellion;
    let roche_harbor = camp.at("Roche Harbor");
    camp.unchecked = crate::pack::LocationSet::of(roche_harbor);
    camp.give(Order::CheckRevolt { location: roche_harbor }, &[6]);
    camp.choosing(7);
    camp.give(Order::Pass, &[]);
    camp.give(Order::EndRound, &[]);
    assert_eq!(camp.decision(), Some(&Decision::Garrison { location: roche_harbor }));
}

#[test]
fn gordon_decides_at_the_end_of_the_sieges_phase_once_friday_harbor_is_besieged() {
    for (face, leaves) in [(1, false), (5, false), (6, true)] {
        let mut camp = camp_with(Options::default());
        camp.governor.place = GovernorPlace::At(camp.at("Friday Harbor"));
        camp.besiege("Friday Harbor", 2);
        camp.choosing(7);
        camp.give(Order::Pass, &[]);
        camp.give(Order::EndRound, &[]);
        // +1 for the level, -1 for Gordon: 3 costs nothing.
        let events = camp.give(Order::SitTight, &[1, 2, face]);
        let rolled = events.iter().position(|event| matches!(event, Event::GovernorRolled { .. })).unwrap();
        assert!(events.iter().position(|event| matches!(event, Event::SiegeRolled { .. })).unwrap() < rolled);
        assert_eq!(camp.governor().leaves, leaves, "{face}");
        assert_eq!(camp.governor().place, GovernorPlace::At(camp.at("Friday Harbor")), "he has to be fetched");
    }
    let mut free = camp_with(Options::default());
    free.governor.place = GovernorPlace::At(free.at("Friday Harbor"));
    free.choosing(7);
    free.give(Order::Pass, &[]);
    free.give(Order::EndRound, &[]);
    assert!(!free.governor_rolled, "not while it is not besieged");
}

/// *Gordon Sent to Friday Harbor*: "at all times", so in a breakout too.
#[test]
fn breakout_leaves_gordon_his_guard() {
    let besieged = |left_out: LeftOut| {
        let mut camp = camp_with(Options::default());
        camp.only("Friday Harbor", &["Sudanese 1/5", "Sudanese 2/5", "Militia 4"]);
        camp.governor.place = crate::campaign::leaders::GovernorPlace::At(camp.at("Friday Harbor"));
        camp.besiege("Friday Harbor", 1);
        camp.at_siege("Friday Harbor");
        camp.leave_out(left_out);
        camp
    };
    let mut camp = besieged(LeftOut::NONE);
    camp.give(Order::Commit { unit: camp.unit("Militia 4") }, &[]);
    camp.allowed(&Order::BreakOut);
    camp.give(Order::CommitAll, &[]);
    assert_eq!(camp.refused(&Order::BreakOut), Refusal::GovernorsGuard);
    camp.allowed(&Order::Sortie);
    let mut earlier = besieged(LeftOut::after(Edition(5), State::MENDINGS));
    earlier.give(Order::CommitAll, &[]);
    earlier.allowed(&Order::BreakOut);
}

/// R43: event 11 is of its action round, and says nothing of a breakout when sieges are resolved.
#[test]
fn breakout_meets_the_enemy_without_what_an_event_of_the_last_action_round_adds_r43() {
    let met = |left_out: LeftOut| {
        let mut camp = siege(2, &TEN[..4]);
        camp.lose(&["Sinkat"]);
        camp.round.encounter_add = 1;
        camp.leave_out(left_out);
        camp.give(Order::CommitAll, &[]);
        camp.give(Order::BreakOut, SMALL_BATTLE);
        camp.give(Order::HoldField, &[]);
        let faces: Vec<u16> = [6].into_iter().chain(SMALL_BATTLE.iter().copied()).collect();
        let events = camp.give(Order::BreakOutTo { to: camp.space("Roche Harbor–Sinkat 1 of 2") }, &faces);
        let roll = events.iter().find_map(|event| if let Event::EnemySought { roll, .. } = event { roll.clone() } else { None });
        roll.unwrap().modifiers.iter().any(|modifier| modifier.reason == crate::campaign::roll::Reason::RandomEvent)
    };
    assert!(!met(LeftOut::NONE));
    assert!(met(LeftOut::after(Edition(5), State::MENDINGS)), "by the earlier reading");
}
