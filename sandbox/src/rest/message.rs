//! Messages in channels.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use super::channel::{require, require_open, see_messages};
use crate::errors::{ApiError, Unknown};
use crate::model::message::{EPHEMERAL, LOADING, Message};
use crate::model::user::BOT_ID;
use crate::permissions as may;
use crate::snowflake::{self, Id};
use crate::state::World;
use crate::validate::message::Draft;

/// A message the bot can see in a channel.
pub(crate) fn find(world: &World, channel_id: Id, message: &str) -> Result<Id, ApiError> {
    let message = id(message, Unknown::Message)?;
    world
        .messages
        .get(&message)
        .filter(|message| message.channel_id == channel_id && message.only_for.is_none())
        .map(|message| message.id)
        .ok_or_else(|| ApiError::unknown(Unknown::Message))
}

/// A message as a reply.
pub(crate) fn shown(world: &World, message: Id) -> Outcome {
    let message = world.messages.get(&message).ok_or_else(|| ApiError::unknown(Unknown::Message))?;
    Ok(Reply::ok(world.message_json(message)))
}

/// `POST /channels/{id}/messages`
pub(crate) fn create(world: &mut World, call: &Call, channel_id: Id) -> Outcome {
    see_messages(world, channel_id)?;
    let channel = world.channels.get(&channel_id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    if !channel.holds_messages() {
        return Err(ApiError::new(400, 50_008, "Cannot send messages in a non-text channel"));
    }
    if channel.recipients.iter().filter_map(|user| world.users.get(user)).any(|user| user.is_closed) {
        return Err(ApiError::new(403, 50_007, "Cannot send messages to this user"));
    }
    let locked = channel.thread.as_ref().filter(|thread| thread.locked).map(|thread| thread.archived);
    let draft = Draft::read(&call.body, &call.uploads, None)?;
    require(world, channel_id, world.writing_bits(channel_id))?;
    if let Some(is_archived) = locked {
        require(world, channel_id, may::MANAGE_THREADS).map_err(|_| if is_archived { ApiError::archived() } else { ApiError::locked() })?;
    }
    if draft.is_empty() {
        return Err(ApiError::empty_message());
    }
    require_parts(world, channel_id, &draft)?;
    let mut draft = draft;
    // These two are for answers to interactions.
    draft.flags = draft.flags.map(|flags| flags & !(EPHEMERAL | LOADING));
    if let Some((replied, must_exist)) = draft.replies_to {
        let exists = world.messages.get(&replied).is_some_and(|m| m.channel_id == channel_id);
        if !exists && must_exist {
            return Err(ApiError::field("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message"));
        }
        if !exists {
            draft.replies_to = None;
        }
    }
    let nonce = draft.nonce.as_ref().filter(|_| draft.enforce_nonce).map(Value::to_string);
    if let Some(nonce) = &nonce {
        let now = world.now();
        if let Some(message) = world.nonces.message(now, channel_id, nonce) {
            return shown(world, message);
        }
    }
    let message = world.compose(channel_id, BOT_ID, draft);
    let message = world.post(message);
    if let Some(nonce) = nonce {
        let now = world.now();
        world.nonces.remember(now, channel_id, nonce, message);
    }
    shown(world, message)
}

/// Refuses embeds and files where the bot may not send them.
fn require_parts(world: &World, channel_id: Id, draft: &Draft) -> Result<(), ApiError> {
    if draft.embeds.as_ref().is_some_and(|embeds| !embeds.is_empty()) {
        require(world, channel_id, may::EMBED_LINKS)?;
    }
    if draft.files.as_ref().is_some_and(|files| !files.is_empty()) {
        require(world, channel_id, may::ATTACH_FILES)?;
    }
    if draft.replies_to.is_some() {
        require(world, channel_id, may::READ_MESSAGE_HISTORY)?;
    }
    Ok(())
}

/// `GET /channels/{id}/messages`: newest first.
pub(crate) fn list(world: &World, call: &Call, channel_id: Id) -> Outcome {
    see_messages(world, channel_id)?;
    let limit = call.limit(50, 100)?;
    let bits = world.permissions_in(BOT_ID, channel_id);
    if bits & may::READ_MESSAGE_HISTORY == 0 {
        return Ok(Reply::ok(json!([]))); // Discord says nothing, not no.
    }
    let of_channel = |message: &&Message| message.channel_id == channel_id && message.only_for.is_none();
    let newest_first = || world.messages.values().rev().filter(of_channel);
    let mut found: Vec<&Message> = if let Some(before) = call.number("before") {
        newest_first().filter(|message| message.id < before).take(limit).collect()
    } else if let Some(after) = call.number("after") {
        let mut found: Vec<&Message> = world.messages.values().filter(of_channel).filter(|m| m.id > after).take(limit).collect();
        found.reverse();
        found
    } else if let Some(around) = call.number("around") {
        let half = limit / 2;
        let mut found: Vec<&Message> = newest_first().filter(|message| message.id <= around).take(half + 1).collect();
        found.extend(world.messages.values().filter(of_channel).filter(|m| m.id > around).take(half));
        found
    } else {
        newest_first().take(limit).collect()
    };
    found.sort_by_key(|message| std::cmp::Reverse(message.id));
    let found: Vec<Value> = found.into_iter().map(|message| world.message_json(message)).collect();
    Ok(Reply::ok(json!(found)))
}

/// `GET /channels/{id}/messages/{id}`
pub(crate) fn get(world: &World, channel_id: Id, message: &str) -> Outcome {
    see_messages(world, channel_id)?;
    require(world, channel_id, may::READ_MESSAGE_HISTORY)?;
    shown(world, find(world, channel_id, message)?)
}

/// Refuses an edit that would leave nothing to be seen.
pub(crate) fn require_something(world: &World, message: Id, draft: &Draft) -> Result<(), ApiError> {
    let Some(message) = world.messages.get(&message) else {
        return Err(ApiError::unknown(Unknown::Message));
    };
    let content = draft.content.as_deref().unwrap_or(&message.content);
    let embeds = draft.embeds.as_ref().unwrap_or(&message.embeds);
    let components = draft.components.as_ref().unwrap_or(&message.components);
    let has_files = match &draft.files {
        Some(files) => !files.is_empty() || (!draft.replaces_files && !message.files.is_empty()),
        None => !message.files.is_empty(),
    };
    let nothing = content.is_empty() && embeds.is_empty() && components.is_empty() && !has_files;
    if nothing && message.poll.is_none() { Err(ApiError::empty_message()) } else { Ok(()) }
}

/// `PATCH /channels/{id}/messages/{id}`
pub(crate) fn change(world: &mut World, call: &Call, channel_id: Id, message: &str) -> Outcome {
    see_messages(world, channel_id)?;
    let message_id = find(world, channel_id, message)?;
    let before = world.messages.get(&message_id).map(|message| (message.author, message.flags));
    let (author, flags) = before.unwrap_or_default();
    if author != BOT_ID {
        let only_flags = call.body.as_object().is_some_and(|body| body.keys().all(|key| key == "flags"));
        if !only_flags {
            return Err(ApiError::not_the_author());
        }
        require(world, channel_id, may::MANAGE_MESSAGES)?;
    }
    require_open(world, channel_id)?;
    let draft = Draft::read(&call.body, &call.uploads, Some(flags))?;
    require_something(world, message_id, &draft)?;
    require_seldom(world, message_id)?;
    world.edit(message_id, draft);
    shown(world, message_id)
}

/// From what age on a message is old, in milliseconds.
const OLD: u64 = 3_600_000;
/// How many edits of old messages are taken in a channel within [`WHILE`]. Discord tells neither number; it is said to be about this.
const OLD_EDITS: usize = 3;
/// In milliseconds.
const WHILE: u64 = 20_000;

/// Refuses an edit of an old message where too many were edited in its channel of late (code 30046).
pub(crate) fn require_seldom(world: &mut World, message: Id) -> Result<(), ApiError> {
    let now = world.now();
    let Some(channel) = world.messages.get(&message).map(|message| message.channel_id) else { return Ok(()) };
    if snowflake::made_at(message) + OLD > now {
        return Ok(());
    }
    let edits = world.old_edits.entry(channel).or_default();
    edits.retain(|at| at + WHILE > now);
    if edits.len() >= OLD_EDITS {
        let why = "Maximum number of edits to messages older than 1 hour reached. Try again later.";
        return Err(ApiError::new(429, 30_046, why));
    }
    edits.push(now);
    Ok(())
}

/// `DELETE /channels/{id}/messages/{id}`
pub(crate) fn delete(world: &mut World, channel_id: Id, message: &str) -> Outcome {
    see_messages(world, channel_id)?;
    let message_id = find(world, channel_id, message)?;
    if world.messages.get(&message_id).is_some_and(|message| message.author != BOT_ID) {
        require(world, channel_id, may::MANAGE_MESSAGES)?;
    }
    world.delete_message(message_id);
    Ok(Reply::done())
}

/// `POST /channels/{id}/messages/bulk-delete`
pub(crate) fn bulk_delete(world: &mut World, call: &Call, channel_id: Id) -> Outcome {
    see_messages(world, channel_id)?;
    require(world, channel_id, may::MANAGE_MESSAGES)?;
    let ids: Vec<Id> = call.body["messages"].as_array().into_iter().flatten().filter_map(snowflake::from_json).collect();
    if !(2..=100).contains(&ids.len()) {
        let message = "Must be between 2 and 100 in length.";
        return Err(ApiError::field("messages", "BASE_TYPE_BAD_LENGTH", message));
    }
    let oldest = world.now().saturating_sub(14 * 86_400_000);
    if ids.iter().any(|id| snowflake::made_at(*id) < oldest) {
        return Err(ApiError::new(400, 50_034, "You can only bulk delete messages that are under 14 days old."));
    }
    world.delete_messages(channel_id, &ids);
    Ok(Reply::done())
}
