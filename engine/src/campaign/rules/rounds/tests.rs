//! *Sequence of Play*, rule by rule.

use super::super::test_kit::{Camp, QUIET, SMALL_BATTLE, camp, camp_with_ops};
use super::*;
use crate::campaign::CardUse;
use crate::campaign::seat::Seat;
use crate::campaign::{Ending, Order, UnitPlace};
use crate::game::Game;
use crate::pack::CardNumber;

fn phases(events: &[Event]) -> Vec<Phase> {
    events.iter().filter_map(|event| if let Event::PhaseBegan { phase } = event { Some(*phase) } else { None }).collect()
}

/// The last action round, with nothing left to do in it.
fn last_round() -> Camp {
    let mut camp = camp_with_ops(0);
    camp.phase = Phase::Action { round: 7 };
    camp
}

#[test]
fn sequence_of_play_the_phases_of_a_turn_in_their_order() {
    let mut camp = last_round();
    let events = camp.give(Order::EndRound, &[]);
    assert_eq!(phases(&events), [Phase::Supply, Phase::Sieges, Phase::Replacements, Phase::Adjust, Phase::Draw]);
    assert_eq!(camp.turn(), 2);
    let events = camp.give(Order::DrawCards, &[1; 7]);
    assert_eq!(phases(&events), [Phase::Rebellion]);
    assert_eq!(camp.hand().len(), 7);
    let mut dice = crate::dice::Dice::seeded([1; 32], 0);
    let events = camp.0.give(Seat::Player, &Order::CheckRevolts, &mut dice).unwrap();
    assert!(camp.decision().is_some() || phases(&events) == [Phase::Action { round: 1 }]);
}

#[test]
fn sequence_of_play_seven_action_rounds() {
    let mut camp = camp();
    for round in 1..=7 {
        assert_eq!(camp.phase(), Phase::Action { round });
        camp.give(Order::Pass, &[]);
        camp.give(Order::EndRound, &[]);
    }
    assert_eq!((camp.turn(), camp.phase()), (2, Phase::Draw));
}

#[test]
fn sequence_of_play_a_pass_plays_no_card_and_gives_an_op_for_anything() {
    let mut camp = camp();
    camp.hold(&[28]);
    camp.give(Order::Pass, &[]);
    assert_eq!((camp.round().ops(), camp.round().card()), (1, None));
    camp.activate(camp.port("Lopez"));
    assert_eq!(camp.round().ops(), 0);
}

#[test]
fn sequence_of_play_an_event_or_replacements_end_the_round_and_ops_do_not() {
    for (card, r#as, round) in [(46, CardUse::Ops, 1), (47, CardUse::Replacements, 2), (22, CardUse::Event, 2)] {
        let mut camp = camp();
        camp.hold(&[card]);
        camp.play(card, r#as, QUIET);
        assert_eq!(camp.phase(), Phase::Action { round }, "card {card}");
    }
}

#[test]
fn sequence_of_play_a_round_cannot_be_ended_before_a_card_or_a_pass_nor_before_its_battles() {
    let mut camp = camp();
    assert_eq!(camp.refused(&Order::EndRound), Refusal::WrongStep { now: Step::Choose });
    camp.spending(1);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    camp.march("Mud Bay", &[6]);
    assert_eq!(camp.refused(&Order::EndRound), Refusal::BattlesFirst);
    camp.give(Order::Fight { at: camp.space("Richardson–Mud Bay 1 of 2") }, SMALL_BATTLE);
    camp.give(Order::HoldField, &[]);
    camp.allowed(&Order::EndRound);
}

#[test]
fn sequence_of_play_what_was_activated_and_changed_in_a_round_ends_with_it() {
    let mut camp = camp_with_ops(3);
    camp.round.encounter_add = 1;
    camp.round.movement_add = -1;
    camp.activate(camp.port("Port Stanley"));
    camp.give(Order::EndRound, &[]);
    assert_eq!(*camp.round(), crate::campaign::Round::default());
    assert!(camp.movement.iter().all(|left| *left == 0) && camp.functions.iter().all(|left| *left == 0));
}

#[test]
fn sequence_of_play_supply_comes_before_sieges_and_sieges_before_replacements() {
    let mut camp = last_round();
    camp.besiege("Sinkat", 1);
    camp.put("Sinkat", &["Sudanese 1/5"]);
    camp.replacements.native = 2;
    let weak = camp.garrison(camp.at("Lopez")).first().unwrap();
    camp.steps[weak.index()] = 1;
    camp.give(Order::EndRound, &[]);
    assert_eq!(camp.phase(), Phase::Sieges);
    assert!(camp.unsupplied().contains(camp.unit("Sudanese 1/5")), "supply has been looked to");
    // One unit out of supply in a village: +1 +2. A 3 with 3 more costs a unit or two; with a 1 and 1 it is 5: one unit, the last.
    camp.give(Order::SitTight, &[1, 1]);
    assert_eq!(camp.unit_place(camp.unit("Sudanese 1/5")), UnitPlace::Lost);
    assert_eq!(camp.phase(), Phase::Replacements);
    camp.give(Order::EndReplacements, &[]);
    assert_eq!(camp.phase(), Phase::Draw);
}

#[test]
fn sequence_of_play_orders_of_another_phase_are_refused() {
    let mut camp = camp();
    for order in [Order::DrawCards, Order::CheckRevolts, Order::EndReplacements] {
        assert_eq!(camp.refused(&order), Refusal::WrongPhase { now: Phase::Action { round: 1 } });
    }
    camp.phase = Phase::Draw;
    for order in [Order::Pass, Order::EndRound, Order::Activate { at: camp.port("Lopez") }] {
        assert_eq!(camp.refused(&order), Refusal::WrongPhase { now: Phase::Draw });
    }
}

#[test]
fn sequence_of_play_unplayed_cards_are_kept_and_the_hand_filled_to_seven_r56() {
    let mut camp = last_round();
    camp.hold(&[28, 29, 30]);
    camp.give(Order::EndRound, &[]);
    camp.give(Order::DrawCards, &[1; 4]);
    assert_eq!(camp.hand().len(), 7);
    assert!([28, 29, 30].into_iter().all(|card| camp.hand().contains(CardNumber(card))));
}

#[test]
fn victory_or_defeat_after_the_twentieth_turn_nothing_follows_r61() {
    let mut camp = last_round();
    camp.turn = 20;
    let events = camp.give(Order::EndRound, &[]);
    assert_eq!(camp.ending(), Some(Ending::Draw));
    assert_eq!(phases(&events).last(), Some(&Phase::Adjust), "after its Adjust phase");
}

#[test]
fn victory_points_start_at_five_so_that_tokar_retaken_first_wins_on_turn_1_r53() {
    let mut camp = camp_with_ops(1);
    assert_eq!(camp.victory_points(), 5);
    camp.put("Shaw–Tokar", &["Sudanese 1/5"]);
    camp.activate(crate::campaign::Station::Space(camp.space("Shaw–Tokar")));
    camp.march("Tokar", &[1]);
    camp.give(Order::EndRound, &[]);
    camp.choosing(7);
    camp.give(Order::Pass, &[]);
    camp.give(Order::EndRound, &[]);
    assert_eq!((camp.turn(), camp.ending()), (1, Some(Ending::Victory)));
}

/// Every order that names something, naming the first thing that is past the end of its list.
fn orders_past_every_list(camp: &Camp) -> Vec<Order> {
    use crate::campaign::Station;
    use crate::pack::{LocationId, SeaAreaId, ShipId, SpaceId, UnitId, UnitKindId};
    let pack = camp.pack();
    let (location, unit) = (LocationId::at(pack.map.locations.len()), UnitId::at(pack.roster.units.len()));
    let space = SpaceId::at(pack.map.locations.len() + pack.map.points.len());
    let (ship, kind) = (ShipId::at(pack.roster.ships.len()), UnitKindId::at(pack.roster.kinds.len()));
    let sea = Station::Sea(SeaAreaId::at(pack.map.sea_areas.len()));
    let mut orders = vec![
        Order::CheckRevolt { location },
        Order::Retreat { to: location },
        Order::Place { kind, at: space, count: 1 },
        Order::PlaceShip { at: location },
        Order::BuildRedoubt { at: location },
        Order::Raid { location },
        Order::Garrison { unit },
        Order::ChooseSiege { location },
        Order::LandExpedition { port: location },
        Order::Form { at: space },
        Order::Leave { unit },
        Order::March { to: space },
        Order::LeaveShip { ship },
        Order::Land { at: location },
        Order::Load { unit, aboard: None },
        Order::Unload { unit },
        Order::Repair { ship },
        Order::LayTrack { at: space },
        Order::Entrain { unit },
        Order::RunTrain { to: space },
        Order::Ferry { unit },
        Order::FerryTo { to: location },
        Order::Fight { at: space },
        Order::ReportLoss { unit, steps: 1 },
        Order::Lose { unit, whole: true },
        Order::RetreatTo { to: space },
        Order::RetreatByShip { to: location },
        Order::ReportShip { ship, damage: None },
        Order::Commit { unit },
        Order::BreakOutTo { to: space },
        Order::Replace { unit },
        Order::Rebuild { kind },
        Order::Play { card: CardNumber(55), r#as: CardUse::Ops },
    ];
    for at in [Station::Space(space), sea] {
        orders.extend([Order::Activate { at }, Order::FormFleet { at }, Order::Sail { to: at }]);
    }
    orders
}

#[test]
fn orders_that_name_what_is_past_the_end_of_a_list_are_refused_in_every_position() {
    let mut positions = vec![camp(), camp_with_ops(3)];
    let mut moving = camp_with_ops(3);
    moving.train.place = crate::campaign::TrainPlace::At(moving.at("Port Stanley"));
    let point = moving.space("Port Stanley–Lopez");
    moving.train.track.insert(point);
    moving.passage = 6;
    moving.activate(moving.port("Port Stanley"));
    moving.give(Order::FormFleet { at: moving.port("Port Stanley") }, &[]);
    moving.give(Order::Load { unit: moving.unit("Camels 1/1"), aboard: None }, &[]);
    positions.push(moving.clone());
    moving.sail(moving.sea("D"));
    positions.push(moving);
    for phase in [Phase::Rebellion, Phase::Replacements] {
        let mut camp = camp();
        camp.phase = phase;
        camp.replacements.native = 9;
        positions.push(camp);
    }
    let mut siege = camp();
    siege.besiege("Olga", 1);
    siege.at_siege("Olga");
    positions.push(siege);
    for camp in positions {
        for order in orders_past_every_list(&camp) {
            assert!(camp.permit(Seat::Player, &order).is_err(), "{order:?}");
        }
    }
}
