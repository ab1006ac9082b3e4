//! Members of a guild.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use super::guild::require_bits;
use super::role::require_rank;
use crate::errors::{ApiError, Unknown};
use crate::model::user::BOT_ID;
use crate::permissions as may;
use crate::snowflake::{self, Id};
use crate::state::World;

fn find(world: &World, guild_id: Id, user: &str) -> Result<Id, ApiError> {
    let user = if user == "@me" { BOT_ID } else { id(user, Unknown::User)? };
    if !world.users.contains_key(&user) {
        return Err(ApiError::unknown(Unknown::User));
    }
    let is_member = world.guilds.get(&guild_id).is_some_and(|guild| guild.members.contains_key(&user));
    if is_member { Ok(user) } else { Err(ApiError::unknown(Unknown::Member)) }
}

fn shown(world: &World, guild_id: Id, user: Id) -> Outcome {
    let member = world.member_json(guild_id, user);
    Ok(Reply::ok(member.ok_or_else(|| ApiError::unknown(Unknown::Member))?))
}

/// `GET /guilds/{id}/members/{id}`
pub(crate) fn get(world: &World, guild_id: Id, user: &str) -> Outcome {
    shown(world, guild_id, find(world, guild_id, user)?)
}

/// `GET /guilds/{id}/members`
pub(crate) fn list(world: &World, call: &Call, guild_id: Id) -> Outcome {
    if !world.settings.privileged_intents {
        return Err(ApiError::missing_access());
    }
    let limit = call.limit(1, 1000)?;
    let after = call.number("after").unwrap_or(0);
    let members = world.guilds.get(&guild_id).into_iter().flat_map(|guild| guild.members.keys());
    let members: Vec<Value> =
        members.filter(|user| **user > after).take(limit).filter_map(|user| world.member_json(guild_id, *user)).collect();
    Ok(Reply::ok(json!(members)))
}

/// `GET /guilds/{id}/members/search`
pub(crate) fn search(world: &World, call: &Call, guild_id: Id) -> Outcome {
    let limit = call.limit(1, 1000)?;
    let query = call.query.get("query").map(|query| query.to_lowercase()).unwrap_or_default();
    let guild = world.guilds.get(&guild_id);
    let members: Vec<Value> = guild
        .into_iter()
        .flat_map(|guild| &guild.members)
        .filter(|(user, member)| {
            let by_nick = member.nick.as_ref().map(|nick| nick.to_lowercase().starts_with(&query));
            let by_name = world.users.get(user).is_some_and(|user| user.username.starts_with(&query));
            by_name || by_nick == Some(true)
        })
        .take(limit)
        .filter_map(|(user, _)| world.member_json(guild_id, *user))
        .collect();
    Ok(Reply::ok(json!(members)))
}

/// Refuses to touch someone who is not below the bot.
fn require_rank_over(world: &World, guild_id: Id, user: Id) -> Result<(), ApiError> {
    let guild = world.guilds.get(&guild_id).ok_or_else(|| ApiError::unknown(Unknown::Guild))?;
    let is_below = guild.owner != user && guild.rank(user) < guild.rank(BOT_ID);
    if is_below { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

/// Refuses a role that cannot be given or taken: one that is not below the bot's, or that belongs to a bot.
fn require_given(world: &World, guild_id: Id, role: Id) -> Result<(), ApiError> {
    require_rank(world, guild_id, role)?;
    let guild = world.guilds.get(&guild_id);
    let is_managed = guild.and_then(|guild| guild.roles.get(&role)).is_some_and(|role| role.is_managed);
    if is_managed || role == guild_id { Err(ApiError::invalid_role()) } else { Ok(()) }
}

/// `PATCH /guilds/{id}/members/{id}`: nick and roles.
pub(crate) fn change(world: &mut World, call: &Call, guild_id: Id, user: &str) -> Outcome {
    let user = find(world, guild_id, user)?;
    let body = &call.body;
    if body.get("nick").is_some() {
        require_bits(world, guild_id, may::MANAGE_NICKNAMES)?;
        require_rank_over(world, guild_id, user)?;
    }
    if let Some(roles) = body["roles"].as_array() {
        require_bits(world, guild_id, may::MANAGE_ROLES)?;
        let after: Vec<Id> = roles.iter().filter_map(snowflake::from_json).collect();
        let member = world.guilds.get(&guild_id).and_then(|guild| guild.members.get(&user));
        let before = member.map_or(&[][..], |member| &member.roles);
        let kept = |id: &&Id| before.contains(id) && after.contains(id);
        for role in before.iter().chain(&after).filter(|id| !kept(id)) {
            require_given(world, guild_id, *role)?;
        }
    }
    set(world, body, guild_id, user);
    shown(world, guild_id, user)
}

/// `PATCH /guilds/{id}/members/@me`
pub(crate) fn change_own_nick(world: &mut World, call: &Call, guild_id: Id) -> Outcome {
    require_bits(world, guild_id, may::CHANGE_NICKNAME)?;
    set(world, &json!({"nick": call.body["nick"]}), guild_id, BOT_ID);
    shown(world, guild_id, BOT_ID)
}

fn set(world: &mut World, body: &Value, guild_id: Id, user: Id) {
    let guild = world.guilds.get_mut(&guild_id);
    if let Some(member) = guild.and_then(|guild| guild.members.get_mut(&user)) {
        if let Some(nick) = body.get("nick") {
            member.nick = nick.as_str().filter(|nick| !nick.is_empty()).map(str::to_owned);
        }
        if let Some(roles) = body["roles"].as_array() {
            member.roles = roles.iter().filter_map(snowflake::from_json).collect();
        }
    }
    world.member_changed(guild_id, user);
}

/// `DELETE /guilds/{id}/members/{id}`
pub(crate) fn remove(world: &mut World, guild_id: Id, user: &str) -> Outcome {
    let user = find(world, guild_id, user)?;
    require_bits(world, guild_id, may::KICK_MEMBERS)?;
    require_rank_over(world, guild_id, user)?;
    world.remove_member(guild_id, user);
    Ok(Reply::done())
}

/// `PUT` and `DELETE /guilds/{id}/members/{id}/roles/{id}`
pub(crate) fn change_role(world: &mut World, method: &str, guild_id: Id, user: &str, role: &str) -> Outcome {
    let user = find(world, guild_id, user)?;
    let role = id(role, Unknown::Role)?;
    let is_known = world.guilds.get(&guild_id).is_some_and(|guild| guild.roles.contains_key(&role));
    if !is_known {
        return Err(ApiError::unknown(Unknown::Role));
    }
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    require_given(world, guild_id, role)?;
    let guild = world.guilds.get_mut(&guild_id);
    if let Some(member) = guild.and_then(|guild| guild.members.get_mut(&user)) {
        member.roles.retain(|other| *other != role);
        if method == "PUT" {
            member.roles.push(role);
        }
    }
    world.member_changed(guild_id, user);
    Ok(Reply::done())
}
