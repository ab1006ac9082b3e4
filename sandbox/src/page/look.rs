//! What the page can look at.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde_json::{Value, json};

use super::viewer::{id, person, place, place_of_message};
use crate::local::{Answer, Refusal};
use crate::model::interaction::{AUTOCOMPLETE, Answer as Given, COMMAND, COMPONENT, Interaction};
use crate::model::message::Message;
use crate::model::user::BOT_ID;
use crate::snowflake::{self, Id};
use crate::state::{Shared, World};

/// The query of a request.
pub(super) type Asked = Query<HashMap<String, String>>;

fn viewer(query: &Asked) -> Option<&str> {
    query.get("as").map(String::as_str)
}

/// `GET /page/state`
pub(super) async fn state(State(shared): State<Arc<Shared>>, query: Asked) -> Answer {
    let world = shared.read();
    let user = match viewer(&query) {
        Some(text) => Some(person(&world, Some(text))?),
        None => None,
    };
    let is_in = |guild: Id| {
        let guild = world.guilds.get(&guild);
        user.is_none_or(|user| guild.is_some_and(|guild| guild.members.contains_key(&user)))
    };
    let guilds: Vec<Value> = world.guilds.keys().filter(|guild| is_in(**guild)).map(|guild| world.page_guild_for(*guild, user)).collect();
    let people: Vec<Value> = world.users.values().filter(|user| !user.is_bot).map(|user| world.page_person(user.id)).collect();
    let direct: Vec<Value> = world
        .channels
        .values()
        .filter(|channel| channel.guild_id.is_none())
        .filter(|channel| user.is_none_or(|user| channel.recipients.contains(&user)))
        .map(|channel| world.page_channel(channel.id))
        .collect();
    Ok(Json(json!({
        "bot": {"id": BOT_ID.to_string(), "name": world.name_of(BOT_ID),
            "connected": world.gateway.is_connected()},
        "base": world.base, "guilds": guilds, "people": people, "direct_messages": direct,
    })))
}

/// `GET /page/channels/{channel}/messages`
pub(super) async fn messages(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, query: Asked) -> Answer {
    let world = shared.read();
    let place = place(&world, viewer(&query), &channel)?;
    let limit = query.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(50_usize).min(200);
    let before = query.get("before").and_then(|id| snowflake::parse(id)).unwrap_or(Id::MAX);
    let mut found = world
        .messages
        .range(..before)
        .rev()
        .map(|(_, message)| message)
        .filter(|message| message.channel_id == place.channel_id && message.is_for(place.user));
    let mut page: Vec<&Message> = found.by_ref().take(limit).collect();
    let more = found.next().is_some();
    page.reverse();
    let messages: Vec<Value> = page.into_iter().map(|message| world.page_message(message)).collect();
    Ok(Json(json!({"messages": messages, "more": more})))
}

/// `GET /page/messages/{message}`
pub(super) async fn message(State(shared): State<Arc<Shared>>, Path(message): Path<String>, query: Asked) -> Answer {
    let world = shared.read();
    let (_, message) = place_of_message(&world, viewer(&query), &message)?;
    let message = world.messages.get(&message).map(|message| world.page_message(message));
    Ok(Json(json!({"message": message})))
}

/// `GET /page/channels/{channel}/commands`
pub(super) async fn commands(State(shared): State<Arc<Shared>>, Path(channel): Path<String>, query: Asked) -> Answer {
    let world = shared.read();
    let place = place(&world, viewer(&query), &channel)?;
    let commands = world.commands_for(place.user, place.channel_id);
    let commands: Vec<Value> = commands.into_iter().map(|command| command.json()).collect();
    Ok(Json(json!({"commands": commands})))
}

/// `GET /page/interactions/{interaction}`
pub(super) async fn interaction(State(shared): State<Arc<Shared>>, Path(interaction): Path<String>, query: Asked) -> Answer {
    let world = shared.read();
    let user = person(&world, viewer(&query))?;
    let interaction = id(&interaction, "interaction")?;
    let interaction = world.interactions.get(&interaction).filter(|found| found.user == user);
    let interaction = interaction.ok_or_else(|| Refusal::missing("interaction"))?;
    Ok(Json(interaction_json(&world, interaction)))
}

/// An interaction as the page is told of it.
pub(super) fn interaction_json(world: &World, interaction: &Interaction) -> Value {
    let message = |id: &Id| world.messages.get(id).map(|message| world.page_message(message));
    let (status, modal, choices) = match &interaction.answer {
        Given::None => ("waiting", None, None),
        Given::Deferred if interaction.completed => ("answered", None, None),
        Given::Deferred => ("thinking", None, None),
        Given::DeferredUpdate if interaction.completed => ("updated", None, None),
        Given::DeferredUpdate => ("acknowledged", None, None),
        Given::Message => ("answered", None, None),
        Given::Update => ("updated", None, None),
        Given::Modal(modal) => ("modal", Some(modal.clone()), None),
        Given::Choices(choices) => ("choices", None, Some(choices.clone())),
        Given::TooLate => ("failed", None, None),
        Given::Other => ("other", None, None),
    };
    let kind = match interaction.kind {
        COMMAND => "command",
        COMPONENT => "component",
        AUTOCOMPLETE => "autocomplete",
        _ => "modal",
    };
    let followups: Vec<Value> = interaction.followups.iter().filter_map(message).collect();
    json!({"interaction_id": interaction.id.to_string(), "kind": kind, "status": status,
        "channel_id": interaction.channel_id.to_string(),
        "message": interaction.original.as_ref().and_then(message), "followups": followups,
        "modal": modal, "choices": choices})
}

/// `GET /page/transcript`
pub(super) async fn transcript(State(shared): State<Arc<Shared>>) -> String {
    shared.read().record.text()
}

/// `GET /page/requests`
pub(super) async fn requests(State(shared): State<Arc<Shared>>, query: Asked) -> Answer {
    let limit = query.get("limit").and_then(|limit| limit.parse().ok()).unwrap_or(100_usize);
    let world = shared.read();
    let all = world.record.requests();
    let newest: Vec<Value> = all
        .iter()
        .skip(all.len().saturating_sub(limit))
        .map(|request| {
            json!({"method": request.method, "path": request.path, "status": request.status,
                "body": request.body, "response": request.response, "files": request.files,
                "injected": request.injected})
        })
        .collect();
    Ok(Json(json!({"requests": newest})))
}
