//! The rules, a file for each chapter of the text: pure functions from a position and dice to what comes of it.
//!
//! | Chapter | Module |
//! |---|---|
//! | Movement: the tariff, ways, changes of formation | [`movement`] |
//! | Charging | [`charging`] |
//! | Falling back | [`falling_back`] |
//! | Pursuit | [`pursuit`] |
//! | Firing | [`firing`] |
//! | Hand-to-hand combat: the scores and what befalls the loser | [`combat`] |
//! | Disorganisation: the recovery | [`recovery`] |

pub mod activation;
pub mod ambushes;
pub mod boats;
pub mod break_off;
pub mod brigades;
pub mod charges;
pub mod charging;
pub mod combat;
pub mod combats;
pub mod deal;
pub mod deployment;
pub mod falling_back;
pub mod firing;
pub mod impetuous;
pub mod losses;
pub mod marching;
pub mod movement;
pub mod movement_seen;
pub mod moves;
pub mod pursuit;
pub mod recovery;
pub mod turn;
