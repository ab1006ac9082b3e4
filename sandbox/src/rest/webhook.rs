//! Edits and follow-ups of an interaction, by its token.

use super::call::{Call, Outcome, Reply, id};
use super::channel::{require_not_shut, require_open};
use super::interaction;
use super::message::{require_seldom, require_something};
use crate::errors::{ApiError, Unknown};
use crate::model::interaction::{Answer, Interaction};
use crate::model::message::{EPHEMERAL, LOADING};
use crate::model::user::BOT_ID;
use crate::snowflake::{self, Id};
use crate::state::World;
use crate::validate::message::Draft;

/// Routes below `/webhooks/{application}/{token}`.
pub(crate) fn route(world: &mut World, call: &Call, application: &str, token: &str, rest: &[&str]) -> Outcome {
    let interaction = find(world, application, token)?;
    match (call.method.as_str(), rest) {
        ("POST", []) => follow_up(world, call, &interaction),
        ("GET", ["messages", message]) => {
            let message = named(world, &interaction, message)?;
            let message = world.messages.get(&message);
            let message = message.ok_or_else(|| ApiError::unknown(Unknown::Message))?;
            Ok(Reply::ok(world.message_json(message)))
        }
        ("PATCH", ["messages", message]) => {
            let message = named(world, &interaction, message)?;
            change(world, call, &interaction, message)
        }
        ("DELETE", ["messages", message]) => {
            let message = named(world, &interaction, message)?;
            world.delete_message(message);
            if interaction.original == Some(message)
                && let Some(interaction) = world.interactions.get_mut(&interaction.id)
            {
                interaction.completed = true;
            }
            Ok(Reply::done())
        }
        _ => Err(ApiError::not_found()),
    }
}

/// The interaction of a token, if it may still be used.
fn find(world: &World, application: &str, token: &str) -> Result<Interaction, ApiError> {
    if application != BOT_ID.to_string() {
        return Err(ApiError::unknown(Unknown::Webhook));
    }
    let interaction = world.interaction_by_token(token).ok_or_else(ApiError::invalid_webhook_token)?;
    let life = u64::try_from(world.settings.token_life.as_millis()).unwrap_or(u64::MAX);
    if snowflake::made_at(interaction.id) + life < world.now() {
        return Err(ApiError::invalid_webhook_token());
    }
    if matches!(interaction.answer, Answer::None | Answer::TooLate) {
        return Err(ApiError::unknown(Unknown::Webhook)); // It comes to be with the first answer.
    }
    Ok(interaction.clone())
}

/// The message a path names; only the interaction's own can be reached.
fn named(world: &World, interaction: &Interaction, message: &str) -> Result<Id, ApiError> {
    let unknown = || ApiError::unknown(Unknown::Message);
    let message = match message {
        "@original" => interaction.original.ok_or_else(unknown)?,
        message => id(message, Unknown::Message)?,
    };
    let own = interaction.original == Some(message) || interaction.source == Some(message) || interaction.followups.contains(&message);
    if own && world.messages.contains_key(&message) { Ok(message) } else { Err(unknown()) }
}

fn follow_up(world: &mut World, call: &Call, interaction: &Interaction) -> Outcome {
    require_not_shut(world, interaction.channel_id)?;
    let loading = interaction
        .original
        .and_then(|id| world.messages.get(&id))
        .filter(|message| message.flags & LOADING != 0)
        .map(|message| message.id);
    if let Some(original) = loading {
        // The first follow-up after "thinking" takes its place; who sees it was settled by then.
        let draft = Draft::read(&call.body, &call.uploads, None)?;
        if draft.is_empty() {
            return Err(ApiError::empty_message());
        }
        return edit_original(world, interaction.id, original, draft);
    }
    let message = interaction::response(world, interaction, &call.body, call, 0)?;
    let mut message = message;
    message.kind = if interaction.original.is_some() { 19 } else { 0 };
    message.replies_to = interaction.original;
    if message.flags & EPHEMERAL != 0 {
        message.only_for = Some(interaction.user);
    }
    let posted = world.post(message);
    if let Some(interaction) = world.interactions.get_mut(&interaction.id) {
        interaction.followups.push(posted);
    }
    reply(world, posted)
}

/// Edits the first answer; if the bot was thinking, it is done with that.
fn edit_original(world: &mut World, interaction: Id, message_id: Id, draft: Draft) -> Outcome {
    world.edit(message_id, draft);
    if let Some(interaction) = world.interactions.get_mut(&interaction) {
        interaction.completed = true;
    }
    reply(world, message_id)
}

fn change(world: &mut World, call: &Call, interaction: &Interaction, message_id: Id) -> Outcome {
    let message = world.messages.get(&message_id);
    let (flags, is_public) = (message.map(|message| message.flags), message.is_some_and(|message| message.only_for.is_none()));
    if is_public {
        require_open(world, interaction.channel_id)?;
    } else {
        require_not_shut(world, interaction.channel_id)?;
    }
    let draft = Draft::read(&call.body, &call.uploads, flags)?;
    let is_loading = flags.is_some_and(|flags| flags & LOADING != 0);
    if is_loading && draft.is_empty() {
        return Err(ApiError::empty_message());
    }
    require_something(world, message_id, &draft)?;
    require_seldom(world, message_id)?;
    if interaction.original == Some(message_id) {
        return edit_original(world, interaction.id, message_id, draft);
    }
    world.edit(message_id, draft);
    reply(world, message_id)
}

fn reply(world: &World, message: Id) -> Outcome {
    let message = world.messages.get(&message).map(|message| world.message_json(message));
    Ok(Reply::ok(message.unwrap_or_default()))
}
