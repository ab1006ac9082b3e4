//! The rulebook, a file for each chapter.
//!
//! | Chapter | Module |
//! |---|---|
//! | Set Up, Optional Rebellion Start, the re-conquest | [`set_up`] |
//! | Sequence of Play | [`rounds`] |
//! | Draw New Cards | [`cards`] |
//! | How The Rebellion Spreads | [`rebellion`] |
//! | Encounters & Combat: meeting the enemy, his force | [`encounter`] |
//! | Type of Battle | [`battle`] |
//! | Random Terrain | [`terrain`] |
//! | Anglo-Egyptian Withdrawal & Pursuit | [`pursuit`] |
//! | Determine Casualties | [`casualties`] |
//! | Victory or Defeat?, Victory Points | [`victory`] |

pub mod battle;
pub mod cards;
pub mod casualties;
pub mod encounter;
pub mod pursuit;
pub mod rebellion;
pub mod rounds;
pub mod set_up;
pub mod terrain;
pub mod victory;

use super::order::Order;
use super::proceedings::Proceedings;
use super::refusal::Refusal;
use super::state::State;

/// Whether an order is allowed: what all orders have in common, then the chapter's own conditions.
pub(super) fn permit(state: &State, order: &Order) -> Result<(), Refusal> {
    if let Order::SetUp { scenario, options } = order {
        return set_up::permit(state, scenario, *options);
    }
    if state.scenario().is_none() {
        return Err(Refusal::NotSetUp);
    }
    if state.ending().is_some() {
        return Err(Refusal::Ended);
    }
    if let Order::Retreat { to } = order {
        return rebellion::permit_retreat(state, *to);
    }
    if state.decision().is_some() {
        return Err(Refusal::DecisionFirst);
    }
    match order {
        Order::DrawCards => cards::permit_draw(state),
        Order::CheckRevolts => rebellion::permit_all(state),
        Order::CheckRevolt { location } => rebellion::permit_one(state, *location),
        Order::Pass => rounds::permit_pass(state),
        Order::SetUp { .. } | Order::Retreat { .. } => Ok(()),
    }
}

/// Carries out an order that was permitted.
pub(super) fn resolve(proceedings: &mut Proceedings<'_>, order: &Order) {
    match order {
        Order::SetUp { scenario, options } => set_up::resolve(proceedings, scenario, *options),
        Order::DrawCards => cards::resolve_draw(proceedings),
        Order::CheckRevolts => rebellion::resolve_all(proceedings),
        Order::CheckRevolt { location } => rebellion::resolve_one(proceedings, *location),
        Order::Retreat { to } => rebellion::resolve_retreat(proceedings, *to),
        Order::Pass => rounds::resolve_pass(proceedings),
    }
}
