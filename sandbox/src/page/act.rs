//! What one can do at the page: each handler is a thin cover over what people can do anyway.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::look::{Asked, interaction_json};
use super::viewer::{id, person, place, place_of_message};
use crate::acts::command::Invocation;
use crate::acts::command_line::parse;
use crate::acts::modal::Given;
use crate::local::{Answer, Body, Refusal, text};
use crate::model::attachment::Upload;
use crate::permissions::Permissions;
use crate::snowflake::{self, Id};
use crate::state::{Shared, World};

fn viewer(body: &Value) -> Option<&str> {
    body["as"].as_str()
}

/// A value as it would be typed.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(written).collect::<Vec<_>>().join(", "),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn pairs(object: &Value) -> Vec<(String, String)> {
    let entries = object.as_object().into_iter().flatten();
    entries.map(|(key, value)| (key.clone(), written(value))).collect()
}

/// What is given for the fields of a modal: a list is the values of a menu one by one.
fn given(object: &Value) -> Vec<(String, Given)> {
    let entries = object.as_object().into_iter().flatten();
    let one = |value: &Value| match value {
        Value::Array(values) => Given::Values(values.iter().map(written).collect()),
        other => Given::Text(written(other)),
    };
    entries.map(|(key, value)| (key.clone(), one(value))).collect()
}

fn asked(interaction: Id) -> Answer {
    Ok(Json(json!({"interaction_id": interaction.to_string()})))
}

/// Takes the files a body names out of those sent before.
fn files(world: &mut World, body: &Value) -> Result<Vec<Upload>, Refusal> {
    let ids = body["files"].as_array().into_iter().flatten();
    ids.map(|id| {
        let id = snowflake::from_json(id).unwrap_or(0);
        world.uploads.remove(&id).ok_or_else(|| Refusal::missing("file"))
    })
    .collect()
}

/// `POST /page/files`
pub(super) async fn upload(State(shared): State<Arc<Shared>>, query: Asked, bytes: Bytes) -> Answer {
    let name = query.get("name").filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| Refusal::bad("`name` is missing"))?.clone();
    let mut world = shared.write();
    let id = world.new_id();
    if world.uploads.len() > 100 {
        world.uploads.pop_first(); // Forgotten ones are not kept for ever.
    }
    let number = id;
    world.uploads.insert(id, Upload { number, name, media_type: None, bytes });
    Ok(Json(json!({"file": id.to_string()})))
}

/// `POST /page/guilds`
pub(super) async fn make_guild(State(shared): State<Arc<Shared>>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let guild = world.make_guild(text(&body, "name")?, body["has_bot"] != false);
    Ok(Json(json!({"guild": world.page_guild(guild)})))
}

fn guild(world: &World, guild: &str) -> Result<Id, Refusal> {
    let guild = id(guild, "guild")?;
    world.guilds.get(&guild).map(|guild| guild.id).ok_or_else(|| Refusal::missing("guild"))
}

/// `POST /page/guilds/{guild}/channels`
pub(super) async fn make_channel(State(shared): State<Arc<Shared>>, Path(path): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let guild = guild(&world, &path)?;
    let channel = world.make_channel(guild, text(&body, "name")?);
    Ok(Json(json!({"channel": world.page_channel(channel)})))
}

/// `POST /page/guilds/{guild}/members`
pub(super) async fn make_member(State(shared): State<Arc<Shared>>, Path(path): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let guild = guild(&world, &path)?;
    let name = text(&body, "name")?.trim();
    if name.is_empty() || name.chars().count() > 32 {
        return Err(Refusal::bad("a name has 1 to 32 characters"));
    }
    if world.user_named(name).and_then(|id| world.users.get(&id)).is_some_and(|user| user.is_bot) {
        return Err(Refusal::bad("this is the bot's name: nobody can speak as it; choose another"));
    }
    let user = world.make_member(guild, name);
    Ok(Json(json!({"member": world.page_member(guild, user)})))
}

/// `POST /page/guilds/{guild}/bot`
pub(super) async fn invite_bot(State(shared): State<Arc<Shared>>, Path(path): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let guild = guild(&world, &path)?;
    let bits = match &body["permissions"] {
        Value::Null => None,
        given => Some(written(given).parse::<Permissions>().map_err(|error| Refusal::bad(&error.to_string()))?),
    };
    if body["present"] == false {
        world.remove_bot(guild);
    } else {
        world.add_bot(guild);
        if let Some(bits) = bits {
            world.set_bot_role(guild, bits.0);
        }
    }
    Ok(Json(json!({"guild": world.page_guild(guild)})))
}

/// `POST /page/people/{user}/direct`
pub(super) async fn open_direct(State(shared): State<Arc<Shared>>, Path(user): Path<String>) -> Answer {
    let mut world = shared.write();
    let user = person(&world, Some(&user))?;
    let channel = world.direct_messages(user);
    Ok(Json(json!({"channel": world.page_channel(channel)})))
}

/// `POST /page/people/{user}/install`
pub(super) async fn install(State(shared): State<Arc<Shared>>, Path(user): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let user = person(&world, Some(&user))?;
    if let Some(user) = world.users.get_mut(&user) {
        user.has_installed = body["installed"] != false;
    }
    Ok(Json(json!({})))
}

/// `POST /page/channels/{channel}/messages`
pub(super) async fn say(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let place = place(&world, viewer(&body), &channel)?;
    let content = body["content"].as_str().unwrap_or_default().trim();
    if content.chars().count() > 2000 {
        return Err(Refusal::bad("a message has at most 2,000 characters"));
    }
    let files = files(&mut world, &body)?;
    if content.is_empty() && files.is_empty() {
        return Err(Refusal::bad("there is nothing in the message"));
    }
    let message = world.say(place, content, &files, snowflake::from_json(&body["reply_to"]))?;
    let message = world.messages.get(&message).map(|message| world.page_message(message));
    Ok(Json(json!({"message": message})))
}

/// `DELETE /page/messages/{message}`
pub(super) async fn delete(State(shared): State<Arc<Shared>>, Path(message): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let (place, message) = place_of_message(&world, viewer(&body), &message)?;
    let is_own = world.messages.get(&message).is_some_and(|found| found.author == place.user || found.only_for == Some(place.user));
    if !is_own {
        return Err(Refusal::bad("it is not theirs to delete"));
    }
    world.delete_message(message);
    Ok(Json(json!({})))
}

/// `POST /page/channels/{channel}/typing`
pub(super) async fn typing(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let place = place(&world, viewer(&body), &channel)?;
    world.type_in(place);
    Ok(Json(json!({})))
}

/// `POST /page/messages/{message}/reactions`
pub(super) async fn react(State(shared): State<Arc<Shared>>, Path(message): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let (place, message) = place_of_message(&world, viewer(&body), &message)?;
    world.react(place, message, text(&body, "emoji")?)?;
    Ok(Json(json!({})))
}

/// `DELETE /page/messages/{message}/reactions`
pub(super) async fn unreact(State(shared): State<Arc<Shared>>, Path(message): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let (place, message) = place_of_message(&world, viewer(&body), &message)?;
    world.remove_reaction(message, place.user, text(&body, "emoji")?);
    Ok(Json(json!({})))
}

fn invocation(body: &Value) -> Result<Invocation, Refusal> {
    let path = body["path"].as_array().into_iter().flatten();
    Ok(Invocation {
        name: text(body, "name")?.trim_start_matches('/').to_owned(),
        path: path.map(written).collect(),
        options: pairs(&body["options"]),
    })
}

/// `POST /page/channels/{channel}/commands`
pub(super) async fn run(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let place = place(&world, viewer(&body), &channel)?;
    let invocation = match body["line"].as_str() {
        Some(line) => parse(&world, place, line)?,
        None => invocation(&body)?,
    };
    let files = files(&mut world, &body)?;
    asked(world.run_command(place, &invocation, &files)?)
}

/// `POST /page/channels/{channel}/target`
pub(super) async fn run_on(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let place = place(&world, viewer(&body), &channel)?;
    let kind = body["type"].as_u64().filter(|kind| matches!(kind, 2 | 3));
    let kind = kind.ok_or_else(|| Refusal::bad("`type` must be 2 or 3"))?;
    let target = snowflake::from_json(&body["target"]).ok_or_else(|| Refusal::bad("`target` is missing"))?;
    asked(world.run_on(place, text(&body, "name")?, kind, target)?)
}

/// `POST /page/channels/{channel}/autocomplete`
pub(super) async fn complete(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, Body(body): Body) -> Answer {
    let (interaction, limit) = {
        let mut world = shared.write();
        let place = place(&world, viewer(&body), &channel)?;
        let mut invocation = invocation(&body)?;
        let focused = text(&body, "focused")?;
        if !invocation.options.iter().any(|(name, _)| name == focused) {
            invocation.options.push((focused.to_owned(), String::new()));
        }
        (world.complete(place, &invocation, focused)?, world.settings.patience)
    };
    let found = shared.wait(limit, |world| {
        let found = world.interactions.get(&interaction)?;
        found.is_final().then(|| interaction_json(world, found))
    });
    let found = found.await.unwrap_or_default();
    let choices = found["choices"].as_array().cloned().unwrap_or_default();
    Ok(Json(json!({"interaction_id": interaction.to_string(), "choices": choices,
        "failed": found["status"] != "choices"})))
}

/// `POST /page/messages/{message}/press`
pub(super) async fn press(State(shared): State<Arc<Shared>>, Path(message): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let (place, message) = place_of_message(&world, viewer(&body), &message)?;
    asked(world.press(place, message, text(&body, "custom_id")?)?)
}

/// `POST /page/messages/{message}/select`
pub(super) async fn select(State(shared): State<Arc<Shared>>, Path(message): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let (place, message) = place_of_message(&world, viewer(&body), &message)?;
    let values: Vec<String> = body["values"].as_array().into_iter().flatten().map(written).collect();
    asked(world.select(place, message, text(&body, "custom_id")?, &values)?)
}

/// `POST /page/interactions/{interaction}/submit`
pub(super) async fn submit(State(shared): State<Arc<Shared>>, Path(interaction): Path<String>, Body(body): Body) -> Answer {
    let mut world = shared.write();
    let user = person(&world, viewer(&body))?;
    let interaction = id(&interaction, "interaction")?;
    if world.interactions.get(&interaction).is_none_or(|found| found.user != user) {
        return Err(Refusal::missing("interaction"));
    }
    asked(world.submit_modal(interaction, &given(&body["fields"]))?)
}
