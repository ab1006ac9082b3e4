//! Despatches: what the umpire posts, as data. Pure: an event or a view goes in, words and buttons come out.
//!
//! A despatch opens with one plain sentence that can be read alone in a notification. Then come the facts, few; then the
//! dice in small print, every modifier with its reason; last what is next and who does it. Nothing here knows Discord's
//! client: [`crate::discord::render`] turns a despatch into messages.

pub mod asking;
pub mod battle;
pub mod battle_called;
pub mod battle_report;
pub mod board;
pub mod calls;
pub mod campaign;
pub mod cards;
pub mod controls;
pub mod corrected;
pub mod correcting;
pub mod crop;
pub mod done;
pub mod duel;
pub mod field;
pub mod forces;
pub mod garrison;
pub mod group;
pub mod growing;
pub mod guide;
pub mod help;
pub mod house_rules;
pub mod khartoum;
pub mod labels;
pub mod ledger;
pub mod lifecycle;
pub mod lines;
pub mod log;
pub mod no_film;
pub mod odds;
pub mod offered;
pub mod on_board;
pub mod opening;
pub mod order_keys;
pub mod paragraphs;
pub mod played;
pub mod position;
pub mod proof;
pub mod proposed;
pub mod quick;
pub mod reminder;
pub mod report;
pub mod rule;
pub mod set_aside;
pub mod sheet;
pub mod summary;

pub mod undo;
