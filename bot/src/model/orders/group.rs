//! *Group Play*: who does what, and a vote.

use engine::campaign::Post;

use crate::model::orders::{Called, called};
use crate::words;

pub(super) fn appoint(member: u8, post: Post) -> Called {
    called(format!("Member {member} is made {}", words::post(post)), "")
}

pub(super) fn vote(member: u8, dismiss: bool) -> Called {
    called(format!("Member {member} votes to {} the commander", if dismiss { "dismiss" } else { "keep" }), "")
}
