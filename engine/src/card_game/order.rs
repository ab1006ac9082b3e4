//! What players ask.

use serde::{Deserialize, Serialize};

use super::cards::{CardId, Cards};
use super::options::Options;
use super::region::Region;
use crate::tabletop::player::Player;
use crate::tabletop::side::Side;

/// An order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The game begins with these settings.
    SetUp(Options),
    /// Cards to be exchanged, or none.
    Relieve {
        /// Whose.
        side: Side,
        /// Which.
        cards: Cards,
    },
    /// A unit card is laid face down.
    Lay {
        /// Whose.
        side: Side,
        /// Which.
        card: CardId,
        /// Where.
        region: Region,
    },
    /// A side has laid all it wants to.
    Deployed(Side),
    /// A unit marches over a border.
    March {
        /// Whose.
        side: Side,
        /// Which.
        card: CardId,
        /// From where.
        from: Region,
        /// Where to.
        to: Region,
    },
    /// A Movement card is played.
    PlayMovement {
        /// Whose.
        side: Side,
        /// Which.
        card: CardId,
    },
    /// A side has moved all it wants to.
    Travelled(Side),
    /// A Tactics card is played in the conflict.
    PlayTactics {
        /// Whose.
        side: Side,
        /// Which.
        card: CardId,
    },
    /// No Tactics card is played in the conflict.
    Pass(Side),
    /// This unit is lost.
    Lose {
        /// Whose.
        side: Side,
        /// Which.
        card: CardId,
    },
    /// A standing order is given, or taken back.
    Stand {
        /// Whose.
        side: Side,
        /// What.
        what: Standing,
        /// Whether it holds from now on.
        on: bool,
    },
    /// A side resigns (N19).
    Concede(Side),
    /// The umpire says who plays a side.
    Seat {
        /// Which.
        side: Side,
        /// Who; nobody yet.
        player: Option<Player>,
    },
}

/// What a side has done without being asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It passes in every conflict (C07).
    Pass,
    /// It loses its weakest unit first, Leader and Flag last (C12).
    WeakestFalls,
}
