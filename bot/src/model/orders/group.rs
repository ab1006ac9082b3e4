//! *Group Play*: who does what, and a vote.

use engine::campaign::{OptionChange, Post};

use crate::model::orders::{Called, called, house_rules};
use crate::words;

pub(super) fn appoint(member: u8, post: Post) -> Called {
    called(format!("Member {member} is made {}", words::post(post)), "")
}

pub(super) fn vote(member: u8, dismiss: bool) -> Called {
    called(format!("Member {member} votes to {} the commander", if dismiss { "dismiss" } else { "keep" }), "")
}

pub(super) fn call_option_vote(member: u8, change: OptionChange) -> Called {
    called(format!("Member {member} calls a vote: {}", house_rules::says(change)), "")
}

pub(super) fn vote_on_option(member: u8, agree: bool) -> Called {
    called(format!("Member {member} votes {} the change of a house rule", if agree { "for" } else { "against" }), "")
}
