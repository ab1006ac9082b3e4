//! The page's API, used as the page will use it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::poise_bot;

use std::time::Duration;

use poise_bot::start;
use sandbox::Settings;
use serde_json::{Value, json};

/// How long a test waits for what is to come.
const PATIENCE: Duration = Duration::from_secs(10);

fn client() -> reqwest::Client {
    reqwest::Client::builder().timeout(PATIENCE).build().unwrap()
}

struct Page {
    base: String,
    client: reqwest::Client,
}

impl Page {
    async fn get(&self, path: &str) -> Value {
        let url = format!("{}/page{path}", self.base);
        self.client.get(url).send().await.unwrap().json().await.unwrap()
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let url = format!("{}/page{path}", self.base);
        self.client.post(url).json(&body).send().await.unwrap().json().await.unwrap()
    }

    /// The interaction when it is no longer waiting.
    async fn answered(&self, interaction: &Value, who: &str) -> Value {
        let id = interaction["interaction_id"].as_str().unwrap_or_else(|| panic!("{interaction}"));
        let answered = async {
            loop {
                let found = self.get(&format!("/interactions/{id}?as={who}")).await;
                if !matches!(found["status"].as_str(), Some("waiting" | "thinking")) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, answered).await.expect("an answer")
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn everything_a_person_does_can_be_done_at_the_page() {
    let sandbox = start(Settings::default()).await;
    let page = Page { base: sandbox.base().to_owned(), client: client() };
    let guild = page.post("/guilds", json!({"name": "The Camel Corps"})).await;
    let guild_id = text(&guild["guild"]["id"]);
    let anna = page.post(&format!("/guilds/{guild_id}/members"), json!({"name": "anna"})).await;
    let anna = text(&anna["member"]["id"]);
    let state = page.get(&format!("/state?as={anna}")).await;
    assert_eq!(state["bot"]["connected"], true);
    let channel = text(&state["guilds"][0]["channels"][0]["id"]);

    let commands = page.get(&format!("/channels/{channel}/commands?as={anna}")).await;
    assert!(commands["commands"].as_array().unwrap().iter().any(|command| command["name"] == "echo"));
    let body = json!({"as": anna, "name": "echo", "options": {"text": "Hello", "number": 2, "private": true}});
    let asked = page.post(&format!("/channels/{channel}/commands"), body).await;
    let answer = page.answered(&asked, &anna).await;
    assert_eq!(answer["message"]["ephemeral"], true);
    assert_eq!(answer["message"]["embeds"][0]["description"], "Hello");

    let body = json!({"as": anna, "name": "march", "path": ["there"], "options": {"place": "Su"}, "focused": "place"});
    let completed = page.post(&format!("/channels/{channel}/autocomplete"), body).await;
    assert_eq!(completed["choices"][0]["name"], "Suakin");

    let asked = page.post(&format!("/channels/{channel}/commands"), json!({"as": anna, "line": "/menu"})).await;
    let menu = text(&page.answered(&asked, &anna).await["message"]["id"]);
    let asked = page.post(&format!("/messages/{menu}/press"), json!({"as": anna, "custom_id": "form"})).await;
    let form = page.answered(&asked, &anna).await;
    assert_eq!(form["modal"]["title"], "A form");
    let form = text(&form["interaction_id"]);
    let body = json!({"as": anna, "fields": {"name": "Gordon"}});
    let asked = page.post(&format!("/interactions/{form}/submit"), body).await;
    assert_eq!(page.answered(&asked, &anna).await["message"]["content"], "Good day, Gordon");
    let body = json!({"as": anna, "custom_id": "drink", "values": ["tea"]});
    let asked = page.post(&format!("/messages/{menu}/select"), body).await;
    assert_eq!(page.answered(&asked, &anna).await["message"]["content"], "tea it is");

    let said = page.post(&format!("/channels/{channel}/messages"), json!({"as": anna, "content": "ping"})).await;
    assert_eq!(said["message"]["author_name"], "anna");
    sandbox.guild("The Camel Corps").channel("general").wait_for(|m| m.content() == "pong").await;
    let seen = page.get(&format!("/channels/{channel}/messages?as={anna}")).await;
    assert!(seen["messages"].as_array().unwrap().len() >= 5);
    let error = page.post(&format!("/messages/{menu}/press"), json!({"as": anna, "custom_id": "no"})).await;
    assert!(text(&error["error"]).starts_with("there is no button `no`"));
    let url = format!("{}/page/guilds", sandbox.base());
    let plain = page.client.post(url).body("{}").send().await.unwrap();
    assert_eq!(plain.status(), 400, "only JSON, which a foreign page cannot send unasked");
    assert!(plain.json::<Value>().await.unwrap()["error"].is_string());
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn events_tell_a_person_what_they_would_see() {
    let sandbox = start(Settings::default()).await;
    let guild = sandbox.guild("The Camel Corps");
    let (anna, bob) = (guild.member("anna"), guild.member("bob"));
    let url = format!("{}/page/events?as={}", sandbox.base(), bob.id());
    let mut stream = tokio::time::timeout(PATIENCE, reqwest::get(url)).await.expect("the events begin").unwrap();
    anna.run("/echo text:secret private:true").await;
    anna.run("/echo text:open").await;
    let mut told = String::new();
    let heard = async {
        while !told.contains("message_created") {
            let chunk = stream.chunk().await.unwrap().unwrap();
            told.push_str(&String::from_utf8_lossy(&chunk));
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.expect("the message is told");
    assert!(told.contains("\"type\":\"hello\""));
    assert!(told.contains("open") && !told.contains("secret"), "{told}");
}

#[tokio::test]
async fn a_foreign_page_is_refused() {
    let sandbox = sandbox::Sandbox::start(Settings::default()).await.unwrap();
    let client = client();
    for (name, value, status) in [
        ("host", "evil.example", 403),
        ("host", "localhost:1", 200),
        ("origin", "http://evil.example", 403),
        ("origin", sandbox.base(), 200),
    ] {
        for path in ["/", "/page/state"] {
            let request = client.get(format!("{}{path}", sandbox.base())).header(name, value);
            assert_eq!(request.send().await.unwrap().status(), status, "{name}: {value} {path}");
        }
    }
}
