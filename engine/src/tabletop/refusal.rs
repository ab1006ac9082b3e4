//! Why an order is refused, as a sentence.

use super::rules::firing::WhyNot;

/// Why an order is not allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is over.
    #[error("The battle is over.")]
    Over,
    /// The wrong seat.
    #[error("That is for the other side to order.")]
    NotYours,
    /// Something else is waited for.
    #[error("That is not what is waited for now.")]
    NotNow,
    /// No such unit.
    #[error("There is no such unit on the board.")]
    NoUnit,
    /// A unit that does not act now.
    #[error("That unit does not act now.")]
    NotActing,
    /// No such scenario.
    #[error("There is no scenario \"{0}\".")]
    NoScenario(String),
    /// A plan that cannot be fought.
    #[error("That battle cannot be fought: {0}.")]
    Plan(String),
    /// A last turn that is none.
    #[error("A battle lasts 1 to 40 turns.")]
    Turns,
    /// A square where the unit cannot be set up.
    #[error("The unit cannot be set up there.")]
    CannotPlace,
    /// A formation that the unit cannot take.
    #[error("The unit cannot take that formation.")]
    CannotForm,
    /// Too few points, or the way is barred.
    #[error("The unit cannot get there: it has not the points, or the way is barred.")]
    CannotMove,
    /// A shot that cannot be fired.
    #[error("The unit cannot fire so: {0}.")]
    CannotFire(#[from] WhyNot),
    /// No points, or no shot, left.
    #[error("The unit cannot fire again this turn, or has not the points for it.")]
    NoShot,
    /// No ammunition left.
    #[error("The unit has no ammunition left.")]
    NoAmmunition,
    /// A charge that cannot be made.
    #[error("The unit cannot charge there: not with its points, its formation, or against that side of the enemy.")]
    CannotCharge,
    /// A card that is not held.
    #[error("That Heroic Leadership card is not in the hand.")]
    NoCard,
    /// A card that cannot be played now.
    #[error("That Heroic Leadership card cannot be played for that unit now.")]
    CannotPlay,
    /// A brigade square that cannot be formed, or moved.
    #[error("The brigade cannot do that there.")]
    CannotBrigade,
    /// A side that breaks off only goes back.
    #[error("A side that breaks off only goes away from the enemy.")]
    BreakingOff,
    /// Nobody to let go.
    #[error("The enemy is not breaking off.")]
    NotBreakingOff,
    /// No boat there, or no room in it.
    #[error("The boat cannot take that unit aboard, or land it there.")]
    CannotFerry,
    /// It is so already.
    #[error("That is so already.")]
    AlreadySo,
}
