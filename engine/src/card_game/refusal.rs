//! Why an order is refused, as a sentence.

/// Why an order is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is over.
    #[error("The game is over.")]
    Over,
    /// The wrong seat.
    #[error("That is for the other side to order.")]
    NotYours,
    /// Something else is waited for.
    #[error("That is not what is waited for now.")]
    NotNow,
    /// Cards that are not held.
    #[error("That card is not in the hand, or not any more: each is laid once.")]
    NoCard,
    /// Too many cards exchanged.
    #[error("So many cards cannot be exchanged: choose fewer.")]
    TooMany,
    /// A card of the wrong kind.
    #[error("That card is not for this: choose another.")]
    WrongKind,
    /// A region closed to the card.
    #[error("The unit cannot be in that region: choose another.")]
    Closed,
    /// Like units go with like.
    #[error("Like units go together: lay the card in a region that has one.")]
    Unlike,
    /// One Leader and one Flag in a region.
    #[error("The region has its Leader, or its Flag, already: choose another.")]
    Full,
    /// No such unit there, or it has moved.
    #[error("There is no such unit in the region that has not moved yet.")]
    NoUnit,
    /// Not adjacent.
    #[error("The two regions are not adjacent.")]
    NotAdjacent,
    /// No moves left over that border.
    #[error("No unit is left to march there this turn, except cavalry and boats.")]
    NoMoves,
    /// A second Movement card.
    #[error("A Movement card has been played this turn already.")]
    OneMovement,
    /// Tactics whose condition does not hold.
    #[error("That Tactics card cannot be played in this region now.")]
    Condition,
    /// It is so already.
    #[error("That is so already.")]
    AlreadySo,
}
