//! What is ordered to go wrong goes wrong, once, and only there.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::poise_bot;
use crate::raw;

use std::time::Duration;

use raw::Raw;
use sandbox::{Fault, Settings};
use serde_json::json;

#[tokio::test]
async fn a_rate_limit_tells_how_long_to_wait() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    let fault = Fault::RateLimited { retry_after: Duration::from_millis(500), global: false };
    raw.sandbox.inject(fault.on("POST", "/channels/*/messages"));
    let answer = raw.try_call("POST", &path, &json!({"content": "a"})).await.unwrap();
    assert_eq!(answer.status(), 429);
    assert_eq!(answer.headers()["x-ratelimit-remaining"], "0");
    assert_eq!(answer.headers()["x-ratelimit-reset-after"], "0.500");
    assert_eq!(answer.headers()["retry-after"], "1");
    assert!(answer.headers().contains_key("via"), "discord.py waits only for a 429 that comes from Discord itself");
    let body: serde_json::Value = answer.json().await.unwrap();
    assert_eq!((&body["retry_after"], &body["global"]), (&json!(0.5), &json!(false)));
    let answer = raw.try_call("POST", &path, &json!({"content": "a"})).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert!(answer.headers().contains_key("x-ratelimit-bucket"));
    assert!(raw.sandbox.refused_requests().is_empty(), "a fault is not the bot's fault");
}

#[tokio::test]
async fn a_dropped_connection_leaves_open_whether_it_was_done() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    raw.sandbox.inject(Fault::DropBefore.on("POST", "/channels/*/messages"));
    assert!(raw.try_call("POST", &path, &json!({"content": "a"})).await.is_err());
    assert_eq!(raw.guild.channel("general").messages(), []);
    raw.sandbox.inject(Fault::DropAfter.on("POST", "/channels/*/messages"));
    let body = json!({"content": "b", "nonce": "n", "enforce_nonce": true});
    assert!(raw.try_call("POST", &path, &body).await.is_err());
    assert_eq!(raw.call("POST", &path, body).await.0, 200);
    assert_eq!(raw.guild.channel("general").messages().len(), 1, "the nonce made it once only");
}

#[tokio::test]
async fn trouble_and_delays_are_ordered_by_count() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    raw.sandbox.inject(Fault::Status(503).on("*", "/channels/**").times(2));
    for status in [503, 503, 200] {
        assert_eq!(raw.call("GET", &path, json!(null)).await.0, status);
    }
    raw.sandbox.inject(Fault::Delay(Duration::from_secs(3600)).on("GET", "/gateway"));
    let body = json!(null);
    tokio::select! {
        _ = raw.try_call("GET", "/gateway", &body) => panic!("it was to take an hour"),
        quick = raw.call("GET", "/gateway/bot", json!(null)) => assert_eq!(quick.0, 200),
    }
    raw.sandbox.inject(Fault::Delay(Duration::from_millis(1)).on("GET", "/gateway"));
    assert_eq!(raw.call("GET", "/gateway", json!(null)).await.0, 200, "delayed, but answered");
    raw.sandbox.inject(Fault::StatusAfter(502).on("POST", "/channels/*/messages"));
    assert_eq!(raw.call("POST", &path, json!({"content": "a"})).await.0, 502);
    assert_eq!(raw.guild.channel("general").messages().len(), 1);
}

#[tokio::test]
async fn a_bot_that_lost_its_connection_resumes_and_hears_what_it_missed() {
    let sandbox = poise_bot::start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let before = sandbox.connections();
    sandbox.drop_gateway();
    anna.say("ping").await;
    sandbox.wait_for_reconnect(before).await.unwrap();
    assert_eq!(sandbox.connections().resumed, before.resumed + 1, "{}", sandbox.transcript());
    anna.channel().wait_for(|message| message.content() == "pong").await;
    assert_eq!(anna.run("/march back").await.content(), "Back.");
}

#[tokio::test]
async fn a_bot_follows_the_call_to_reconnect_and_begins_anew_when_its_session_is_gone() {
    let sandbox = poise_bot::start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let before = sandbox.connections();
    sandbox.request_reconnect();
    sandbox.wait_for_reconnect(before).await.unwrap();
    assert_eq!(anna.run("/march back").await.content(), "Back.");
    let before = sandbox.connections();
    sandbox.invalidate_session(false);
    sandbox.wait_for_reconnect(before).await.unwrap();
    assert_eq!(sandbox.connections().identified, before.identified + 1);
    assert_eq!(anna.run("/march back").await.content(), "Back.");
}

#[tokio::test]
async fn an_interaction_delivered_twice_is_answered_twice_by_a_bot_that_does_not_look() {
    let sandbox = poise_bot::start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let reply = anna.run("/march back").await;
    sandbox.assert_nothing_refused();
    reply.deliver_again();
    // The bot's second answer comes in its own time.
    let refused = sandbox.wait_for_request(|request| request.status == 400).await;
    assert_eq!(refused.response["code"], 40_060);
    assert_eq!(reply.followups(), []);
}

#[tokio::test]
async fn interactions_can_come_twice_at_once() {
    let sandbox = poise_bot::start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    sandbox.repeat_interactions(1);
    assert_eq!(anna.run("/march back").await.content(), "Back.");
    assert_eq!(anna.run("/march back").await.content(), "Back.");
    sandbox.wait_for_request(|request| request.status == 400).await;
    // poise then tries to tell of its error, which is refused as well.
    let codes: Vec<_> = sandbox.refused_requests().into_iter().map(|r| r.response["code"].clone()).collect();
    assert!(codes.iter().all(|code| *code == 40_060), "{}", sandbox.transcript());
    assert!(sandbox.transcript().contains("bot says in #general: Back."));
}

#[tokio::test]
async fn a_refusal_is_ordered_with_discords_own_code() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    raw.sandbox.inject(Fault::Refused { status: 403, code: 50_013 }.on("POST", "/channels/*/messages").times(2));
    for _ in 0..2 {
        let answer = raw.try_call("POST", &path, &json!({"content": "a"})).await.unwrap();
        assert_eq!(answer.status(), 403);
        assert_eq!(answer.headers()["content-type"], "application/json");
        let body: serde_json::Value = answer.json().await.unwrap();
        assert!(body["code"] == 50_013 && body["message"].is_string(), "{body}");
    }
    assert_eq!(raw.guild.channel("general").messages(), []);
    assert_eq!(raw.call("POST", &path, json!({"content": "a"})).await.0, 200);
    let first = raw.sandbox.requests()[0].clone();
    assert_eq!((first.status, &first.response["code"], first.injected), (403, &json!(50_013), true));
    assert!(raw.sandbox.refused_requests().is_empty(), "a fault is not the bot's fault");
}
