//! What the sides, and the umpire, can order.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::formation::Formation;
use super::heroic::Heroic;
use super::instruction::{Instruction, Whom};
use super::options::Options;
use super::plan::Plan;
use super::player::Player;
use super::side::Side;
use super::square::{Facing, Square};
use super::unit::UnitId;

/// An order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The umpire's: the battle is set up.
    SetUp(Arc<SetUp>),
    /// While a side is set up: a unit goes there, or is to come on there.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where.
        square: Square,
        /// Facing which way.
        facing: Facing,
        /// In which formation; boats and Leaders have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        formation: Option<Formation>,
    },
    /// A side is set up.
    Ready(Side),
    /// The next of those whom a Leader coordinates, or the Leader alone.
    Next(UnitId),
    /// A brigade in square is the next that acts, as one.
    NextBrigade(Side),
    /// Moves a unit, by the way of the fewest points; the same square with another facing is a turn.
    Move {
        /// The unit.
        unit: UnitId,
        /// Where to.
        to: Square,
        /// Facing which way there.
        facing: Facing,
    },
    /// Charges an enemy.
    Charge {
        /// The unit.
        unit: UnitId,
        /// Whom.
        target: UnitId,
        /// The last square before the enemy's: shortest routes can lead by more than one.
        from: Square,
    },
    /// Fires at an enemy.
    Fire {
        /// The unit.
        unit: UnitId,
        /// With which of its weapons, from 0.
        #[serde(default, skip_serializing_if = "is_zero")]
        weapon: u8,
        /// At whom.
        target: UnitId,
    },
    /// Changes formation.
    Form {
        /// The unit.
        unit: UnitId,
        /// Into which.
        formation: Formation,
    },
    /// Camelry mounts or dismounts, and keeps its formation.
    Mount(UnitId),
    /// Has done what it was to do.
    Stand(UnitId),
    /// A Leader's brigade forms square round this centre.
    FormBrigade {
        /// The Leader.
        leader: UnitId,
        /// The square in its middle.
        centre: Square,
    },
    /// A brigade in square moves one square that way.
    MarchBrigade {
        /// Whose.
        side: Side,
        /// Which way.
        way: Facing,
    },
    /// A brigade leaves its square formation; its units stay where they are, in Line.
    BreakBrigade(Side),
    /// A unit of a brigade in square fires.
    Volley {
        /// The unit.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// A brigade in square has done what it was to do.
    StandBrigade(Side),
    /// An impetuous unit that has several enemies equally near goes for this one (T09).
    GoFor {
        /// The unit.
        unit: UnitId,
        /// The enemy.
        target: UnitId,
    },
    /// A unit that has forced an enemy back pursues it to a square, or stays where it is (T15).
    Pursue {
        /// The unit.
        unit: UnitId,
        /// Where to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Square>,
    },
    /// Plays a Heroic Leadership card for a unit; 'Dashed Hard Luck!' is thrown away.
    Play {
        /// Whose card.
        side: Side,
        /// Which.
        card: Heroic,
        /// For whom.
        unit: UnitId,
    },
    /// Plays no card where one is asked for.
    NoCard(Side),
    /// Goes off the board: a side that breaks off.
    Leave(UnitId),
    /// Lets an enemy who breaks off go: the battle is over.
    LetGo(Side),
    /// Goes aboard a boat beside which it stands.
    Embark {
        /// The unit.
        unit: UnitId,
        /// The boat.
        boat: UnitId,
    },
    /// Goes ashore.
    Land {
        /// The unit.
        unit: UnitId,
        /// Where.
        to: Square,
    },
    /// A standing order: whether a unit acts on its Leader's card when it is in reach, or on one of its own (N03).
    Coordinate {
        /// The unit.
        unit: UnitId,
        /// Whether its Leader coordinates it.
        with_leader: bool,
    },
    /// A standing order: a boat lies still next turn, to take units aboard or land them.
    LieStill {
        /// The boat.
        boat: UnitId,
        /// Whether it does.
        still: bool,
    },
    /// A standing order: what a side does when asked for a card in a combat (N02).
    CombatCards {
        /// Whose.
        side: Side,
        /// What.
        play: CombatCards,
    },
    /// A standing order: what units are to do until told otherwise.
    Instruct {
        /// Whose.
        side: Side,
        /// Who.
        whom: Whom,
        /// What.
        instruction: Instruction,
    },
    /// The umpire's: somebody plays a side from now on, or nobody.
    Seat {
        /// Which.
        side: Side,
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<Player>,
    },
    /// A side gives the battle up: the other has won.
    Concede(Side),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// The battle to be set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetUp {
    /// What is fought.
    pub battle: Battle,
    /// The settings.
    #[serde(default)]
    pub options: Options,
}

/// What is fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Battle {
    /// A scenario of the pack, by its key.
    Scenario(String),
    /// A plan made elsewhere: a campaign's battle, a group's own scenario.
    Plan(Box<Plan>),
    /// Typical armies on random ground.
    Typical,
}

/// What a side does when asked for a card in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatCards {
    /// It is asked each time.
    #[default]
    Ask,
    /// It plays one if it has one.
    Always,
    /// It plays none.
    Never,
}
