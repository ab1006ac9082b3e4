//! What happens in a game, with its dice: facts, each of which is made true by itself.

use serde::{Deserialize, Serialize};

use super::cards::{CardId, Cards};
use super::options::Options;
use super::order::Standing;
use super::region::Region;
use super::roll::{Contest, Roll};
use crate::tabletop::player::Player;
use crate::tabletop::side::Side;

/// A fact. Where a card, or cards, may be left out, they are for those who may not know them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "side, card, region and roll are what they say")]
pub enum Event {
    /// The game is set up.
    SetUp(Options),
    /// A turn begins.
    TurnBegan(u8),
    /// The discards of a side are shuffled and drawn from.
    Shuffled(Side),
    /// A side draws a card. The other side sees neither the card nor its die.
    Drew { side: Side, card: Option<CardId>, roll: Option<Roll> },
    /// A side has chosen what it exchanges; the other does not see what until both have.
    Relieving { side: Side, cards: Option<Cards> },
    /// A side discards what it exchanges (N21).
    Discarded { side: Side, cards: Cards },
    /// Both throw a die; the higher, if one is.
    Contested { contest: Contest, roll: Roll, high: Option<Side> },
    /// A card is laid face down.
    Laid { side: Side, card: Option<CardId>, region: Region },
    /// A side has laid all it wants to.
    Deployed(Side),
    /// What was laid in the regions lies open: ours, then the enemy's.
    Revealed(Box<[[Cards; 5]; 2]>),
    /// The die for units that march.
    MarchRolled { side: Side, roll: Roll },
    /// A Movement card is played.
    MovementPlayed { side: Side, card: CardId },
    /// A unit marches.
    Marched { side: Side, card: CardId, from: Region, to: Region },
    /// A side has moved all it wants to.
    Travelled(Side),
    /// A region without units of both sides: who takes control of it, if that is new.
    Unopposed { region: Region, taken: Option<Side> },
    /// A conflict begins.
    ConflictBegan(Region),
    /// A side plays a Tactics card, or passes; face down the other side does not see which.
    Declared { side: Side, card: Option<CardId>, face_down: bool },
    /// What was declared face down lies open: ours, then the enemy's.
    Unveiled([Option<CardId>; 2]),
    /// Who has the Advantage, with the force of ours and of the enemy.
    Advantage { side: Side, forces: [u16; 2] },
    /// The conflict table.
    ConflictRolled(Roll),
    /// A side is to lose a unit.
    MustLose(Side),
    /// A unit is lost.
    Lost { side: Side, card: CardId, roll: Option<Roll> },
    /// The conflict ends; who gains control, if somebody does.
    ConflictEnded { region: Region, taken: Option<Side> },
    /// A standing order.
    Stands { side: Side, what: Standing, on: bool },
    /// Who plays a side.
    Seated { side: Side, player: Option<Player> },
    /// It is over.
    Ended(Outcome),
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    pub winner: Option<Side>,
    /// How.
    pub by: EndedBy,
}

/// How a game ends (C14, N19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// One side controls all regions.
    AllRegions,
    /// The turns are over.
    Turns,
    /// The other side has resigned.
    Conceded,
}
