//! Tactics: which card turns a conflict, against what the other side may still play.

use engine::card_game::cards::CardId;
use engine::card_game::order::Order;
use engine::card_game::rules::conflict::{fits, forces};
use engine::card_game::state::{Conflict, State};
use engine::tabletop::side::Side;

use super::muster::Muster;
use super::prospects::Eye;

/// The order for Tactics: the card, or none, that is worth most after what the card is worth in the hand.
pub(super) fn declare(eye: &Eye<'_>, state: &State, fought: &Conflict, muster: &Muster, orders: &[Order]) -> usize {
    let regions = eye.regions(&muster.control, &eye.reckoned(muster));
    let [own, other] = {
        let forces = forces(state, fought);
        [forces[eye.side as usize], forces[eye.side.other() as usize]]
    };
    let answers = fought.declared[eye.side.other() as usize].is_none();
    let kept = if eye.left == 0 { eye.weights.last_card } else { eye.weights.card };
    let worth = |order: &Order| {
        let adds = match order {
            Order::PlayTactics { card, .. } => eye.lore.row(eye.side, *card).force,
            _ => 0,
        };
        let advantage = advantage(eye, state, fought, i32::from(own) + i32::from(adds) - i32::from(other), answers);
        let mut regions = regions;
        regions[fought.region as usize][0] = eye.fought(muster, fought.region, advantage);
        eye.sum(&regions) - kept * f32::from(adds) / 10.0
    };
    best(orders, worth)
}

/// The chance of the Advantage with so much more force, where the other side may still answer.
fn advantage(eye: &Eye<'_>, state: &State, fought: &Conflict, more: i32, answers: bool) -> f32 {
    let other = eye.side.other();
    let holder = state.holder(fought.region);
    let by_tie = match holder {
        Some(side) if side == eye.side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    let stands = match more {
        0 => by_tie,
        more if more > 0 => 1.0,
        _ => 0.0,
    };
    if !answers || stands == 0.0 {
        return stands;
    }
    let army = state.army(other);
    let (mut could, mut all) = (0.0, 0.0);
    // What the other side holds is among what has not been seen, and after deployment few of it are units. A hand that is imagined counts
    // as unseen, too: the staff never looks at it.
    let unseen = army.deck.and(&army.hand.cards);
    for (card, count) in unseen.each() {
        let row = eye.lore.row(other, card);
        if row.arm.is_unit() {
            all += f32::from(count) * eye.weights.kept_units;
            continue;
        }
        all += f32::from(count);
        let turns = i32::from(row.force) > more || i32::from(row.force) == more && holder == Some(other);
        if turns && fits_somehow(state, other, card, fought) {
            could += f32::from(count);
        }
    }
    let misses = (1.0 - could / f32::max(all, 1.0)).powi(army.hand.len().into());
    stands * (1.0 - eye.weights.answers * (1.0 - misses))
}

fn fits_somehow(state: &State, side: Side, card: CardId, fought: &Conflict) -> bool {
    fits(state, side, card, fought.region).is_ok()
}

/// The place of the order that is worth most, the first of equals.
pub(super) fn best(orders: &[Order], worth: impl Fn(&Order) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, order) in orders.iter().enumerate() {
        let worth = worth(order);
        if worth > best.1 {
            best = (place, worth);
        }
    }
    best.0
}
