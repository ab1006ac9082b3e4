//! Pictures: plain data becomes SVG, and SVG becomes PNG.
//!
//! The map is the picture of the campaign: [`MapGround`] is what the pack fixes, [`Situation`] what changes, and
//! [`MapBackground`] keeps the part of the picture that stays, so that a new one costs little. [`alt_text()`]
//! says the same in words. [`terrain`] draws the table of a battle, [`mod@board`] the board of a gridded one, [`cards`] hands and the
//! table of the card game, [`theatre`] a map of spaces and routes, [`odds`] bars of chances, [`film`] the map turn by turn. Nothing here knows a rule, an engine type or Discord.

pub mod alt_text;
pub mod board;
pub mod canvas;
pub mod cards;
pub mod cartouche;
pub mod chart;
pub mod crop;
pub mod film;
pub mod furniture;
pub mod geometry;
pub mod gif;
pub mod ground;
pub mod labels;
pub mod land;
pub mod lettering;
pub mod map;
pub mod markers;
mod marks;
pub mod odds;
pub mod overlay;
mod packed;
mod palette;
pub mod png;
pub mod report;
pub mod svg;
pub mod tags;
pub mod terrain;
pub mod theatre;
pub mod ways;
mod widths;
mod words;

pub use self::png::{PictureError, draw, encode};
pub use alt_text::alt_text;
pub use chart::{Chart, ChartError};
pub use ground::{
    Control, Extent, FieldForce, Holders, Km, MapGround, Place, PlaceKind, Railway, Route, Sea, Ship, ShipKind, Situation, Standing,
    Strength,
};
pub use map::{Buffers, MapBackground, MapSheet, USUAL_WIDTH, staff_map};
pub use overlay::Overlay;
pub use svg::Svg;
