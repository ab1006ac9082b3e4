//! The rules that were mended since the first edition, and with which: each keeps its earlier reading beside the new one, so that what was
//! ordered by it can be given anew.

use super::state::State;
use crate::edition::{Edition, Mending};

/// The edition the rules are in now.
pub(super) const EDITION: Edition = Edition(3);

/// A mended rule, in the order of [`MENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mended {
    /// A unit that has fired does not fire again as a Square.
    FiresOnceInAllFormations,
    /// Troops come on over the edge where their squares lie, also by the square in its corner.
    ComesOnOverItsEdge,
    /// An impetuous unit that does not reach the enemy goes along the shortest route.
    ImpetuousByTheShortestRoute,
    /// Heroic Leadership cards are dealt when the armies are deployed.
    DealtWhenDeployed,
    /// Who breaks off goes, and does nothing first that keeps them from it; Leaders are no units.
    BreaksOffBeforeAllElse,
}

/// What was mended, one after another.
pub(super) const MENDINGS: &[Mending] = &[
    Mending { since: Edition(2), ruling: "T11", says: "A unit that has fired and then forms Square does not fire again in that turn." },
    Mending {
        since: Edition(3),
        ruling: "N04",
        says: "Troops that come on over one edge enter the square in its corner over that edge alone, not over the other.",
    },
    Mending {
        since: Edition(3),
        ruling: "T33",
        says: "An impetuous unit that does not reach the enemy goes along the shortest route there as far as its points go.",
    },
    Mending {
        since: Edition(3),
        ruling: "Before battle begins",
        says: "The first Heroic Leadership cards are dealt when both sides are deployed, not before.",
    },
    Mending {
        since: Edition(3),
        ruling: "T31",
        says: "A unit that has to break off turns, forms or mounts only if it can still go afterwards; a Leader is no unit, and may stand.",
    },
];

impl State {
    /// Whether a rule reads as it does now; without it, as it did before it was mended.
    pub(super) fn reads(&self, rule: Mended) -> bool {
        !self.left_out.contains(rule as usize)
    }
}
