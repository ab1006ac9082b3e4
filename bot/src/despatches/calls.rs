//! What a member is told who is called by direct message, and what somebody is told who has chosen how to be called.

use crate::model::calls::Calls;
use crate::model::despatch::{Despatch, Place};
use crate::model::ids::{ChannelId, UserId};

/// The direct message for somebody whom a despatch in a channel calls. Should Discord not deliver it, the channel has it, and calls them.
#[must_use]
pub fn directly(despatch: &Despatch, channel: ChannelId, user: UserId) -> Despatch {
    Despatch {
        facts: vec![format!("It is in <#{channel}>.")],
        next: despatch.next.clone(),
        footer: despatch.footer.clone(),
        mention: Some(user),
        place: Place::Direct { user },
        ..Despatch::saying(despatch.sentence.clone())
    }
}

/// What a member is told who has chosen.
#[must_use]
pub fn chosen(calls: Calls) -> Despatch {
    Despatch::saying(match calls {
        Calls::Ping => "When you are waited for here, you are called by name in the channel.",
        Calls::Direct => "When you are waited for here, you get a direct message; the channel does not call you.",
        Calls::Never => "You are not called here, whatever waits for you; the board says what does.",
    })
}
