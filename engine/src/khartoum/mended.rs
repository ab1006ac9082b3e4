//! The rules that were mended since the first edition, and with which: each keeps its earlier reading beside the new one, so that what was
//! ordered by it can be given anew.

use super::state::State;
use crate::edition::{Edition, Mending};

/// The edition the rules are in now.
pub(super) const EDITION: Edition = Edition(2);

/// A mended rule, in the order of [`MENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mended {
    /// Defenders do not retreat to where any attacker of the battle entered from, also one who is lost or has broken off.
    NotWhereAnyAttackerEntered,
    /// A governor among the eliminated, who forwent a landing, is not offered again.
    GovernorNeverAgain,
}

/// What was mended, one after another.
pub(super) const MENDINGS: &[Mending] = &[
    Mending {
        since: Edition(2),
        ruling: "19.0",
        says: "Defenders retreat to no space from which any attacker of the battle entered, also one who has fallen or broken off.",
    },
    Mending {
        since: Edition(2),
        ruling: "K04",
        says: "A governor who did not land is not among those who may come with a second draw of the card.",
    },
];

impl State {
    /// Whether a rule reads as it does now; without it, as it did before it was mended.
    pub(super) fn reads(&self, rule: Mended) -> bool {
        !self.left_out.contains(rule as usize)
    }
}
