//! The rules that were mended since the first edition, and with which: each keeps its earlier reading beside the new one, so that what was
//! ordered by it can be given anew.

use super::state::State;
use crate::edition::{Edition, Mending};

/// The edition the rules are in now.
pub(super) const EDITION: Edition = Edition(2);

/// A mended rule, in the order of [`MENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mended {
    /// Where Tactics are chosen at once, a standing pass is given when nobody is left to choose.
    StandingPassLast,
}

/// What was mended, one after another.
pub(super) const MENDINGS: &[Mending] = &[Mending {
    since: Edition(2),
    ruling: "C07",
    says: "Where both choose their Tactics at once, a standing pass is given when the other side has chosen, not before.",
}];

impl State {
    /// Whether a rule reads as it does now; without it, as it did before it was mended.
    pub(super) fn reads(&self, rule: Mended) -> bool {
        !self.left_out.contains(rule as usize)
    }
}
