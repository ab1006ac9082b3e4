//! The page's API, used as the page will use it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::poise_bot;
use crate::raw;

use std::time::Duration;

use poise_bot::start;
use raw::Raw;
use sandbox::{Member, Sandbox, Settings};
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

/// The live events for somebody.
async fn listen(sandbox: &Sandbox, who: &Member) -> reqwest::Response {
    let url = format!("{}/page/events?as={}", sandbox.base(), who.id());
    tokio::time::timeout(PATIENCE, reqwest::get(url)).await.expect("the events begin").unwrap()
}

/// What is told, until this is.
async fn told(stream: &mut reqwest::Response, until: &str) -> String {
    let mut told = String::new();
    let heard = async {
        while !told.contains(until) {
            let chunk = stream.chunk().await.unwrap().unwrap();
            told.push_str(&String::from_utf8_lossy(&chunk));
        }
    };
    tokio::time::timeout(PATIENCE, heard).await.unwrap_or_else(|_| panic!("{until} is not told"));
    told
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
    let mut stream = listen(&sandbox, &bob).await;
    anna.run("/echo text:secret private:true").await;
    anna.run("/echo text:open").await;
    let heard = told(&mut stream, "message_created").await;
    assert!(heard.contains("\"type\":\"hello\""));
    assert!(heard.contains("open") && !heard.contains("secret"), "{heard}");
}

#[tokio::test]
async fn of_threads_and_guilds_those_are_told_who_see_them() {
    let raw = Raw::start(Settings::default()).await;
    let (anna, bob) = (raw.guild.member("anna"), raw.guild.member("bob"));
    let (mut hers, mut his) = (listen(&raw.sandbox, &anna).await, listen(&raw.sandbox, &bob).await);
    let body = json!({"name": "Secret plans", "type": 12});
    let (status, thread) = raw.call("POST", &format!("/channels/{}/threads", raw.general()), body).await;
    assert_eq!(status, 201, "{thread}");
    let path = format!("/channels/{}/thread-members/{}", text(&thread["id"]), anna.id());
    assert_eq!(raw.call("PUT", &path, json!(null)).await.0, 204);
    let _ = raw.sandbox.guild("Elsewhere");
    raw.guild.threads()[0].delete();
    anna.say("That is all").await;
    let (hers, his) = (told(&mut hers, "That is all").await, told(&mut his, "That is all").await);
    assert!(hers.contains("thread_updated") && hers.contains("thread_deleted") && hers.contains("Secret plans"), "{hers}");
    assert!(!his.contains("\"type\":\"thread_") && !his.contains("Secret plans"), "{his}");
    for heard in [hers, his] {
        assert!(!heard.contains("guild_created") && !heard.contains("Elsewhere"), "{heard}");
    }
}

#[tokio::test]
async fn who_can_see_a_channel_no_longer_is_told_to_look_again_but_not_of_the_channel() {
    let raw = Raw::start(Settings::default()).await;
    let (anna, closed) = (raw.guild.member("anna"), raw.guild.channel("closed"));
    let mut stream = listen(&raw.sandbox, &anna).await;
    closed.deny_everyone(sandbox::permissions::VIEW_CHANNEL);
    let heard = told(&mut stream, "guild_changed").await;
    assert!(!heard.contains("channel_updated") && !heard.contains("closed"), "{heard}");
}

#[tokio::test]
async fn members_who_change_or_leave_and_a_bot_that_goes_are_told_of() {
    let raw = Raw::start(Settings::default()).await;
    let (anna, bob) = (raw.guild.member("anna"), raw.guild.member("bob"));
    let role = raw.guild.role("Scouts", 0);
    let mut stream = listen(&raw.sandbox, &anna).await;
    raw.guild.give_role(&bob, role);
    assert!(told(&mut stream, "member_changed").await.contains(&bob.id().to_string()));
    raw.guild.remove(&bob);
    assert!(told(&mut stream, "member_changed").await.contains(&bob.id().to_string()));
    raw.guild.remove_bot();
    assert!(told(&mut stream, "guild_changed").await.contains(&raw.guild.id().to_string()));
}

#[tokio::test]
async fn nobody_new_takes_the_name_of_the_bot() {
    let raw = Raw::start(Settings { bot_name: "Tea room".to_owned(), ..Settings::default() }).await;
    let path = format!("/page/guilds/{}/members", raw.guild.id());
    for name in ["Tea room", "tea room"] {
        let (status, answer) = raw.order("POST", &path, json!({"name": name})).await;
        assert!(status == 400 && text(&answer["error"]).starts_with("this is the bot's name"), "{name}: {answer}");
    }
    assert_eq!(raw.order("POST", &path, json!({"name": "anna"})).await.1["member"]["name"], "anna");
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
        for path in ["/", "/page/state", "/sandbox/faults", "/api/v10/gateway"] {
            let request = client.get(format!("{}{path}", sandbox.base())).header(name, value);
            assert_eq!(request.send().await.unwrap().status(), status, "{name}: {value} {path}");
        }
    }
    // What stands between a bot and Discord hands on what it was told to, and to whom.
    for (path, status) in [("/api/v10/gateway", 200), ("/page/state", 403)] {
        let request = client.get(format!("{}{path}", sandbox.base())).header("host", "discord.com");
        assert_eq!(request.send().await.unwrap().status(), status, "{path}");
    }
}
