//! Roles of a guild.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use super::guild::require_bits;
use crate::errors::{ApiError, Unknown};
use crate::gateway::event::{self, Event};
use crate::permissions as may;
use crate::snowflake::Id;
use crate::state::World;
use crate::state::guild::Role;

fn shown(world: &World, guild_id: Id, role: Id) -> Outcome {
    let role = world.guilds.get(&guild_id).and_then(|guild| guild.roles.get(&role));
    Ok(Reply::ok(role.ok_or_else(|| ApiError::unknown(Unknown::Role))?.json()))
}

/// `GET /guilds/{id}/roles`
pub(crate) fn list(world: &World, guild_id: Id) -> Outcome {
    let guild = world.guilds.get(&guild_id);
    let roles: Vec<Value> = guild.into_iter().flat_map(|guild| guild.roles.values()).map(Role::json).collect();
    Ok(Reply::ok(json!(roles)))
}

/// `GET /guilds/{id}/roles/{id}`
pub(crate) fn get(world: &World, guild_id: Id, role: &str) -> Outcome {
    shown(world, guild_id, id(role, Unknown::Role)?)
}

fn set(role: &mut Role, body: &Value) {
    if let Some(name) = body["name"].as_str() {
        name.clone_into(&mut role.name);
    }
    if let Some(bits) = body["permissions"].as_str().and_then(|bits| bits.parse().ok()) {
        role.permissions = bits;
    }
    if let Some(color) = body["color"].as_u64() {
        role.color = color;
    }
    if let Some(hoist) = body["hoist"].as_bool() {
        role.hoist = hoist;
    }
    if let Some(mentionable) = body["mentionable"].as_bool() {
        role.mentionable = mentionable;
    }
}

/// `POST /guilds/{id}/roles`
pub(crate) fn create(world: &mut World, call: &Call, guild_id: Id) -> Outcome {
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    let role_id = world.new_id();
    let Some(guild) = world.guilds.get_mut(&guild_id) else {
        return Err(ApiError::unknown(Unknown::Guild));
    };
    let mut role = Role {
        id: role_id,
        name: "new role".to_owned(),
        permissions: guild.roles.get(&guild_id).map_or(0, |everyone| everyone.permissions),
        color: 0,
        hoist: false,
        mentionable: false,
        position: 1,
        is_managed: false,
    };
    set(&mut role, &call.body);
    guild.roles.insert(role_id, role);
    tell(world, "GUILD_ROLE_CREATE", guild_id, role_id);
    shown(world, guild_id, role_id)
}

/// `PATCH /guilds/{id}/roles/{id}`
pub(crate) fn change(world: &mut World, call: &Call, guild_id: Id, role: &str) -> Outcome {
    let role_id = id(role, Unknown::Role)?;
    shown(world, guild_id, role_id)?;
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    let guild = world.guilds.get_mut(&guild_id);
    if let Some(role) = guild.and_then(|guild| guild.roles.get_mut(&role_id)) {
        set(role, &call.body);
    }
    tell(world, "GUILD_ROLE_UPDATE", guild_id, role_id);
    shown(world, guild_id, role_id)
}

/// `DELETE /guilds/{id}/roles/{id}`
pub(crate) fn delete(world: &mut World, guild_id: Id, role: &str) -> Outcome {
    let role_id = id(role, Unknown::Role)?;
    shown(world, guild_id, role_id)?;
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    if let Some(guild) = world.guilds.get_mut(&guild_id) {
        guild.roles.remove(&role_id);
        for member in guild.members.values_mut() {
            member.roles.retain(|other| *other != role_id);
        }
    }
    let data = json!({"guild_id": guild_id.to_string(), "role_id": role_id.to_string()});
    world.dispatch(&Event::guild("GUILD_ROLE_DELETE", event::GUILDS, guild_id, data));
    Ok(Reply::done())
}

fn tell(world: &mut World, name: &'static str, guild_id: Id, role: Id) {
    let role = world.guilds.get(&guild_id).and_then(|guild| guild.roles.get(&role)).map(Role::json);
    let data = json!({"guild_id": guild_id.to_string(), "role": role});
    world.dispatch(&Event::guild(name, event::GUILDS, guild_id, data));
}
