//! Chances of any game: exact fractions, and how likely each outcome of dice is.
//!
//! What the dice of a game can bring is reckoned beside its rules: [`crate::campaign::odds`], those of the gridded battle beside its rules.

pub mod fraction;
pub mod spread;

pub use fraction::Fraction;
pub use spread::Spread;
