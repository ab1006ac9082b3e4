//! Who gives orders in a campaign: the posts of *Group Play*, and the umpire for what nobody decides.

use serde::{Deserialize, Serialize};

use crate::tabletop::side::Side;

/// Who gives an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The commander in chief.
    Commander,
    /// The chief of staff.
    ChiefOfStaff,
    /// Any other player.
    Player,
    /// The umpire itself.
    Umpire,
    /// Whoever commands a side of the battle that is fought on the board, and sees what that side sees.
    OnBoard(Side),
}
