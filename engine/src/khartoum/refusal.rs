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
    /// A card that cannot be played.
    #[error("That card is neither held nor just drawn.")]
    NoCard,
    /// No such unit for this.
    #[error("That unit is not among those it can be.")]
    NoUnit,
    /// A space closed to the unit.
    #[error("The unit cannot go to that space: choose another.")]
    Closed,
    /// Full.
    #[error("The space has no room for so many units.")]
    Full,
    /// Out of reach.
    #[error("No way leads there within the allowance of these units.")]
    TooFar,
    /// Units that cannot move together.
    #[error("These units cannot move together: choose units of one space that have not moved.")]
    NotTogether,
    /// Too many for the boats.
    #[error("The boats do not carry so many units.")]
    TooMany,
    /// Recruits that must be placed.
    #[error("Recruits that have a space must be placed first.")]
    MustPlace,
    /// No battle there.
    #[error("There is no battle in that space.")]
    NoBattle,
    /// Units that cannot break off.
    #[error("Only leaders, mounted units and boats that have not panicked break off.")]
    CannotBreakOff,
    /// It is so already.
    #[error("That is so already.")]
    AlreadySo,
}
