//! The rules that were mended since the first edition, and with which: each keeps its earlier reading beside the new one, so that what was
//! ordered by it can be given anew.

use super::state::State;
use crate::edition::{Edition, Mending};

/// The edition the rules are in now.
pub(super) const EDITION: Edition = Edition(3);

/// A mended rule, in the order of [`MENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mended {
    /// What a trigger makes true counts at once for the others.
    TriggersAtOnce,
    /// A damaged ship loads, lands and counts for supply.
    DamagedShipsServe,
    /// Boats that enter a siege with no gunboat along damage nothing.
    OnlyGunboatsUnderFire,
    /// Random events 32, 45 and 55 slow supply too.
    SupplySlowed,
    /// What reaches any garrison or force reaches one on a movement point too.
    ForcesOnTheRoad,
    /// Arrivals are never fewer because counters are used up.
    CountersNumberedOn,
    /// On the board a unit that has fired does not fire again as a Square.
    FiresOnceOnTheBoard,
}

/// What was mended, one after another.
pub(super) const MENDINGS: &[Mending] = &[
    Mending { since: Edition(2), ruling: "R26", says: "What one trigger makes true counts at once for the others, those before it too." },
    Mending { since: Edition(2), ruling: "R58", says: "A damaged ship loads, lands and counts for supply as a sound one does." },
    Mending {
        since: Edition(2),
        ruling: "R67",
        says: "Of boats that enter a siege under fire only gunboats are damaged; with none along nothing is.",
    },
    Mending { since: Edition(2), ruling: "R70", says: "Random events 32, 45 and 55 slow supply too, with an escort or without." },
    Mending {
        since: Edition(2),
        ruling: "R69",
        says: "Card 37 reaches a force that stands on a movement point, as it reaches a garrison.",
    },
    Mending {
        since: Edition(2),
        ruling: "R68",
        says: "Whoever arrives arrives, whatever counters are unused: further units are numbered on.",
    },
    Mending {
        since: Edition(3),
        ruling: "T11",
        says: "On the board a unit that has fired and then forms Square does not fire again in that turn.",
    },
];

impl State {
    /// Whether a rule reads as it does now; without it, as it did before it was mended.
    pub(super) fn reads(&self, rule: Mended) -> bool {
        !self.left_out.contains(rule as usize)
    }
}
