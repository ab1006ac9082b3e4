//! Roles of a guild.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id, placed};
use super::guild::require_bits;
use crate::errors::{ApiError, Form, Unknown};
use crate::model::event::{self, Event};
use crate::model::guild::Role;
use crate::model::page_event::PageEvent;
use crate::model::user::BOT_ID;
use crate::permissions as may;
use crate::snowflake::Id;
use crate::state::World;

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

/// Refuses a role that is not below the bot's highest one.
pub(crate) fn require_rank(world: &World, guild_id: Id, role: Id) -> Result<(), ApiError> {
    let guild = world.guilds.get(&guild_id).ok_or_else(|| ApiError::unknown(Unknown::Guild))?;
    let role = guild.roles.get(&role).ok_or_else(|| ApiError::unknown(Unknown::Role))?;
    if role.position < guild.rank(BOT_ID) { Ok(()) } else { Err(ApiError::missing_permissions()) }
}

/// What a body says of a role, checked: nobody gives what they have not.
fn check(world: &World, body: &Value, guild_id: Id, before: u64) -> Result<Option<u64>, ApiError> {
    let mut form = Form::default();
    form.length("name", body["name"].as_str().unwrap_or_default(), 0, 100);
    form.finish()?;
    let given = &body["permissions"];
    let bits = given.as_str().map_or_else(|| given.as_u64(), |text| text.parse().ok());
    if !given.is_null() && bits.is_none() {
        return Err(ApiError::field("permissions", "NUMBER_TYPE_COERCE", &format!("Value {given} is not int.")));
    }
    match bits {
        Some(bits) if (bits & !before) & !world.guild_permissions(guild_id, BOT_ID) != 0 => Err(ApiError::missing_permissions()),
        bits => Ok(bits),
    }
}

fn set(role: &mut Role, body: &Value, bits: Option<u64>) {
    if let Some(name) = body["name"].as_str().filter(|name| !name.is_empty()) {
        name.clone_into(&mut role.name);
    }
    role.permissions = bits.unwrap_or(role.permissions);
    if let Some(color) = body["color"].as_u64().or_else(|| body["colors"]["primary_color"].as_u64()) {
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
    let everyone = world.guilds.get(&guild_id).and_then(|guild| guild.roles.get(&guild_id)).map_or(0, |everyone| everyone.permissions);
    let bits = check(world, &call.body, guild_id, everyone)?;
    let id = world.new_id();
    let mut role = Role {
        id,
        name: "new role".to_owned(),
        permissions: everyone,
        color: 0,
        hoist: false,
        mentionable: false,
        position: 1,
        is_managed: false,
    };
    set(&mut role, &call.body, bits);
    world.add_role(guild_id, role);
    shown(world, guild_id, id)
}

/// `PATCH /guilds/{id}/roles`: where they stand.
pub(crate) fn arrange(world: &mut World, call: &Call, guild_id: Id) -> Outcome {
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    let moves: Vec<(Id, i64)> = call.body.as_array().into_iter().flatten().filter_map(placed).collect();
    for (role, position) in &moves {
        require_rank(world, guild_id, *role)?;
        let rank = world.guilds.get(&guild_id).map_or(0, |guild| guild.rank(BOT_ID));
        if *role == guild_id || *position < 1 || *position >= rank {
            return Err(ApiError::missing_permissions());
        }
    }
    for (id, position) in moves {
        let guild = world.guilds.get_mut(&guild_id);
        if let Some(role) = guild.and_then(|guild| guild.roles.get_mut(&id)) {
            role.position = position;
        }
        world.role_event("GUILD_ROLE_UPDATE", guild_id, id);
    }
    list(world, guild_id)
}

/// `PATCH /guilds/{id}/roles/{id}`
pub(crate) fn change(world: &mut World, call: &Call, guild_id: Id, role: &str) -> Outcome {
    let role_id = id(role, Unknown::Role)?;
    let before = world.guilds.get(&guild_id).and_then(|guild| guild.roles.get(&role_id)).map(|role| role.permissions);
    let before = before.ok_or_else(|| ApiError::unknown(Unknown::Role))?;
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    require_rank(world, guild_id, role_id)?;
    let bits = check(world, &call.body, guild_id, before)?;
    let guild = world.guilds.get_mut(&guild_id);
    if let Some(role) = guild.and_then(|guild| guild.roles.get_mut(&role_id)) {
        set(role, &call.body, bits);
    }
    world.role_event("GUILD_ROLE_UPDATE", guild_id, role_id);
    shown(world, guild_id, role_id)
}

/// `DELETE /guilds/{id}/roles/{id}`
pub(crate) fn delete(world: &mut World, guild_id: Id, role: &str) -> Outcome {
    let role_id = id(role, Unknown::Role)?;
    shown(world, guild_id, role_id)?;
    require_bits(world, guild_id, may::MANAGE_ROLES)?;
    require_rank(world, guild_id, role_id)?;
    if role_id == guild_id {
        return Err(ApiError::invalid_role());
    }
    if let Some(guild) = world.guilds.get_mut(&guild_id) {
        if guild.roles.get(&role_id).is_some_and(|role| role.is_managed) {
            return Err(ApiError::invalid_role());
        }
        guild.roles.remove(&role_id);
        for member in guild.members.values_mut() {
            member.roles.retain(|other| *other != role_id);
        }
    }
    let data = json!({"guild_id": guild_id.to_string(), "role_id": role_id.to_string()});
    world.dispatch(&Event::guild("GUILD_ROLE_DELETE", event::GUILDS, guild_id, data));
    world.tell_page(PageEvent::guild_changed(guild_id));
    Ok(Reply::done())
}
