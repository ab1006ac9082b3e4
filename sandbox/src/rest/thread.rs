//! Threads.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use super::channel::{check_auto_archive, require, see, shown};
use super::message::find;
use crate::errors::{ApiError, Form, Unknown};
use crate::model::channel::{
    ANNOUNCEMENT, ANNOUNCEMENT_THREAD, Channel, FORUM, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Thread, thread_member_json,
};
use crate::model::message::{HAS_THREAD, Message};
use crate::model::user::BOT_ID;
use crate::permissions as may;
use crate::snowflake::Id;
use crate::state::World;
use crate::validate::message::Draft;

fn check(body: &Value) -> Result<String, ApiError> {
    let mut form = Form::default();
    let name = body["name"].as_str().unwrap_or_default();
    form.length("name", name, 1, 100);
    check_auto_archive(&mut form, body);
    form.finish()?;
    Ok(name.to_owned())
}

/// Puts a thread in place; its maker is its first member.
fn make(world: &mut World, parent: Id, id: Id, kind: u8, body: &Value, name: String) {
    let now = world.now();
    let Some(parent) = world.channels.get(&parent) else { return };
    let thread = Thread {
        owner: BOT_ID,
        archived: false,
        locked: false,
        invitable: body["invitable"].as_bool().unwrap_or(true),
        auto_archive: body["auto_archive_duration"].as_u64().unwrap_or(4320),
        changed: now,
        members: BTreeMap::from([(BOT_ID, now)]),
    };
    let channel = Channel {
        id,
        kind,
        guild_id: parent.guild_id,
        name,
        topic: None,
        position: 0,
        parent_id: Some(parent.id),
        nsfw: parent.nsfw,
        slow_mode: body["rate_limit_per_user"].as_u64().unwrap_or(0),
        overwrites: Vec::new(),
        recipients: Vec::new(),
        thread: Some(thread),
        last_message: None,
        posted: 0,
        pins: Vec::new(),
    };
    world.channels.insert(id, channel);
    world.channel_event("THREAD_CREATE", id);
}

/// `POST /channels/{id}/messages/{id}/threads`
pub(crate) fn from_message(world: &mut World, call: &Call, channel_id: Id, message: &str) -> Outcome {
    see(world, channel_id)?;
    let message_id = find(world, channel_id, message)?;
    let name = check(&call.body)?;
    let kind = match world.channels.get(&channel_id).map(|channel| channel.kind) {
        Some(TEXT) => PUBLIC_THREAD,
        Some(ANNOUNCEMENT) => ANNOUNCEMENT_THREAD,
        _ => return Err(ApiError::wrong_channel_type()),
    };
    require(world, channel_id, may::CREATE_PUBLIC_THREADS)?;
    if world.channels.contains_key(&message_id) {
        return Err(ApiError::new(400, 160_004, "A thread has already been created for this message"));
    }
    // A thread that comes from a message has its id.
    make(world, channel_id, message_id, kind, &call.body, name);
    if let Some(message) = world.messages.get_mut(&message_id) {
        message.thread = Some(message_id);
        message.flags |= HAS_THREAD;
    }
    world.message_event("MESSAGE_UPDATE", message_id);
    Ok(Reply::created(shown(world, message_id)?.body.unwrap_or_default()))
}

/// `POST /channels/{id}/threads`: without a message, or a post in a forum.
pub(crate) fn create(world: &mut World, call: &Call, channel_id: Id) -> Outcome {
    see(world, channel_id)?;
    let name = check(&call.body)?;
    let parent_kind = world.channels.get(&channel_id).map(|channel| channel.kind);
    let (kind, first) = match parent_kind {
        Some(FORUM) => {
            let draft = Draft::read(&call.body["message"], &call.uploads, None)?;
            if draft.is_empty() {
                return Err(ApiError::empty_message());
            }
            (PUBLIC_THREAD, Some(draft))
        }
        Some(TEXT) => match call.body["type"].as_u64() {
            Some(11) => (PUBLIC_THREAD, None),
            None | Some(12) => (PRIVATE_THREAD, None),
            Some(_) => return Err(ApiError::field("type", "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")),
        },
        Some(ANNOUNCEMENT) => match call.body["type"].as_u64() {
            Some(10) => (ANNOUNCEMENT_THREAD, None),
            // Where none is named, a private thread is meant, and there is none here.
            _ => return Err(ApiError::field("type", "BASE_TYPE_CHOICES", "Value must be one of {10}.")),
        },
        _ => return Err(ApiError::wrong_channel_type()),
    };
    let needed = match (&first, kind) {
        (Some(_), _) => may::SEND_MESSAGES,
        (None, PRIVATE_THREAD) => may::CREATE_PRIVATE_THREADS,
        _ => may::CREATE_PUBLIC_THREADS,
    };
    require(world, channel_id, needed)?;
    let thread_id = world.new_id();
    make(world, channel_id, thread_id, kind, &call.body, name.clone());
    let mut body = shown(world, thread_id)?.body.unwrap_or_default();
    match first {
        Some(draft) => {
            let mut message = world.compose(thread_id, BOT_ID, draft);
            message.id = thread_id;
            let message = world.post(message);
            let message = world.messages.get(&message).map(|message| world.message_json(message));
            body["message"] = json!(message);
        }
        None if kind != PRIVATE_THREAD => {
            // The parent shows that a thread was started.
            let id = world.new_id();
            let notice = Message { id, channel_id, author: BOT_ID, content: name, kind: 18, thread: Some(thread_id), ..Message::default() };
            world.post(notice);
        }
        None => {}
    }
    Ok(Reply::created(body))
}

/// `GET /guilds/{id}/threads/active`
pub(crate) fn active(world: &World, guild_id: Id) -> Outcome {
    let is_active = |channel: &&Channel| {
        channel.guild_id == Some(guild_id)
            && channel.thread.as_ref().is_some_and(|thread| !thread.archived)
            && world.permissions_in(BOT_ID, channel.id) & may::VIEW_CHANNEL != 0
    };
    Ok(Reply::ok(listed(world, &world.channels.values().filter(is_active).collect::<Vec<_>>())))
}

/// `GET /channels/{id}/threads/archived/{public|private}`
pub(crate) fn archived(world: &World, channel_id: Id, kind: &str) -> Outcome {
    see(world, channel_id)?;
    let is_wanted = |channel: &&Channel| {
        channel.parent_id == Some(channel_id)
            && channel.thread.as_ref().is_some_and(|thread| thread.archived)
            && (channel.kind == PRIVATE_THREAD) == (kind == "private")
    };
    let mut body = listed(world, &world.channels.values().filter(is_wanted).collect::<Vec<_>>());
    body["has_more"] = json!(false);
    Ok(Reply::ok(body))
}

fn listed(world: &World, threads: &[&Channel]) -> Value {
    let members: Vec<Value> = threads
        .iter()
        .filter_map(|channel| {
            let since = channel.thread.as_ref()?.members.get(&BOT_ID)?;
            Some(thread_member_json(channel.id, BOT_ID, *since))
        })
        .collect();
    let threads: Vec<Value> = threads.iter().map(|channel| world.channel_json(channel)).collect();
    json!({"threads": threads, "members": members})
}

/// Routes below `/channels/{id}/thread-members`.
pub(crate) fn members(world: &mut World, call: &Call, channel_id: Id, rest: &[&str]) -> Outcome {
    see(world, channel_id)?;
    let channel = world.channels.get(&channel_id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    let thread = channel.thread.as_ref().ok_or_else(ApiError::wrong_channel_type)?;
    let who = match rest.first() {
        Some(&"@me") => Some(BOT_ID),
        Some(user) => Some(id(user, Unknown::User)?),
        None => None,
    };
    match (call.method.as_str(), who) {
        ("GET", None) => {
            let all: Vec<Value> = thread.members.iter().map(|(user, since)| thread_member_json(channel_id, *user, *since)).collect();
            Ok(Reply::ok(json!(all)))
        }
        ("GET", Some(user)) => {
            let since = thread.members.get(&user).ok_or_else(|| ApiError::unknown(Unknown::Member))?;
            Ok(Reply::ok(thread_member_json(channel_id, user, *since)))
        }
        ("PUT", Some(user)) => {
            if thread.archived {
                return Err(ApiError::archived());
            }
            let guild = channel.guild_id.and_then(|guild| world.guilds.get(&guild));
            if guild.is_none_or(|guild| !guild.members.contains_key(&user)) {
                return Err(ApiError::unknown(Unknown::Member));
            }
            world.change_thread_member(channel_id, user, true);
            Ok(Reply::done())
        }
        ("DELETE", Some(user)) => {
            let own_private = channel.kind == PRIVATE_THREAD && thread.owner == BOT_ID;
            if user != BOT_ID && !own_private {
                require(world, channel_id, may::MANAGE_THREADS)?;
            }
            world.change_thread_member(channel_id, user, false);
            Ok(Reply::done())
        }
        _ => Err(ApiError::not_found()),
    }
}
