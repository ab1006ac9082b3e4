//! The gateway: a WebSocket on which the bot identifies and is told what happens. Version 10, JSON, uncompressed.
//!
//! This is one connection's life; sessions outlive it, see `model::session`.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::model::event;
use crate::model::page_event::PageEvent;
use crate::model::session::Line;
use crate::snowflake;
use crate::state::{Shared, World};

/// A close of the connection with one of Discord's codes.
type Close = (u16, &'static str);

/// Codes by which a bot says that it goes for good: its session ends. By any other it may mean to come back.
const ENDS: [u16; 2] = [1000, 1001];

/// Takes a bot's connection.
pub(crate) async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| serve(shared, socket))
}

/// One connection, from hello to its end.
async fn serve(shared: Arc<Shared>, socket: WebSocket) {
    let (mut out, mut incoming) = socket.split();
    let (line, mut lines) = unbounded_channel::<Line>();
    let interval = shared.read().settings.heartbeat_interval.as_millis();
    let hello = json!({"op": 10, "s": null, "t": null,
        "d": {"heartbeat_interval": u64::try_from(interval).unwrap_or(41_250), "_trace": ["sandbox"]}});
    if out.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    let mut connection = None;
    let mut is_over = false;
    // Whether guilds may be left to describe: they are as fast as the bot listens, and whatever happens meanwhile comes between.
    let mut describes = false;
    loop {
        tokio::select! {
            () = std::future::ready(()), if describes && lines.is_empty() => {
                describes = connection.is_some_and(|connection| shared.write().describe_some(connection));
            }
            next = lines.recv() => match next {
                Some(Line::Text(text)) => {
                    if out.send(Message::text(text)).await.is_err() {
                        break;
                    }
                }
                Some(Line::Close(code, reason)) => {
                    let _ = out.send(close(code, reason)).await;
                    break;
                }
                Some(Line::Drop) | None => break,
            },
            next = incoming.next() => {
                let text = match next {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Close(frame))) => {
                        is_over = frame.is_some_and(|frame| ENDS.contains(&frame.code));
                        break;
                    }
                    Some(Err(_)) | None => break,
                    Some(Ok(_)) => continue,
                };
                let before = connection;
                if let Err((code, reason)) = receive(&shared, &line, &mut connection, &text) {
                    shared.write().note(&format!("  the gateway closes with {code}: {reason}"));
                    let _ = out.send(close(code, reason)).await;
                    break;
                }
                describes |= connection != before;
            }
        }
    }
    if let Some(connection) = connection {
        let mut world = shared.write();
        if is_over {
            world.gateway.end(connection);
        } else {
            world.gateway.disconnect(connection);
        }
        world.note("  bot's connection ends");
        if !world.gateway.is_connected() {
            world.tell_page(PageEvent::bot(false));
        }
    }
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

/// What a payload of the bot brings about.
fn receive(shared: &Shared, line: &UnboundedSender<Line>, connection: &mut Option<u64>, text: &str) -> Result<(), Close> {
    let payload: Value = serde_json::from_str(text).map_err(|_| (4002, "Decode error."))?;
    let data = &payload["d"];
    let send = |value: Value| {
        let _ = line.send(Line::Text(value.to_string()));
    };
    match payload["op"].as_u64() {
        Some(1) if shared.read().gateway.is_deaf => {}
        Some(1) => send(json!({"op": 11, "s": null, "t": null, "d": null})),
        Some(2) if connection.is_some_and(|connection| shared.read().gateway.carries(connection)) => {
            return Err((4005, "Already authenticated."));
        }
        Some(2) => {
            let mut world = shared.write();
            let (shard, intents) = check_identify(&world, data)?;
            *connection = Some(world.identify(shard, intents, line.clone()));
        }
        Some(6) => {
            let mut world = shared.write();
            check_token(&world, data)?;
            let session = data["session_id"].as_str().unwrap_or_default();
            let seen = data["seq"].as_u64().unwrap_or(0);
            match world.resume(session, seen, line.clone()) {
                Some(number) => *connection = Some(number),
                None => send(json!({"op": 9, "s": null, "t": null, "d": false})),
            }
        }
        Some(_) if connection.is_none() => return Err((4003, "Not authenticated.")),
        Some(3 | 4 | 31) => {} // Presence and voice: nobody looks at them here.
        Some(8) => {
            let world = shared.read();
            send(members_chunk(&world, data));
        }
        _ => return Err((4001, "Unknown opcode.")),
    }
    Ok(())
}

fn check_token(world: &World, data: &Value) -> Result<(), Close> {
    let token = data["token"].as_str().unwrap_or_default();
    if token.trim_start_matches("Bot ") == world.settings.token { Ok(()) } else { Err((4004, "Authentication failed.")) }
}

fn check_identify(world: &World, data: &Value) -> Result<((u64, u64), u64), Close> {
    check_token(world, data)?;
    let shard = match data.get("shard") {
        None | Some(Value::Null) => (0, 1),
        Some(shard) => match (shard[0].as_u64(), shard[1].as_u64()) {
            (Some(number), Some(count)) if number < count => (number, count),
            _ => return Err((4010, "Invalid shard.")),
        },
    };
    let intents = data["intents"].as_u64().ok_or((4013, "Invalid intent(s)."))?;
    if intents & !event::ALL != 0 {
        return Err((4013, "Invalid intent(s)."));
    }
    if intents & event::PRIVILEGED != 0 && !world.settings.privileged_intents {
        return Err((4014, "Disallowed intent(s)."));
    }
    Ok((shard, intents))
}

/// The answer to a request for a guild's members, in one chunk.
fn members_chunk(world: &World, data: &Value) -> Value {
    let guild_id = snowflake::from_json(&data["guild_id"]).unwrap_or(0);
    let query = data["query"].as_str().unwrap_or_default().to_lowercase();
    let limit = data["limit"].as_u64().filter(|limit| *limit > 0).unwrap_or(u64::MAX);
    let wanted: Option<Vec<u64>> = match &data["user_ids"] {
        Value::Array(ids) => Some(ids.iter().filter_map(snowflake::from_json).collect()),
        Value::Null => None,
        one => snowflake::from_json(one).map(|id| vec![id]),
    };
    let members: Vec<Value> = world
        .guilds
        .get(&guild_id)
        .into_iter()
        .flat_map(|guild| guild.members.keys())
        .filter(|id| match &wanted {
            Some(wanted) => wanted.contains(id),
            None => world.name_of(**id).to_lowercase().starts_with(&query),
        })
        .take(usize::try_from(limit).unwrap_or(usize::MAX))
        .filter_map(|id| world.member_json(guild_id, *id))
        .collect();
    // Sent outside the numbering: a repeat after a resume would be of no use.
    json!({"op": 0, "t": "GUILD_MEMBERS_CHUNK", "s": null, "d": {"guild_id": guild_id.to_string(),
        "members": members, "chunk_index": 0, "chunk_count": 1, "nonce": data["nonce"]}})
}
