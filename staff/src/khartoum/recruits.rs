//! Recruits: who is taken, and where they are placed.

use engine::khartoum::ids::{SpaceId, Units};
use engine::khartoum::order::Order;
use engine::tabletop::side::Side;

use super::best::best;
use super::eye::Eye;

/// The strongest that may be taken; each where it is worth most.
pub(super) fn recruit(eye: &Eye<'_>, orders: &[Order]) -> usize {
    best(orders, |order| match order {
        Order::Recruit { unit, .. } => 1.0 + eye.lore.row(*unit).strength,
        Order::Place { unit, at, .. } => 10.0 + placed(eye, Units::of(*unit), *at),
        Order::Forgo { .. } => 10.0,
        Order::RecruitsDone(_) => 0.0,
        _ => f32::NEG_INFINITY,
    })
}

/// What it is worth to have units placed in a space.
fn placed(eye: &Eye<'_>, units: Units, at: SpaceId) -> f32 {
    let force = eye.sum(units);
    let (own, other) = (eye.force(eye.side, at), eye.force(eye.side.other(), at));
    let with = own.with(&force);
    if other.is_empty() {
        return eye.worth(at, &with) - eye.worth(at, own) + 0.01;
    }
    // A landing: whoever loses it is lost.
    let lands = eye.attack(at, Side::Ours, &with, other).wins;
    lands * (0.5 + other.worth) - (1.0 - lands) * with.worth
}
