//! The gridded battle: a tabletop battle on squares, of brigades against a native army.
//!
//! It is a [`Game`](crate::game::Game) of two sides and the umpire. `engine/RULES-TABLETOP.md` says, heading by heading, where each rule is
//! kept, which ruling (T01 …) bears on it, and what tests it.
//!
//! | Chapter | Module |
//! |---|---|
//! | The battlefield; Adjacent squares; Front, Flanks, Rear; ranges | [`square`] |
//! | Difficult terrain; Cover; steep ground; water | [`ground`] |
//! | Vertical and horizontal obstacles; gates; edges that nobody crosses | [`edge`] |
//! | Direct line-of-sight; what covers a target | [`board`] |
//! | The troops, the tables, the Heroic Leadership cards, checked when loaded | [`pack`] |
//! | Unit tactical formations | [`formation`] |
//! | Who stands where, as text too; friends behind and adjacent | [`position`] |
//! | Brigade Squares | [`brigade`] |
//! | Movement; Charging; Firing; Hand-to-hand combat; Disorganisation | [`rules`] |
//! | Typical armies, on random ground | [`typical`] |
//! | Chances, before the dice are thrown | [`odds`] |

mod apply;
pub mod area;
pub mod board;
pub mod brigade;
pub mod cards;
pub mod edge;
pub mod event;
pub mod formation;
pub mod game;
pub mod ground;
pub mod heroic;
pub mod instruction;
mod legal;
mod mended;
pub mod odds;
pub mod options;
pub mod order;
pub mod pack;
mod permit;
pub mod phase;
pub mod plan;
pub mod player;
pub mod position;
mod proceedings;
pub mod refusal;
mod resolve;
pub mod roll;
pub mod rules;
pub mod seat;
pub mod side;
pub mod square;
pub mod state;
#[cfg(test)]
mod trial;
pub mod typical;
pub mod unit;
pub mod unit_set;
pub mod view;
