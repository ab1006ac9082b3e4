//! *Group Play*, rule by rule.

use super::super::test_kit::{Camp, camp};
use super::*;
use crate::campaign::Order;
use crate::dice::Dice;
use crate::game::Game;

fn umpire(camp: &mut Camp, order: &Order) -> Result<Vec<Event>, Refusal> {
    camp.0.give(Seat::Umpire, order, &mut Dice::scripted(&[]))
}

/// Five members: a commander, a chief of staff and three players.
fn group() -> Camp {
    let mut camp = camp();
    let posts = [Post::Commander, Post::ChiefOfStaff, Post::Player, Post::Player, Post::Player];
    for (member, post) in (0..).zip(posts) {
        umpire(&mut camp, &Order::Appoint { member, post }).unwrap();
    }
    camp
}

fn votes(camp: &mut Camp, votes: &[bool]) {
    for (member, dismiss) in (0..).zip(votes) {
        umpire(camp, &Order::Vote { member, dismiss: *dismiss }).unwrap();
    }
}

fn commands(camp: &Camp, member: u8) -> bool {
    camp.seats().contains(&(member, Post::Commander))
}

#[test]
fn group_play_one_commander_and_one_chief_of_staff() {
    let mut camp = group();
    umpire(&mut camp, &Order::Appoint { member: 2, post: Post::Commander }).unwrap();
    assert_eq!(camp.seats().iter().filter(|(_, post)| *post == Post::Commander).collect::<Vec<_>>(), [&(2, Post::Commander)]);
    umpire(&mut camp, &Order::Appoint { member: 3, post: Post::ChiefOfStaff }).unwrap();
    assert_eq!(camp.seats().iter().filter(|(_, post)| *post == Post::ChiefOfStaff).count(), 1);
}

#[test]
fn group_play_posts_and_votes_go_through_the_umpire() {
    let camp = group();
    for order in [Order::Appoint { member: 1, post: Post::Player }, Order::CallVote, Order::Vote { member: 1, dismiss: true }] {
        for seat in [Seat::Commander, Seat::ChiefOfStaff, Seat::Player] {
            assert_eq!(camp.permit(seat, &order), Err(Refusal::OnlyTheUmpire));
        }
    }
    assert_eq!(camp.permit(Seat::Umpire, &Order::Appoint { member: 64, post: Post::Player }), Err(Refusal::NoSuchMember));
    assert_eq!(camp.permit(Seat::Umpire, &Order::Appoint { member: 0, post: Post::Commander }), Err(Refusal::HasThatPost));
}

#[test]
fn group_play_who_leaves_the_group_gives_up_the_post_and_is_counted_no_more() {
    let mut camp = group();
    umpire(&mut camp, &Order::CallVote).unwrap();
    votes(&mut camp, &[false, true, true]);
    let order = Order::Discharge { member: 3 };
    assert_eq!(camp.permit(Seat::Commander, &order), Err(Refusal::OnlyTheUmpire));
    umpire(&mut camp, &order).unwrap();
    assert!(commands(&camp, 0) && camp.vote().is_some(), "two of four are no majority");
    // Two votes of three are.
    umpire(&mut camp, &Order::Discharge { member: 4 }).unwrap();
    assert!(!commands(&camp, 0) && camp.vote().is_none());
    assert_eq!(camp.permit(Seat::Umpire, &Order::Discharge { member: 4 }), Err(Refusal::NoSuchMember));
}

#[test]
fn group_play_a_commander_who_leaves_can_be_followed_even_after_the_british_have_come() {
    let mut camp = group();
    camp.allied();
    umpire(&mut camp, &Order::Discharge { member: 0 }).unwrap();
    umpire(&mut camp, &Order::Appoint { member: 1, post: Post::Commander }).unwrap();
    assert!(commands(&camp, 1));
}

#[test]
fn group_play_a_vote_is_over_when_the_commander_leaves() {
    let mut camp = group();
    umpire(&mut camp, &Order::CallVote).unwrap();
    umpire(&mut camp, &Order::Discharge { member: 0 }).unwrap();
    assert_eq!(camp.vote(), None);
}

#[test]
fn group_play_before_the_british_arrive_a_majority_dismisses_the_commander() {
    let mut camp = group();
    umpire(&mut camp, &Order::CallVote).unwrap();
    votes(&mut camp, &[false, true, true]);
    assert!(commands(&camp, 0), "two of five");
    umpire(&mut camp, &Order::Vote { member: 3, dismiss: true }).unwrap();
    assert!(!commands(&camp, 0), "three of five");
    assert!(camp.vote().is_none());
    assert!(camp.seats().contains(&(0, Post::Player)));
    assert_eq!(camp.permit(Seat::Umpire, &Order::CallVote), Err(Refusal::NoCommander));
}

#[test]
fn group_play_he_is_kept_as_soon_as_a_majority_cannot_come_about_any_more() {
    let mut camp = group();
    umpire(&mut camp, &Order::CallVote).unwrap();
    votes(&mut camp, &[false, false]);
    assert!(camp.vote().is_some(), "three could still dismiss them");
    umpire(&mut camp, &Order::Vote { member: 2, dismiss: false }).unwrap();
    assert!(camp.vote().is_none() && commands(&camp, 0));
    // Of four members two are no majority.
    let mut four = super::super::test_kit::camp();
    for (member, post) in (0..).zip([Post::Commander, Post::Player, Post::Player, Post::Player]) {
        umpire(&mut four, &Order::Appoint { member, post }).unwrap();
    }
    umpire(&mut four, &Order::CallVote).unwrap();
    votes(&mut four, &[false, true, true, false]);
    assert!(four.vote().is_none() && commands(&four, 0));
    // Of three the other two could still dismiss a commander after one has voted to keep them.
    let mut three = super::super::test_kit::camp();
    for (member, post) in (0..).zip([Post::Commander, Post::Player, Post::Player]) {
        umpire(&mut three, &Order::Appoint { member, post }).unwrap();
    }
    umpire(&mut three, &Order::CallVote).unwrap();
    votes(&mut three, &[false]);
    assert!(three.vote().is_some());
    umpire(&mut three, &Order::Vote { member: 1, dismiss: false }).unwrap();
    assert!(three.vote().is_none() && commands(&three, 0));
}

#[test]
fn group_play_a_member_votes_once_and_nobody_else_votes() {
    let mut camp = group();
    assert_eq!(camp.permit(Seat::Umpire, &Order::Vote { member: 1, dismiss: true }), Err(Refusal::NoVote));
    umpire(&mut camp, &Order::CallVote).unwrap();
    assert_eq!(camp.permit(Seat::Umpire, &Order::CallVote), Err(Refusal::VoteUnderWay));
    assert_eq!(camp.permit(Seat::Umpire, &Order::Vote { member: 9, dismiss: true }), Err(Refusal::NoSuchMember));
    umpire(&mut camp, &Order::Vote { member: 1, dismiss: true }).unwrap();
    assert_eq!(camp.permit(Seat::Umpire, &Order::Vote { member: 1, dismiss: false }), Err(Refusal::VotedAlready));
}

#[test]
fn group_play_once_the_british_have_come_nobody_can_remove_a_commander() {
    let mut camp = group();
    camp.allied();
    assert_eq!(camp.permit(Seat::Umpire, &Order::CallVote), Err(Refusal::NoDismissal));
    assert_eq!(camp.permit(Seat::Umpire, &Order::Appoint { member: 2, post: Post::Commander }), Err(Refusal::NoDismissal));
    assert_eq!(camp.permit(Seat::Umpire, &Order::Appoint { member: 0, post: Post::Player }), Err(Refusal::NoDismissal));
    assert_eq!(camp.permit(Seat::Umpire, &Order::Appoint { member: 2, post: Post::ChiefOfStaff }), Ok(()));
}

#[test]
fn group_play_goes_on_beside_the_campaign_whatever_it_waits_for() {
    let mut camp = group();
    camp.at_siege("Olga");
    umpire(&mut camp, &Order::CallVote).unwrap();
    assert!(camp.decision().is_some());
}
