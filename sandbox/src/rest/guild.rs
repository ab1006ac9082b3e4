//! Guilds and their lists of channels.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id, placed};
use super::channel::{check_channel, read_overwrite, require_own_bits};
use crate::errors::{ApiError, Form, Unknown};
use crate::model::channel::{ANNOUNCEMENT, CATEGORY, Channel, FORUM, MEDIA, STAGE, TEXT, VOICE};
use crate::model::user::BOT_ID;
use crate::permissions::{self as may, Overwrite};
use crate::snowflake::{self, Id};
use crate::state::World;

/// Refuses a guild that is unknown or that the bot is not in.
pub(crate) fn require(world: &World, guild_id: Id) -> Result<(), ApiError> {
    match world.guilds.get(&guild_id) {
        Some(guild) if guild.has_bot => Ok(()),
        Some(_) => Err(ApiError::missing_access()),
        None => Err(ApiError::unknown(Unknown::Guild)),
    }
}

/// Refuses what the bot may not do in a guild.
pub(crate) fn require_bits(world: &World, guild_id: Id, bits: u64) -> Result<(), ApiError> {
    if world.guild_permissions(guild_id, BOT_ID) & bits == bits { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

/// `GET /guilds/{id}`
pub(crate) fn get(world: &World, guild_id: Id) -> Outcome {
    let guild = world.guild_json(guild_id).ok_or_else(|| ApiError::unknown(Unknown::Guild))?;
    Ok(Reply::ok(guild))
}

/// `GET /guilds/{id}/channels`
pub(crate) fn channels(world: &World, guild_id: Id) -> Outcome {
    let channels: Vec<Value> = world
        .channels
        .values()
        .filter(|channel| channel.guild_id == Some(guild_id) && channel.thread.is_none())
        .map(|channel| world.channel_json(channel))
        .collect();
    Ok(Reply::ok(json!(channels)))
}

/// `POST /guilds/{id}/channels`
pub(crate) fn create_channel(world: &mut World, call: &Call, guild_id: Id) -> Outcome {
    require_bits(world, guild_id, may::MANAGE_CHANNELS)?;
    let body = &call.body;
    let name = body["name"].as_str().unwrap_or_default();
    let mut form = Form::default();
    form.length("name", name, 1, 100);
    check_channel(world, &mut form, body, guild_id);
    let kind = match &body["type"] {
        Value::Null => TEXT,
        given => match given.as_u64().and_then(|kind| u8::try_from(kind).ok()) {
            Some(kind @ (TEXT | VOICE | CATEGORY | ANNOUNCEMENT | STAGE | FORUM | MEDIA)) => kind,
            _ => {
                form.add("type", "BASE_TYPE_CHOICES", "Value must be one of {0, 2, 4, 5, 13, 15, 16}.");
                TEXT
            }
        },
    };
    form.finish()?;
    let overwrites: Vec<Overwrite> = body["permission_overwrites"].as_array().into_iter().flatten().filter_map(read_overwrite).collect();
    require_own_bits(world, guild_id, &overwrites)?;
    let position = world.channels.values().filter(|c| c.guild_id == Some(guild_id)).count();
    let id = world.new_id();
    let channel = Channel {
        id,
        kind,
        guild_id: Some(guild_id),
        // Names of text channels are written as Discord writes them.
        name: if kind == 0 { name.to_lowercase().replace(' ', "-") } else { name.to_owned() },
        topic: body["topic"].as_str().map(str::to_owned),
        position,
        parent_id: snowflake::from_json(&body["parent_id"]),
        nsfw: body["nsfw"] == true,
        slow_mode: body["rate_limit_per_user"].as_u64().unwrap_or(0),
        overwrites,
        recipients: Vec::new(),
        thread: None,
        last_message: None,
        posted: 0,
        pins: Vec::new(),
    };
    let json = world.channel_json(&channel);
    world.add_channel(channel);
    Ok(Reply::created(json))
}

/// `PATCH /guilds/{id}/channels`: where they stand.
pub(crate) fn arrange_channels(world: &mut World, call: &Call, guild_id: Id) -> Outcome {
    require_bits(world, guild_id, may::MANAGE_CHANNELS)?;
    let moves: Vec<(Id, i64)> = call.body.as_array().into_iter().flatten().filter_map(placed).collect();
    if moves.iter().any(|(id, _)| world.channels.get(id).is_none_or(|channel| channel.guild_id != Some(guild_id))) {
        return Err(ApiError::unknown(Unknown::Channel));
    }
    for (id, position) in moves {
        if let Some(channel) = world.channels.get_mut(&id) {
            channel.position = usize::try_from(position).unwrap_or(0);
        }
        world.channel_event("CHANNEL_UPDATE", id);
    }
    Ok(Reply::done())
}

/// `GET /users/@me/guilds`
pub(crate) fn of_bot(world: &World) -> Outcome {
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .filter(|guild| guild.has_bot)
        .map(|guild| {
            let bits = world.guild_permissions(guild.id, BOT_ID);
            json!({"id": guild.id.to_string(), "name": guild.name, "icon": null, "banner": null,
                "owner": false, "permissions": bits.to_string(), "features": []})
        })
        .collect();
    Ok(Reply::ok(json!(guilds)))
}

/// `DELETE /users/@me/guilds/{id}`
pub(crate) fn leave(world: &mut World, guild: &str) -> Outcome {
    let guild_id = id(guild, Unknown::Guild)?;
    require(world, guild_id)?;
    world.remove_bot(guild_id);
    Ok(Reply::done())
}
