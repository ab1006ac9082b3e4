//! Menus in forms, filled in at the page and by the driver.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::raw;

use std::time::Duration;

use raw::{Line, Raw, callback, ready};
use sandbox::{Member, Reply, Settings};
use serde_json::{Value, json};

/// A bot, and anna with its form open before her.
struct Form {
    raw: Raw,
    line: Line,
    anna: Member,
    opened: Reply,
}

impl Form {
    /// Opens a form with these fields, each labelled with its custom id in capitals.
    async fn open(fields: impl FnOnce(&Raw) -> Vec<Value>) -> Self {
        // Nobody answers the forms; that shall not take long.
        let raw = Raw::start(Settings { answer_limit: Duration::from_secs(2), ..Settings::default() }).await;
        let (line, _) = ready(&raw, 0).await;
        let anna = raw.guild.member("anna");
        let opened = anna.start_interact(&json!({"type": 2, "data": {"id": "1", "name": "ask", "type": 1}}));
        let label = |field: Value| {
            let label = field["custom_id"].as_str().unwrap().to_uppercase();
            json!({"type": 18, "label": label, "component": field})
        };
        let rows: Vec<Value> = fields(&raw).into_iter().map(label).collect();
        let modal = json!({"type": 9, "data": {"title": "A form", "custom_id": "m", "components": rows}});
        let (status, answer) = raw.call("POST", &callback(&opened.payload()), modal).await;
        assert_eq!(status, 204, "{answer}");
        Self { raw, line, anna, opened }
    }

    async fn post(&self, fields: &Value) -> Value {
        let url = format!("{}/page/interactions/{}/submit", self.raw.sandbox.base(), self.opened.interaction_id());
        let body = json!({"as": self.anna.id().to_string(), "fields": fields});
        self.raw.client.post(url).json(&body).send().await.unwrap().json().await.unwrap()
    }

    /// Sends the form off at the page; gives the data the bot hears.
    async fn submit(&mut self, fields: Value) -> Value {
        let answer = self.post(&fields).await;
        assert!(answer["interaction_id"].is_string(), "{fields}: {answer}");
        self.heard().await
    }

    /// Sends the form off at the page; gives why that cannot be.
    async fn refused(&self, fields: Value) -> String {
        self.post(&fields).await["error"].as_str().unwrap().to_owned()
    }

    /// The next form the bot hears of.
    async fn heard(&mut self) -> Value {
        loop {
            let event = self.line.event("INTERACTION_CREATE").await;
            if event["d"]["type"] == 5 {
                return event["d"]["data"].clone();
            }
        }
    }
}

/// What a form's fields hold, in order.
fn values(data: &Value) -> Vec<Value> {
    let rows = data["components"].as_array().unwrap().iter();
    rows.map(|row| if row["component"]["type"] == 4 { row["component"]["value"].clone() } else { row["component"]["values"].clone() })
        .collect()
}

/// A text, an optional menu with a default, and a menu of up to two with a comma in a value and in a label.
fn tea(_: &Raw) -> Vec<Value> {
    let cakes = json!([{"label": "Scone", "value": "scone", "default": true}, {"label": "Seed cake", "value": "seed"}]);
    let teas =
        json!([{"label": "Tea, black", "value": "tea,black"}, {"label": "Tea", "value": "tea"}, {"label": "Coffee", "value": "coffee"}]);
    vec![
        json!({"type": 4, "custom_id": "name", "style": 1, "required": false}),
        json!({"type": 3, "custom_id": "cake", "options": cakes, "required": false}),
        json!({"type": 3, "custom_id": "drinks", "options": teas, "max_values": 2}),
    ]
}

#[tokio::test]
async fn values_of_a_menu_in_a_form_come_as_a_list_and_may_hold_commas() {
    let mut form = Form::open(tea).await;
    let data = form.submit(json!({"drinks": ["tea,black", "coffee"], "name": "Burnaby, F."})).await;
    assert_eq!(values(&data), [json!("Burnaby, F."), json!(["scone"]), json!(["tea,black", "coffee"])]);
    let data = form.submit(json!({"DRINKS": ["Tea, black"], "CAKE": ["Seed cake"]})).await;
    assert_eq!(values(&data), [json!(""), json!(["seed"]), json!(["tea,black"])]);
    let data = form.submit(json!({"drinks": "Tea, coffee"})).await;
    assert_eq!(values(&data)[2], json!(["tea", "coffee"]), "a plain text is still parted at its commas");
    assert!(form.refused(json!({"drinks": ["tea", "coffee", "tea,black"]})).await.contains("1 to 2 may be chosen"));
    assert!(form.refused(json!({"drinks": ["gin"]})).await.contains("the options are \"Tea, black\", \"Tea\", \"Coffee\""));
    assert!(form.refused(json!({"drinks": ["tea"], "name": ["a", "b"]})).await.contains("a text, not a list"));
}

#[tokio::test]
async fn an_optional_menu_in_a_form_can_be_emptied_and_a_required_one_cannot() {
    let mut form = Form::open(tea).await;
    for nothing in [json!([]), json!("")] {
        let data = form.submit(json!({"drinks": ["tea"], "cake": nothing})).await;
        assert_eq!(values(&data)[1], json!([]));
        assert!(form.refused(json!({"drinks": nothing})).await.contains("1 to 2 may be chosen"));
    }
    assert!(form.refused(json!({})).await.contains("1 to 2 may be chosen"), "it has no default");
}

#[tokio::test]
async fn menus_left_alone_in_a_form_send_their_defaults() {
    let mut ids = Vec::new();
    let mut form = Form::open(|raw| {
        let (anna, bob) = (raw.guild.member("anna").id().to_string(), raw.guild.member("bob").id().to_string());
        let (role, channel) = (raw.guild.id().to_string(), raw.general().to_string());
        ids = vec![anna.clone(), bob.clone(), role.clone(), channel.clone()];
        let of = |kind: &str, id: &str| json!({"type": kind, "id": id});
        vec![
            json!({"type": 5, "custom_id": "guests", "max_values": 2, "default_values": [of("user", &anna), of("user", &bob)]}),
            json!({"type": 6, "custom_id": "band", "default_values": [of("role", &role)]}),
            json!({"type": 7, "custom_id": "whoever", "max_values": 2, "default_values": [of("role", &role), of("user", &bob)]}),
            json!({"type": 8, "custom_id": "where", "required": false, "default_values": [of("channel", &channel)]}),
        ]
    })
    .await;
    let [anna, bob, role, channel] = &ids[..] else { panic!("{ids:?}") };
    let data = form.submit(json!({})).await;
    assert_eq!(values(&data), [json!([anna, bob]), json!([role]), json!([role, bob]), json!([channel])]);
    let resolved = |kind: &str, id: &str| data["resolved"][kind][id].is_object();
    assert!(resolved("users", anna) && resolved("members", bob) && resolved("roles", role) && resolved("channels", channel), "{data}");
    let data = form.submit(json!({"guests": ["@bob"], "where": []})).await;
    assert_eq!(values(&data), [json!([bob]), json!([role]), json!([role, bob]), json!([])]);
}

#[tokio::test]
async fn the_driver_chooses_in_the_menus_of_a_form() {
    let mut form = Form::open(tea).await;
    let filled = form.opened.modal().fill(&[("Name", "Burnaby"), ("name", "Gordon")]);
    assert!(filled.try_submit().await.unwrap_err().to_string().contains("\"NAME\" (name)"));
    let filled = form.opened.fill(&[("name", "Burnaby")]).choose("DRINKS", &["Tea, black"]).choose("cake", &[]);
    filled.try_submit().await.unwrap();
    assert_eq!(values(&form.heard().await), [json!("Burnaby"), json!([]), json!(["tea,black"])]);
}
