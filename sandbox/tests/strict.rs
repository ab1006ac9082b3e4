//! What Discord refuses is refused, with Discord's own codes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::raw;

use std::time::Duration;

use raw::Raw;
use sandbox::{Settings, permissions as may};
use serde_json::{Value, json};

/// The first error in the tree of an answer, with its path.
fn first_error(errors: &Value) -> (String, String) {
    fn walk(node: &Value, path: String) -> Option<(String, String)> {
        if let Some(code) = node["_errors"][0]["code"].as_str() {
            return Some((path, code.to_owned()));
        }
        node.as_object()?.iter().find_map(|(key, child)| walk(child, if path.is_empty() { key.clone() } else { format!("{path}.{key}") }))
    }
    walk(errors, String::new()).unwrap_or_default()
}

#[tokio::test]
async fn a_wrong_token_and_unknown_things_have_their_codes() {
    let raw = Raw::start(Settings::default()).await;
    let channel = raw.general();
    let other = raw.sandbox.guild_without_bot("Elsewhere").channel("general").id();
    let cases = [
        ("GET", "/users/@me/nothing".to_owned(), 404, 0),
        ("GET", "/channels/1".to_owned(), 404, 10_003),
        ("GET", "/guilds/1".to_owned(), 404, 10_004),
        ("GET", format!("/channels/{channel}/messages/1"), 404, 10_008),
        ("GET", format!("/guilds/{}/members/1", raw.guild.id()), 404, 10_013),
        ("GET", "/users/1".to_owned(), 404, 10_013),
        ("GET", "/webhooks/1/abc/messages/@original".to_owned(), 404, 10_015),
        ("POST", "/interactions/1/abc/callback".to_owned(), 404, 10_062),
        ("GET", format!("/applications/{}/commands/1", raw.sandbox.bot_id()), 404, 10_063),
        ("GET", format!("/channels/{other}/messages"), 403, 50_001),
        ("POST", format!("/channels/{channel}/messages"), 400, 50_006),
        ("GET", "/channels/abc".to_owned(), 400, 50_035),
        ("GET", format!("/channels/{channel}/messages?limit=101"), 400, 50_035),
        ("PUT", format!("/channels/{channel}/messages/1/reactions/x/@me"), 404, 10_008),
    ];
    for (method, path, status, code) in cases {
        let (given, body) = raw.call(method, &path, json!({})).await;
        assert_eq!((given, &body["code"]), (status, &json!(code)), "{method} {path}: {body}");
    }
    let url = format!("{}/api/v10/users/@me", raw.sandbox.base());
    let answer = raw.client.get(url).header("authorization", "Bot wrong").send().await.unwrap();
    assert_eq!(answer.status(), 401);
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body, json!({"message": "401: Unauthorized", "code": 0}));
}

#[tokio::test]
async fn messages_past_a_limit_say_where_it_lies() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    let long = |count: usize| "x".repeat(count);
    let button = |id: &str| json!({"type": 2, "style": 1, "label": "a", "custom_id": id});
    let row = |children: Value| json!({"components": [{"type": 1, "components": children}]});
    let options = |count: usize| -> Vec<Value> { (0..count).map(|n| json!({"label": format!("{n}"), "value": format!("{n}")})).collect() };
    let menu = |count: usize| json!([{"type": 3, "custom_id": "m", "options": options(count)}]);
    let cases = [
        (json!({"content": long(2001)}), "content", "BASE_TYPE_MAX_LENGTH"),
        (json!({"content": "a", "nonce": long(26)}), "nonce", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"title": long(257)}]}), "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"description": long(4097)}]}), "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": vec![json!({"description": long(2000)}); 4]}), "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        (json!({"embeds": vec![json!({"title": "a"}); 11]}), "embeds", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"fields": vec![json!({"name": "a", "value": "b"}); 26]}]}), "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"fields": [{"name": "a", "value": ""}]}]}), "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
        (json!({"embeds": [{"footer": {"text": long(2049)}}]}), "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
        (json!({"embeds": [{"image": {"url": "map.png"}}]}), "embeds.0.image.url", "URL_TYPE_INVALID_SCHEME"),
        (json!({"embeds": [{}]}), "embeds.0.description", "BASE_TYPE_REQUIRED"),
        (json!({"embeds": [{"title": "a", "timestamp": "yesterday"}]}), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
        (json!({"embeds": [{"title": "a", "timestamp": 1_709_210_096}]}), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
        (row(json!([button(&long(101))])), "components.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH"),
        (row(json!([button("a"), button("a")])), "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        (row(json!([])), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
        (row(json!((0..6).map(|n| button(&n.to_string())).collect::<Vec<_>>())), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
        (json!({"components": vec![json!({"type": 1, "components": [button("a")]}); 6]}), "components", "BASE_TYPE_MAX_LENGTH"),
        (row(menu(26)), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        (row(menu(0)), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
        (row(json!([{"type": 2, "style": 1, "custom_id": "a"}])), "components.0.components.0", "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI"),
        (json!({"components": [button("a")]}), "components.0.type", "UNION_TYPE_CHOICES"),
        (
            json!({"content": "a", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (json!({"content": "a", "message_reference": {"message_id": "7"}}), "message_reference", "REPLIES_UNKNOWN_MESSAGE"),
    ];
    for (body, at, code) in cases {
        let (status, answer) = raw.call("POST", &path, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{at}: {answer}");
        assert!(answer["errors"].to_string().contains(code), "{at}: {answer}");
        let node = at.split('.').fold(&answer["errors"], |node, part| &node[part]);
        assert_eq!(node["_errors"][0]["code"], code, "{at}: {answer}");
    }
    assert_eq!(raw.guild.channel("general").messages(), []);
    assert_eq!(raw.sandbox.refused_requests().len(), 24);
}

#[tokio::test]
async fn what_is_just_within_the_limits_is_taken() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    let long = |count: usize| "ü".repeat(count);
    let options: Vec<Value> = (0..25).map(|n| json!({"label": long(100), "value": format!("{n}"), "description": long(100)})).collect();
    let rows: Vec<Value> = (0..4)
        .map(|row| {
            let buttons: Vec<Value> = (0..5)
                .map(|n| json!({"type": 2, "style": 2, "label": long(80), "custom_id": format!("{row}{n}{}", "x".repeat(98))}))
                .collect();
            json!({"type": 1, "components": buttons})
        })
        .chain([json!({"type": 1, "components": [{"type": 3, "custom_id": "m", "options": options, "max_values": 25}]})])
        .collect();
    let fields = vec![json!({"name": "n", "value": "v"}); 25];
    let body = json!({"content": long(2000), "components": rows, "embeds": [
        {"title": long(256), "description": long(4096), "fields": fields, "footer": {"text": long(1598)}}]});
    let (status, answer) = raw.call("POST", &path, body).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test]
async fn an_embed_takes_its_time_in_any_writing_of_iso_8601_and_keeps_it_as_discord_does() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    let cases = [
        ("2024-02-29T12:34:56Z", "2024-02-29T12:34:56+00:00"),
        ("2024-02-29T12:34:56.789Z", "2024-02-29T12:34:56.789000+00:00"),
        ("2024-02-29T12:34:56.7Z", "2024-02-29T12:34:56.700000+00:00"),
        ("2024-02-29T12:34:56.123456789Z", "2024-02-29T12:34:56.123456+00:00"),
        ("2024-02-29T12:34:56.789000+00:00", "2024-02-29T12:34:56.789000+00:00"),
        ("2024-03-01T00:04:56+11:30", "2024-02-29T12:34:56+00:00"),
        ("2024-02-29T07:34:56.5-0500", "2024-02-29T12:34:56.500000+00:00"),
        ("1884-01-17T06:30:00Z", "1884-01-17T06:30:00+00:00"),
    ];
    for (given, kept) in cases {
        let (status, answer) = raw.call("POST", &path, json!({"embeds": [{"title": "a", "timestamp": given}]})).await;
        assert_eq!((status, &answer["embeds"][0]["timestamp"]), (200, &json!(kept)), "{given}: {answer}");
    }
    let read = raw.guild.channel("general").messages();
    assert!(read.iter().all(|message| message.embeds()[0].timestamp.is_some()));
    assert_eq!(read[5].embeds()[0].timestamp.unwrap().as_secs(), 1_709_210_096);
}

#[tokio::test]
async fn commands_past_a_limit_fail_the_whole_registration() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/applications/{}/commands", raw.sandbox.bot_id());
    let command = |options: Value| json!([{"name": "a", "description": "b", "options": options}]);
    let option = |name: &str, required: bool| json!({"type": 3, "name": name, "description": "d", "required": required});
    let choices: Vec<Value> = (0..26).map(|n| json!({"name": format!("{n}"), "value": "v"})).collect();
    let many: Vec<Value> = (0..26).map(|n| option(&format!("o{n}"), false)).collect();
    let huge: Vec<Value> = (0..25)
        .map(|n| {
            let choices: Vec<Value> = (0..25).map(|c| json!({"name": format!("{c}{}", "x".repeat(20)), "value": format!("{c}")})).collect();
            json!({"type": 3, "name": format!("o{n}"), "description": "d", "choices": choices})
        })
        .collect();
    let cases = [
        (json!([{"name": "Upper", "description": "b"}]), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (json!([{"name": "two words", "description": "b"}]), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
        (json!([{"name": "x".repeat(33), "description": "b"}]), "0.name", "BASE_TYPE_BAD_LENGTH"),
        (json!([{"name": "a", "description": "x".repeat(101)}]), "0.description", "BASE_TYPE_BAD_LENGTH"),
        (json!([{"name": "a"}]), "0.description", "BASE_TYPE_REQUIRED"),
        (json!([{"name": "a", "description": "b"}, {"name": "a", "description": "b"}]), "1", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
        (command(json!([option("a", false), option("b", true)])), "0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        (command(json!([option("a", false), option("a", false)])), "0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"),
        (command(json!(many)), "0.options", "BASE_TYPE_MAX_LENGTH"),
        (command(json!([{"type": 3, "name": "a", "description": "d", "choices": choices}])), "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"),
        (command(json!(huge)), "0", "APPLICATION_COMMAND_TOO_LARGE"),
    ];
    for (body, at, code) in cases {
        let (status, answer) = raw.call("PUT", &path, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{at}: {answer}");
        let node = at.split('.').fold(&answer["errors"], |node, part| &node[part]);
        assert!(node["_errors"].to_string().contains(code), "{at}: {answer}");
    }
    let hundred: Vec<Value> = (0..101).map(|n| json!({"name": format!("c{n}"), "description": "b"})).collect();
    let (status, answer) = raw.call("PUT", &path, json!(hundred)).await;
    assert_eq!((status, &answer["code"]), (400, &json!(30_032)));
    assert!(raw.sandbox.commands().is_empty());
}

#[tokio::test]
async fn an_interaction_is_answered_once_in_time_and_in_a_fitting_way() {
    let raw = Raw::start(Settings::default()).await;
    let (callback, _) = raw.ask();
    let (status, answer) = raw.call("POST", &callback, json!({"type": 7, "data": {"content": "a"}})).await;
    assert_eq!((status, first_error(&answer["errors"]).0.as_str()), (400, "type"));
    let (_, answer) = raw.call("POST", &callback, json!({"type": 4, "data": {}})).await;
    assert_eq!(answer["code"], 50_006);
    let body = json!({"type": 4, "data": {"content": "Here", "flags": 64}});
    let (status, answer) = raw.call("POST", &format!("{callback}?with_response=true"), body.clone()).await;
    assert_eq!((status, &answer["resource"]["message"]["flags"]), (200, &json!(64)));
    let (status, answer) = raw.call("POST", &callback, body.clone()).await;
    assert_eq!((status, &answer["code"]), (400, &json!(40_060)));

    let (callback, hook) = raw.ask();
    let (_, answer) = raw.call("POST", &hook, json!({"content": "early"})).await;
    assert_eq!(answer["code"], 10_015, "no follow-up before the first answer");
    raw.sandbox.advance(Duration::from_secs(4));
    let (status, answer) = raw.call("POST", &callback, body).await;
    assert_eq!((status, &answer["code"]), (404, &json!(10_062)));
}

#[tokio::test]
async fn what_completes_a_deferred_reply_is_no_edit_but_what_comes_later_is() {
    let raw = Raw::start(Settings::default()).await;
    let body = |content: &str| json!({"content": content, "embeds": [{"title": content}]});
    for by_follow_up in [false, true] {
        let (callback, hook) = raw.ask();
        let original = format!("{hook}/messages/@original");
        raw.call("POST", &callback, json!({"type": 5})).await;
        let (method, path) = if by_follow_up { ("POST", &hook) } else { ("PATCH", &original) };
        let (status, first) = raw.call(method, path, body("Done")).await;
        assert_eq!((status, &first["edited_timestamp"], &first["flags"]), (200, &json!(null), &json!(0)), "{first}");
        let shown = |index: usize| raw.guild.channel("general").messages()[index].clone();
        let index = usize::from(by_follow_up);
        assert_eq!(shown(index).edits(), 0);
        let (_, later) = raw.call("PATCH", &original, body("Done better")).await;
        assert!(later["edited_timestamp"].is_string(), "{later}");
        assert_eq!(shown(index).edits(), 1);
    }
    let (callback, hook) = raw.ask();
    raw.call("POST", &callback, json!({"type": 4, "data": body("At once")})).await;
    let (_, edited) = raw.call("PATCH", &format!("{hook}/messages/@original"), body("Again")).await;
    assert!(edited["edited_timestamp"].is_string(), "{edited}");
}

#[tokio::test]
async fn a_token_dies_after_fifteen_minutes() {
    let raw = Raw::start(Settings::default()).await;
    let (callback, hook) = raw.ask();
    raw.call("POST", &callback, json!({"type": 5})).await;
    raw.sandbox.advance(Duration::from_secs(14 * 60));
    let original = format!("{hook}/messages/@original");
    let (status, _) = raw.call("PATCH", &original, json!({"content": "Just in time"})).await;
    assert_eq!(status, 200);
    raw.sandbox.advance(Duration::from_secs(61));
    let (status, answer) = raw.call("PATCH", &original, json!({"content": "Too late"})).await;
    assert_eq!((status, &answer["code"]), (401, &json!(50_027)));
}

#[tokio::test]
async fn modals_and_completions_have_limits_too() {
    let raw = Raw::start(Settings::default()).await;
    let (callback, _) = raw.ask();
    let input = |label: &str| json!({"type": 1, "components": [{"type": 4, "style": 1, "custom_id": label, "label": label}]});
    let modal = |title: &str, rows: Vec<Value>| json!({"type": 9, "data": {"title": title, "custom_id": "m", "components": rows}});
    let cases = [
        (modal(&"x".repeat(46), vec![input("a")]), "data.title"),
        (modal("a", vec![]), "data.components"),
        (modal("a", (0..6).map(|n| input(&n.to_string())).collect()), "data.components"),
        (modal("a", vec![input("a"), input("a")]), "data.components.1.components.0.custom_id"),
        (modal("a", vec![input(&"x".repeat(46))]), "data.components.0.components.0.label"),
    ];
    for (body, at) in cases {
        let (_, answer) = raw.call("POST", &callback, body).await;
        assert_eq!(first_error(&answer["errors"]).0, at, "{answer}");
    }
    assert_eq!(raw.call("POST", &callback, modal("a", vec![input("a")])).await.0, 204);
}

#[tokio::test]
async fn permissions_are_worked_out_and_asked_for() {
    let raw = Raw::start(Settings::default()).await;
    let channel = raw.guild.channel("general");
    let path = format!("/channels/{}/messages", channel.id());
    let embed = json!({"embeds": [{"title": "a"}]});
    let (_, sent) = raw.call("POST", &path, json!({"content": "a"})).await;
    let id = sent["id"].as_str().unwrap();
    let threads = format!("{path}/{id}/threads");
    for (bit, path, body) in [
        (may::SEND_MESSAGES, &path, json!({"content": "a"})),
        (may::EMBED_LINKS, &path, embed),
        (may::CREATE_PUBLIC_THREADS, &threads, json!({"name": "t"})),
    ] {
        raw.guild.deny_bot(&channel, bit);
        let (status, answer) = raw.call("POST", path, body).await;
        assert_eq!((status, &answer["code"]), (403, &json!(50_013)), "{path}");
    }
    raw.guild.deny_bot(&channel, may::ATTACH_FILES);
    let (status, answer) = raw.upload(&path, json!({}), &[("a.txt", b"a")]).await;
    assert_eq!((status, &answer["code"]), (403, &json!(50_013)));
    raw.guild.deny_bot(&channel, may::VIEW_CHANNEL);
    let (status, answer) = raw.call("POST", &path, json!({"content": "a"})).await;
    assert_eq!((status, &answer["code"]), (403, &json!(50_001)));
    raw.guild.allow_bot(&channel, may::VIEW_CHANNEL);
    let pin = format!("/channels/{}/messages/pins/{id}", channel.id());
    assert_eq!(raw.call("PUT", &pin, json!(null)).await.1["code"], 50_013);
    raw.guild.allow_bot(&channel, may::PIN_MESSAGES);
    assert_eq!(raw.call("PUT", &pin, json!(null)).await.0, 204);
    assert_eq!(channel.pins().len(), 1);
}

#[tokio::test]
async fn files_come_with_messages_and_are_served() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    let body = json!({"embeds": [{"title": "Map", "image": {"url": "attachment://map.png"}}],
        "attachments": [{"id": 0, "description": "The map"}, {"id": "1", "filename": "notes.md"}]});
    let files: [(&str, &[u8]); 2] = [("map.png", b"\x89PNG"), ("n.md", b"notes")];
    let (status, sent) = raw.upload(&path, body, &files).await;
    assert_eq!(status, 200, "{sent}");
    assert_eq!(sent["attachments"].as_array().unwrap().len(), 1, "the picture stands in the embed");
    let url = sent["embeds"][0]["image"]["url"].as_str().unwrap();
    let picture = reqwest::get(url).await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    assert_eq!(picture.bytes().await.unwrap(), &b"\x89PNG"[..]);
    let message = raw.guild.channel("general").last_message().unwrap();
    assert_eq!(message.attachments()[0].description.as_deref(), Some("The map"));
    let edit = format!("{path}/{}", message.id());
    let (_, edited) = raw.call("PATCH", &edit, json!({"attachments": [], "embeds": []})).await;
    assert_eq!(edited["code"], 50_006, "nothing would be left");
    let (_, edited) = raw.call("PATCH", &edit, json!({"content": "a", "attachments": [], "embeds": []})).await;
    assert_eq!(edited["attachments"], json!([]));
}

#[tokio::test]
async fn only_allowed_mentions_notify() {
    let raw = Raw::start(Settings::default()).await;
    let (anna, bob) = (raw.guild.member("anna").id(), raw.guild.member("bob").id());
    let path = format!("/channels/{}/messages", raw.general());
    let content = format!("<@{anna}> <@{bob}> @everyone");
    for (allowed, count) in
        [(json!(null), 2), (json!({"parse": []}), 0), (json!({"parse": ["users"]}), 2), (json!({"users": [anna.to_string()]}), 1)]
    {
        let mut body = json!({"content": content});
        if !allowed.is_null() {
            body["allowed_mentions"] = allowed;
        }
        let (_, sent) = raw.call("POST", &path, body).await;
        assert_eq!(sent["mentions"].as_array().unwrap().len(), count, "{sent}");
        assert_eq!(sent["mention_everyone"], false, "it lacks the permission");
    }
}

#[tokio::test]
async fn a_user_installed_bot_answers_where_it_cannot_post() {
    let raw = Raw::start(Settings::default()).await;
    raw.call(
        "PUT",
        &format!("/applications/{}/commands", raw.sandbox.bot_id()),
        json!([{"name": "ask", "description": "Asks", "integration_types": [0, 1], "contexts": [0, 1, 2]}]),
    )
    .await;
    let anna = raw.guild.member("anna").user_installed();
    let reply = anna.start_run("/ask").unwrap();
    let payload = reply.payload();
    assert_eq!(payload["authorizing_integration_owners"], json!({"1": anna.id().to_string()}));
    assert_eq!(payload["context"], 0);
    let callback = raw::callback(&payload);
    let body = json!({"type": 4, "data": {"content": "Here"}});
    assert_eq!(raw.call("POST", &callback, body).await.0, 204);
    assert_eq!(reply.finish().await.unwrap().content(), "Here");
    let path = format!("/channels/{}/messages", anna.channel().id());
    assert_eq!(raw.call("POST", &path, json!({"content": "a"})).await.1["code"], 50_001);
}

#[tokio::test]
async fn in_an_announcement_channel_no_thread_is_taken_but_one_of_its_own_kind() {
    let raw = Raw::start(Settings::default()).await;
    let threads = format!("/channels/{}/threads", raw.guild.announcement_channel("news").id());
    for body in [json!({"name": "t", "type": 11}), json!({"name": "t", "type": 12}), json!({"name": "t"})] {
        let (status, answer) = raw.call("POST", &threads, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{answer}");
        assert_eq!(first_error(&answer["errors"]), ("type".to_owned(), "BASE_TYPE_CHOICES".to_owned()), "{answer}");
    }
    let (status, thread) = raw.call("POST", &threads, json!({"name": "t", "type": 10})).await;
    assert_eq!((status, &thread["type"]), (201, &json!(10)), "{thread}");
}

#[tokio::test]
async fn an_archived_thread_wakes_unless_it_is_locked() {
    let raw = Raw::start(Settings::default()).await;
    let (status, thread) = raw.call("POST", &format!("/channels/{}/threads", raw.general()), json!({"name": "t", "type": 11})).await;
    assert_eq!(status, 201, "{thread}");
    let path = format!("/channels/{}", thread["id"].as_str().unwrap());
    raw.call("PATCH", &path, json!({"archived": true})).await;
    let (status, _) = raw.call("POST", &format!("{path}/messages"), json!({"content": "a"})).await;
    assert_eq!(status, 200);
    assert!(!raw.guild.threads()[0].is_archived());
    raw.call("PATCH", &path, json!({"archived": true, "locked": true})).await;
    let (_, answer) = raw.call("POST", &format!("{path}/messages"), json!({"content": "a"})).await;
    assert_eq!(answer["code"], 50_083);
    // Who began it has no key to it either.
    let (status, _) = raw.call("PATCH", &path, json!({"archived": false})).await;
    assert_eq!(status, 403);
}

#[tokio::test]
async fn in_an_archived_thread_nothing_is_changed_and_a_locked_one_takes_no_post_and_no_answer() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let (_, thread) = raw.call("POST", &format!("/channels/{}/threads", raw.general()), json!({"name": "t", "type": 11})).await;
    let path = format!("/channels/{}", thread["id"].as_str().unwrap());
    let (_, message) = raw.call("POST", &format!("{path}/messages"), json!({"content": "a"})).await;
    let message = format!("{path}/messages/{}", message["id"].as_str().unwrap());
    raw.call("PATCH", &path, json!({"archived": true})).await;
    for (method, path) in [("PATCH", message.clone()), ("PUT", format!("{message}/reactions/%F0%9F%90%AA/@me"))] {
        let (status, answer) = raw.call(method, &path, json!({"content": "b"})).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_083)), "{method} {path}");
    }
    // Deleted it can be.
    assert_eq!(raw.call("DELETE", &message, json!(null)).await.0, 204);
    let there = raw.guild.threads().pop().unwrap();
    there.lock();
    let heard = anna.at(&there).start_interact(&json!({"type": 2, "data": {"id": "1", "name": "ask", "type": 1}})).payload();
    let (status, answer) = raw.call("POST", &raw::callback(&heard), json!({"type": 4, "data": {"content": "b"}})).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50_083)));
    // One that is locked and open takes no post either.
    let (_, thread) = raw.call("POST", &format!("/channels/{}/threads", raw.general()), json!({"name": "u", "type": 11})).await;
    raw.guild.threads().iter().find(|channel| channel.name() == "u").unwrap().lock_open();
    let path = format!("/channels/{}/messages", thread["id"].as_str().unwrap());
    assert_eq!(raw.call("POST", &path, json!({"content": "a"})).await.1["code"], 160_005);
}

#[tokio::test]
async fn a_thread_in_which_nothing_happens_is_archived_when_its_time_is_over() {
    let raw = Raw::start(Settings::default()).await;
    let body = json!({"name": "t", "type": 11, "auto_archive_duration": 60});
    raw.call("POST", &format!("/channels/{}/threads", raw.general()), body).await;
    let there = raw.guild.threads().pop().unwrap();
    raw.sandbox.advance(Duration::from_secs(59 * 60));
    assert!(!there.is_archived());
    raw.sandbox.advance(Duration::from_secs(60));
    assert!(there.is_archived());
}

#[tokio::test]
async fn what_should_be_an_object_and_is_none_is_refused() {
    let raw = Raw::start(Settings { bot_permissions: may::MANAGE_ROLES, ..Settings::default() }).await;
    let messages = format!("/channels/{}/messages", raw.general());
    for (body, at) in [
        (json!([1]), ""),
        (json!({"components": [1]}), "components.0"),
        (json!({"components": [{"type": 1, "components": ["x"]}]}), "components.0.components.0"),
        (json!({"flags": 32_768, "components": [{"type": 17, "components": [[]]}]}), "components.0.components.0"),
        (json!({"embeds": [[]]}), "embeds.0"),
        (json!({"embeds": [{"description": "x", "fields": ["x"]}]}), "embeds.0.fields.0"),
    ] {
        let (status, answer) = raw.call("POST", &messages, body).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{at}: {answer}");
        let node = at.split('.').filter(|part| !part.is_empty()).fold(&answer["errors"], |node, part| &node[part]);
        assert_eq!(node["_errors"][0]["code"], "MODEL_TYPE_CONVERT", "{at}: {answer}");
    }
    let overwrite = format!("/channels/{}/permissions/{}", raw.general(), raw.guild.id());
    let (status, answer) = raw.call("PUT", &overwrite, json!([])).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50_035)), "{answer}");
    let (callback, _) = raw.ask();
    let modal = json!({"title": "a", "custom_id": "m", "components": [{"type": 10, "content": "a", "components": [1]}]});
    let (status, answer) = raw.call("POST", &callback, json!({"type": 9, "data": modal})).await;
    assert_eq!(status, 204, "what nobody looks at does no harm: {answer}");
    // A text beside a `payload_json` that is a list.
    let form = reqwest::multipart::Form::new().text("payload_json", "[]").text("content", "a");
    let url = format!("{}/api/v10{messages}", raw.sandbox.base());
    let request = raw.client.post(url).header("authorization", format!("Bot {}", raw.sandbox.token()));
    let answer = request.multipart(form).send().await.unwrap();
    assert_eq!(answer.status(), 400);
    assert_eq!(answer.json::<Value>().await.unwrap()["code"], 50_035);
    assert_eq!(raw.guild.channel("general").messages(), []);
}

#[tokio::test]
async fn a_file_of_three_mebibytes_is_taken_and_one_of_more_than_ten_is_not() {
    let raw = Raw::start(Settings::default()).await;
    let path = format!("/channels/{}/messages", raw.general());
    let sent = async |bytes: usize| {
        let text = "a".repeat(bytes);
        raw.upload(&path, json!({}), &[("log.txt", text.as_bytes())]).await
    };
    let (status, answer) = sent(3 << 20).await;
    assert_eq!((status, &answer["attachments"][0]["size"]), (200, &json!(3 << 20)), "{answer}");
    let (status, answer) = sent((10 << 20) + 1).await;
    assert_eq!((status, &answer["code"]), (413, &json!(40_005)), "{answer}");
}

#[tokio::test]
async fn a_files_bytes_go_with_the_last_message_that_has_it() {
    let raw = Raw::start(Settings::default()).await;
    let served = async |message: &Value| {
        let url = message["attachments"][0]["url"].as_str().unwrap();
        reqwest::get(url).await.unwrap().status().as_u16()
    };
    let second = raw.guild.channel("second");
    let path = format!("/channels/{}/messages", second.id());
    let mut sent = Vec::new();
    for name in ["exchanged.txt", "deleted.txt", "left.txt"] {
        let (status, message) = raw.upload(&path, json!({"content": "a"}), &[(name, b"a")]).await;
        assert_eq!((status, served(&message).await), (200, 200), "{message}");
        sent.push(message);
    }
    let of = |message: &Value| format!("{path}/{}", message["id"].as_str().unwrap());
    let kept = json!({"content": "b", "attachments": [{"id": sent[2]["attachments"][0]["id"]}]});
    assert_eq!(raw.call("PATCH", &of(&sent[2]), kept).await.0, 200);
    assert_eq!(raw.call("PATCH", &of(&sent[0]), json!({"attachments": []})).await.0, 200);
    assert_eq!(raw.call("DELETE", &of(&sent[1]), json!(null)).await.0, 204);
    assert_eq!([served(&sent[0]).await, served(&sent[1]).await, served(&sent[2]).await], [404, 404, 200]);
    second.delete();
    assert_eq!(served(&sent[2]).await, 404, "the channel's messages are gone, and their files");
}

#[tokio::test]
async fn an_interaction_is_forgotten_after_a_day() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let ask = json!({"type": 2, "data": {"id": "1", "name": "ask", "type": 1}});
    let first = anna.start_interact(&ask);
    raw.sandbox.advance(Duration::from_secs(23 * 3600));
    let second = anna.start_interact(&ask);
    assert!(first.payload().is_object() && second.payload().is_object());
    raw.sandbox.advance(Duration::from_secs(2 * 3600));
    let _ = anna.start_interact(&ask);
    assert!(first.payload().is_null() && second.payload().is_object());
}

/// A message of the bot's in a channel, with a button `b`.
async fn with_a_button(raw: &Raw, channel: &sandbox::Channel) -> sandbox::Message {
    let button = json!({"type": 2, "style": 1, "label": "Press", "custom_id": "b"});
    let body = json!({"content": "a", "components": [{"type": 1, "components": [button]}]});
    let (status, answer) = raw.call("POST", &format!("/channels/{}/messages", channel.id()), body).await;
    assert_eq!(status, 200, "{answer}");
    channel.last_message().unwrap()
}

#[tokio::test]
async fn an_update_that_would_leave_nothing_of_its_message_is_refused() {
    let raw = Raw::start(Settings::default()).await;
    let message = with_a_button(&raw, &raw.guild.channel("general")).await;
    let pressed = raw.guild.member("anna").start_press(&message, "b").unwrap();
    let callback = raw::callback(&pressed.payload());
    let (status, answer) = raw.call("POST", &callback, json!({"type": 7, "data": {"content": "", "components": []}})).await;
    assert_eq!((status, &answer["code"]), (400, &json!(50_006)), "{answer}");
    assert_eq!(raw.call("POST", &callback, json!({"type": 7, "data": {"components": []}})).await.0, 204);
    assert_eq!((pressed.content().as_str(), pressed.components().len()), ("a", 0));
}

#[tokio::test]
async fn nobody_presses_in_a_channel_that_they_do_not_see_but_with_a_client_of_their_own_making() {
    let raw = Raw::start(Settings { answer_limit: Duration::from_millis(50), ..Settings::default() }).await;
    let (anna, second) = (raw.guild.member("anna"), raw.guild.channel("second"));
    let message = with_a_button(&raw, &second).await;
    second.deny_everyone(may::VIEW_CHANNEL);
    let refused = anna.start_press(&message, "Press").unwrap_err();
    assert!(refused.to_string().contains("not for them to see"), "{refused}");
    assert!(anna.try_select(&message, "menu", &["a"]).await.unwrap_err().to_string().contains("not for them to see"));
    assert!(anna.press_raw(message.id(), "b").await.unwrap().payload().is_object(), "it is sent all the same");
}

#[tokio::test]
async fn what_only_one_person_sees_is_not_told_by_what_replies_to_it() {
    let raw = Raw::start(Settings::default()).await;
    let (callback, hook) = raw.ask();
    let bob = raw.guild.member("bob");
    raw.call("POST", &callback, json!({"type": 4, "data": {"content": "a secret", "flags": 64}})).await;
    let (status, open) = raw.call("POST", &hook, json!({"content": "for all"})).await;
    assert_eq!(status, 200, "{open}");
    assert!(open["message_reference"].is_object() && open["referenced_message"].is_null(), "{open}");
    let (_, private) = raw.call("POST", &hook, json!({"content": "for her", "flags": 64})).await;
    assert_eq!(private["referenced_message"]["content"], "a secret", "{private}");
    let page = format!("/page/channels/{}/messages?as={}", raw.general(), bob.id());
    let (_, seen) = raw.order("GET", &page, json!(null)).await;
    assert_eq!(seen["messages"].as_array().unwrap().len(), 1, "{seen}");
    assert_eq!((seen["messages"][0].get("message_reference"), seen.to_string().contains("secret")), (None, false), "{seen}");
}

#[tokio::test]
async fn one_replies_to_and_uses_commands_on_what_stands_before_them_alone() {
    let raw = Raw::start(Settings::default()).await;
    let commands = format!("/applications/{}/commands", raw.sandbox.bot_id());
    assert_eq!(raw.call("PUT", &commands, json!([{"name": "Quote", "type": 3}])).await.0, 200);
    let (anna, bob) = (raw.guild.member("anna"), raw.guild.member("bob"));
    let said = anna.say("Hello").await;
    let (callback, _) = raw.ask();
    raw.call("POST", &callback, json!({"type": 4, "data": {"content": "for anna", "flags": 64}})).await;
    let hers = raw.guild.channel("general").messages_for(&anna).pop().unwrap();
    for (who, message) in [(anna.in_channel("second"), &said), (bob, &hers)] {
        let refused = who.try_say("Look", Some(message.id())).unwrap_err();
        assert!(refused.to_string().contains("not for them to see"), "{refused}");
        let refused = who.run_on_message("Quote", message).await.unwrap_err();
        assert!(refused.to_string().contains("not for them to see"), "{refused}");
    }
    assert_eq!(anna.try_say("Hello again", Some(said.id())).unwrap().replies_to(), Some(said.id()));
}

#[tokio::test]
async fn who_takes_no_direct_messages_is_written_to_in_vain() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    for (refused, status, code) in [(true, 403, json!(50_007)), (false, 200, json!(null))] {
        anna.refuse_direct_messages(refused);
        let (given, opened) = raw.call("POST", "/users/@me/channels", json!({"recipient_id": anna.id().to_string()})).await;
        assert_eq!(given, 200, "{opened}");
        let path = format!("/channels/{}/messages", opened["id"].as_str().unwrap());
        let (given, answer) = raw.call("POST", &path, json!({"content": "a"})).await;
        assert_eq!((given, &answer["code"]), (status, &code), "{answer}");
    }
    assert_eq!(anna.in_direct_messages().channel().messages().len(), 1);
}
