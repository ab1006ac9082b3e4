//! *Using the Cards*, rule by rule.

use super::super::test_kit::{Camp, QUIET, camp, camp_with_ops};
use super::*;
use crate::campaign::{CardPlace, Order, Phase, Refusal};
use crate::game::Game;

fn with_hand(cards: &[u8]) -> Camp {
    let mut camp = camp();
    camp.hold(cards);
    camp
}

fn play(card: u8, r#as: CardUse) -> Order {
    Order::Play { card: CardNumber(card), r#as }
}

fn checked(events: &[Event]) -> Option<(i16, bool)> {
    events.iter().find_map(|event| match event {
        Event::RandomEventChecked { roll, happens, .. } => Some((roll.total(), *happens)),
        _ => None,
    })
}

#[test]
fn using_the_cards_every_use_of_a_card_checks_for_a_random_event_r43() {
    for (card, r#as) in [(50, CardUse::Event), (28, CardUse::Ops), (47, CardUse::Replacements)] {
        let events = with_hand(&[card]).play(card, r#as, QUIET);
        assert_eq!(checked(&events), Some((2, false)), "card {card}");
    }
}

#[test]
fn using_the_cards_a_pass_gives_one_op_and_checks_nothing_r43() {
    let mut camp = with_hand(&[28]);
    let events = camp.give(Order::Pass, &[]);
    assert_eq!(checked(&events), None);
    assert_eq!(camp.round().ops(), 1);
    assert!(camp.hand().contains(CardNumber(28)), "no card is played");
}

#[test]
fn using_the_cards_a_random_event_needs_the_very_number_of_the_card_r43() {
    // Card 48 names 10: nine and eleven bring nothing.
    for (faces, happens) in [(vec![4, 5], false), (vec![5, 5, 2, 5], true), (vec![5, 6], false)] {
        let events = with_hand(&[48]).play(48, CardUse::Ops, &faces);
        assert_eq!(checked(&events).unwrap().1, happens, "{faces:?}");
    }
}

#[test]
fn using_the_cards_the_first_die_of_a_random_event_is_the_tens() {
    let events = with_hand(&[48]).play(48, CardUse::Ops, &[5, 5, 2, 5]);
    assert!(events.iter().any(|event| matches!(event, Event::RandomEventRolled { number: 25, .. })));
}

#[test]
fn using_the_cards_a_random_event_comes_before_the_card_r43() {
    // Event 25 brings two replacement points, then card 47 brings one.
    let events = with_hand(&[47]).play(47, CardUse::Replacements, &[6, 6, 2, 5]);
    let gained: Vec<u8> = events
        .iter()
        .filter_map(|event| if let Event::ReplacementsGained { points } = event { Some(points.native) } else { None })
        .collect();
    assert_eq!(gained, [2, 1]);
    let rolled = events.iter().position(|event| matches!(event, Event::RandomEventRolled { .. })).unwrap();
    assert!(rolled < events.iter().position(|event| matches!(event, Event::ReplacementsGained { .. })).unwrap());
}

#[test]
fn using_the_cards_a_card_played_as_an_event_leaves_the_campaign_and_any_other_is_discarded() {
    let mut camp = with_hand(&[50, 28, 47]);
    camp.play(50, CardUse::Event, QUIET);
    assert!(camp.removed_cards().contains(CardNumber(50)) && !camp.hand().contains(CardNumber(50)));
    for (card, r#as) in [(28, CardUse::Ops), (50, CardUse::Ops), (47, CardUse::Replacements)] {
        let mut camp = with_hand(&[card]);
        camp.play(card, r#as, QUIET);
        assert!(camp.discard_pile().contains(CardNumber(card)) && !camp.removed_cards().contains(CardNumber(card)), "card {card}");
        assert!(camp.hand().is_empty());
    }
}

#[test]
fn using_the_cards_only_cards_of_the_hand_can_be_played() {
    let camp = with_hand(&[28]);
    assert_eq!(camp.refused(&play(29, CardUse::Ops)), Refusal::NotInHand(CardNumber(29)));
    for past in [crate::pack::CardSet::CAPACITY as u8, 200] {
        assert_eq!(camp.refused(&play(past, CardUse::Ops)), Refusal::NotInHand(CardNumber(past)));
    }
}

#[test]
fn using_the_cards_a_card_gives_the_ops_printed_on_it() {
    for (card, ops) in [(33, 1), (28, 2), (29, 3)] {
        let mut camp = with_hand(&[card]);
        camp.play(card, CardUse::Ops, QUIET);
        assert_eq!(camp.round().ops(), ops, "card {card}");
        assert_eq!(camp.round().step(), Step::Operations);
    }
}

#[test]
fn using_the_cards_ops_after_random_events_are_never_less_than_none() {
    let mut camp = with_hand(&[33]);
    camp.next_ops = -2;
    camp.play(33, CardUse::Ops, QUIET);
    assert_eq!(camp.round().ops(), 0);
    camp.allowed(&Order::EndRound);
}

#[test]
fn replacements_a_card_gives_as_many_points_as_ops_costs_five_and_ends_the_round() {
    let mut camp = with_hand(&[29]);
    camp.play(29, CardUse::Replacements, QUIET);
    assert_eq!(camp.replacements(), ReplacementPoints { native: 3, ..ReplacementPoints::default() });
    assert_eq!(camp.entered(|reason| matches!(reason, LedgerReason::ReplacementsCard(CardNumber(29)))), [5]);
    assert_eq!(camp.phase(), Phase::Action { round: 2 });
}

#[test]
fn replacements_a_british_card_gives_british_points() {
    let mut camp = with_hand(&[15]);
    camp.play(15, CardUse::Replacements, QUIET);
    assert_eq!(camp.replacements(), ReplacementPoints { allied: 3, ..ReplacementPoints::default() });
}

#[test]
fn replacements_one_card_a_turn_and_again_in_the_next() {
    let mut camp = with_hand(&[29, 28]);
    camp.play(29, CardUse::Replacements, QUIET);
    assert_eq!(camp.refused(&play(28, CardUse::Replacements)), Refusal::ReplacementsPlayed);
    camp.allowed(&play(28, CardUse::Ops));
    camp.apply(&Event::TurnBegan { turn: 2 });
    camp.allowed(&play(28, CardUse::Replacements));
}

#[test]
fn replacements_card_22_is_no_card_played_for_replacements_r49() {
    let mut camp = with_hand(&[22, 28]);
    camp.play(22, CardUse::Event, QUIET);
    assert!(camp.entered(|reason| matches!(reason, LedgerReason::ReplacementsCard(_))).is_empty(), "no five victory points");
    camp.allowed(&play(28, CardUse::Replacements));
    assert!(camp.discard_pile().contains(CardNumber(22)), "it stays in the deck");
    let points = camp.replacements();
    assert_eq!((points.allied_infantry, points.allied_cavalry, points.allied_guns), (8, 2, 1));
    assert_eq!((points.allied, points.native), (0, 0));
}

#[test]
fn using_the_cards_an_event_that_is_only_a_story_cannot_be_played_r59() {
    let stories =
        [6, 7, 8, 10, 14, 15, 16, 17, 18, 19, 20, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 38, 39, 41, 42, 44, 45, 47, 48, 49, 51, 52, 53];
    for card in 1..=54 {
        let camp = with_hand(&[card]);
        let refused =
            camp.permit(crate::campaign::seat::Seat::Player, &play(card, CardUse::Event)) == Err(Refusal::OnlyAStory(CardNumber(card)));
        assert_eq!(refused, stories.contains(&card), "card {card}");
    }
}

#[test]
fn using_the_cards_cards_28_to_54_are_the_egyptian_deck_r59() {
    let camp = camp();
    for card in &camp.pack().cards {
        assert_eq!(card.deck == Deck::Native, card.number.0 >= 28, "card {}", card.number.0);
    }
}

#[test]
fn lord_kitchener_arrives_must_be_played_as_an_event_while_it_can() {
    let mut camp = with_hand(&[21, 28]);
    for r#as in [CardUse::Ops, CardUse::Replacements] {
        assert_eq!(camp.refused(&play(21, r#as)), Refusal::OnlyAsEvent(CardNumber(21)));
    }
    camp.allowed(&play(21, CardUse::Event));
    camp.allowed(&play(28, CardUse::Ops));
    camp.lose(&["Suakin"]);
    assert_eq!(camp.refused(&play(21, CardUse::Event)), Refusal::EventImpossible(CardNumber(21)));
    camp.allowed(&play(21, CardUse::Ops));
}

#[test]
fn hicks_expedition_must_be_the_first_card_played() {
    let mut camp = with_hand(&[36, 28]);
    assert_eq!(camp.refused(&play(28, CardUse::Ops)), Refusal::CardFirst(CardNumber(36)));
    assert_eq!(camp.refused(&play(36, CardUse::Ops)), Refusal::OnlyAsEvent(CardNumber(36)));
    camp.allowed(&play(36, CardUse::Event));
    camp.allowed(&Order::Pass);
    // With no friendly port anywhere it cannot land, and obliges to nothing.
    let ports: Vec<String> = camp.held().intersection(camp.ports()).iter().map(|port| camp.pack().location_name(port).to_owned()).collect();
    camp.lose(&ports.iter().map(String::as_str).collect::<Vec<_>>());
    camp.allowed(&play(28, CardUse::Ops));
    camp.allowed(&play(36, CardUse::Ops));
}

#[test]
fn using_the_cards_one_card_a_round() {
    let mut camp = with_hand(&[28, 29]);
    camp.play(28, CardUse::Ops, QUIET);
    assert!(matches!(camp.refused(&play(29, CardUse::Ops)), Refusal::WrongStep { now: Step::Operations }));
    assert!(matches!(camp.refused(&Order::Pass), Refusal::WrongStep { .. }));
    camp.give(Order::EndRound, &[]);
    camp.allowed(&play(29, CardUse::Ops));
}

#[test]
fn using_the_cards_unplayed_cards_are_kept_r56() {
    let mut camp = camp_with_ops(0);
    camp.phase = Phase::Action { round: 7 };
    camp.hold(&[28, 29]);
    camp.give(Order::EndRound, &[]);
    assert_eq!((camp.turn(), camp.phase()), (2, Phase::Draw));
    assert!(camp.hand().contains(CardNumber(28)) && camp.hand().contains(CardNumber(29)));
}

#[test]
fn replacements_points_of_nobodys_nation_go_where_the_players_say_r52() {
    for nation in [Nation::Native, Nation::Allied] {
        let mut camp = camp();
        assert_eq!(camp.refused(&Order::ChooseNation { nation }), Refusal::NotAsked);
        camp.allied();
        camp.random_event(62, CardUse::Ops, &[]);
        assert_eq!(camp.decision(), Some(&Decision::Replacements { points: 2 }));
        camp.give(Order::ChooseNation { nation }, &[]);
        let points = camp.replacements();
        assert_eq!((points.native, points.allied), if nation == Nation::Native { (2, 0) } else { (0, 2) });
    }
}

#[test]
fn using_the_cards_a_card_can_be_moved_to_every_pile_and_is_in_one_only() {
    let mut camp = with_hand(&[28]);
    for to in [CardPlace::Draw, CardPlace::Discard, CardPlace::Removed, CardPlace::Hand] {
        camp.apply(&Event::CardMoved { card: CardNumber(28), to });
        let piles = [camp.draw_pile(), camp.discard_pile(), camp.removed_cards(), camp.hand()];
        assert_eq!(piles.iter().filter(|pile| pile.contains(CardNumber(28))).count(), 1);
    }
}

/// *Using the Cards*: of 36 falls of two dice, those that come to the card's number (R43).
#[test]
fn using_the_cards_so_many_falls_of_the_dice_bring_a_random_event_as_show_the_number_of_the_card_r43() {
    let camp = camp();
    for card in &camp.pack().cards {
        let falls = 6 - u32::from(card.random_event).abs_diff(7).min(6);
        assert_eq!(random_event_falls(card), (falls, 36), "{}", card.random_event);
    }
}
