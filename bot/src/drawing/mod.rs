//! A position as plain data for the pictures: the map, its overlays, the film, the charts, the field of a battle, the board of a gridded one.

pub mod atlas;
pub mod board;
pub mod card_game;
pub mod charts;
pub mod film;
mod kept;
pub mod khartoum;
pub mod overlays;
pub mod plate;
pub mod queue;
pub mod situation;
pub mod sketch;
pub mod survey;
