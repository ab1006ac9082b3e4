//! The application, its own account, other users, and where the gateway is.

use serde_json::json;

use super::call::{Call, Outcome, Reply, id};
use crate::errors::{ApiError, Unknown};
use crate::model::user::BOT_ID;
use crate::state::World;

fn gateway_url(world: &World) -> String {
    format!("{}/socket", world.base.replacen("http", "ws", 1))
}

/// `GET /gateway`
pub(crate) fn gateway(world: &World) -> Outcome {
    Ok(Reply::ok(json!({"url": gateway_url(world)})))
}

/// `GET /gateway/bot`
pub(crate) fn gateway_bot(world: &World) -> Outcome {
    Ok(Reply::ok(json!({"url": gateway_url(world), "shards": 1, "session_start_limit":
        {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}})))
}

/// Refuses another application's id.
pub(crate) fn require(application: &str) -> Result<(), ApiError> {
    if application == BOT_ID.to_string() { Ok(()) } else { Err(ApiError::unknown(Unknown::Application)) }
}

/// `GET /applications/@me`
pub(crate) fn this(world: &World) -> Outcome {
    Ok(Reply::ok(world.application_json()))
}

/// `GET` and `PATCH /users/@me`
pub(crate) fn me(world: &mut World, call: &Call) -> Outcome {
    if call.method == "PATCH"
        && let Some(name) = call.body["username"].as_str()
        && let Some(bot) = world.users.get_mut(&BOT_ID)
    {
        name.clone_into(&mut bot.username);
    }
    let mut me = world.user_json(BOT_ID);
    me["verified"] = json!(true);
    me["mfa_enabled"] = json!(true);
    me["locale"] = json!("en-US");
    me["email"] = json!(null);
    Ok(Reply::ok(me))
}

/// `GET /users/{id}`
pub(crate) fn user(world: &World, user: &str) -> Outcome {
    let user = id(user, Unknown::User)?;
    let user = world.users.get(&user).ok_or_else(|| ApiError::unknown(Unknown::User))?;
    Ok(Reply::ok(user.json()))
}
