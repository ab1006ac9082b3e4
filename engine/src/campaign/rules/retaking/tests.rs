//! *Pacification*, and places that fall, rule by rule.

use super::super::test_kit::camp;
use super::super::{rebellion, victory};
use super::*;
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::{Control, ShipPlace, UnitPlace};

#[test]
fn pacification_who_retakes_a_place_marks_it_and_it_counts_as_recaptured() {
    for (allied, control) in [(false, Control::NativePacified), (true, Control::Allied)] {
        let mut camp = camp();
        camp.lose(&["El Obeid"]);
        let location = camp.at("El Obeid");
        camp.with(&[], |proceedings| retake(proceedings, location, allied));
        assert_eq!(camp.control(location), control);
        assert_eq!(camp.entered(|reason| matches!(reason, LedgerReason::LocationRetaken(_))), [-10]);
    }
}

#[test]
fn pacification_a_place_of_egyptian_mark_needs_an_eight_and_of_british_mark_never_rises_again() {
    let mut camp = camp();
    let (mud_bay, rosario) = (camp.at("Mud Bay"), camp.at("Rosario"));
    camp.lose(&["Mud Bay", "Rosario"]);
    camp.with(&[], |proceedings| {
        retake(proceedings, mud_bay, false);
        retake(proceedings, rosario, true);
    });
    assert_eq!(rebellion::revolt_roll(&camp, mud_bay).needs, Some(8));
    camp.with(&[], rebellion::begin);
    assert!(camp.unchecked().contains(mud_bay) && !camp.unchecked().contains(rosario));
}

#[test]
fn places_that_come_over_by_themselves_bear_no_mark_and_count_r42() {
    let mut camp = camp();
    let tokar = camp.at("Tokar");
    camp.with(&[], |proceedings| come_over(proceedings, tokar));
    assert_eq!(camp.control(tokar), Control::Native);
    assert_eq!(camp.points_in_ledger(), -5);
    assert_eq!(rebellion::revolt_roll(&camp, tokar).needs, Some(6));
}

#[test]
fn places_that_fall_take_their_garrison_redoubts_and_supply_with_them_and_ships_put_to_sea_r30_r64() {
    let mut camp = camp();
    let port_stanley = camp.at("Port Stanley");
    camp.besiege("Port Stanley", 3);
    camp.redoubts[port_stanley.index()] = 2;
    camp.supply[port_stanley.index()] = 4;
    let units = camp.garrison(port_stanley);
    camp.with(&[], |proceedings| fall(proceedings, port_stanley, LossCause::PlaceFell));
    assert_eq!(camp.control(port_stanley), Control::Enemy);
    assert!(units.iter().all(|unit| camp.unit_place(unit) == UnitPlace::Lost));
    let space = camp.space("Port Stanley");
    assert_eq!((camp.redoubts(port_stanley), camp.supply(space), camp.siege_level(port_stanley)), (0, 0, 0));
    assert_eq!(camp.ship_place(camp.ship("Dongola")), ShipPlace::from(camp.sea("D")));
    assert_eq!(camp.points_in_ledger(), 10);
}

#[test]
fn gordon_is_killed_when_friday_harbor_falls_however_it_falls() {
    let mut camp = camp();
    let friday_harbor = camp.at("Friday Harbor");
    camp.governor.place = GovernorPlace::At(friday_harbor);
    camp.with(&[], |proceedings| fall(proceedings, friday_harbor, LossCause::PlaceFell));
    assert_eq!(camp.governor().place, GovernorPlace::Dead);
    assert_eq!(camp.entered(|reason| *reason == LedgerReason::GovernorKilled), [20]);
    let mut elsewhere = super::super::test_kit::camp();
    elsewhere.governor.place = GovernorPlace::At(friday_harbor);
    let lopez = elsewhere.at("Lopez");
    elsewhere.with(&[], |proceedings| rebellion::lose(proceedings, lopez));
    assert_eq!(elsewhere.governor().place, GovernorPlace::At(friday_harbor));
}

#[test]
fn victory_points_the_values_of_villages_towns_and_fortified_towns() {
    let mut camp = camp();
    for (name, value) in [("Mud Bay", 5), ("Lopez", 10), ("Suakin", 20), ("Friday Harbor", 20)] {
        assert_eq!(camp.value(camp.at(name)), value, "{name}");
    }
    camp.options.fortified_town_value = Some(15);
    assert_eq!((camp.value(camp.at("Suakin")), camp.value(camp.at("Lopez"))), (15, 10));
    let overseas = camp.at("Suakin");
    camp.with(&[], |proceedings| victory::enter_loss(proceedings, overseas));
    assert_eq!(camp.points_in_ledger(), 15);
}
