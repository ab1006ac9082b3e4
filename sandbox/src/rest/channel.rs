//! Channels as such: look, change, delete; typing; direct messages; overwrites. Here too is what every route of a
//! channel asks first: whether the bot sees it and may do what it wants.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use crate::errors::{ApiError, Form, Unknown};
use crate::model::channel::{CATEGORY, Channel};
use crate::model::event::{self, Event};
use crate::model::page_event::PageEvent;
use crate::model::user::BOT_ID;
use crate::permissions::{self as may, Overwrite};
use crate::snowflake::{self, Id};
use crate::state::World;

/// Refuses a channel that is unknown (10003) or that the bot cannot see (50001).
pub(crate) fn see(world: &World, channel_id: Id) -> Result<(), ApiError> {
    if !world.channels.contains_key(&channel_id) {
        return Err(ApiError::unknown(Unknown::Channel));
    }
    if world.permissions_in(BOT_ID, channel_id) & may::VIEW_CHANNEL == 0 {
        return Err(ApiError::missing_access());
    }
    Ok(())
}

/// The same for its messages: in the chat of a voice channel or a stage, who may not connect has no access to them.
pub(crate) fn see_messages(world: &World, channel_id: Id) -> Result<(), ApiError> {
    see(world, channel_id)?;
    let is_for_voices = world.channels.get(&channel_id).is_some_and(Channel::is_for_voices);
    if is_for_voices && world.permissions_in(BOT_ID, channel_id) & may::CONNECT == 0 {
        return Err(ApiError::missing_access());
    }
    Ok(())
}

/// Refuses what the bot may not do in a channel (50013).
pub(crate) fn require(world: &World, channel_id: Id, bits: u64) -> Result<(), ApiError> {
    if world.permissions_in(BOT_ID, channel_id) & bits == bits { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

/// A channel as a reply.
pub(crate) fn shown(world: &World, channel_id: Id) -> Outcome {
    let channel = world.channels.get(&channel_id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    Ok(Reply::ok(world.channel_json(channel)))
}

/// `GET /channels/{id}`
pub(crate) fn get(world: &World, channel_id: Id) -> Outcome {
    see(world, channel_id)?;
    shown(world, channel_id)
}

/// `PATCH /channels/{id}`, also for threads.
pub(crate) fn change(world: &mut World, call: &Call, channel_id: Id) -> Outcome {
    see(world, channel_id)?;
    let channel = world.channels.get(&channel_id).ok_or_else(|| ApiError::unknown(Unknown::Channel))?;
    if channel.guild_id.is_none() {
        return Err(ApiError::wrong_channel_type());
    }
    let is_thread = channel.thread.is_some();
    let body = &call.body;
    if let Some(thread) = &channel.thread {
        let only_opens = body["archived"] == false && body.as_object().is_some_and(|body| body.keys().all(|key| key == "archived"));
        let may_open = only_opens && !thread.locked;
        if (thread.owner != BOT_ID || thread.locked) && !may_open {
            require(world, channel_id, may::MANAGE_THREADS)?;
        }
        if thread.archived && body.get("archived") != Some(&json!(false)) {
            return Err(ApiError::archived());
        }
        if !body["locked"].is_null() && thread.owner != BOT_ID {
            require(world, channel_id, may::MANAGE_THREADS)?;
        }
    } else {
        require(world, channel_id, may::MANAGE_CHANNELS)?;
        if let Some(overwrites) = body["permission_overwrites"].as_array() {
            require(world, channel_id, may::MANAGE_ROLES)?;
            let overwrites: Vec<Overwrite> =
                overwrites.iter().filter_map(read_overwrite).filter(|new| !channel.overwrites.contains(new)).collect();
            require_own_bits(world, channel.guild_id.unwrap_or(0), &overwrites)?;
        }
    }
    let mut form = Form::default();
    if let Some(name) = body["name"].as_str() {
        form.length("name", name, 1, 100);
    }
    check_channel(world, &mut form, body, channel.guild_id.unwrap_or(0));
    check_auto_archive(&mut form, body);
    form.finish()?;
    let now = world.now();
    if let Some(channel) = world.channels.get_mut(&channel_id) {
        if let Some(name) = body["name"].as_str() {
            name.clone_into(&mut channel.name);
        }
        if let Some(parent) = body.get("parent_id").filter(|_| !is_thread) {
            channel.parent_id = snowflake::from_json(parent);
        }
        if let Some(position) = body["position"].as_u64() {
            channel.position = usize::try_from(position).unwrap_or(0);
        }
        if let Some(topic) = body.get("topic") {
            channel.topic = topic.as_str().map(str::to_owned);
        }
        if let Some(seconds) = body["rate_limit_per_user"].as_u64() {
            channel.slow_mode = seconds;
        }
        if let Some(nsfw) = body["nsfw"].as_bool() {
            channel.nsfw = nsfw;
        }
        if let Some(overwrites) = body["permission_overwrites"].as_array() {
            channel.overwrites = overwrites.iter().filter_map(read_overwrite).collect();
        }
        if let Some(thread) = channel.thread.as_mut() {
            if let Some(archived) = body["archived"].as_bool() {
                thread.archived = archived;
                thread.changed = now;
            }
            if let Some(locked) = body["locked"].as_bool() {
                thread.locked = locked;
            }
            if let Some(invitable) = body["invitable"].as_bool() {
                thread.invitable = invitable;
            }
            if let Some(minutes) = body["auto_archive_duration"].as_u64() {
                thread.auto_archive = minutes;
            }
        }
    }
    world.channel_event(if is_thread { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" }, channel_id);
    shown(world, channel_id)
}

/// Notes a topic, a pause between messages or a category that a channel of this guild cannot have.
pub(crate) fn check_channel(world: &World, form: &mut Form, body: &Value, guild_id: Id) {
    form.length("topic", body["topic"].as_str().unwrap_or_default(), 0, 1024);
    if body["rate_limit_per_user"].as_u64().is_some_and(|seconds| seconds > 21_600) {
        form.add("rate_limit_per_user", "NUMBER_TYPE_MAX", "int value should be less than or equal to 21600.");
    }
    if let Some(parent) = snowflake::from_json(&body["parent_id"]) {
        let parent = world.channels.get(&parent).filter(|parent| parent.guild_id == Some(guild_id));
        if parent.is_none() {
            form.add("parent_id", "CHANNEL_PARENT_INVALID", "Category does not exist");
        } else if parent.is_some_and(|parent| parent.kind != CATEGORY) {
            form.add("parent_id", "CHANNEL_PARENT_INVALID_TYPE", "Not a category");
        }
    }
}

/// Refuses what cannot be done in an archived thread until somebody opens it: all but deleting, and posting, which opens one that is not locked.
pub(crate) fn require_open(world: &World, channel_id: Id) -> Result<(), ApiError> {
    let thread = world.channels.get(&channel_id).and_then(|channel| channel.thread.as_ref());
    if thread.is_some_and(|thread| thread.archived) { Err(ApiError::archived()) } else { Ok(()) }
}

/// Refuses an answer to an interaction in a thread that is archived and locked: none of it is taken there, whoever asked.
pub(crate) fn require_not_shut(world: &World, channel_id: Id) -> Result<(), ApiError> {
    let thread = world.channels.get(&channel_id).and_then(|channel| channel.thread.as_ref());
    if thread.is_some_and(|thread| thread.archived && thread.locked) { Err(ApiError::archived()) } else { Ok(()) }
}

/// Notes an archive time Discord does not offer.
pub(crate) fn check_auto_archive(form: &mut Form, body: &Value) {
    let given = &body["auto_archive_duration"];
    if !given.is_null() && !matches!(given.as_u64(), Some(60 | 1440 | 4320 | 10_080)) {
        let message = "Value must be one of {60, 1440, 4320, 10080}.";
        form.add("auto_archive_duration", "BASE_TYPE_CHOICES", message);
    }
}

/// `DELETE /channels/{id}`
pub(crate) fn delete(world: &mut World, channel_id: Id) -> Outcome {
    see(world, channel_id)?;
    let reply = shown(world, channel_id)?;
    let channel = world.channels.get(&channel_id);
    if channel.is_some_and(|channel| channel.guild_id.is_none()) {
        return Ok(reply); // Closing direct messages forgets nothing.
    }
    let is_thread = channel.is_some_and(|channel| channel.thread.is_some());
    require(world, channel_id, if is_thread { may::MANAGE_THREADS } else { may::MANAGE_CHANNELS })?;
    world.delete_channel(channel_id);
    Ok(reply)
}

/// `POST /channels/{id}/typing`
pub(crate) fn typing(world: &mut World, channel_id: Id) -> Outcome {
    see_messages(world, channel_id)?;
    require(world, channel_id, world.writing_bits(channel_id))?;
    world.tell_page(PageEvent::typing(channel_id, BOT_ID));
    let Some(channel) = world.channels.get(&channel_id) else { return Ok(Reply::done()) };
    let mut data = json!({"channel_id": channel_id.to_string(), "user_id": BOT_ID.to_string(),
        "timestamp": world.now() / 1000});
    if let Some(guild) = channel.guild_id {
        data["guild_id"] = json!(guild.to_string());
    }
    let mut event = Event::direct("TYPING_START", channel.intent(event::GUILD_TYPING, event::DIRECT_TYPING), data);
    event.guild_id = channel.guild_id;
    world.dispatch(&event);
    Ok(Reply::done())
}

/// `POST /users/@me/channels`
pub(crate) fn open_direct(world: &mut World, call: &Call) -> Outcome {
    let user = snowflake::from_json(&call.body["recipient_id"])
        .ok_or_else(|| ApiError::field("recipient_id", "BASE_TYPE_REQUIRED", "This field is required"))?;
    match world.users.get(&user) {
        None => return Err(ApiError::unknown(Unknown::User)),
        Some(user) if user.is_bot => {
            return Err(ApiError::new(400, 50_007, "Cannot send messages to this user"));
        }
        Some(_) => {}
    }
    let channel = world.direct_messages(user);
    shown(world, channel)
}

fn bits(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64()).unwrap_or(0)
}

/// Reads an overwrite object.
pub(crate) fn read_overwrite(value: &Value) -> Option<Overwrite> {
    Some(Overwrite {
        target: snowflake::from_json(&value["id"])?,
        is_member: value["type"] == 1 || value["type"] == "1" || value["type"] == "member",
        allow: bits(&value["allow"]),
        deny: bits(&value["deny"]),
    })
}

/// Refuses overwrites with bits the bot has not in the guild. Only an administrator gives or takes the right to change roles.
pub(crate) fn require_own_bits(world: &World, guild_id: Id, overwrites: &[Overwrite]) -> Result<(), ApiError> {
    let own = world.guild_permissions(guild_id, BOT_ID);
    let most = if own & may::ADMINISTRATOR == 0 { own & !may::MANAGE_ROLES } else { own };
    let is_foreign = overwrites.iter().any(|overwrite| (overwrite.allow | overwrite.deny) & !most != 0);
    if is_foreign { Err(ApiError::missing_permissions()) } else { Ok(()) }
}

/// `PUT /channels/{id}/permissions/{target}`
pub(crate) fn overwrite(world: &mut World, call: &Call, channel_id: Id, target: &str) -> Outcome {
    see(world, channel_id)?;
    require(world, channel_id, may::MANAGE_ROLES)?;
    let mut body = call.body.clone();
    if !body.is_object() && !body.is_null() {
        return Err(ApiError::no_object());
    }
    body["id"] = json!(target);
    let new = read_overwrite(&body).ok_or_else(|| ApiError::unknown(Unknown::Role))?;
    let guild_id = world.channels.get(&channel_id).and_then(|channel| channel.guild_id).unwrap_or(0);
    require_own_bits(world, guild_id, std::slice::from_ref(&new))?;
    if let Some(channel) = world.channels.get_mut(&channel_id) {
        channel.overwrites.retain(|overwrite| overwrite.target != new.target);
        channel.overwrites.push(new);
    }
    world.channel_event("CHANNEL_UPDATE", channel_id);
    Ok(Reply::done())
}

/// `DELETE /channels/{id}/permissions/{target}`
pub(crate) fn remove_overwrite(world: &mut World, channel_id: Id, target: &str) -> Outcome {
    see(world, channel_id)?;
    require(world, channel_id, may::MANAGE_ROLES)?;
    let target = id(target, Unknown::Role)?;
    if let Some(channel) = world.channels.get_mut(&channel_id) {
        channel.overwrites.retain(|overwrite| overwrite.target != target);
    }
    world.channel_event("CHANNEL_UPDATE", channel_id);
    Ok(Reply::done())
}
