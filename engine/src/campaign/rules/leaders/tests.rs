//! *Hicks Expedition* and *General Graham Arrives*: when what they had to do is done.

use super::super::test_kit::{Camp, camp};
use super::*;
use crate::campaign::leaders::FieldForce;
use crate::campaign::{LossCause, Order};
use crate::game::Game;
use crate::pack::{UnitId, UnitSet};

fn expedition() -> Camp {
    let mut camp = camp();
    let (at, units) = (camp.at("Shaw"), camp.pack().expedition_units);
    camp.apply(&Event::ExpeditionLanded { at, units });
    camp
}

#[test]
fn hicks_expedition_is_ten_units() {
    assert_eq!(camp().pack().expedition_units.len(), 10);
    let camp = expedition();
    assert_eq!(camp.names(camp.expedition().units).iter().filter(|name| name.starts_with("Hicks")).count(), 10);
}

#[test]
fn hicks_expedition_with_half_of_it_destroyed_the_rest_are_free() {
    let mut camp = expedition();
    let units: Vec<UnitId> = camp.expedition().units.iter().collect();
    for (lost, unit) in (1..).zip(&units[..5]) {
        camp.apply(&Event::UnitsLost { units: UnitSet::of(*unit), cause: LossCause::Battle });
        camp.with(&[], look);
        assert_eq!(camp.expedition().free, lost == 5, "{lost} of ten");
    }
}

#[test]
fn hicks_expedition_that_has_not_come_is_not_free() {
    let mut camp = camp();
    assert!(camp.with(&[], look).is_empty());
}

#[test]
fn graham_is_free_once_every_place_of_lopez_is_held_and_garrisoned_r09() {
    let mut camp = camp();
    camp.put("Suakin", &["Guards 1"]);
    camp.field_force = FieldForce { units: camp.units(&["Guards 1"]), present: true, free: false };
    camp.with(&[], look);
    assert!(!camp.field_force().free, "Mud Bay is empty");
    camp.put("Mud Bay", &["Militia 4"]);
    camp.with(&[], look);
    assert!(camp.field_force().free);
    camp.clear("Mud Bay");
    camp.with(&[], look);
    assert!(camp.field_force().free, "once is enough");
}

#[test]
fn graham_is_looked_for_after_every_order_r09() {
    let mut camp = camp();
    camp.put("Mud Bay", &["Militia 4"]);
    camp.field_force = FieldForce { units: UnitSet::EMPTY, present: true, free: false };
    let events = camp.give(Order::Pass, &[]);
    assert!(events.contains(&Event::LeaderFreed { leader: Leader::FieldForce }));
}
