//! Turning what was written into the value an option holds, with the objects the value stands for.

use serde_json::{Map, Value, json};

use super::{ActError, Place};
use crate::model::attachment::Upload;
use crate::snowflake::{self, Id};
use crate::state::World;

/// The objects options stand for.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    root: Map<String, Value>,
}

impl Resolved {
    fn add(&mut self, kind: &str, id: Id, object: Value) {
        let objects = self.root.entry(kind.to_owned()).or_insert_with(|| json!({}));
        objects[id.to_string()] = object;
    }

    /// Adds a user, with the membership in the guild.
    pub(crate) fn add_user(&mut self, world: &World, place: Place, user: Id) {
        self.add("users", user, world.user_json(user));
        let guild = world.channels.get(&place.channel_id).and_then(|channel| channel.guild_id);
        if let Some(mut member) = guild.and_then(|guild| world.bare_member_json(guild, user)) {
            member["permissions"] = json!(world.permissions_in(user, place.channel_id).to_string());
            self.add("members", user, member);
        }
    }

    /// Adds a message.
    pub(crate) fn add_message(&mut self, id: Id, message: Value) {
        self.add("messages", id, message);
    }

    /// The JSON, if there is anything in it.
    pub(crate) fn into_json(self) -> Option<Value> {
        (!self.root.is_empty()).then_some(Value::Object(self.root))
    }
}

/// An id in a mention such as `<@1>`, or an id as it is.
fn mentioned(text: &str, marks: &[&str]) -> Option<Id> {
    let inside = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    match inside {
        Some(inside) => marks.iter().find_map(|mark| inside.strip_prefix(mark)).and_then(snowflake::parse),
        None => snowflake::parse(text).filter(|id| *id > 1_000_000_000_000),
    }
}

/// Someone by `@name`, mention or id.
pub(crate) fn user(world: &World, place: Place, text: &str) -> Result<Id, ActError> {
    let no_such = || ActError::NoSuch { what: "person", name: text.to_owned() };
    if let Some(id) = mentioned(text, &["@!", "@"]) {
        return world.users.contains_key(&id).then_some(id).ok_or_else(no_such);
    }
    let name = text.strip_prefix('@').unwrap_or(text);
    let guild = world.channels.get(&place.channel_id).and_then(|channel| channel.guild_id);
    let by_nick = guild.and_then(|guild| world.guilds.get(&guild)).and_then(|guild| {
        let mut members = guild.members.iter();
        members.find(|(_, member)| member.nick.as_deref() == Some(name)).map(|(id, _)| *id)
    });
    by_nick.or_else(|| world.user_named(name)).ok_or_else(no_such)
}

/// A channel by `#name`, mention or id.
pub(crate) fn channel(world: &World, place: Place, text: &str) -> Result<Id, ActError> {
    let no_such = || ActError::NoSuch { what: "channel", name: text.to_owned() };
    if let Some(id) = mentioned(text, &["#"]) {
        return world.channels.contains_key(&id).then_some(id).ok_or_else(no_such);
    }
    let name = text.strip_prefix('#').unwrap_or(text);
    let guild = world.channels.get(&place.channel_id).and_then(|channel| channel.guild_id);
    guild.and_then(|guild| world.channel_named(guild, name)).ok_or_else(no_such)
}

/// A role by `@name`, mention or id.
pub(crate) fn role(world: &World, place: Place, text: &str) -> Result<Id, ActError> {
    let no_such = || ActError::NoSuch { what: "role", name: text.to_owned() };
    let guild = world.channels.get(&place.channel_id).and_then(|channel| channel.guild_id);
    let guild = guild.and_then(|guild| world.guilds.get(&guild)).ok_or_else(no_such)?;
    if let Some(id) = mentioned(text, &["@&"]) {
        return guild.roles.contains_key(&id).then_some(id).ok_or_else(no_such);
    }
    let name = text.strip_prefix('@').unwrap_or(text);
    let is_it = |role: &str| role.trim_start_matches('@').eq_ignore_ascii_case(name);
    guild.roles.values().find(|role| is_it(&role.name)).map(|role| role.id).ok_or_else(no_such)
}

/// Whether a choice's number is the one written.
fn is_number(value: &Value, text: &str) -> bool {
    value.as_f64().is_some_and(|number| text.parse() == Ok(number))
}

/// The value of an option of a command, by the option's type.
pub(crate) fn value(
    world: &mut World,
    place: Place,
    definition: &Value,
    text: &str,
    files: &[Upload],
    resolved: &mut Resolved,
) -> Result<Value, ActError> {
    let name = definition["name"].as_str().unwrap_or_default();
    let bad = |why: &str| ActError::BadValue { option: name.to_owned(), value: text.to_owned(), why: why.to_owned() };
    if let Some(choices) = definition["choices"].as_array().filter(|choices| !choices.is_empty()) {
        let chosen = choices.iter().find(|choice| choice["name"] == text || choice["value"] == text || is_number(&choice["value"], text));
        let Some(chosen) = chosen else {
            let known: Vec<&str> = choices.iter().filter_map(|choice| choice["name"].as_str()).collect();
            return Err(bad(&format!("the choices are {}", known.join(", "))));
        };
        return Ok(chosen["value"].clone());
    }
    match definition["type"].as_u64() {
        Some(3) => {
            let length = text.chars().count() as u64;
            let least = definition["min_length"].as_u64().unwrap_or(0);
            let most = definition["max_length"].as_u64().unwrap_or(6000);
            if !(least..=most).contains(&length) {
                return Err(bad(&format!("it must have {least} to {most} characters")));
            }
            Ok(json!(text))
        }
        Some(4) => {
            let number: i64 = text.parse().map_err(|_| bad("it must be a whole number"))?;
            let as_float = number as f64;
            in_range(definition, as_float).map_err(|why| bad(&why))?;
            Ok(json!(number))
        }
        Some(5) => match text.to_lowercase().as_str() {
            "true" | "yes" => Ok(json!(true)),
            "false" | "no" => Ok(json!(false)),
            _ => Err(bad("it must be true or false")),
        },
        Some(6) => {
            let user = user(world, place, text)?;
            resolved.add_user(world, place, user);
            Ok(json!(user.to_string()))
        }
        Some(7) => {
            let channel = channel(world, place, text)?;
            add_channel(world, place, channel, resolved);
            Ok(json!(channel.to_string()))
        }
        Some(8) => {
            let role = role(world, place, text)?;
            add_role(world, place, role, resolved);
            Ok(json!(role.to_string()))
        }
        Some(9) => match user(world, place, text) {
            Ok(user) => {
                resolved.add_user(world, place, user);
                Ok(json!(user.to_string()))
            }
            Err(_) => {
                let role = role(world, place, text)?;
                add_role(world, place, role, resolved);
                Ok(json!(role.to_string()))
            }
        },
        Some(10) => {
            let number: f64 = text.parse().map_err(|_| bad("it must be a number"))?;
            in_range(definition, number).map_err(|why| bad(&why))?;
            Ok(json!(number))
        }
        Some(11) => {
            let file = files.iter().find(|file| file.name == text);
            let file = file.ok_or_else(|| ActError::NoSuch { what: "file", name: text.to_owned() })?;
            let media = file.media_type.as_deref();
            let id = world.store_file(place.channel_id, &file.name, None, media, file.bytes.clone());
            if let Some(stored) = world.files.get(&id) {
                resolved.add("attachments", id, world.attachment_json(stored));
            }
            Ok(json!(id.to_string()))
        }
        _ => Err(bad("the sandbox does not know its type")),
    }
}

fn in_range(definition: &Value, number: f64) -> Result<(), String> {
    match (definition["min_value"].as_f64(), definition["max_value"].as_f64()) {
        (Some(least), _) if number < least => Err(format!("it must be {least} or more")),
        (_, Some(most)) if number > most => Err(format!("it must be {most} or less")),
        _ => Ok(()),
    }
}

/// Adds a channel.
pub(crate) fn add_channel(world: &World, place: Place, channel: Id, resolved: &mut Resolved) {
    let Some(found) = world.channels.get(&channel) else { return };
    let mut object = world.channel_json(found);
    object["permissions"] = json!(world.permissions_in(place.user, channel).to_string());
    resolved.add("channels", channel, object);
}

/// Adds a role.
pub(crate) fn add_role(world: &World, place: Place, role: Id, resolved: &mut Resolved) {
    let guild = world.channels.get(&place.channel_id).and_then(|channel| channel.guild_id);
    let guild = guild.and_then(|guild| world.guilds.get(&guild));
    if let Some(found) = guild.and_then(|guild| guild.roles.get(&role)) {
        resolved.add("roles", role, found.json());
    }
}
