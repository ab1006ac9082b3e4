//! The first answer to an interaction.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use super::channel::{require_not_shut, require_open};
use super::message::require_something;
use crate::errors::{ApiError, Form, Unknown};
use crate::model::interaction::{AUTOCOMPLETE, Answer, COMMAND, COMPONENT, Interaction, MODAL};
use crate::model::message::{EPHEMERAL, LOADING, Message, Origin};
use crate::model::page_event::PageEvent;
use crate::model::user::BOT_ID;
use crate::snowflake::{self, Id};
use crate::state::World;
use crate::validate::message::Draft;
use crate::validate::{command, list, modal};

/// `POST /interactions/{id}/{token}/callback`
pub(crate) fn answer(world: &mut World, call: &Call, interaction: &str, token: &str) -> Outcome {
    let unknown = || ApiError::unknown(Unknown::Interaction);
    let interaction_id = id(interaction, Unknown::Interaction)?;
    let interaction = world.interactions.get(&interaction_id).filter(|i| i.token == token).ok_or_else(unknown)?.clone();
    if interaction.answer == Answer::TooLate {
        return Err(unknown());
    }
    let limit = u64::try_from(world.settings.answer_limit.as_millis()).unwrap_or(u64::MAX);
    let is_late = snowflake::made_at(interaction_id) + limit < world.now();
    if interaction.answer != Answer::None {
        return Err(ApiError::already_acknowledged());
    }
    if is_late {
        return Err(unknown());
    }
    let kind = call.body["type"].as_u64().ok_or_else(|| ApiError::field("type", "BASE_TYPE_REQUIRED", "This field is required"))?;
    let data = call.body.get("data").cloned().unwrap_or_default();
    check_kind(&interaction, kind)?;
    if matches!(kind, 4..=7) {
        require_not_shut(world, interaction.channel_id)?;
    }
    let answer = match kind {
        4 => {
            let message = response(world, &interaction, &data, call, 0)?;
            let message = world.post(message);
            set_original(world, interaction_id, message);
            Answer::Message
        }
        5 => {
            let flags = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL | LOADING;
            let mut message = world.compose(interaction.channel_id, BOT_ID, Draft::default());
            message.flags = flags;
            dress(&mut message, &interaction);
            let message = world.post(message);
            set_original(world, interaction_id, message);
            Answer::Deferred
        }
        6 => {
            set_original_to_source(world, &interaction);
            world.tell_page(PageEvent::acknowledged(&interaction));
            Answer::DeferredUpdate
        }
        7 => {
            if let Some(source) = interaction.source {
                let before = world.messages.get(&source).map(|message| message.flags);
                let draft = Draft::read(&data, &call.uploads, before)?;
                if before.is_some() {
                    if world.messages.get(&source).is_some_and(|message| message.only_for.is_none()) {
                        require_open(world, interaction.channel_id)?;
                    }
                    require_something(world, source, &draft)?;
                }
                world.edit(source, draft);
            }
            set_original_to_source(world, &interaction);
            world.tell_page(PageEvent::acknowledged(&interaction));
            Answer::Update
        }
        8 => {
            let choices = read_choices(&interaction, &data)?;
            let names: Vec<&str> = choices.iter().filter_map(|choice| choice["name"].as_str()).collect();
            world.note(&format!("  bot offers {}", names.join(", ")));
            world.tell_page(PageEvent::choices(&interaction, &choices));
            Answer::Choices(choices)
        }
        9 => {
            let modal = modal::check(&data)?;
            world.note(&format!("  bot opens the modal {}", modal["title"]));
            world.tell_page(PageEvent::modal(&interaction, &modal));
            Answer::Modal(modal)
        }
        _ => Answer::Other,
    };
    world.set_answer(interaction_id, answer);
    if call.query.get("with_response").is_some_and(|value| value == "true" || value == "1") {
        Ok(Reply::ok(with_response(world, interaction_id, kind)))
    } else {
        Ok(Reply::done())
    }
}

/// Refuses an answer that does not suit the asking.
fn check_kind(interaction: &Interaction, kind: u64) -> Result<(), ApiError> {
    let fits = match interaction.kind {
        COMMAND => matches!(kind, 4 | 5 | 9 | 12),
        COMPONENT => matches!(kind, 4..=7 | 9 | 12),
        AUTOCOMPLETE => kind == 8,
        MODAL => matches!(kind, 4..=7 | 12),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let (code, message) = if (1..=12).contains(&kind) {
        ("INTERACTION_RESPONSE_TYPE_INVALID", "This interaction cannot be answered with this type.")
    } else {
        ("BASE_TYPE_CHOICES", "Value must be one of {1, 4, 5, 6, 7, 8, 9, 12}.")
    };
    Err(ApiError::field("type", code, message))
}

/// Makes the message of an answer or a follow-up.
pub(crate) fn response(world: &mut World, interaction: &Interaction, data: &Value, call: &Call, flags: u64) -> Result<Message, ApiError> {
    let draft = Draft::read(data, &call.uploads, None)?;
    if draft.is_empty() {
        return Err(ApiError::empty_message());
    }
    let mut message = world.compose(interaction.channel_id, BOT_ID, draft);
    message.flags |= flags;
    message.flags &= !LOADING;
    dress(&mut message, interaction);
    Ok(message)
}

/// Gives a message what shows that it answers an interaction.
pub(crate) fn dress(message: &mut Message, interaction: &Interaction) {
    if interaction.kind == COMMAND {
        message.kind = 20;
    }
    if message.flags & EPHEMERAL != 0 {
        message.only_for = Some(interaction.user);
    }
    message.origin = Some(Origin {
        interaction: interaction.id,
        kind: interaction.kind,
        user: interaction.user,
        name: interaction.command.clone(),
        source: interaction.source,
    });
}

fn set_original(world: &mut World, interaction_id: Id, message: Id) {
    if let Some(interaction) = world.interactions.get_mut(&interaction_id) {
        interaction.original = Some(message);
    }
}

fn set_original_to_source(world: &mut World, interaction: &Interaction) {
    if let Some(source) = interaction.source {
        set_original(world, interaction.id, source);
    }
}

fn read_choices(interaction: &Interaction, data: &Value) -> Result<Vec<Value>, ApiError> {
    let mut form = Form::default();
    let choices = list(&mut form, "data.choices", &data["choices"]);
    form.count("data.choices", choices.len(), 0, 25);
    let kind = focused_type(&interaction.payload["data"]["options"]).unwrap_or(3);
    command::check_choices(&mut form, "data.choices", choices, kind);
    form.finish()?;
    Ok(choices.to_vec())
}

/// The type of the option that is being typed.
fn focused_type(options: &Value) -> Option<u64> {
    let options = options.as_array()?;
    options.iter().find_map(|option| if option["focused"] == true { option["type"].as_u64() } else { focused_type(&option["options"]) })
}

/// What `?with_response=true` gives.
fn with_response(world: &World, interaction_id: Id, kind: u64) -> Value {
    let Some(interaction) = world.interactions.get(&interaction_id) else { return Value::Null };
    let mut info = json!({"id": interaction.id.to_string(), "type": interaction.kind});
    let mut resource = json!({"type": kind});
    if let Some(message) = interaction.original.and_then(|id| world.messages.get(&id)) {
        info["response_message_id"] = json!(message.id.to_string());
        info["response_message_loading"] = json!(message.flags & LOADING != 0);
        info["response_message_ephemeral"] = json!(message.flags & EPHEMERAL != 0);
        if matches!(kind, 4 | 7) {
            resource["message"] = world.message_json(message);
        }
    }
    json!({"interaction": info, "resource": resource})
}
