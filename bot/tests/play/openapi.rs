//! What the umpire sends, held against Discord's own description of its API.
//!
//! The description is a file of Discord's that is not in this repository: the environment variable `DISCORD_OPENAPI` names

//! it (<https://github.com/discord/discord-api-spec>, `specs/openapi.json`). Without it the test says so and passes.

use std::collections::{BTreeMap, BTreeSet};

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board, select_late};
use jsonschema::Validator;
use sandbox::Request;
use serde_json::{Value, json};

/// Discord's description of its API, if this run has it.
fn description() -> Option<Value> {
    let path = std::env::var_os("DISCORD_OPENAPI")?;
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("DISCORD_OPENAPI: {}: {error}", path.display()));
    let mut description = serde_json::from_str(&text).unwrap_or_else(|error| panic!("DISCORD_OPENAPI: {}: {error}", path.display()));
    relax(&mut description);
    Some(description)
}

/// In two places the description is stricter than Discord.
fn relax(description: &mut Value) {
    let schemas = description["components"]["schemas"].as_object_mut().unwrap();
    // Sets of permissions are described as integers; Discord's documentation wants them as strings, and it takes both.
    let bits = json!({ "type": ["integer", "string", "null"], "minimum": 0, "pattern": "^[0-9]+$" });
    for request in ["ApplicationCommandCreateRequest", "ApplicationCommandUpdateRequest"] {
        let property = &mut schemas[request]["properties"]["default_member_permissions"];
        assert!(property.is_object(), "{request} has permissions no more");
        *property = bits.clone();
    }
    // The ids that join attachments to the files of an upload are described as snowflakes, which are strings; Discord's
    // documentation shows integers, and it takes both.
    let id = &mut schemas["MessageAttachmentRequest"]["properties"]["id"];
    assert!(id.is_object(), "attachments have ids no more");
    *id = json!({ "anyOf": [id.clone(), { "type": "integer", "minimum": 0 }] });
}

/// Judges requests by a description.
struct Judge {
    description: Value,
    validators: BTreeMap<String, Validator>,
    /// Method and path of what has been judged, as described: "POST /channels/{channel_id}/messages".
    seen: BTreeSet<String>,
}

impl Judge {
    fn new(description: Value) -> Self {
        Self { description, validators: BTreeMap::new(), seen: BTreeSet::new() }
    }

    /// The path as it is described; where several fit, the one with most words in common.
    fn described(&self, path: &str) -> Option<String> {
        let parts: Vec<&str> = path.split('/').collect();
        let paths = self.description["paths"].as_object().unwrap();
        paths
            .keys()
            .filter(|template| {
                let wanted: Vec<&str> = template.split('/').collect();
                wanted.len() == parts.len() && wanted.iter().zip(&parts).all(|(wanted, part)| wanted.starts_with('{') || wanted == part)
            })
            .min_by_key(|template| template.matches('{').count())
            .cloned()
    }

    /// What is wrong with a request: nothing, if it is as described.
    fn complaints(&mut self, method: &str, path_and_query: &str, body: &Value) -> Vec<String> {
        let (path, query) = path_and_query.split_once('?').unwrap_or((path_and_query, ""));
        let Some(template) = self.described(path) else { return vec![format!("no path is like {path}")] };
        let at = &self.description["paths"][&template];
        let operation = &at[method.to_lowercase()];
        if !operation.is_object() {
            return vec![format!("{template} takes no {method}")];
        }
        let known: BTreeSet<&str> = [&at["parameters"], &operation["parameters"]]
            .into_iter()
            .filter_map(Value::as_array)
            .flatten()
            .filter(|parameter| parameter["in"] == "query")
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        let mut complaints: Vec<String> = query
            .split('&')
            .filter_map(|pair| pair.split('=').next())
            .filter(|name| !name.is_empty() && !known.contains(name))
            .map(|name| format!("{method} {template} takes no {name}"))
            .collect();
        let wanted = &operation["requestBody"];
        let schema = wanted["content"]["application/json"]["schema"].clone();
        let key = format!("{method} {template}");
        match (body.is_null(), schema.is_null()) {
            (true, _) if wanted["required"] == true => complaints.push(format!("{key} wants a body")),
            (true, _) => {}
            (false, true) => complaints.push(format!("{key} takes no body")),
            (false, false) => {
                let components = &self.description["components"];
                let validator = self.validators.entry(key.clone()).or_insert_with(|| {
                    let schema = json!({
                        "$schema": "https://json-schema.org/draft/2020-12/schema",
                        "components": components,
                        "allOf": [schema],
                    });
                    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{key}: {error}"))
                });
                complaints.extend(validator.iter_errors(body).map(|error| format!("{key}: {} at {}", error, error.instance_path())));
            }
        }
        self.seen.insert(key);
        complaints
    }
}

/// A short campaign and quick rolls, with every kind of answer the umpire has.
async fn play(table: &Table) {
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    // Quick rolls: with buttons, menus to complete, forms, in direct messages, refused.
    tom.run("/help topic:\"Your own dice\"").await;
    tom.complete("/encounter location:ta").await;
    let battle = tom.run("/encounter location:\"Mud Bay\" dice:\"5 4 3 3 2 2 1 3 4 3\"").await;
    let form = battle.press("We withdrew: pursuit").await;
    form.fill(&[("ours", "7"), ("cavalry", "0"), ("dice", "5 2")]).submit().await;
    let form = battle.press("We held the field: casualties").await;
    form.fill(&[("lost", "many")]).submit().await;
    let pursuit = tom.run("/pursuit ours:7 theirs:15 left:5 dice:\"5 2\"").await;
    pursuit.press("Roll recovery for 2").await;
    tom.in_direct_messages().run("/roll what:2D6+1 private:true").await;
    tom.run("/roll what:six").await;
    tom.run("/map island:Lopez").await;
    // A campaign whose first garrison asks where to go.
    rich.run("/campaign start dice:\"6 3\"").await;
    let asks = table.message("where does the garrison of Stuart go");
    rich.select(&asks, "Where does the garrison go?", &["Retreat to Roche Harbor"]).await;
    select_late(&rich, &asks, "Where does the garrison go?", "Retreat to Olga").await;
    rich.run("/turn order:rebellion").await;
    rich.run("/turn").await;
    // A second one, in another channel, to its end.
    let rich = rich.in_channel("second");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let second = table.guild.channel("second");
    let rebellion = second.wait_for(|message| !is_board(message) && message.text().contains("the rebellion spreads")).await;
    rich.press(&rebellion, "All 23 rolls").await;
    rich.press(&rebellion, "Map").await;
    rich.press(&rebellion, "Pass: 1 Op").await;
    rich.run("/encounter location:Tamai dice:4").await;
    tom.in_channel("second").run("/campaign join").await;
    rich.run("/campaign status").await;
    let asks = rich.run("/campaign end").await;
    asks.press("Go on with it").await;
    let asks = rich.run("/campaign end").await;
    asks.press("End the campaign").await;
    second.wait_for(|message| message.text().contains("is closed.**")).await;
}

/// Requests that are not as described are found out: the judge is no rubber stamp.
fn judge_is_strict(judge: &mut Judge) {
    let message = "/channels/1/messages";
    let row = |button: Value| json!({ "components": [{ "type": 1, "components": [button] }] });
    let button = |label: &str| json!({ "type": 2, "style": 1, "custom_id": "a", "label": label });
    assert_eq!(judge.complaints("POST", message, &row(button("A"))), Vec::<String>::new());
    for (method, path, body) in [
        ("POST", message, json!({ "content": 1 })),
        ("POST", message, json!({ "content": "x".repeat(4_001) })),
        ("POST", message, json!({ "embeds": [{ "description": "x".repeat(4_097) }] })),
        ("POST", message, row(button(&"A".repeat(81)))),
        ("POST", message, json!({ "attachments": [{ "id": true }] })),
        ("POST", message, Value::Null),
        ("POST", "/interactions/1/token/callback", json!({ "type": 40 })),
        ("PUT", "/applications/1/commands", json!([{ "name": "", "description": "b" }])),
        ("PUT", "/applications/1/commands", json!([{ "name": "a", "default_member_permissions": "many" }])),
        ("PUT", message, json!({ "content": "x" })),
        ("GET", "/channels/1/messages?sort=up", Value::Null),
        ("GET", "/gateway/bot", json!({})),
        ("GET", "/nowhere/1", Value::Null),
    ] {
        assert!(!judge.complaints(method, path, &body).is_empty(), "{method} {path} {body} is let through");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_of_the_umpire_is_as_discord_describes_it() {
    let Some(description) = description() else {
        println!("not held against Discord's description: DISCORD_OPENAPI names no file");
        return;
    };
    judge_is_strict(&mut Judge::new(description.clone()));
    let table = Table::laid().await;
    play(&table).await;
    table.sandbox.settle().await;
    table.sandbox.assert_nothing_refused();
    let mut judge = Judge::new(description);
    let requests = table.sandbox.requests();
    let complaints: Vec<String> = requests
        .iter()
        .flat_map(|Request { method, path, body, .. }| {
            judge.complaints(method, path, body).into_iter().map(move |complaint| format!("{complaint}\n  sent {body}"))
        })
        .collect();
    assert!(complaints.is_empty(), "{} of {} requests:\n{}", complaints.len(), requests.len(), complaints.join("\n"));
    for route in [
        "PUT /applications/{application_id}/commands",
        "POST /channels/{channel_id}/messages",
        "POST /interactions/{interaction_id}/{interaction_token}/callback",
        "POST /webhooks/{webhook_id}/{webhook_token}",
        "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    ] {
        assert!(judge.seen.contains(route), "{route} was not tried: {:?}", judge.seen);
    }
}
