//! Odds before orders: exact chances of what the dice can bring in a position.
//!
//! Nothing is simulated. Each module counts every way the dice of its chapter can fall, with the rolls, tables and
//! consequences of [`super::rules`] themselves, so that no number of the rulebook stands twice. The position is looked at and
//! never changed; where one thing leads to another (a sortie to a siege roll, a march to a place retaken), that is followed on
//! a copy.
//!
//! | Question | Module |
//! |---|---|
//! | Which places may rise? (*Revolt*) | [`revolt`] |
//! | Is the enemy met, in what force? (*Encounters & Combat*) | [`encounter`] |
//! | What does a siege come to? (*Siege Outcome*) | [`siege`] |
//! | What does a withdrawal cost? (*Withdrawal & Pursuit*) | [`pursuit`] |
//! | What does a sortie change? (*Garrison Sortie/Breakout*) | [`sortie`] |
//! | Does a march arrive? (*Movement*) | [`march`] |

mod ahead;
pub mod encounter;
pub mod march;
pub mod pursuit;
pub mod revolt;
pub mod siege;
pub mod sortie;

pub use crate::odds::{Fraction, Spread, spread};
