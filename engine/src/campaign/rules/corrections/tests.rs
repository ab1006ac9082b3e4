//! *Corrections*, kind by kind.

use super::super::test_kit::{Camp, QUIET, camp, camp_with};
use super::*;
use crate::campaign::order::{CardUse, Order};
use crate::campaign::{LedgerReason, Options, Seat};
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::LocationSet;

fn correct(camp: &mut Camp, correction: Correction) -> Vec<Event> {
    camp.give(Order::Correct { correction }, &[])
}

#[track_caller]
#[expect(clippy::needless_pass_by_value, reason = "refusals are written where they are expected")]
fn refuses(camp: &Camp, correction: Correction, why: Refusal) {
    assert_eq!(camp.refused(&Order::Correct { correction }), why);
}

/// The first unit at a place.
fn somebody(camp: &Camp, name: &str) -> UnitId {
    camp.units_at(camp.space(name)).first().unwrap()
}

#[test]
fn corrections_a_unit_goes_where_it_belongs_and_back_from_the_dead_at_full_strength() {
    let mut camp = camp();
    let (unit, to) = (somebody(&camp, "Suakin"), UnitPlace::At(camp.space("Olga")));
    let events = correct(&mut camp, Correction::Unit { unit, to });
    assert_eq!(events, [Event::Corrected { correction: Correction::Unit { unit, to } }]);
    assert_eq!(camp.unit_place(unit), to);
    correct(&mut camp, Correction::Unit { unit, to: UnitPlace::Lost });
    assert_eq!((camp.steps(unit), camp.lost_units.contains(unit)), (0, true));
    correct(&mut camp, Correction::Unit { unit, to });
    assert_eq!((camp.unit_place(unit), camp.steps(unit)), (to, 4));
    correct(&mut camp, Correction::Steps { unit, steps: 2 });
    assert_eq!(camp.steps(unit), 2);
    refuses(&camp, Correction::Steps { unit, steps: 0 }, Refusal::NoStepsLeft);
    refuses(&camp, Correction::Steps { unit, steps: 5 }, Refusal::NotSoMany { most: 4 });
    refuses(&camp, Correction::Unit { unit, to }, Refusal::SoAlready);
}

#[test]
fn corrections_nobody_of_ours_is_put_into_a_place_in_revolt_nor_is_a_place_lost_over_their_heads() {
    let mut camp = camp();
    let (tokar, suakin) = (camp.at("Tokar"), camp.at("Suakin"));
    let (unit, space) = (somebody(&camp, "Suakin"), camp.space("Tokar"));
    refuses(&camp, Correction::Unit { unit, to: UnitPlace::At(space) }, Refusal::EnemyHolds(tokar));
    refuses(&camp, Correction::Place { at: suakin, control: Control::Enemy }, Refusal::StillOccupied(suakin));
    correct(&mut camp, Correction::Place { at: tokar, control: Control::NativePacified });
    assert_eq!(camp.control(tokar), Control::NativePacified);
    assert!(camp.ledger().is_empty(), "points are corrected by themselves");
    correct(&mut camp, Correction::Unit { unit, to: UnitPlace::At(space) });
    assert!(camp.garrison(tokar).contains(unit));
}

#[test]
fn corrections_a_place_lost_during_the_rebellion_is_not_rolled_for_any_more() {
    let mut camp = camp();
    camp.0.phase = Phase::Rebellion;
    let at = camp.at("Rosario");
    camp.clear("Rosario");
    camp.0.unchecked = LocationSet::of(at);
    correct(&mut camp, Correction::Place { at, control: Control::Enemy });
    assert!(!camp.unchecked().contains(at));
    assert_eq!(camp.phase(), Phase::Rebellion, "a correction brings nothing about");
    camp.give(Order::CheckRevolts, &[]);
    assert_eq!(camp.phase(), Phase::Action { round: 1 });
}

#[test]
fn corrections_of_a_siege_somebody_has_to_be_left() {
    let mut camp = camp();
    let at = camp.at("Suakin");
    camp.only("Suakin", &["Militia 1"]);
    correct(&mut camp, Correction::Siege { at, level: 2 });
    assert_eq!((camp.siege_level(at), camp.besieged().contains(at)), (2, true));
    let unit = camp.unit("Militia 1");
    refuses(&camp, Correction::Unit { unit, to: UnitPlace::Lost }, Refusal::LastOfSiege(at));
    refuses(&camp, Correction::Siege { at, level: 5 }, Refusal::NotSoMany { most: 4 });
    correct(&mut camp, Correction::Siege { at, level: 0 });
    correct(&mut camp, Correction::Unit { unit, to: UnitPlace::Gone });
    refuses(&camp, Correction::Siege { at, level: 1 }, Refusal::NobodyBesieged(at));
}

#[test]
fn corrections_a_ship_takes_along_who_is_aboard_and_goes_down_with_nobody() {
    let mut camp = camp();
    let (ship, unit) = (camp.fleet_list().first().unwrap(), somebody(&camp, "Suakin"));
    correct(&mut camp, Correction::Unit { unit, to: UnitPlace::Aboard(ship) });
    let to = ShipPlace::Sea(SeaAreaId(1));
    correct(&mut camp, Correction::Ship { ship, to });
    assert_eq!((camp.ship_place(ship), camp.unit_place(unit)), (to, UnitPlace::Aboard(ship)));
    refuses(&camp, Correction::Ship { ship, to: ShipPlace::Lost }, Refusal::Laden);
    let tokar = camp.at("Tokar");
    refuses(&camp, Correction::Ship { ship, to: ShipPlace::Port(tokar) }, Refusal::EnemyHolds(tokar));
    correct(&mut camp, Correction::Damage { ship, damage: 3 });
    assert_eq!(camp.damage(ship), 3);
    let ashore = UnitPlace::At(camp.space("Suakin"));
    correct(&mut camp, Correction::Unit { unit, to: ashore });
    correct(&mut camp, Correction::Ship { ship, to: ShipPlace::Lost });
    assert_eq!((camp.ship_place(ship), camp.damage(ship)), (ShipPlace::Lost, 0));
}

#[test]
fn corrections_numbers_are_set_and_the_ends_of_the_track_are_for_the_rules() {
    let mut camp = camp();
    correct(&mut camp, Correction::Points { to: 80 });
    correct(&mut camp, Correction::Ledger { points: 25 });
    correct(&mut camp, Correction::Ledger { points: -10 });
    assert_eq!((camp.victory_points(), camp.points_in_ledger()), (80, -10));
    assert!(camp.ledger().iter().all(|entry| entry.reason == LedgerReason::Corrected));
    for to in [0, 300, 301] {
        refuses(&camp, Correction::Points { to }, Refusal::OffTheTrack);
    }
    correct(&mut camp, Correction::Replacements { purse: Purse::AlliedGuns, points: 3 });
    assert_eq!(camp.replacements().allied_guns, 3);
    let at = camp.at("Suakin");
    correct(&mut camp, Correction::Redoubts { at, count: 2 });
    assert_eq!(camp.redoubts(at), 2);
    let at = camp.space("Suakin");
    refuses(&camp, Correction::Supply { at, points: 2 }, Refusal::SimpleSupply);
    let mut advanced = camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() });
    correct(&mut advanced, Correction::Supply { at, points: 7 });
    assert_eq!(advanced.supply(at), 7);
}

#[test]
fn corrections_a_card_goes_to_another_pile_unless_it_is_set_aside_or_its_event_has_taken_place() {
    let mut camp = camp();
    camp.hold(&[37, 28]);
    let card = CardNumber(37);
    correct(&mut camp, Correction::Card { card, to: CardPlace::Draw });
    assert!(camp.draw_pile().contains(card) && !camp.hand().contains(card));
    refuses(&camp, Correction::Card { card: CardNumber(36), to: CardPlace::Hand }, Refusal::CardSetAside(CardNumber(36)));
    correct(&mut camp, Correction::Card { card, to: CardPlace::Hand });
    camp.play(37, CardUse::Event, QUIET);
    let place = camp.decision().is_some();
    assert!(place, "its militia are to be placed");
    refuses(&camp, Correction::Card { card: CardNumber(28), to: CardPlace::Draw }, Refusal::DecisionFirst);
}

#[test]
fn corrections_wait_while_a_battle_does_and_a_force_that_moves_halts_for_them() {
    let mut camp = camp();
    camp.spending(1);
    let port = camp.port("Suakin");
    camp.activate(port);
    if camp.round().force().is_none() {
        let at = camp.space("Suakin");
        camp.give(Order::Form { at }, &[]);
    }
    let force = camp.round().force().unwrap();
    let unit = force.units.first().unwrap();
    let to = UnitPlace::At(camp.space("Olga"));
    correct(&mut camp, Correction::Unit { unit, to });
    assert!(camp.round().force().is_none() && camp.movement_left(unit) > 0, "it forms anew, and can still march");
    let met = crate::campaign::Met {
        at: camp.space("Olga"),
        units: UnitSet::of(unit),
        ships: crate::pack::ShipSet::EMPTY,
        kind: crate::campaign::BattleKind::Encounter,
    };
    camp.apply(&Event::BattleMet { met });
    refuses(&camp, Correction::Points { to: 50 }, Refusal::BattlesFirst);
}

#[test]
fn corrections_are_no_part_of_the_legal_orders_and_of_an_ended_campaign_nothing_is_corrected() {
    let mut camp = camp();
    let mut legal = Vec::new();
    for seat in [Seat::Commander, Seat::Umpire] {
        camp.legal_orders(seat, &mut legal);
    }
    assert!(!legal.iter().any(|order| matches!(order, Order::Correct { .. })));
    camp.0.ending = Some(crate::campaign::Ending::Draw);
    refuses(&camp, Correction::Points { to: 50 }, Refusal::Ended);
    assert!(CorrectionKind::ALL.into_iter().all(|kind| listed(&camp, kind).is_empty()));
    let mut state = camp.0.clone();
    let order = Order::Correct { correction: Correction::Points { to: 50 } };
    assert!(state.give(Seat::Commander, &order, &mut Dice::scripted(&[])).is_err());
    assert_eq!(state, camp.0);
}

#[test]
fn corrections_the_governor_is_moved_but_comes_with_his_card_alone() {
    let mut camp = camp();
    refuses(&camp, Correction::Governor { to: GovernorPlace::Dead }, Refusal::ComesWithItsCard);
    camp.0.governor.place = GovernorPlace::Dead;
    let to = GovernorPlace::At(camp.at("Suakin"));
    correct(&mut camp, Correction::Governor { to });
    assert_eq!(camp.governor().place, to);
    let tokar = camp.at("Tokar");
    refuses(&camp, Correction::Governor { to: GovernorPlace::At(tokar) }, Refusal::EnemyHolds(tokar));
}

#[test]
fn corrections_the_card_in_play_stays_and_one_that_is_out_comes_back_unless_its_event_has_taken_place() {
    let mut camp = camp();
    camp.hold(&[37, 28, 50]);
    let [back, in_play, event] = [37, 28, 50].map(CardNumber);
    camp.play(28, CardUse::Ops, QUIET);
    refuses(&camp, Correction::Card { card: in_play, to: CardPlace::Draw }, Refusal::CardInPlay(in_play));
    let unknown = (1..).map(CardNumber).find(|card| camp.pack().card(*card).is_none()).unwrap();
    refuses(&camp, Correction::Card { card: unknown, to: CardPlace::Draw }, Refusal::NoSuchCounter);
    correct(&mut camp, Correction::Card { card: back, to: CardPlace::Removed });
    correct(&mut camp, Correction::Card { card: back, to: CardPlace::Hand });
    assert!(camp.hand().contains(back), "it was out by mistake");
    camp.0.played_events.insert(event);
    correct(&mut camp, Correction::Card { card: event, to: CardPlace::Discard });
    correct(&mut camp, Correction::Card { card: event, to: CardPlace::Removed });
    refuses(&camp, Correction::Card { card: event, to: CardPlace::Hand }, Refusal::EventTookPlace(event));
}

#[test]
fn corrections_no_ship_goes_down_with_the_governor_or_with_supply_aboard() {
    let lost = |change: fn(&mut State, ShipId)| {
        let mut camp = camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() });
        let ship = camp.fleet_list().first().unwrap();
        change(&mut camp.0, ship);
        permit(&camp, &Correction::Ship { ship, to: ShipPlace::Lost })
    };
    assert_eq!(lost(|_, _| {}), Ok(()));
    assert_eq!(lost(|state, ship| state.ship_supply[ship.index()] = 1), Err(Refusal::Laden));
    assert_eq!(lost(|state, ship| state.governor.place = GovernorPlace::Aboard(ship)), Err(Refusal::Laden));
}
