//! Live events, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream, StreamExt};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::look::Asked;
use super::viewer::person;
use crate::local::Refusal;
use crate::permissions::VIEW_CHANNEL;
use crate::snowflake::{self, Id};
use crate::state::Shared;

/// Whether a person is told of what happens in a channel.
fn sees(shared: &Shared, user: Id, json: &Value) -> bool {
    let Some(channel) = snowflake::from_json(&json["channel_id"]) else { return true };
    let world = shared.read();
    // Of a channel that is gone nothing more can be said; let the page hear of its last messages' end.
    !world.channels.contains_key(&channel) || world.permissions_in(user, channel) & VIEW_CHANNEL != 0
}

fn event(json: &Value) -> Event {
    Event::default().data(json.to_string())
}

/// `GET /page/events`
pub(super) async fn events(
    State(shared): State<Arc<Shared>>,
    query: Asked,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (user, receiver, hello) = {
        let world = shared.read();
        let user = person(&world, query.get("as").map(String::as_str))?;
        let hello = json!({"type": "hello", "connected": world.gateway.is_connected()});
        (user, world.page.subscribe(), hello)
    };
    let live = stream::unfold((receiver, shared), move |(mut receiver, shared)| async move {
        loop {
            match receiver.recv().await {
                Ok(told) => {
                    let is_for = told.only_for.as_ref().is_none_or(|only| only.contains(&user));
                    if is_for && sees(&shared, user, &told.json) {
                        return Some((Ok(event(&told.json)), (receiver, shared)));
                    }
                }
                Err(RecvError::Lagged(_)) => {
                    let resync = event(&json!({"type": "resync"}));
                    return Some((Ok(resync), (receiver, shared)));
                }
                Err(RecvError::Closed) => return None,
            }
        }
    });
    let first = stream::once(async move { Ok(event(&hello)) });
    Ok(Sse::new(first.chain(live)).keep_alive(KeepAlive::default()))
}
