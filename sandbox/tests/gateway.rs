//! The gateway, spoken with directly.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::raw;

use raw::{Line, Raw, identify, ready};
use sandbox::{Settings, permissions as may};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

const ALL_INTENTS: u64 = 0x3_FFFF;

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
async fn the_gateway_answers_wherever_a_client_knocks() {
    let raw = Raw::start(Settings::default()).await;
    for path in ["/", "/?v=10&encoding=json&compress=zlib-stream", "/socket", "/gateway/v10"] {
        let mut line = Line::open_at(&format!("{}{path}", raw.sandbox.base().replacen("http", "ws", 1))).await;
        line.send(identify(raw.sandbox.token(), 1, [0, 1])).await;
        line.event("READY").await;
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
async fn a_guild_the_bot_joins_is_told_from_one_that_becomes_available() {
    let raw = Raw::start(Settings::default()).await;
    let elsewhere = raw.sandbox.guild_without_bot("Elsewhere");
    let (mut line, ready) = ready(&raw, 1).await;
    assert_eq!(ready["d"]["guilds"].as_array().unwrap().len(), 1);
    let available = line.event("GUILD_CREATE").await;
    assert_eq!(available["d"]["unavailable"], json!(false), "READY has called it unavailable");
    elsewhere.add_bot();
    let joined = line.event("GUILD_CREATE").await;
    assert_eq!(joined["d"]["id"], elsewhere.id().to_string());
    assert_eq!(joined["d"].get("unavailable"), None, "discord.py takes a guild with this key for one that was there before");
    elsewhere.remove_bot();
    let left = line.event("GUILD_DELETE").await;
    assert_eq!(left["d"].get("unavailable"), None, "without the key it is no outage");
    elsewhere.add_bot();
    assert_eq!(line.event("GUILD_CREATE").await["d"].get("unavailable"), None);
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

#[tokio::test]
async fn a_session_is_told_any_event_as_it_is_and_what_it_was_told_can_be_read() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, _) = ready(&raw, 1).await;
    line.event("GUILD_CREATE").await;
    raw.sandbox.send_event("NEVER_HEARD_OF", &json!({"at": [null]}));
    assert_eq!(line.event("NEVER_HEARD_OF").await["d"], json!({"at": [null]}));
    let names: Vec<String> = raw.sandbox.events().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["READY", "GUILD_CREATE", "NEVER_HEARD_OF"]);
}

#[tokio::test]
async fn a_strangers_page_in_somebodys_browser_does_not_come_to_the_gateway() {
    let raw = Raw::start(Settings::default()).await;
    let url = raw.sandbox.base().replacen("http", "ws", 1);
    let asked = |name: &'static str, value: &str| {
        let mut request = url.as_str().into_client_request().unwrap();
        request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
        connect_async(request)
    };
    for (name, value) in [("origin", "http://evil.example"), ("origin", "null"), ("host", "evil.example"), ("host", "discord.com")] {
        let Err(refused) = asked(name, value).await else { panic!("{name}: {value} is let in") };
        assert!(matches!(&refused, Error::Http(answer) if answer.status() == 403), "{name}: {value}: {refused}");
    }
    assert!(asked("origin", raw.sandbox.base()).await.is_ok(), "its own page is no stranger");
}

#[tokio::test]
async fn a_bot_that_says_that_it_goes_for_good_cannot_resume_and_by_any_other_code_it_can() {
    let raw = Raw::start(Settings::default()).await;
    for (code, is_over) in [(1000, true), (1001, true), (4000, false)] {
        let (mut line, ready) = ready(&raw, 1).await;
        let seen = line.event("GUILD_CREATE").await["s"].clone();
        line.close(code).await;
        let resume = json!({"op": 6, "d": {"token": raw.sandbox.token(), "session_id": ready["d"]["session_id"], "seq": seen}});
        let mut line = Line::open(&raw).await;
        line.send(resume).await;
        let answer = line.next().await;
        assert_eq!(answer["op"] == 9, is_over, "{code}: {answer}");
        assert_eq!(answer["t"] == "RESUMED", !is_over, "{code}: {answer}");
    }
}

#[tokio::test]
async fn a_session_that_is_gone_is_resumed_by_no_name_and_another_begins_on_the_same_connection() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, begun) = ready(&raw, 1).await;
    line.event("GUILD_CREATE").await;
    raw.sandbox.invalidate_session(false);
    assert_eq!(line.next().await, json!({"op": 9, "d": false, "s": null, "t": null}));
    for session in [&json!(""), &begun["d"]["session_id"]] {
        line.send(json!({"op": 6, "d": {"token": raw.sandbox.token(), "session_id": session, "seq": 0}})).await;
        assert_eq!(line.next().await["op"], 9, "{session}");
    }
    line.send(identify(raw.sandbox.token(), 1, [0, 1])).await;
    let anew = line.event("READY").await;
    assert_ne!(anew["d"]["session_id"], begun["d"]["session_id"]);
    line.event("GUILD_CREATE").await;
    line.send(identify(raw.sandbox.token(), 1, [0, 1])).await;
    assert_eq!(line.next().await, json!({"closed": 4005}), "once is enough");
}

#[tokio::test]
async fn a_change_of_what_the_bot_may_is_told_role_by_role() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, _) = ready(&raw, 1).await;
    line.event("GUILD_CREATE").await;
    raw.guild.set_bot_permissions(may::VIEW_CHANNEL);
    let told = [line.next().await, line.next().await];
    for event in &told {
        assert_eq!((&event["t"], &event["d"]["role"]["permissions"]), (&json!("GUILD_ROLE_UPDATE"), &json!("1024")), "{event}");
    }
    assert_ne!(told[0]["d"]["role"]["id"], told[1]["d"]["role"]["id"], "its own, and everyone's");
    let names: Vec<String> = raw.sandbox.events().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["READY", "GUILD_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_UPDATE"], "and nothing else");
}

#[tokio::test]
async fn who_leaves_a_guild_leaves_its_threads_too_and_is_not_in_them_when_they_come_back() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let (mut line, _) = ready(&raw, ALL_INTENTS).await;
    let body = json!({"name": "Secret plans", "type": 12});
    let (status, thread) = raw.call("POST", &format!("/channels/{}/threads", raw.general()), body).await;
    assert_eq!(status, 201, "{thread}");
    let path = format!("/channels/{}/thread-members/{}", thread["id"].as_str().unwrap(), anna.id());
    assert_eq!(raw.call("PUT", &path, json!(null)).await.0, 204);
    assert_eq!(line.event("THREAD_MEMBERS_UPDATE").await["d"]["added_members"][0]["user_id"], anna.id().to_string());
    let inside = anna.at(&raw.guild.threads()[0]);
    inside.say("Here").await;
    raw.guild.remove(&anna);
    let told = line.event("THREAD_MEMBERS_UPDATE").await;
    assert_eq!(told["d"]["removed_member_ids"], json!([anna.id().to_string()]));
    assert_eq!(told["d"]["member_count"], 1);
    assert_eq!(raw.guild.member("anna").id(), anna.id());
    assert_eq!(raw.guild.threads()[0].thread_members(), ["bot"]);
    assert!(inside.try_say("Still here?", None).is_err(), "she has to be brought in again");
}
