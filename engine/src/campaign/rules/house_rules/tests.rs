//! *House rules in mid-campaign*, by vote.

use super::super::test_kit::{Camp, camp};
use super::*;
use crate::campaign::{Options, Order, Post};
use crate::dice::Dice;
use crate::game::Game;

fn umpire(camp: &mut Camp, order: &Order) -> Result<Vec<Event>, Refusal> {
    camp.0.give(Seat::Umpire, order, &mut Dice::scripted(&[]))
}

fn group(members: u8) -> Camp {
    let mut camp = camp();
    for member in 0..members {
        let post = if member == 0 { Post::Commander } else { Post::Player };
        umpire(&mut camp, &Order::Appoint { member, post }).unwrap();
    }
    camp
}

#[test]
fn house_rules_are_changed_by_more_than_half_of_the_members_and_remember_their_turn() {
    let mut camp = group(4);
    camp.0.turn = 3;
    let change = OptionChange::Storming(true);
    umpire(&mut camp, &Order::CallOptionVote { member: 2, change }).unwrap();
    umpire(&mut camp, &Order::VoteOnOption { member: 0, agree: true }).unwrap();
    assert!(!camp.options().storming, "two of four are no more than half");
    assert_eq!(umpire(&mut camp, &Order::VoteOnOption { member: 0, agree: false }), Err(Refusal::VotedAlready));
    let events = umpire(&mut camp, &Order::VoteOnOption { member: 1, agree: true }).unwrap();
    assert!(events.contains(&Event::OptionChanged { change }));
    assert!(camp.options().storming && camp.option_vote().is_none());
    assert_eq!(camp.option_changes(), [(3, change)]);
}

#[test]
fn house_rules_stay_as_soon_as_no_majority_can_be_had_any_more() {
    let mut camp = group(3);
    umpire(&mut camp, &Order::CallOptionVote { member: 0, change: OptionChange::VictorStops(true) }).unwrap();
    umpire(&mut camp, &Order::VoteOnOption { member: 1, agree: false }).unwrap();
    umpire(&mut camp, &Order::VoteOnOption { member: 2, agree: false }).unwrap();
    assert!(!camp.options().victor_stops && camp.option_vote().is_none());
}

#[test]
fn house_rules_are_changed_at_once_by_whoever_plays_alone_and_recounted_when_a_member_leaves() {
    let mut camp = group(1);
    umpire(&mut camp, &Order::CallOptionVote { member: 0, change: OptionChange::StepsPerReplacement(1) }).unwrap();
    assert_eq!(camp.options().steps_per_replacement, 1);
    let mut camp = group(2);
    umpire(&mut camp, &Order::CallOptionVote { member: 0, change: OptionChange::Storming(true) }).unwrap();
    assert!(!camp.options().storming);
    umpire(&mut camp, &Order::Discharge { member: 1 }).unwrap();
    assert!(camp.options().storming, "one of one is more than half");
}

#[test]
fn house_rules_that_the_position_is_counted_by_are_fixed_from_the_start() {
    let mut camp = group(1);
    for change in OptionChange::all(camp.options()) {
        let fixed = matches!(
            change,
            OptionChange::RandomStart(_) | OptionChange::Supply(_) | OptionChange::FortifiedTownValue(_) | OptionChange::Steps(_)
        );
        let permitted = camp.permit(Seat::Umpire, &Order::CallOptionVote { member: 0, change });
        assert_eq!(matches!(permitted, Err(Refusal::OptionFixed(_))), fixed, "{change:?}");
        assert_eq!(permitted.is_ok(), listed(&camp).contains(&change), "{change:?}");
    }
    let change = OptionChange::FieldForceByCard(true);
    assert_eq!(permit_change(&camp, change), Ok(()));
    camp.0.field_force.present = true;
    assert!(matches!(permit_change(&camp, change), Err(Refusal::OptionFixed(_))), "the field force was told where to go");
    assert_eq!(permit_change(&camp, OptionChange::StepsPerReplacement(13)), Err(Refusal::ImpossibleOptions));
    assert_eq!(permit_change(&camp, OptionChange::Storming(false)), Err(Refusal::SoAlready));
}

#[test]
fn house_rules_every_option_has_its_change_and_a_change_alters_that_one_alone() {
    let options = Options::default();
    for change in OptionChange::all(options) {
        let changed = change.made(options);
        assert_ne!(changed, options, "{change:?}");
        assert_eq!(OptionChange::all(changed).into_iter().filter(|back| back.made(changed) == options).count(), 1, "{change:?}");
    }
}

#[test]
fn house_rules_are_voted_on_through_the_umpire_and_by_members_alone() {
    let mut camp = group(2);
    let call = |member| Order::CallOptionVote { member, change: OptionChange::Storming(true) };
    assert_eq!(camp.permit(Seat::Commander, &call(0)), Err(Refusal::OnlyTheUmpire));
    assert_eq!(umpire(&mut camp, &call(2)), Err(Refusal::NoSuchMember));
    umpire(&mut camp, &call(0)).unwrap();
    assert_eq!(camp.permit(Seat::Commander, &Order::VoteOnOption { member: 1, agree: true }), Err(Refusal::OnlyTheUmpire));
    assert_eq!(umpire(&mut camp, &Order::VoteOnOption { member: 2, agree: true }), Err(Refusal::NoSuchMember));
}
