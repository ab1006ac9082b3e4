//! What an action round keeps in mind until it ends.
//!
//! Rulebook: *Conduct Operations*, *Using a card for Ops*, *Movement*, *Naval Movement*. All of it starts afresh with every
//! round, whatever happened in the last.

use serde::{Deserialize, Serialize};

use super::order::CardUse;
use crate::pack::{BattleType, CardNumber, LocationSet, SeaAreaSet, ShipSet, SpaceId, SpaceSet, UnitSet};

/// How far an action round has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A card is to be played, or the round passed.
    #[default]
    Choose,
    /// A random event is taking place, before the card.
    RandomEvent {
        /// Its number.
        number: u8,
    },
    /// The card's event is taking place.
    CardEvent {
        /// Which of its effects comes next.
        effect: u8,
    },
    /// Ops are being spent.
    Operations,
    /// Moves are over: battles are being fought, and victors may go on.
    Fighting,
}

/// Why a battle is fought (R41).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BattleKind {
    /// The enemy was met on the march.
    Encounter,
    /// Troops landed in a Mahdist port.
    Landing,
    /// A force marches into a besieged place.
    Relief,
    /// A garrison fights its way out.
    Breakout,
    /// The besiegers storm the walls.
    Storm,
}

impl BattleKind {
    /// The word for it in counts of many battles.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Encounter => "encounter",
            Self::Landing => "landing",
            Self::Relief => "relief",
            Self::Breakout => "breakout",
            Self::Storm => "storm",
        }
    }
}

/// A battle that waits for the end of all moves (R63): one for each space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Met {
    /// Where.
    pub at: SpaceId,
    /// Who met the enemy there.
    pub units: UnitSet,
    /// The ships that landed some of them.
    pub ships: ShipSet,
    /// Why.
    pub kind: BattleKind,
}

/// The force that is moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Force {
    /// Its units; none for a column of supply by itself.
    pub units: UnitSet,
    /// Where it is.
    pub at: SpaceId,
    /// Whether it has moved.
    pub moved: bool,
    /// Supply points with it.
    pub supply: u8,
    /// Spaces its supply points can still go.
    pub column: u8,
    /// Whether guides or the night keep the enemy from meeting it (random events 22 and 51).
    pub unmet: bool,
}

/// An action round, but for what units and ships can still do, which [`super::State`] keeps with them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    pub(super) step: Step,
    /// The card being played, and what for.
    pub(super) card: Option<(CardNumber, CardUse)>,
    /// Ops to spend.
    pub(super) ops: u8,
    /// Added to the Ops of a card played for Ops (random events 31, 34 and 54).
    pub(super) ops_add: i8,
    /// No card may be played for Ops (random event 21).
    pub(super) no_ops: bool,
    /// The next activation must attack the nearest Mahdist place (random event 36).
    pub(super) must_attack: bool,
    /// The expedition's free march, straight at the enemy, is under way.
    pub(super) expedition_march: bool,
    /// Spaces activated.
    pub(super) activated: SpaceSet,
    /// Sea areas activated.
    pub(super) activated_seas: SeaAreaSet,
    /// Units activated.
    pub(super) active: UnitSet,
    /// Ships activated.
    pub(super) under_way: ShipSet,
    /// The force that is moving.
    pub(super) force: Option<Force>,
    /// The ships that are moving together; all at one place.
    pub(super) fleet: ShipSet,
    /// Ships that spend a function on loading just now.
    pub(super) loading: ShipSet,
    /// Ships that spend a function on unloading just now.
    pub(super) unloading: ShipSet,
    /// Added to meeting the enemy.
    pub(super) encounter_add: i8,
    /// Added to every rate of march.
    pub(super) movement_add: i8,
    /// Added to what every ship carries.
    pub(super) capacity_add: u8,
    /// Marches that need meet nobody.
    pub(super) unmet_marches: u8,
    /// Whom guides lead, or the night hides, in this round.
    pub(super) guided: UnitSet,
    /// The type of the next battle, or of all.
    pub(super) battle_type: Option<(BattleType, bool)>,
    /// Places whose troops are too sick to march (random event 52).
    pub(super) sick: LocationSet,
    /// Where the card's event placed units last.
    pub(super) placed: Option<SpaceId>,
    /// Points of track paid for and not laid.
    pub(super) track: u8,
    /// Battles to be fought.
    pub(super) met: Vec<Met>,
}

impl Round {
    /// How far the round has come.
    #[must_use]
    pub const fn step(&self) -> Step {
        self.step
    }

    /// The card being played, and what for.
    #[must_use]
    pub const fn card(&self) -> Option<(CardNumber, CardUse)> {
        self.card
    }

    /// Ops still to be spent.
    #[must_use]
    pub const fn ops(&self) -> u8 {
        self.ops
    }

    /// Units activated this round.
    #[must_use]
    pub const fn active(&self) -> UnitSet {
        self.active
    }

    /// The force that is moving.
    #[must_use]
    pub const fn force(&self) -> Option<Force> {
        self.force
    }

    /// The ships that are moving together.
    #[must_use]
    pub const fn fleet(&self) -> ShipSet {
        self.fleet
    }

    /// Places that were activated this round.
    #[must_use]
    pub const fn activated(&self) -> SpaceSet {
        self.activated
    }

    /// The battles to be fought when all have moved.
    #[must_use]
    pub fn battles_to_fight(&self) -> &[Met] {
        &self.met
    }

    /// The battle waiting at a space.
    #[must_use]
    pub fn battle_at(&self, at: SpaceId) -> Option<&Met> {
        self.met.iter().find(|met| met.at == at)
    }
}
