//! What the tests of Khartoum have in common: positions by the keys of the data, and orders with the dice they throw.
#![allow(dead_code)]

use engine::dice::Dice;
use engine::game::Game;
use engine::khartoum::event::{Event, Shot};
use engine::khartoum::ids::{CardId, SpaceId, Spaces, UnitId, Units};
use engine::khartoum::options::Options;
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::refusal::Refusal;
use engine::khartoum::state::{PlayerTurn, State};
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;

pub(crate) fn unit(key: &str) -> UnitId {
    Pack::embedded().unwrap().unit_keyed(key).unwrap_or_else(|| panic!("no unit {key}"))
}

pub(crate) fn units(keys: &[&str]) -> Units {
    keys.iter().map(|key| unit(key)).collect()
}

pub(crate) fn at(key: &str) -> SpaceId {
    Pack::embedded().unwrap().space_keyed(key).unwrap_or_else(|| panic!("no space {key}"))
}

pub(crate) fn spaces(keys: &[&str]) -> Spaces {
    keys.iter().map(|key| at(key)).collect()
}

pub(crate) fn card(key: &str) -> CardId {
    Pack::embedded().unwrap().card_keyed(key).unwrap_or_else(|| panic!("no card {key}"))
}

/// The spaces' keys, in map order.
pub(crate) fn keys(spaces: Spaces) -> Vec<String> {
    let pack = Pack::embedded().unwrap();
    spaces.iter().map(|space| pack.space(space).unwrap().key.clone()).collect()
}

/// A game on a turn, nobody on the map, a side about to draw.
pub(crate) fn bare(turn: u8, side: Side) -> State {
    let mut state = State::opening(&Pack::embedded().unwrap());
    (state.turn, state.phase, state.play) = (turn, Phase::Drawing(side), PlayerTurn::new(side));
    state
}

/// A game set up by default, the enemy about to draw.
pub(crate) fn begun(options: Options) -> State {
    let mut state = State::opening(&Pack::embedded().unwrap());
    give(&mut state, &Order::SetUp(options), &[]);
    give(&mut state, &Order::DeployByDefault(Side::Ours), &[]);
    give(&mut state, &Order::DeployByDefault(Side::Enemy), &[]);
    state
}

pub(crate) fn put(state: &mut State, space: &str, keys: &[&str]) {
    keys.iter().for_each(|key| state.put(unit(key), Place::On(at(space))));
    state.changed = Spaces::EMPTY;
}

/// A game in which a side moves these.
pub(crate) fn moving(turn: u8, activation: Activation) -> State {
    let side = if activation == Activation::All { Side::Enemy } else { Side::Ours };
    let mut state = bare(turn, side);
    (state.phase, state.play.active) = (Phase::Moving, Some(activation));
    state
}

#[track_caller]
pub(crate) fn give(state: &mut State, order: &Order, faces: &[u16]) -> Vec<Event> {
    let mut dice = Dice::scripted(faces);
    let events = state.give(state.giver(order), order, &mut dice).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
    dice.finish().unwrap_or_else(|problem| panic!("{problem}: {events:#?}"));
    events
}

/// Gives an order of which the dice of what follows do not matter.
#[track_caller]
pub(crate) fn give_on(state: &mut State, order: &Order) -> Vec<Event> {
    state.give(state.giver(order), order, &mut Dice::seeded([5; 32], 0)).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"))
}

#[track_caller]
pub(crate) fn refused(state: &State, order: &Order) -> Refusal {
    state.permit(state.giver(order), order).expect_err("it is to be refused")
}

/// Puts a card into a side's hand and plays it with these dice.
#[track_caller]
pub(crate) fn play(state: &mut State, key: &str, faces: &[u16]) -> Vec<Event> {
    let (side, which) = hold(state, key);
    give(state, &Order::PlayCard { side, card: which }, faces)
}

/// Puts a card into its side's hand.
pub(crate) fn hold(state: &mut State, key: &str) -> (Side, CardId) {
    let which = card(key);
    let side = state.pack.card(which).unwrap().side;
    let hand = &mut state.hands[side as usize];
    hand.deck.remove(which);
    hand.discards.remove(which);
    hand.removed.remove(which);
    hand.held.insert(which);
    (side, which)
}

pub(crate) fn listed(state: &State, seat: Seat) -> Vec<Order> {
    let mut orders = Vec::new();
    state.legal_orders(seat, &mut orders);
    orders
}

/// Where the next recruit may be placed.
pub(crate) fn places(state: &State, side: Side) -> Vec<String> {
    let orders = listed(state, Seat::from(side));
    keys(orders.iter().filter_map(|order| if let Order::Place { at, .. } = order { Some(*at) } else { None }).collect())
}

/// Where these can move.
pub(crate) fn reach(state: &State, of: &[&str]) -> Vec<String> {
    engine::khartoum::rules::movement::ways(state, units(of)).map(|ways| keys(ways.ends)).unwrap_or_default()
}

#[track_caller]
pub(crate) fn march(state: &mut State, of: &[&str], to: &str) -> Vec<Event> {
    let side = state.play.side;
    give(state, &Order::Move { side, units: units(of), to: at(to) }, &[])
}

/// Moves are over; the battles are fought with these dice.
#[track_caller]
pub(crate) fn fight(state: &mut State, faces: &[u16]) -> Vec<Event> {
    let side = state.play.side;
    give(state, &Order::MovesDone(side), faces)
}

/// Moves are over; the battle goes as far as these dice, and then anyhow.
#[track_caller]
pub(crate) fn fight_on(state: &mut State, faces: &[u16]) -> Vec<Event> {
    let side = state.play.side;
    let mut faces = faces.to_vec();
    faces.extend([6; 400]);
    let order = Order::MovesDone(side);
    state.give(Seat::from(side), &order, &mut Dice::scripted(&faces)).unwrap()
}

pub(crate) fn shots(events: &[Event]) -> Vec<Shot> {
    events.iter().filter_map(|event| if let Event::Fired(shot) = event { Some((**shot).clone()) } else { None }).collect()
}

pub(crate) fn place(state: &State, key: &str) -> Place {
    state.place(unit(key))
}

pub(crate) fn is_at(state: &State, key: &str, space: &str) -> bool {
    place(state, key) == Place::On(at(space))
}

pub(crate) fn count(events: &[Event], wanted: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| wanted(event)).count()
}
