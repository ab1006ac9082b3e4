//! The rules of Victorian colonial wargame campaigns: pure, deterministic, no I/O.
//!
//! # Where the rulebook's chapters are
//!
//! | Chapter | Module |
//! |---|---|
//! | The Map, The Cards, Unit Notes, every table | [`pack`] |
//! | dice, and rolls that say why | [`dice`] |
//! | what was mended in the rules, and with which edition | [`edition`] |
//! | Set Up, Sequence of Play, How The Rebellion Spreads, Encounters & Combat, Victory | [`campaign::rules`] |
//! | what the rules say, for those who ask | [`campaign::rulebook`] |
//! | what the dice may bring, before they are thrown | [`campaign::odds`] |
//! | exact chances, for any game | [`odds`] |
//! | the card game of two hidden hands | [`card_game`] |
//! | the mini-game of nine turns, 34 spaces and eighteen cards | [`khartoum`] |
//! | the gridded battle | [`tabletop`] |
//!
//! # A first turn
//!
//! ```
//! use engine::campaign::{Options, Order, Phase, Seat, State};
//! use engine::dice::Dice;
//! use engine::game::Game;
//! use engine::pack::Pack;
//!
//! let pack = Pack::embedded()?;
//! let mut state = State::new(pack);
//! let mut dice = Dice::seeded([42; 32], 0);
//! let mut journal = Vec::new();
//! let scenario = "uprising".to_owned();
//! for order in [Order::SetUp { scenario, options: Options::default() }, Order::DrawCards, Order::CheckRevolts] {
//!     journal.extend(state.give(Seat::Commander, &order, &mut dice).expect("each is legal in its turn"));
//! }
//! assert_eq!(state.turn(), 1);
//! assert_eq!(state.hand().len(), 7);
//!
//! // What happened, applied again, gives the same position.
//! let mut again = State::new(Pack::embedded()?);
//! again.replay(&journal);
//! assert_eq!(again, state);
//! # Ok::<(), engine::pack::PackErrors>(())
//! ```
#![forbid(unsafe_code)]

pub mod campaign;
pub mod card_game;
pub mod dice;
pub mod edition;
pub mod game;
pub mod khartoum;
pub mod odds;
pub mod pack;
pub mod tabletop;
