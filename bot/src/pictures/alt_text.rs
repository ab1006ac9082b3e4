//! The map in words, for those who do not see it.

use super::ground::{MapGround, Situation};

/// Says what the picture shows.
pub fn alt_text(_ground: &MapGround, _situation: &Situation) -> String {
    String::new()
}
