//! A staff that plays as a sensible player would.
//!
//! It exchanges cards that are worth less than those it may draw, lays its units where control of the most regions needs them and where
//! they make combined arms, moves whole bodies of units where that gains more than it gives up, plays a Movement card when the die does not
//! suffice, and Tactics where they turn a conflict that matters. It passes when nothing is gained, and gives up the unit it can best spare.

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::order::Order;
use engine::card_game::pack::Arm;
use engine::card_game::region::Region;
use engine::card_game::state::{Phase, State};
use engine::card_game::view::View;
use engine::tabletop::side::Side;

use super::card_staff::CardStaff;
use super::lore::Lore;
use super::muster::Muster;
use super::prospects::{Eye, Outlook};
use super::tactics::{best, declare};
use super::weights::Weights;

/// Plays as a sensible player would; the same position gives the same order.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    /// What it thinks things are worth.
    pub weights: Weights,
    lore: Option<Lore>,
}

impl Plain {
    /// A staff of these weights.
    #[must_use]
    pub const fn of(weights: Weights) -> Self {
        Self { weights, lore: None }
    }
}

impl CardStaff for Plain {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let state = view.state();
        let lore = known(&mut self.lore, state);
        choose(lore, &self.weights, state, side, orders)
    }
}

/// What is known of a game, reckoned anew where it is not of this one.
pub(super) fn known<'a>(lore: &'a mut Option<Lore>, state: &State) -> &'a Lore {
    let fresh = lore.take().filter(|lore| lore.is_of(&state.pack, &state.options));
    lore.insert(fresh.unwrap_or_else(|| Lore::of(&state.pack, &state.options)))
}

/// How a side looks at a game in its phase.
pub(super) fn eye<'a>(lore: &'a Lore, weights: &'a Weights, state: &State, side: Side) -> Eye<'a> {
    let later = match state.phase {
        Phase::Relief | Phase::Deploying(_) => weights.later_deploying,
        Phase::Travelling(_) => weights.later_moving,
        _ => weights.later_fighting,
    };
    Eye { lore, weights, side, left: lore.turns.saturating_sub(state.turn), later }
}

/// The place of the order that it gives. Of the other side it reads only what its own side sees.
pub(super) fn choose(lore: &Lore, weights: &Weights, state: &State, side: Side, orders: &[Order]) -> usize {
    let eye = eye(lore, weights, state, side);
    match state.phase {
        Phase::Relief => relieve(&eye, state, orders),
        Phase::Deploying(_) => deploy(&eye, state, orders),
        Phase::Travelling(_) => travel(&eye, state, orders),
        Phase::Conflict(fought) => {
            let mut muster = Muster::of(lore, state, side);
            muster.settled = fought.region as u8;
            if fought.loser == Some(side) {
                lose(&eye, &muster, fought.region, orders)
            } else {
                declare(&eye, state, &fought, &muster, orders)
            }
        }
        _ => 0,
    }
}

/// What a card is worth in the hand, where so many Tactics and Movement cards are held before it.
fn held(eye: &Eye<'_>, state: &State, card: CardId, tactics: u8, movements: u8) -> f32 {
    let row = eye.lore.row(eye.side, card);
    let force = f32::from(row.force);
    match row.arm {
        Arm::Movement if movements == 0 && eye.left < eye.lore.turns => eye.weights.held_movement,
        Arm::Movement => 0.0,
        arm if arm.is_tactics() => {
            let region = state.card(eye.side, card).and_then(|row| row.region);
            // A card for one region is of use where the other side has it, or nobody.
            let usable = region.is_none_or(|region| state.holder(region) != Some(eye.side));
            let further = eye.weights.further_tactics.powi(tactics.into());
            if usable { eye.weights.held_tactics * force * further } else { 0.0 }
        }
        _ => force + eye.weights.held_unit,
    }
}

/// The hand, the card that is worth least first, and what a card that is drawn is worth.
fn ranked(eye: &Eye<'_>, state: &State) -> (Vec<(f32, CardId)>, f32) {
    let army = state.army(eye.side);
    let mut hand: Vec<(f32, CardId)> = Vec::new();
    let (mut tactics, mut movements) = (0, 0);
    let mut cards: Vec<CardId> = army.hand.cards.iter().collect();
    cards.sort_by_key(|card| std::cmp::Reverse(eye.lore.row(eye.side, *card).force));
    for card in cards {
        hand.push((held(eye, state, card, tactics, movements), card));
        let arm = eye.lore.row(eye.side, card).arm;
        tactics += u8::from(arm.is_tactics());
        movements += u8::from(arm == Arm::Movement);
    }
    let (mut sum, mut count) = (0.0, 0.0);
    for (card, of) in army.deck.each() {
        sum += f32::from(of) * held(eye, state, card, tactics.min(2), movements);
        count += f32::from(of);
    }
    hand.sort_by(|one, other| one.0.total_cmp(&other.0));
    (hand, sum / f32::max(count, 1.0))
}

/// Cards that are worth less than what may be drawn go, the least first.
fn relieve(eye: &Eye<'_>, state: &State, orders: &[Order]) -> usize {
    let (mut hand, drawn) = ranked(eye, state);
    hand.retain(|(worth, _)| *worth < drawn - eye.weights.exchange);
    let wanted: Cards = hand.into_iter().take(usize::from(state.pack.tables.exchanged)).map(|(_, card)| card).collect();
    let is_wanted = |order: &Order| matches!(order, Order::Relieve { cards, .. } if *cards == wanted);
    orders.iter().position(is_wanted).unwrap_or(0)
}

/// What may be exchanged at all: none, or so many of the cards that are worth least.
pub(super) fn exchanges(eye: &Eye<'_>, state: &State) -> Vec<Cards> {
    let (hand, _) = ranked(eye, state);
    (0..=usize::from(state.pack.tables.exchanged)).map(|count| hand.iter().take(count).map(|(_, card)| *card).collect()).collect()
}

/// The unit and region that gain most; who can be laid is laid.
fn deploy(eye: &Eye<'_>, state: &State, orders: &[Order]) -> usize {
    let Outlook { muster, reckoned, worth } = eye.outlook(state);
    best(orders, |order| match order {
        Order::Lay { card, region, .. } => {
            let (mut muster, mut reckoned) = (muster, reckoned);
            muster.post_mut(eye.side, *region).add(eye.lore, eye.side, *card, 1);
            eye.reckon_anew(&mut reckoned, &muster, *region);
            eye.worth_of(&muster.control, &reckoned)
        }
        // A unit in the hand is good for nothing: it is laid unless that does harm.
        _ => worth - 0.01,
    })
}

/// Units that can still march this turn, apart from those that do so for free.
fn marches_left(eye: &Eye<'_>, state: &State) -> u8 {
    let marched: u8 = state.travel.marched.iter().sum();
    let carried = state.travel.card.and_then(|card| state.card(eye.side, card)).map_or(0, |card| card.moves);
    (state.travel.die + carried).saturating_sub(marched)
}

/// The marches that are listed, those over one border together.
fn by_border(orders: &[Order]) -> impl Iterator<Item = &[Order]> {
    let is_same = |one: &Order, other: &Order| match (one, other) {
        (Order::March { from: a, to: b, .. }, Order::March { from: c, to: d, .. }) => a == c && b == d,
        _ => false,
    };
    orders.chunk_by(is_same).filter(|chunk| matches!(chunk.first(), Some(Order::March { .. })))
}

/// The first march of the body of units whose march gains most; a Movement card if one is wanted; else it has moved.
fn travel(eye: &Eye<'_>, state: &State, orders: &[Order]) -> usize {
    let outlook = eye.outlook(state);
    let left = marches_left(eye, state);
    let mut best = (eye.weights.march, None);
    for marches in by_border(orders) {
        let body = body_of(eye, state, &outlook, marches, left);
        if body.gain > best.0 {
            best = (body.gain, body.marches.into_iter().next());
        }
    }
    if let Some(march) = best.1 {
        return orders.iter().position(|order| *order == march).unwrap_or(0);
    }
    let done = orders.len() - 1;
    movement(eye, state, &outlook, orders).unwrap_or(done)
}

/// Over each border the body of units that had best march, and all that can; and each Movement card.
pub(super) fn bodies(eye: &Eye<'_>, state: &State, orders: &[Order]) -> Vec<Vec<Order>> {
    let outlook = eye.outlook(state);
    let left = marches_left(eye, state);
    let mut plans: Vec<(f32, Vec<Order>)> = Vec::new();
    for marches in by_border(orders) {
        let body = body_of(eye, state, &outlook, marches, left);
        let all = body.all.len();
        if body.marches.len() < all {
            plans.push((body.gain - 0.05, body.all));
        }
        plans.push((body.gain, body.marches));
    }
    plans.sort_by(|one, other| other.0.total_cmp(&one.0));
    plans.truncate(6);
    let cards = orders.iter().filter(|order| matches!(order, Order::PlayMovement { .. }));
    plans.into_iter().map(|(_, plan)| plan).chain(cards.map(|order| vec![order.clone()])).collect()
}

/// Units that march together over a border.
struct Body {
    /// What is gained by it.
    gain: f32,
    /// The marches of as many as gain most.
    marches: Vec<Order>,
    /// Those of all that can.
    all: Vec<Order>,
}

/// The units that had best march over a border, the strongest first, and what is gained by it.
fn body_of(eye: &Eye<'_>, state: &State, outlook: &Outlook, marches: &[Order], left: u8) -> Body {
    let mut units: Vec<(&Order, CardId, Region, Region)> = Vec::with_capacity(marches.len());
    for march in marches {
        if let Order::March { card, from, to, .. } = march {
            units.push((march, *card, *from, *to));
        }
    }
    units.sort_by_key(|(_, card, ..)| std::cmp::Reverse(eye.lore.row(eye.side, *card).force));
    let (mut gain, mut best, mut all) = (f32::NEG_INFINITY, 0, Vec::new());
    let (mut foot, mut single) = (left, [false; 2]);
    let Outlook { muster: mut marching, mut reckoned, worth: stands } = *outlook;
    for (march, card, from, to) in units {
        let arm = eye.lore.row(eye.side, card).arm;
        // One Leader and one Flag a region.
        let mut count = state.army(eye.side).ready[from as usize].of(card);
        if let Some(place) = [Arm::Leader, Arm::Flag].iter().position(|single| *single == arm) {
            count = u8::from(!std::mem::replace(&mut single[place], true));
        }
        if !arm.moves_free() {
            count = count.min(foot);
            foot -= count;
        }
        for _ in 0..count {
            marching.post_mut(eye.side, from).take(eye.lore, eye.side, card);
            marching.post_mut(eye.side, to).add(eye.lore, eye.side, card, 1);
            all.push(march.clone());
            eye.reckon_anew(&mut reckoned, &marching, from);
            eye.reckon_anew(&mut reckoned, &marching, to);
            let gained = eye.worth_of(&marching.control, &reckoned) - stands;
            if gained > gain {
                (gain, best) = (gained, all.len());
            }
        }
    }
    Body { gain, marches: all[..best].to_vec(), all }
}

/// A Movement card, if units would gain by marching over its ways that the die does not carry.
fn movement(eye: &Eye<'_>, state: &State, outlook: &Outlook, orders: &[Order]) -> Option<usize> {
    let mut best = (eye.weights.march, None);
    for (place, order) in orders.iter().enumerate() {
        let Order::PlayMovement { card, .. } = order else { continue };
        let Some(row) = state.card(eye.side, *card) else { continue };
        let west = row.ways_if_west.as_ref().filter(|_| state.options.river_in_the_west);
        for way in west.unwrap_or(&row.ways) {
            for [from, to] in [*way, [way[1], way[0]]] {
                let ready = state.army(eye.side).ready[from as usize];
                let goes = |card: &CardId| {
                    let arm = eye.lore.row(eye.side, *card).arm;
                    !arm.moves_free() && !state.is_full(eye.side, to, arm)
                };
                let marches: Vec<Order> =
                    ready.each().map(|(card, _)| card).filter(goes).map(|card| Order::March { side: eye.side, card, from, to }).collect();
                let gain = body_of(eye, state, outlook, &marches, row.moves).gain;
                if gain > best.0 {
                    best = (gain, Some(place));
                }
            }
        }
    }
    best.1
}

/// The unit whose loss leaves most force, combined arms with it.
fn lose(eye: &Eye<'_>, muster: &Muster, region: Region, orders: &[Order]) -> usize {
    best(orders, |order| {
        let Order::Lose { card, .. } = order else { return f32::NEG_INFINITY };
        let mut post = *muster.post(eye.side, region);
        post.take(eye.lore, eye.side, *card);
        f32::from(post.strength(eye.lore, eye.side))
    })
}
