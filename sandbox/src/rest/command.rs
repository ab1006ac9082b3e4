//! Registering commands, global and for a guild.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use crate::errors::{ApiError, Unknown};
use crate::model::command::Command;
use crate::model::page_event::PageEvent;
use crate::snowflake::Id;
use crate::state::World;
use crate::validate::command as limits;

/// Routes below `/applications/{id}/commands` and `/applications/{id}/guilds/{id}/commands`.
pub(crate) fn route(world: &mut World, call: &Call, guild: Option<Id>, rest: &[&str]) -> Outcome {
    match (call.method.as_str(), rest) {
        ("GET", []) => list(world, guild),
        ("PUT", []) => replace_all(world, call, guild),
        ("POST", []) => create(world, call, guild),
        ("GET", ["permissions"]) if guild.is_some() => Ok(Reply::ok(json!([]))),
        ("GET", [command, "permissions"]) if guild.is_some() => {
            find(world, guild, command)?;
            Err(ApiError::new(404, 10_066, "Unknown application command permissions"))
        }
        ("GET", [command]) => {
            let index = find(world, guild, command)?;
            Ok(Reply::ok(world.commands[index].json()))
        }
        ("PATCH", [command]) => change(world, call, guild, command),
        ("DELETE", [command]) => {
            let index = find(world, guild, command)?;
            world.commands.remove(index);
            registered(world);
            Ok(Reply::done())
        }
        _ => Err(ApiError::not_found()),
    }
}

fn registered(world: &mut World) {
    world.registrations += 1;
    world.tell_page(PageEvent::commands());
}

fn find(world: &World, guild: Option<Id>, command: &str) -> Result<usize, ApiError> {
    let command = id(command, Unknown::Command)?;
    world.commands.iter().position(|c| c.guild_id == guild && c.id == command).ok_or_else(|| ApiError::unknown(Unknown::Command))
}

fn list(world: &World, guild: Option<Id>) -> Outcome {
    let all: Vec<Value> = world.commands.iter().filter(|c| c.guild_id == guild).map(Command::json).collect();
    Ok(Reply::ok(json!(all)))
}

fn same(command: &Command, guild: Option<Id>, body: &Value) -> bool {
    command.guild_id == guild && body["name"] == command.name() && body["type"].as_u64().unwrap_or(1) == command.kind()
}

fn replace_all(world: &mut World, call: &Call, guild: Option<Id>) -> Outcome {
    let Some(bodies) = call.body.as_array() else {
        return Err(ApiError::field("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
    };
    limits::check_all(bodies)?;
    let mut made = Vec::new();
    for body in bodies {
        let known = world.commands.iter().find(|c| same(c, guild, body)).cloned();
        let command = match known {
            Some(known) if known.body == *body => known,
            Some(known) => Command { body: body.clone(), version: world.new_id(), ..known },
            None => {
                let id = world.new_id();
                Command { id, guild_id: guild, version: world.new_id(), body: body.clone() }
            }
        };
        made.push(command);
    }
    world.commands.retain(|command| command.guild_id != guild);
    let all: Vec<Value> = made.iter().map(Command::json).collect();
    world.commands.extend(made);
    registered(world);
    Ok(Reply::ok(json!(all)))
}

fn create(world: &mut World, call: &Call, guild: Option<Id>) -> Outcome {
    limits::check_one(&call.body)?;
    let known = world.commands.iter().position(|command| same(command, guild, &call.body));
    let version = world.new_id();
    let reply = match known {
        Some(index) => {
            let command = &mut world.commands[index];
            command.body = call.body.clone();
            command.version = version;
            Reply::ok(command.json())
        }
        None => {
            let kind = call.body["type"].as_u64().unwrap_or(1);
            let count = world.commands.iter().filter(|c| c.guild_id == guild && c.kind() == kind).count();
            let most = if kind == 1 { limits::MOST } else { limits::MOST_OF_MENUS };
            if count >= most {
                return Err(limits::too_many());
            }
            let id = world.new_id();
            let command = Command { id, guild_id: guild, version, body: call.body.clone() };
            let json = command.json();
            world.commands.push(command);
            Reply::created(json)
        }
    };
    registered(world);
    Ok(reply)
}

fn change(world: &mut World, call: &Call, guild: Option<Id>, command: &str) -> Outcome {
    let index = find(world, guild, command)?;
    let mut body = world.commands[index].body.clone();
    for (key, value) in call.body.as_object().into_iter().flatten() {
        body[key] = value.clone();
    }
    limits::check_one(&body)?;
    let version = world.new_id();
    let command = &mut world.commands[index];
    command.body = body;
    command.version = version;
    let json = command.json();
    registered(world);
    Ok(Reply::ok(json))
}
