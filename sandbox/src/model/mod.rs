//! The nouns: what there is in a Discord, as plain data that knows nothing of where it is kept. What is done with it, and
//! told of it, is in `state`.

pub(crate) mod attachment;
pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod event;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod message;
pub(crate) mod nonces;
pub(crate) mod page_event;
pub(crate) mod record;
pub(crate) mod session;
pub(crate) mod user;
