//! *Event Triggers*, rule by rule.

use super::super::test_kit::{Camp, camp, camp_with, scenario};
use super::super::{cards, rebellion};
use super::*;
use crate::campaign::leaders::FieldForce;
use crate::campaign::options::Options;
use crate::campaign::phase::Phase;
use crate::campaign::{Order, UnitPlace};
use crate::edition::{Edition, LeftOut};
use crate::game::Game;
use crate::pack::LocationSet;

/// A campaign at this total with these cards in hand, its triggers looked at.
fn at_points(points: i16, hand: &[u8]) -> Camp {
    let mut camp = camp();
    camp.hold(hand);
    camp.victory_points = points;
    camp.with(&[], fire);
    camp
}

fn fired(camp: &Camp) -> Vec<&str> {
    let keys = camp.pack().triggers.iter().enumerate();
    keys.filter(|(index, _)| camp.trigger_fired(*index)).map(|(_, trigger)| trigger.key.as_str()).collect()
}

fn drawn(camp: &Camp, card: u8) -> bool {
    camp.draw_pile().contains(CardNumber(card))
}

#[test]
fn event_triggers_gordon_at_120_comes_to_the_hand_for_another_card() {
    assert!(fired(&at_points(119, &[28, 29])).is_empty());
    let mut camp = at_points(120, &[28, 29]);
    assert_eq!(fired(&camp), ["gordon"]);
    assert_eq!(camp.decision(), Some(&Decision::ExchangeFor { card: CardNumber(54), may_decline: false }));
    assert_eq!(camp.refused(&Order::Decline), Refusal::CannotDecline);
    assert_eq!(camp.refused(&Order::GiveCard { card: CardNumber(30) }), Refusal::NotInHand(CardNumber(30)));
    camp.give(Order::GiveCard { card: CardNumber(28) }, &[1; 0]);
    assert!(camp.hand().contains(CardNumber(54)) && camp.hand().contains(CardNumber(29)));
    assert!(drawn(&camp, 28), "the other goes back into the draw pile");
}

#[test]
fn event_triggers_gordon_when_all_of_san_juan_but_friday_harbor_is_lost() {
    let mut camp = camp();
    camp.hold(&[28]);
    camp.lose(&["False Bay", "Ginnis", "Tamai", "Roche Harbor"]);
    camp.with(&[], fire);
    assert!(fired(&camp).is_empty(), "Sinkat holds");
    camp.lose(&["Sinkat"]);
    camp.with(&[], fire);
    assert_eq!(fired(&camp), ["gordon"]);
}

#[test]
fn event_triggers_each_fires_once_r26() {
    let mut camp = at_points(120, &[28]);
    camp.give(Order::GiveCard { card: CardNumber(28) }, &[]);
    let events = camp.with(&[], fire);
    assert!(events.is_empty());
}

#[test]
fn event_triggers_with_an_empty_hand_the_exchange_waits_for_the_next_draw_r50() {
    let mut camp = at_points(120, &[]);
    assert_eq!(camp.decision(), None);
    assert!(camp.cards_owed().contains(CardNumber(54)));
    camp.phase = Phase::Draw;
    camp.with(&[1; 7], cards::resolve_draw);
    assert!(matches!(camp.decision(), Some(Decision::ExchangeFor { card: CardNumber(54), .. })));
}

#[test]
fn event_triggers_crisis_at_suakin_may_be_taken_while_suakin_is_besieged_before_the_british_r50() {
    let mut camp = camp();
    camp.hold(&[28]);
    camp.besiege("Suakin", 1);
    camp.with(&[], fire);
    assert_eq!(fired(&camp), ["crisis at suakin"]);
    assert_eq!(camp.decision(), Some(&Decision::ExchangeFor { card: CardNumber(5), may_decline: true }));
    let mut declined = camp.clone();
    camp.give(Order::GiveCard { card: CardNumber(28) }, &[]);
    assert!(camp.hand().contains(CardNumber(5)), "from the cards set aside");
    declined.give(Order::Decline, &[]);
    assert!(declined.cards_owed().is_empty() && declined.hand().contains(CardNumber(28)));
    // When the British come in later there is no second of it.
    camp.victory_points = 200;
    camp.with(&[], fire);
    assert!(camp.hand().contains(CardNumber(5)) && !drawn(&camp, 5));
}

#[test]
fn event_triggers_the_british_cards_at_200_but_for_2_3_and_21() {
    let camp = at_points(199, &[]);
    assert!(!camp.allies_entered());
    let camp = at_points(200, &[]);
    assert!(camp.allies_entered());
    let entered: Vec<u8> = (1..=27).filter(|card| drawn(&camp, *card)).collect();
    let expected: Vec<u8> = (1..=27).filter(|card| ![2, 3, 21].contains(card)).collect();
    assert_eq!(entered, expected);
}

#[test]
fn event_triggers_crisis_at_suakin_is_taken_in_the_very_phase_in_which_the_british_enter_r26() {
    let mut camp = at_points(200, &[28, 29]);
    assert_eq!(fired(&camp), ["gordon", "crisis at suakin", "british"]);
    assert_eq!(camp.decision(), Some(&Decision::ExchangeFor { card: CardNumber(5), may_decline: true }));
    camp.give(Order::GiveCard { card: CardNumber(28) }, &[]);
    assert_eq!(camp.decision(), Some(&Decision::ExchangeFor { card: CardNumber(54), may_decline: false }));
    camp.give(Order::GiveCard { card: CardNumber(29) }, &[]);
    assert!(camp.hand().contains(CardNumber(5)) && camp.hand().contains(CardNumber(54)));
    // Nothing more is due when points are adjusted next.
    assert!(camp.with(&[], fire).is_empty());
}

#[test]
fn event_triggers_crisis_at_suakin_waits_for_the_next_draw_if_the_british_enter_upon_an_empty_hand_r26_r50() {
    let mut camp = at_points(200, &[]);
    assert_eq!(fired(&camp), ["gordon", "crisis at suakin", "british"]);
    assert_eq!(camp.decision(), None);
    assert!(camp.cards_owed().contains(CardNumber(5)) && camp.cards_owed().contains(CardNumber(54)));
    camp.phase = Phase::Draw;
    camp.with(&[1; 7], cards::resolve_draw);
    assert!(matches!(camp.decision(), Some(Decision::ExchangeFor { .. })));
}

#[test]
fn event_triggers_by_the_first_edition_those_made_true_by_a_later_one_wait_r26() {
    let mut camp = camp();
    camp.hold(&[28]);
    camp.victory_points = 200;
    camp.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    camp.with(&[], fire);
    assert_eq!(fired(&camp), ["gordon", "british"]);
    camp.with(&[], fire);
    assert_eq!(fired(&camp), ["gordon", "crisis at suakin", "british"]);
}

#[test]
fn event_triggers_graham_brings_the_camel_corps_and_the_australians() {
    let mut camp = camp();
    camp.with(&[], fire);
    assert!(!drawn(&camp, 2) && !drawn(&camp, 3));
    camp.played_events.insert(CardNumber(4));
    camp.with(&[], fire);
    assert!(drawn(&camp, 2) && drawn(&camp, 3));
    assert_eq!(fired(&camp), ["graham"]);
}

/// The British in, Graham here with ten of foot and horse, at this total.
fn graham_here(points: i16) -> Camp {
    let mut camp = camp();
    camp.allied();
    camp.apply(&Event::TriggerFired { key: "crisis at suakin".into() });
    camp.put("Suakin", &["Guards 1", "Guards 2", "Hussars 1/10"]);
    camp.field_force = FieldForce { units: camp.units(&["Guards 1", "Guards 2", "Hussars 1/10"]), present: true, free: false };
    camp.victory_points = points;
    camp
}

#[test]
fn event_triggers_at_150_or_less_kitchener_is_inserted_and_graham_recalled_r26() {
    let mut camp = graham_here(151);
    camp.with(&[], fire);
    assert!(!fired(&camp).contains(&"kitchener"));
    let mut camp = graham_here(150);
    camp.apply(&Event::TriggerFired { key: "gordon".into() });
    // Each of his units goes on five or six.
    let events = camp.with(&[4, 5, 6], fire);
    assert!(drawn(&camp, 21));
    let went: Vec<bool> =
        events.iter().filter_map(|event| if let Event::RecallRolled { goes, .. } = event { Some(*goes) } else { None }).collect();
    assert_eq!(went, [false, true, true]);
    let field_force = camp.field_force();
    assert!(!field_force.present && field_force.free && field_force.units.is_empty(), "the rest may be used as the players wish");
    assert_eq!(
        camp.units(&["Guards 1", "Guards 2", "Hussars 1/10"]).iter().filter(|unit| camp.unit_place(*unit) == UnitPlace::Gone).count(),
        2
    );
}

#[test]
fn event_triggers_not_at_150_before_the_british_have_come_r26() {
    let camp = at_points(100, &[]);
    assert!(fired(&camp).is_empty());
}

#[test]
fn event_triggers_kitchener_comes_though_graham_never_came_and_a_later_graham_is_not_recalled_r51() {
    let mut camp = camp();
    camp.allied();
    camp.victory_points = 150;
    let events = camp.with(&[], fire);
    assert!(drawn(&camp, 21));
    assert!(!events.iter().any(|event| matches!(event, Event::LeaderRecalled { .. })));
    camp.field_force = FieldForce { units: camp.garrison(camp.at("Suakin")), present: true, free: false };
    let events = camp.with(&[], fire);
    assert!(!events.iter().any(|event| matches!(event, Event::RecallRolled { .. })));
    assert!(camp.field_force().present);
}

#[test]
fn event_triggers_at_100_or_less_the_rebellion_phase_is_skipped_for_good_r26() {
    let mut camp = graham_here(101);
    camp.field_force = FieldForce::default();
    camp.with(&[], fire);
    assert!(!rebellion_is_over(&camp));
    camp.victory_points = 100;
    camp.with(&[], fire);
    assert!(rebellion_is_over(&camp));
    camp.victory_points = 250;
    camp.with(&[], rebellion::begin);
    assert!(camp.unchecked().is_empty(), "even if points rise again");
    camp.carry_on(&[]);
    assert_eq!(camp.phase(), Phase::Action { round: 1 });
}

#[test]
fn event_triggers_are_looked_at_after_victory_points_are_adjusted_r26() {
    let mut camp = camp();
    camp.hold(&[28]);
    camp.victory_points = 115;
    camp.lose(&[]);
    camp.choosing(7);
    let entry = crate::campaign::LedgerEntry { reason: crate::campaign::LedgerReason::TurnBonus, points: 5 };
    camp.apply(&Event::LedgerEntered { entry });
    camp.give(Order::Pass, &[]);
    camp.give(Order::EndRound, &[]);
    assert_eq!(fired(&camp), ["gordon"]);
}

#[test]
fn playing_the_reconquest_the_triggers_for_120_and_200_have_fired_and_cards_2_and_3_are_in_r66() {
    let camp = scenario("reconquest", Options::default());
    assert_eq!(fired(&camp), ["gordon", "british"]);
    assert!(drawn(&camp, 2) && drawn(&camp, 3) && !drawn(&camp, 21));
    assert!(camp.allies_entered());
    assert_eq!(camp_with(Options::default()).enemy_held(), LocationSet::of(camp.at("Tokar")));
}

#[test]
fn event_triggers_a_card_that_is_gone_for_good_or_in_hand_already_is_not_exchanged_for() {
    // In the re-conquest card 5 has been played: the trigger fires, and nothing is asked.
    let mut camp = scenario("reconquest", Options::default());
    camp.with(&[], fire);
    assert!(fired(&camp).contains(&"crisis at suakin"));
    assert_eq!(camp.decision(), None);
    assert!(camp.cards_owed().is_empty());
    let camp = at_points(120, &[28, 54]);
    assert_eq!((camp.decision(), fired(&camp)), (None, vec!["gordon"]));
}

#[test]
fn event_triggers_a_card_owed_that_comes_by_the_draw_is_settled_r50() {
    let mut camp = at_points(120, &[]);
    camp.hold(&[28, 54]);
    camp.with(&[], ask);
    assert!(camp.cards_owed().is_empty() && camp.decision().is_none());
}

#[test]
fn event_triggers_two_that_fire_together_ask_for_a_card_each_r26() {
    let mut camp = camp();
    camp.hold(&[28, 29]);
    camp.victory_points = 120;
    camp.besiege("Suakin", 1);
    camp.with(&[], fire);
    assert_eq!(fired(&camp), ["gordon", "crisis at suakin"]);
    let asked = |card, may_decline| Decision::ExchangeFor { card: CardNumber(card), may_decline };
    assert_eq!(camp.decisions, [asked(54, false), asked(5, true)]);
}

#[test]
fn exchanges_a_card_that_no_pile_can_hold_is_not_taken() {
    let mut camp = camp();
    camp.apply(&Event::DecisionPut { decision: Decision::TakeCard { given: CardNumber(28), pile: Pile::Draw } });
    assert_eq!(camp.refused(&Order::TakeCard { card: CardNumber(CardSet::CAPACITY as u8) }), Refusal::NotAChoice);
}
