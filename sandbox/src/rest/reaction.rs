//! Reactions.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply, id};
use super::channel::{require, require_open, see_messages};
use super::message::find;
use crate::errors::{ApiError, Unknown};
use crate::model::user::BOT_ID;
use crate::permissions as may;
use crate::snowflake::Id;
use crate::state::World;

/// Most different emojis under a message.
const MOST: usize = 20;

/// Whether this can be an emoji: `name:id`, or a short text that is not plain letters.
fn is_emoji(text: &str) -> bool {
    match text.split_once(':') {
        Some((name, id)) => !name.is_empty() && id.parse::<Id>().is_ok(),
        None => {
            let is_keycap = text.ends_with('\u{20e3}');
            !text.is_empty() && text.chars().count() <= 16 && (is_keycap || !text.is_ascii())
        }
    }
}

/// Routes below `/channels/{id}/messages/{id}/reactions`.
pub(crate) fn route(world: &mut World, call: &Call, channel_id: Id, message: &str, rest: &[&str]) -> Outcome {
    see_messages(world, channel_id)?;
    let message_id = find(world, channel_id, message)?;
    if let Some(emoji) = rest.first()
        && !is_emoji(emoji)
    {
        return Err(ApiError::unknown(Unknown::Emoji));
    }
    match (call.method.as_str(), rest) {
        ("PUT", [emoji, "@me"]) => {
            require_open(world, channel_id)?;
            require(world, channel_id, may::READ_MESSAGE_HISTORY)?;
            let is_new = world.messages.get(&message_id).is_some_and(|message| message.reactions.iter().all(|r| r.emoji != *emoji));
            if is_new {
                require(world, channel_id, may::ADD_REACTIONS)?;
                let count = world.messages.get(&message_id).map_or(0, |m| m.reactions.len());
                if count >= MOST {
                    let text = format!("Maximum number of reactions reached ({MOST})");
                    return Err(ApiError::new(400, 30_010, &text));
                }
            }
            world.add_reaction(message_id, BOT_ID, emoji);
            Ok(Reply::done())
        }
        ("DELETE", [emoji, "@me"]) => {
            world.remove_reaction(message_id, BOT_ID, emoji);
            Ok(Reply::done())
        }
        ("DELETE", [emoji, user]) => {
            require(world, channel_id, may::MANAGE_MESSAGES)?;
            world.remove_reaction(message_id, id(user, Unknown::User)?, emoji);
            Ok(Reply::done())
        }
        ("DELETE", []) => remove(world, channel_id, message_id, None),
        ("DELETE", [emoji]) => remove(world, channel_id, message_id, Some(emoji)),
        ("GET", [emoji]) => {
            let limit = call.limit(25, 100)?;
            let after = call.number("after").unwrap_or(0);
            let message = world.messages.get(&message_id);
            let users: Vec<Value> = message
                .into_iter()
                .flat_map(|message| &message.reactions)
                .filter(|reaction| reaction.emoji == *emoji)
                .flat_map(|reaction| &reaction.users)
                .filter(|user| **user > after)
                .take(limit)
                .map(|user| world.user_json(*user))
                .collect();
            Ok(Reply::ok(json!(users)))
        }
        _ => Err(ApiError::not_found()),
    }
}

fn remove(world: &mut World, channel_id: Id, message_id: Id, emoji: Option<&str>) -> Outcome {
    require(world, channel_id, may::MANAGE_MESSAGES)?;
    let all: Vec<(Id, String)> = world
        .messages
        .get(&message_id)
        .into_iter()
        .flat_map(|message| &message.reactions)
        .filter(|reaction| emoji.is_none_or(|emoji| reaction.emoji == emoji))
        .flat_map(|reaction| reaction.users.iter().map(|user| (*user, reaction.emoji.clone())))
        .collect();
    for (user, emoji) in all {
        world.remove_reaction(message_id, user, &emoji);
    }
    Ok(Reply::done())
}

#[cfg(test)]
mod tests {
    use super::is_emoji;

    #[test]
    fn a_name_is_no_emoji_but_a_symbol_or_an_id_is() {
        assert!(is_emoji("🎲") && is_emoji("camel:1100000000000000001") && is_emoji("1\u{fe0f}\u{20e3}"));
        assert!(!is_emoji("thumbsup") && !is_emoji(""));
    }
}
