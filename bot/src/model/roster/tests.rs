//! Who may give which order.

use crate::model::ids::UserId;
use std::sync::Arc;

use engine::campaign::{CardUse, Options};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;

use super::*;

const COMMANDER: UserId = UserId(100);
const STAFF: UserId = UserId(101);
const PLAYER: UserId = UserId(102);
const SPECTATOR: UserId = UserId(103);

/// A campaign in its first action round, with an Op to spend and three seats taken.
fn group() -> (State, Roster) {
    let pack = Pack::embedded().unwrap();
    let mut state = State::new(Arc::clone(&pack));
    let mut dice = Dice::seeded([7; 32], 0);
    let mut give = |seat, order: Order| state.give(seat, &order, &mut dice).map(|_| ()).unwrap();
    give(Seat::Commander, Order::SetUp { scenario: pack.scenarios[0].key.clone(), options: Options::default() });
    for (member, post) in (0..).zip([Post::Commander, Post::ChiefOfStaff, Post::Player]) {
        give(Seat::Umpire, Order::Appoint { member, post });
    }
    give(Seat::Commander, Order::DrawCards);
    while let Some(order @ (Order::Retreat { .. } | Order::CheckRevolts)) = first_legal(&state) {
        state.give(Seat::Commander, &order, &mut dice).unwrap();
    }
    state.give(Seat::Commander, &Order::Pass, &mut dice).unwrap();
    let members = [COMMANDER, STAFF, PLAYER, SPECTATOR];
    let members = (0..).zip(members).map(|(number, user)| Member::new(user, number, user == SPECTATOR)).collect();
    (state, Roster { members, ..Roster::default() })
}

fn first_legal(state: &State) -> Option<Order> {
    let mut orders = Vec::new();
    state.legal_orders(Seat::Commander, &mut orders);
    orders.into_iter().next()
}

fn an_activation(state: &State) -> (Order, UnitSet) {
    let mut orders = Vec::new();
    state.legal_orders(Seat::Commander, &mut orders);
    orders
        .into_iter()
        .find_map(|order| match order {
            Order::Activate { at: Station::Space(space) } => {
                let units = moved_by(state, &order)?;
                Some((Order::Activate { at: Station::Space(space) }, units))
            }
            _ => None,
        })
        .unwrap()
}

fn authority(state: &State, roster: &Roster, user: UserId, order: &Order) -> Authority {
    roster.authority(state, &StandingOrders::default(), user, order)
}

#[test]
fn what_the_commander_decides_is_a_proposal_from_anybody_else() {
    let (state, roster) = group();
    let play = Order::Play { card: state.hand().first().unwrap(), r#as: CardUse::Ops };
    assert_eq!(authority(&state, &roster, COMMANDER, &play), Authority::Gives);
    assert_eq!(authority(&state, &roster, STAFF, &play), Authority::Proposes);
    assert_eq!(authority(&state, &roster, PLAYER, &play), Authority::Proposes);
}

#[test]
fn everybody_reports_battles_and_rolls_the_rebellion_as_usual_and_what_else_the_group_settles() {
    let (state, roster) = group();
    assert_eq!(authority(&state, &roster, PLAYER, &Order::HoldField), Authority::Gives);
    assert_eq!(authority(&state, &roster, PLAYER, &Order::CheckRevolts), Authority::Gives);
    let free = StandingOrders { commander_decides: Vec::new(), ..StandingOrders::default() };
    let (activate, _) = an_activation(&state);
    assert_eq!(roster.authority(&state, &free, PLAYER, &activate), Authority::Gives);
    // Who was given cards alone ends no round in which the commander may still march.
    let cards = StandingOrders { commander_decides: vec![Topic::Move], ..StandingOrders::default() };
    assert_eq!(roster.authority(&state, &cards, PLAYER, &Order::Pass), Authority::Gives);
    assert_eq!(roster.authority(&state, &cards, PLAYER, &Order::EndRound), Authority::Proposes);
    assert_eq!(roster.authority(&state, &free, PLAYER, &Order::EndRound), Authority::Gives);
    let strict = StandingOrders { commander_decides: vec![Topic::Battle], ..StandingOrders::default() };
    assert_eq!(roster.authority(&state, &strict, PLAYER, &Order::HoldField), Authority::Proposes);
}

#[test]
fn a_round_put_into_a_members_hands_is_theirs_while_it_lasts() {
    let (state, mut roster) = group();
    let (activate, _) = an_activation(&state);
    roster.delegated = vec![(PLAYER, Delegated::Round { turn: 1, round: 1 })];
    assert_eq!(authority(&state, &roster, PLAYER, &activate), Authority::Gives);
    assert_eq!(authority(&state, &roster, STAFF, &activate), Authority::Proposes);
    assert_eq!((roster.called(&state), roster.commanding(&state)), (Some(PLAYER), Some(COMMANDER)), "they are called, and do not command");
    roster.delegated = vec![(PLAYER, Delegated::Round { turn: 1, round: 2 })];
    assert_eq!(authority(&state, &roster, PLAYER, &activate), Authority::Proposes);
    assert_eq!(roster.called(&state), Some(COMMANDER));
    roster.delegated = vec![(SPECTATOR, Delegated::Round { turn: 1, round: 1 })];
    assert_eq!(roster.called(&state), Some(COMMANDER), "who has no seat any more is not called");
}

#[test]
fn a_force_put_into_a_members_hands_marches_at_their_word_and_no_other_does() {
    let (state, mut roster) = group();
    let (activate, units) = an_activation(&state);
    roster.delegated = vec![(PLAYER, Delegated::Force(units))];
    assert_eq!(authority(&state, &roster, PLAYER, &activate), Authority::Gives);
    assert_eq!(authority(&state, &roster, PLAYER, &Order::EndRound), Authority::Proposes);
    let mut some = units;
    some.remove(units.first().unwrap());
    roster.delegated = vec![(PLAYER, Delegated::Force(some))];
    assert_eq!(authority(&state, &roster, PLAYER, &activate), Authority::Proposes, "not all that would move are theirs");
}

#[test]
fn a_force_in_a_port_is_activated_at_its_members_word_whatever_ships_lie_there() {
    let (state, mut roster) = group();
    let map = &state.pack().map;
    let port = map.location_ids().find(|port| !state.ships_in(*port).is_empty() && !state.garrison(*port).is_empty()).unwrap();
    let space = map.space_of(port);
    roster.delegated = vec![(PLAYER, Delegated::Force(state.units_at(space)))];
    assert_eq!(authority(&state, &roster, PLAYER, &Order::Activate { at: Station::Space(space) }), Authority::Gives);
    let ships = Order::FormFleet { at: Station::Space(space) };
    assert_eq!(authority(&state, &roster, PLAYER, &ships), Authority::Proposes, "the ships are not in their hands");
}

#[test]
fn a_spectator_has_no_seat_and_a_stranger_none_either() {
    let (state, roster) = group();
    assert_eq!(roster.seat(&state, SPECTATOR), None);
    assert_eq!(roster.seat(&state, UserId(999)), None);
    assert_eq!(roster.seat(&state, COMMANDER), Some(Seat::Commander));
    assert_eq!(roster.seat(&state, STAFF), Some(Seat::ChiefOfStaff));
    assert_eq!(roster.seat(&state, PLAYER), Some(Seat::Player));
}

#[test]
fn where_nobody_commands_the_chief_of_staff_does_and_after_them_everybody() {
    let (mut state, mut roster) = group();
    let (activate, _) = an_activation(&state);
    let mut dice = Dice::scripted(&[]);
    roster.members.retain(|member| member.user != COMMANDER);
    state.give(Seat::Umpire, &Order::Discharge { member: 0 }, &mut dice).unwrap();
    assert_eq!(roster.commanding(&state), Some(STAFF));
    assert_eq!(authority(&state, &roster, PLAYER, &activate), Authority::Proposes);
    state.give(Seat::Umpire, &Order::Discharge { member: 1 }, &mut dice).unwrap();
    assert_eq!(roster.commanding(&state), None);
    assert_eq!(authority(&state, &roster, PLAYER, &activate), Authority::Gives);
}

#[test]
fn in_a_campaign_from_before_posts_were_written_down_its_founder_commands() {
    let (_, roster) = group();
    let mut state = State::new(Pack::embedded().unwrap());
    assert_eq!(roster.commanding(&state), Some(COMMANDER));
    state.apply(&engine::campaign::Event::Appointed { member: 2, post: Post::Player });
    assert_eq!(roster.commanding(&state), Some(COMMANDER), "also when somebody has joined since");
    state.apply(&engine::campaign::Event::Appointed { member: 2, post: Post::Commander });
    assert_eq!(roster.commanding(&state), Some(PLAYER), "until another is appointed");
}

#[test]
fn on_the_board_the_staff_commands_the_enemy_where_nobody_who_is_still_a_player_was_told_off_for_it() {
    let (_, mut roster) = group();
    assert!(!roster.staff_on_board(), "of a battle for which nobody was told off all are together");
    assert_eq!(roster.commanders_on_board(Side::Enemy), [COMMANDER, STAFF, PLAYER]);
    roster.sides = vec![(STAFF, true), (COMMANDER, false), (SPECTATOR, true)];
    assert_eq!(roster.commanders_on_board(Side::Enemy), [STAFF], "who looks on commands nobody");
    assert_eq!(roster.commanders_on_board(Side::Ours), [COMMANDER]);
    // Who had ours leaves: those who have no other side command them.
    roster.members.retain(|member| member.user != COMMANDER);
    assert_eq!(roster.commanders_on_board(Side::Ours), [PLAYER]);
    // Who had the enemy leaves.
    roster.members.retain(|member| member.user != STAFF);
    assert!(roster.staff_on_board());
    assert_eq!((roster.commanders_on_board(Side::Enemy), roster.commanders_on_board(Side::Ours)), (vec![], vec![PLAYER]));
}

#[test]
fn who_began_a_battle_against_the_staff_alone_fights_it_alone_whoever_joins() {
    let (_, mut roster) = group();
    roster.sides = vec![(COMMANDER, false)];
    assert!(roster.staff_on_board());
    assert_eq!((roster.commanders_on_board(Side::Enemy), roster.commanders_on_board(Side::Ours)), (vec![], vec![COMMANDER]));
}

#[test]
fn the_round_that_is_delegated_is_the_one_played_or_the_next_and_never_one_that_is_past() {
    let (mut state, _) = group();
    let mut dice = Dice::seeded([7; 32], 0);
    let (mut seen, mut further) = (Vec::new(), 0);
    while state.turn() < 3 && further < 2_000 {
        let what = Delegated::round_of(&state);
        assert!(!what.is_past(&state), "{what:?} in {:?} of turn {}", state.phase(), state.turn());
        if !seen.contains(&state.phase()) {
            seen.push(state.phase());
        }
        let mut orders = Vec::new();
        state.legal_orders(Seat::Commander, &mut orders);
        let passes = orders.iter().position(|order| *order == Order::Pass).unwrap_or(further * 7 % orders.len());
        let order = orders.swap_remove(passes);
        state.give(Seat::Commander, &order, &mut dice).unwrap();
        further += 1;
    }
    assert!(seen.iter().any(|phase| !matches!(phase, Phase::Action { .. })), "{seen:?}");
}
