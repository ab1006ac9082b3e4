//! What the bot's role allows is done, what it does not allow is refused, by the real routes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::raw;

use raw::{Raw, ready};
use sandbox::permissions::{self as may, Permissions};
use sandbox::{Id, Settings};
use serde_json::{Value, json};

/// A sandbox whose bot was invited with these permissions.
async fn invited(permissions: &str) -> Raw {
    let bits: Permissions = permissions.parse().unwrap();
    Raw::start(Settings { bot_permissions: bits.0, ..Settings::default() }).await
}

/// Asks the same in two sandboxes, one whose bot may not and one whose bot may.
async fn asked_in_both(refused: &Raw, taken: &Raw, method: &str, path: impl Fn(&Raw) -> String, body: Value) -> Value {
    let (status, answer) = refused.call(method, &path(refused), body.clone()).await;
    assert_eq!((status, &answer["code"]), (403, &json!(50_013)), "{method} {}: {answer}", path(refused));
    let (status, answer) = taken.call(method, &path(taken), body).await;
    assert!((200..300).contains(&status), "{method} {}: {answer}", path(taken));
    answer
}

#[tokio::test]
async fn others_messages_are_deleted_and_pinned_only_by_a_bot_that_may() {
    let (without, with) = (invited("default").await, invited("MANAGE_MESSAGES").await);
    let mut ids: Vec<(Id, Id)> = Vec::new();
    for text in ["one", "two", "three", "four"] {
        let message = |raw: &Raw| raw.guild.member("anna");
        ids.push((message(&without).say(text).await.id(), message(&with).say(text).await.id()));
    }
    let is_with = |raw: &Raw| raw.guild.id() == with.guild.id();
    let of = |raw: &Raw, at: usize| if is_with(raw) { ids[at].1 } else { ids[at].0 };
    let messages = |raw: &Raw| format!("/channels/{}/messages", raw.general());

    let pin = |raw: &Raw| format!("{}/pins/{}", messages(raw), of(raw, 0));
    asked_in_both(&without, &with, "PUT", pin, json!(null)).await;
    assert_eq!(with.guild.channel("general").pins().len(), 1);
    let old_pin = |raw: &Raw| format!("/channels/{}/pins/{}", raw.general(), of(raw, 0));
    asked_in_both(&without, &with, "DELETE", old_pin, json!(null)).await;

    let one = |raw: &Raw| format!("{}/{}", messages(raw), of(raw, 0));
    asked_in_both(&without, &with, "DELETE", one, json!(null)).await;
    let (mut line, _) = ready(&with, 1 | 1 << 9).await;
    let bulk = |raw: &Raw| format!("{}/bulk-delete", messages(raw));
    let body = |raw: &Raw| json!({"messages": [of(raw, 1).to_string(), of(raw, 2).to_string()]});
    assert_eq!(without.call("POST", &bulk(&without), body(&without)).await.1["code"], 50_013);
    assert_eq!(with.call("POST", &bulk(&with), body(&with)).await.0, 204);
    let told = line.event("MESSAGE_DELETE_BULK").await;
    assert_eq!(told["d"]["ids"], json!([of(&with, 1).to_string(), of(&with, 2).to_string()]));
    assert_eq!(with.guild.channel("general").messages().iter().map(|m| m.content().to_owned()).collect::<Vec<_>>(), ["four"]);
    assert_eq!(without.guild.channel("general").messages().len(), 4);
    assert_eq!(with.call("POST", &bulk(&with), json!({"messages": ["1"]})).await.1["code"], 50_035);
}

#[tokio::test]
async fn roles_are_made_given_and_taken_only_by_a_bot_that_may() {
    let (without, with) = (invited("default").await, invited("MANAGE_ROLES").await);
    for raw in [&without, &with] {
        raw.guild.role("Scouts", 0);
    }
    let roles = |raw: &Raw| format!("/guilds/{}/roles", raw.guild.id());
    let made = asked_in_both(&without, &with, "POST", roles, json!({"name": "Guides", "mentionable": true})).await;
    assert_eq!((&made["name"], &made["position"]), (&json!("Guides"), &json!(1)), "a new role is the lowest");
    let scouts = |raw: &Raw| raw.guild.role("Scouts", 0);
    let given = |raw: &Raw| format!("/guilds/{}/members/{}/roles/{}", raw.guild.id(), raw.guild.member("anna").id(), scouts(raw));
    for method in ["PUT", "DELETE"] {
        asked_in_both(&without, &with, method, given, json!(null)).await;
    }
    let member = |raw: &Raw| format!("/guilds/{}/members/{}", raw.guild.id(), raw.guild.member("anna").id());
    let body = |raw: &Raw| json!({"roles": [scouts(raw).to_string()]});
    assert_eq!(without.call("PATCH", &member(&without), body(&without)).await.1["code"], 50_013);
    assert_eq!(with.call("PATCH", &member(&with), body(&with)).await.1["roles"], json!([scouts(&with).to_string()]));
    let one = |raw: &Raw| format!("{}/{}", roles(raw), scouts(raw));
    asked_in_both(&without, &with, "PATCH", one, json!({"name": "Outriders"})).await;
    let one = format!("{}/{}", roles(&with), made["id"].as_str().unwrap());
    assert_eq!(with.call("PATCH", &roles(&with), json!([{"id": made["id"], "position": 2}])).await.0, 200);
    assert_eq!(with.call("DELETE", &one, json!(null)).await.0, 204);
    assert_eq!(with.call("GET", &one, json!(null)).await.1["code"], 10_011);
}

#[tokio::test]
async fn no_bot_gives_what_it_has_not_nor_touches_what_stands_above_it() {
    let raw = invited("MANAGE_ROLES,MANAGE_NICKNAMES,KICK_MEMBERS").await;
    let roles = format!("/guilds/{}/roles", raw.guild.id());
    let (_, all) = raw.call("GET", &roles, json!(null)).await;
    let own = all.as_array().unwrap().iter().find(|role| role["managed"] == true).unwrap()["id"].as_str().unwrap();
    let (_, guild) = raw.call("GET", &format!("/guilds/{}", raw.guild.id()), json!(null)).await;
    let owner = format!("/guilds/{}/members/{}", raw.guild.id(), guild["owner_id"].as_str().unwrap());
    let anna = format!("/guilds/{}/members/{}", raw.guild.id(), raw.guild.member("anna").id());
    for (method, path, body) in [
        ("POST", roles.clone(), json!({"permissions": may::MANAGE_CHANNELS.to_string()})),
        ("PATCH", format!("{roles}/{own}"), json!({"name": "mightier"})),
        ("DELETE", format!("{roles}/{own}"), json!(null)),
        ("PUT", format!("{anna}/roles/{own}"), json!(null)),
        ("PATCH", owner.clone(), json!({"nick": "Bob"})),
        ("DELETE", owner, json!(null)),
    ] {
        let (status, answer) = raw.call(method, &path, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!(50_013)), "{method} {path}: {answer}");
    }
    assert_eq!(raw.call("PATCH", &anna, json!({"nick": "Annie"})).await.1["nick"], "Annie");
    assert_eq!(raw.call("DELETE", &anna, json!(null)).await.0, 204);
    let (status, answer) = raw.call("DELETE", &format!("{roles}/{}", raw.guild.id()), json!(null)).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50_028)), "everyone stays: {answer}");
}

#[tokio::test]
async fn channels_are_made_changed_and_deleted_only_by_a_bot_that_may() {
    let (without, with) = (invited("default").await, invited("manage-channels,manage-roles").await);
    let channels = |raw: &Raw| format!("/guilds/{}/channels", raw.guild.id());
    let made = asked_in_both(&without, &with, "POST", channels, json!({"name": "Staff Room", "topic": "Papers"})).await;
    assert_eq!((&made["name"], &made["type"]), (&json!("staff-room"), &json!(0)));
    let (_, category) = with.call("POST", &channels(&with), json!({"name": "Posts", "type": 4})).await;
    let path = format!("/channels/{}", made["id"].as_str().unwrap());
    let (status, changed) =
        with.call("PATCH", &path, json!({"topic": "Maps", "parent_id": category["id"], "rate_limit_per_user": 5})).await;
    assert_eq!((status, &changed["topic"], &changed["parent_id"]), (200, &json!("Maps"), &category["id"]));
    for (body, at) in [
        (json!({"name": "x", "type": 1}), "type"),
        (json!({"name": "x", "topic": "x".repeat(1025)}), "topic"),
        (json!({"name": "x", "parent_id": made["id"]}), "parent_id"),
        (json!({"name": ""}), "name"),
    ] {
        let (status, answer) = with.call("POST", &channels(&with), body).await;
        assert_eq!(status, 400, "{answer}");
        assert!(answer["errors"][at]["_errors"][0]["code"].is_string(), "{at}: {answer}");
    }
    assert_eq!(with.call("PATCH", &channels(&with), json!([{"id": made["id"], "position": 0}])).await.0, 204);
    let general = |raw: &Raw| format!("/channels/{}", raw.general());
    asked_in_both(&without, &with, "PATCH", general, json!({"name": "camp"})).await;
    let kept = |raw: &Raw| format!("/channels/{}/permissions/{}", raw.guild.channels()[0].id(), raw.guild.id());
    asked_in_both(&without, &with, "PUT", kept, json!({"type": 0, "allow": "0", "deny": "64"})).await;
    // Who makes a channel may close it to others, but gives nothing they have not.
    for (allow, status) in [(may::SEND_MESSAGES, 201), (may::KICK_MEMBERS, 403), (may::MANAGE_ROLES, 403)] {
        let overwrites = json!([{"id": with.guild.id().to_string(), "type": 0, "allow": allow.to_string(), "deny": "0"}]);
        let (given, answer) = with.call("POST", &channels(&with), json!({"name": "x", "permission_overwrites": overwrites})).await;
        assert_eq!(given, status, "{answer}");
        let put = json!({"type": 0, "allow": allow.to_string(), "deny": "0"});
        let (given, answer) = with.call("PUT", &format!("{path}/permissions/{}", with.guild.id()), put).await;
        assert_eq!(given, if status == 201 { 204 } else { 403 }, "{answer}");
    }
    assert_eq!(with.call("DELETE", &path, json!(null)).await.0, 200);
    assert_eq!(with.call("GET", &path, json!(null)).await.1["code"], 10_003);
}

#[tokio::test]
async fn permissions_can_be_given_over_http_and_taken_again() {
    let raw = Raw::start(Settings::default()).await;
    let page = format!("/page/guilds/{}/bot", raw.guild.id());
    let made = |name: &str| json!({"name": name});
    let channels = format!("/guilds/{}/channels", raw.guild.id());
    assert_eq!(raw.call("POST", &channels, made("a")).await.0, 403);
    for (permissions, status) in [(json!("manage-channels"), 201), (json!(0), 403), (json!(16), 201)] {
        assert_eq!(raw.order("POST", &page, json!({"present": true, "permissions": permissions})).await.0, 200);
        assert_eq!(raw.call("POST", &channels, made("a")).await.0, status, "{permissions}");
    }
    let (status, answer) = raw.order("POST", &page, json!({"permissions": "MANAGE_CHANELS"})).await;
    assert_eq!(status, 400);
    assert!(answer["error"].as_str().unwrap().starts_with("`MANAGE_CHANELS` is no permission; give"), "{answer}");
}

#[test]
fn the_program_says_which_permission_it_does_not_know() {
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_sandbox")).args(["--permissions", "PIN_MESSAGES,pins"]).output().unwrap();
    assert!(!program.status.success());
    let said = String::from_utf8(program.stderr).unwrap();
    assert!(said.starts_with("`pins` is no permission; give `all`, `default`, a number, or some of these"), "{said}");
}

#[tokio::test]
async fn in_the_chat_of_a_voice_channel_only_who_may_connect_reads_and_writes() {
    let raw = invited("default").await;
    let channel = raw.guild.voice_channel("Smoking room");
    let path = format!("/channels/{}", channel.id());
    let messages = format!("{path}/messages");
    assert_eq!(raw.call("POST", &messages, json!({"content": "a"})).await.0, 200);
    raw.guild.deny_bot(&channel, may::CONNECT);
    for (method, body) in [("POST", json!({"content": "a"})), ("GET", json!(null))] {
        let (status, answer) = raw.call(method, &messages, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!(50_001)), "{method}: {answer}");
    }
    assert_eq!(raw.call("GET", &path, json!(null)).await.0, 200, "it is seen as before");
    channel.deny_everyone(may::CONNECT);
    assert!(raw.guild.member("anna").at(&channel).try_say("Hello", None).unwrap_err().to_string().contains("may not write here"));
}

#[tokio::test]
async fn what_a_channel_gives_to_everyone_it_gives_to_members_alone() {
    let raw = invited("MANAGE_ROLES").await;
    let anna = raw.guild.member("anna");
    let path = format!("/channels/{}/permissions/{}", raw.general(), raw.guild.id());
    let body = json!({"type": 0, "allow": (may::VIEW_CHANNEL | may::SEND_MESSAGES).to_string(), "deny": "0"});
    let (status, answer) = raw.call("PUT", &path, body).await;
    assert_eq!(status, 204, "{answer}");
    anna.say("Hello").await;
    raw.guild.remove(&anna);
    assert!(anna.try_say("Still here?", None).unwrap_err().to_string().contains("may not write here"));
    let page = format!("/page/channels/{}/messages?as={}", raw.general(), anna.id());
    assert_eq!(raw.order("GET", &page, json!(null)).await.0, 403);
}
