//! Everything the driver can do to a bot can be ordered over HTTP, for tests in any language.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::raw;

use raw::{Line, Raw, identify, ready};
use sandbox::Settings;
use serde_json::{Value, json};

const NONE: Value = Value::Null;

#[tokio::test]
async fn failing_requests_are_ordered_looked_at_and_forgotten() {
    let raw = Raw::start(Settings::default()).await;
    let messages = format!("/channels/{}/messages", raw.general());
    for (order, status) in [
        (json!({"fault": "rate_limited", "path": "/channels/*/messages", "retry_after": 0.25}), 429),
        (json!({"fault": "status", "status": 503, "method": "post", "path": "/channels/**"}), 503),
        (json!({"fault": "refused", "status": 403, "code": 50_013}), 403),
        (json!({"fault": "status_after", "status": 502}), 502),
        (json!({"fault": "delay", "seconds": 0.01}), 200),
        (json!({"fault": "garbled"}), 200),
    ] {
        let (given, answer) = raw.order("POST", "/sandbox/faults", order.clone()).await;
        assert_eq!((given, &answer["faults"][0]["fault"]), (200, &order["fault"]), "{answer}");
        assert_eq!(raw.call("POST", &messages, json!({"content": order["fault"]})).await.0, status, "{order}");
        assert_eq!(raw.order("GET", "/sandbox/faults", NONE).await.1, json!({"faults": []}), "it is used up");
    }
    let said: Vec<String> = raw.guild.channel("general").messages().iter().map(|m| m.content().to_owned()).collect();
    assert_eq!(said, ["status_after", "delay", "garbled"], "what is done is done");

    let order = json!({"fault": "drop_before", "times": 2, "after": 1});
    let (_, answer) = raw.order("POST", "/sandbox/faults", order).await;
    assert_eq!(answer["faults"][0], json!({"fault": "drop_before", "method": "*", "path": "/**", "times": 2, "after": 1}));
    assert_eq!(raw.call("GET", "/gateway", NONE).await.0, 200);
    assert!(raw.try_call("GET", "/gateway", &NONE).await.is_err());
    assert_eq!(raw.order("DELETE", "/sandbox/faults", NONE).await.1, json!({"faults": []}));
    assert_eq!(raw.call("GET", "/gateway", NONE).await.0, 200);
    raw.order("POST", "/sandbox/faults", json!({"fault": "drop_after"})).await;
    assert!(raw.try_call("POST", &messages, &json!({"content": "heard"})).await.is_err());
    assert_eq!(raw.guild.channel("general").last_message().unwrap().content(), "heard");
    assert!(raw.sandbox.refused_requests().is_empty(), "a fault is not the bot's fault");
}

#[tokio::test]
async fn the_gateway_is_cut_closed_and_made_to_reconnect() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, begun) = ready(&raw, 1).await;
    let standing = |connected: bool, resumed: u64| json!({"connected": connected, "identified": 1, "resumed": resumed});
    assert_eq!(raw.order("GET", "/sandbox/gateway", NONE).await.1, standing(true, 0));
    assert_eq!(raw.order("POST", "/sandbox/gateway/reconnect", NONE).await.1, standing(true, 0));
    line.event("GUILD_CREATE").await;
    assert_eq!(line.next().await["op"], 7);
    let mut resume = json!({"op": 6, "d": {"token": raw.sandbox.token(), "session_id": begun["d"]["session_id"], "seq": 2}});
    for (resumed, (path, body, closed)) in
        [("close", json!({"code": 4009}), 4009), ("close", NONE, 4000), ("drop", NONE, 0)].into_iter().enumerate()
    {
        let resumed = resumed as u64;
        let path = format!("/sandbox/gateway/{path}");
        assert_eq!(raw.order("POST", &path, body).await.1, standing(false, resumed), "{path}");
        assert_eq!(line.next().await, json!({"closed": closed}), "{path}");
        line = Line::open(&raw).await;
        line.send(resume.clone()).await;
        resume["d"]["seq"] = line.event("RESUMED").await["s"].clone();
    }
    raw.order("POST", "/sandbox/gateway/invalidate", json!({"resumable": true})).await;
    assert_eq!(line.next().await, json!({"op": 9, "d": true, "s": null, "t": null}));
    raw.order("POST", "/sandbox/gateway/invalidate", NONE).await;
    assert_eq!(line.next().await, json!({"op": 9, "d": false, "s": null, "t": null}));
    let mut other = Line::open(&raw).await;
    other.send(resume).await;
    assert_eq!(other.next().await["op"], 9, "the session is gone");
    other.send(identify(raw.sandbox.token(), 1, [0, 1])).await;
    other.event("READY").await;
    assert_eq!(raw.order("GET", "/sandbox/gateway", NONE).await.1["identified"], 2);
}

#[tokio::test]
async fn interactions_come_twice_and_grow_old() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, _) = ready(&raw, 1).await;
    assert_eq!(raw.order("POST", "/sandbox/interactions/repeat", NONE).await.1, json!({"repeats": 1}));
    let (callback, hook) = raw.ask();
    let first = line.event("INTERACTION_CREATE").await["d"].clone();
    assert_eq!(line.event("INTERACTION_CREATE").await["d"], first);
    let deliver = format!("/sandbox/interactions/{}/deliver", first["id"].as_str().unwrap());
    assert_eq!(raw.order("POST", &deliver, NONE).await.1, json!({"interaction_id": first["id"]}));
    assert_eq!(line.event("INTERACTION_CREATE").await["d"], first);
    assert_eq!(raw.call("POST", &callback, json!({"type": 5})).await.0, 204);
    assert!(raw.order("POST", "/sandbox/clock", json!({"seconds": 901})).await.1["now"].is_u64());
    let original = format!("{hook}/messages/@original");
    assert_eq!(raw.call("PATCH", &original, json!({"content": "Too late"})).await.1["code"], 50_027);
}

#[tokio::test]
async fn interactions_that_are_held_back_come_when_they_are_delivered_in_whatever_order() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, _) = ready(&raw, 1).await;
    assert_eq!(raw.order("POST", "/sandbox/interactions/hold", json!({"count": 2})).await.1, json!({"held": 2}));
    let ids: Vec<String> = [raw.ask(), raw.ask()].map(|(callback, _)| callback.split('/').nth(2).unwrap().to_owned()).into();
    let third = raw.ask().0;
    let first_heard = line.event("INTERACTION_CREATE").await["d"]["id"].clone();
    assert!(third.contains(first_heard.as_str().unwrap()), "only two are held back");
    for id in ids.iter().rev() {
        raw.order("POST", &format!("/sandbox/interactions/{id}/deliver"), NONE).await;
        assert_eq!(line.event("INTERACTION_CREATE").await["d"]["id"], *id);
    }
}

#[tokio::test]
async fn heartbeats_go_unanswered_until_they_are_answered_again() {
    let raw = Raw::start(Settings::default()).await;
    let (mut line, _) = ready(&raw, 1).await;
    line.event("GUILD_CREATE").await;
    assert_eq!(raw.order("POST", "/sandbox/gateway/heartbeats", NONE).await.1, json!({"answered": false}));
    line.send(json!({"op": 1, "d": 2})).await;
    // What is heard next is no answer to it, though it came before.
    line.send(json!({"op": 8, "d": {"guild_id": raw.guild.id().to_string(), "query": "", "limit": 0}})).await;
    assert_eq!(line.next().await["t"], "GUILD_MEMBERS_CHUNK");
    raw.order("POST", "/sandbox/gateway/heartbeats", json!({"answered": true})).await;
    line.send(json!({"op": 1, "d": 2})).await;
    assert_eq!(line.next().await["op"], 11);
}

#[tokio::test]
async fn what_cannot_be_ordered_is_refused_in_a_sentence() {
    let raw = Raw::start(Settings::default()).await;
    let cases = [
        ("/sandbox/faults", json!({}), "`fault` is missing"),
        ("/sandbox/faults", json!({"fault": "fire"}), "there is no fault `fire`; known: rate_limited, status,"),
        ("/sandbox/faults", json!({"fault": "status"}), "`status` must be a number from 400 to 599, not null"),
        ("/sandbox/faults", json!({"fault": "status", "status": 200}), "`status` must be a number from 400 to 599, not 200"),
        ("/sandbox/faults", json!({"fault": "refused", "status": 403, "code": -1}), "`code` must be a whole number, not -1"),
        ("/sandbox/faults", json!({"fault": "delay", "seconds": -1}), "`seconds` must be a number of seconds, at most 315360000, not -1"),
        ("/sandbox/faults", json!({"fault": "delay", "seconds": 1, "time": 2}), "`time` is unknown; known: fault, method,"),
        ("/sandbox/faults", json!({"fault": "drop_after", "times": "two"}), "`times` must be a whole number, not \"two\""),
        ("/sandbox/faults", json!({"fault": "drop_after", "path": "/api/v10/x"}), "`path` begins below `/api/v10`"),
        ("/sandbox/faults", json!([1]), "the body must be a JSON object"),
        ("/sandbox/gateway/close", json!({"code": 1006}), "`code` must be 1000, 1001, or one of Discord's from 4000"),
        ("/sandbox/gateway/drop", json!({"code": 1000}), "`code` is unknown; nothing is to be said here"),
        ("/sandbox/gateway/invalidate", json!({"resumable": 1}), "`resumable` must be true or false, not 1"),
        ("/sandbox/clock", json!({"seconds": 1e300}), "`seconds` must be a number of seconds"),
    ];
    for (path, body, why) in cases {
        let (status, answer) = raw.order("POST", path, body.clone()).await;
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(status == 400 && error.starts_with(why), "{path} {body}: {status} {answer}");
    }
    for path in ["/sandbox/nothing", "/sandbox/interactions/1/deliver"] {
        let (status, answer) = raw.order("POST", path, NONE).await;
        assert!(status == 404 && answer["error"].is_string(), "{path}: {answer}");
    }
    let url = format!("{}/sandbox/gateway/drop", raw.sandbox.base());
    let foreign = raw.client.post(&url).header("origin", "http://evil.example").send().await.unwrap();
    assert_eq!(foreign.status(), 403);
    let broken = raw.client.post(&url).body("{").send().await.unwrap();
    assert!(broken.json::<Value>().await.unwrap()["error"].as_str().unwrap().starts_with("the body is not JSON"));
}
