//! The card-driven campaign: a rebellion, and the side that must put it down.
//!
//! [`State`] is the whole position and a [`crate::game::Game`]. Orders ([`Order`]) are permitted and resolved by the
//! chapters in [`rules`]; what happened is written as [`Event`]s; what waits for a player is a [`Decision`].

mod apply;
mod board;
mod changes;
mod corrected;
mod correction;
mod counters;
mod decision;
mod event;
mod field;
mod game;
mod ground_dice;
mod leaders;
mod legal;
mod mended;
pub mod odds;
mod option_change;
mod options;
mod order;
mod phase;
mod proceedings;
mod refusal;
mod roll;
mod round;
pub mod rulebook;
pub mod rules;
mod seat;
mod state;
mod view;
mod whereabouts;

pub use board::FieldBoard;
pub use correction::{Correction, CorrectionKind};
pub use counters::{CardPlace, Control, Purse, ShipPlace, UnitPlace};
pub use decision::{Decision, LossCause, LossIn, Source};
pub use event::{Ending, Event, LedgerEntry, LedgerReason, Modifier};
pub use field::{Battle, EnemyForce, FieldBattle, FieldStage};
pub use ground_dice::GroundDice;
pub use leaders::{Expedition, FieldForce, Governor, GovernorPlace, Train, TrainPlace};
pub use option_change::OptionChange;
pub use options::{MOST_RUBS, MOST_STEPS, Options, SupplySystem};
pub use order::{CardUse, Odds, Order, Post, Station};
pub use phase::Phase;
pub use refusal::Refusal;
pub use roll::{Favours, Purpose, Reason, Roll};
pub use round::{BattleKind, Force, Met, Round, Step};
pub use seat::Seat;
pub use state::State;
pub use view::{GarrisonView, LocationView, ShipView, View};
