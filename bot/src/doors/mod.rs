//! What commands and presses share: what they have at hand, what may go wrong, how the asker is answered.

pub mod advice;
pub mod answer;
pub mod battle;
pub mod card_game;
pub mod data;
pub mod error;
pub(crate) mod first_answer;
pub mod founding;
pub mod khartoum;
pub mod place;
pub(crate) mod posting;
pub mod ration;
pub mod seal;
pub mod sheets;
pub mod under_way;
