//! A short word for every order a menu can offer: what buttons, menu lines and completions carry.

pub use crate::model::orders::{order_from_key, order_key};
