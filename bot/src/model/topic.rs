//! What an order is about, and how it is offered: see [`crate::model::orders`].

pub use crate::model::orders::topic::Topic;
pub use crate::model::orders::{has_a_button, is_listed, is_quiet};
