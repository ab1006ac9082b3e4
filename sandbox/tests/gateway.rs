//! The gateway, spoken with directly.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

mod raw;

use futures_util::{SinkExt, StreamExt};
use raw::Raw;
use sandbox::Settings;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

const ALL_INTENTS: u64 = 0x3_FFFF;

struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn open(raw: &Raw) -> Self {
        let (_, found) = raw.call("GET", "/gateway/bot", json!(null)).await;
        let url = format!("{}?v=10&encoding=json", found["url"].as_str().unwrap());
        let mut line = Self(connect_async(url).await.unwrap().0);
        assert_eq!(line.next().await["op"], 10);
        line
    }

    async fn send(&mut self, payload: Value) {
        self.0.send(Message::text(payload.to_string())).await.unwrap();
    }

    /// The next payload; a close is `{"closed": code}`.
    async fn next(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(std::time::Duration::from_secs(5), self.0.next()).await;
            match next.expect("nothing came") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Close(Some(frame)))) => return json!({"closed": u16::from(frame.code)}),
                Some(Ok(Message::Close(None)) | Err(_)) | None => return json!({"closed": 0}),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next event of this name; others are passed over.
    async fn event(&mut self, name: &str) -> Value {
        loop {
            let next = self.next().await;
            assert!(next["closed"].is_null(), "closed before {name}: {next}");
            if next["t"] == name {
                return next;
            }
        }
    }
}

fn identify(token: &str, intents: u64, shard: [u64; 2]) -> Value {
    json!({"op": 2, "d": {"token": token, "intents": intents, "shard": shard,
        "properties": {"os": "linux", "browser": "test", "device": "test"}}})
}

async fn ready(raw: &Raw, intents: u64) -> (Line, Value) {
    let mut line = Line::open(raw).await;
    line.send(identify(raw.sandbox.token(), intents, [0, 1])).await;
    let ready = line.event("READY").await;
    (line, ready)
}

#[tokio::test]
async fn bad_tokens_shards_intents_and_orders_close_with_their_codes() {
    let raw = Raw::start(Settings { privileged_intents: false, ..Settings::default() }).await;
    let token = raw.sandbox.token();
    for (payload, code) in [
        (identify("wrong", 1, [0, 1]), 4004),
        (identify(token, 1, [1, 1]), 4010),
        (identify(token, 1 << 40, [0, 1]), 4013),
        (identify(token, 1 << 15, [0, 1]), 4014),
        (json!({"op": 8, "d": {}}), 4003),
    ] {
        let mut line = Line::open(&raw).await;
        line.send(payload.clone()).await;
        assert_eq!(line.next().await, json!({"closed": code}), "{payload}");
    }
    let (mut line, _) = ready(&raw, 1).await;
    line.send(identify(token, 1, [0, 1])).await;
    loop {
        let next = line.next().await;
        if !next["closed"].is_null() {
            assert_eq!(next["closed"], 4005);
            break;
        }
    }
}

#[tokio::test]
async fn heartbeats_are_acknowledged_and_guilds_told() {
    let raw = Raw::start(Settings::default()).await;
    let _ = raw.guild.member("anna");
    let (mut line, ready) = ready(&raw, 1).await;
    assert_eq!(ready["d"]["guilds"][0], json!({"id": raw.guild.id().to_string(), "unavailable": true}));
    let guild = line.event("GUILD_CREATE").await;
    assert_eq!(guild["d"]["members"].as_array().unwrap().len(), 1, "only the bot itself");
    assert_eq!(guild["d"]["member_count"], 3);
    line.send(json!({"op": 1, "d": guild["s"]})).await;
    assert_eq!(line.next().await["op"], 11);
}

#[tokio::test]
async fn a_session_is_resumed_with_what_it_missed() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let (mut line, ready) = ready(&raw, ALL_INTENTS).await;
    let guild = line.event("GUILD_CREATE").await;
    drop(line);
    anna.say("one").await;
    anna.say("two").await;
    let resume = |seen: &Value, session: &Value| json!({"op": 6, "d": {"token": raw.sandbox.token(), "session_id": session, "seq": seen}});
    let mut line = Line::open(&raw).await;
    line.send(resume(&guild["s"], &ready["d"]["session_id"])).await;
    for text in ["one", "two"] {
        let event = line.next().await;
        assert_eq!((&event["t"], &event["d"]["content"]), (&json!("MESSAGE_CREATE"), &json!(text)));
    }
    assert_eq!(line.next().await["t"], "RESUMED");
    let mut other = Line::open(&raw).await;
    other.send(resume(&json!(1), &json!("unknown"))).await;
    assert_eq!(other.next().await, json!({"op": 9, "d": false, "s": null, "t": null}));
}

#[tokio::test]
async fn guilds_go_to_their_shard_and_direct_messages_to_the_first() {
    let raw = Raw::start(Settings::default()).await;
    let mine = (raw.guild.id() >> 22) % 2;
    for shard in [0, 1] {
        let mut line = Line::open(&raw).await;
        line.send(identify(raw.sandbox.token(), ALL_INTENTS, [shard, 2])).await;
        let ready = line.event("READY").await;
        let count = ready["d"]["guilds"].as_array().unwrap().len();
        assert_eq!(count, usize::from(shard == mine));
        if shard == 0 {
            raw.guild.member("anna").in_direct_messages().say("hello").await;
            assert_eq!(line.event("MESSAGE_CREATE").await["d"]["content"], "hello");
        }
    }
}

#[tokio::test]
async fn without_the_content_intent_only_what_concerns_the_bot_can_be_read() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let (mut line, _) = ready(&raw, ALL_INTENTS & !(1 << 15)).await;
    anna.say("secret").await;
    assert_eq!(line.event("MESSAGE_CREATE").await["d"]["content"], "");
    let mention = format!("<@{}> hello", raw.sandbox.bot_id());
    anna.say(&mention).await;
    assert_eq!(line.event("MESSAGE_CREATE").await["d"]["content"], json!(mention));
    anna.in_direct_messages().say("between us").await;
    assert_eq!(line.event("MESSAGE_CREATE").await["d"]["content"], "between us");
}

#[tokio::test]
async fn what_was_not_asked_for_is_not_told() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let (mut line, _) = ready(&raw, 1).await;
    line.event("GUILD_CREATE").await;
    anna.say("unheard").await;
    let _ = anna.start_interact(&json!({"type": 2, "data": {"name": "a", "id": "1", "type": 1}}));
    assert_eq!(line.next().await["t"], "INTERACTION_CREATE", "interactions need no intent");
}
