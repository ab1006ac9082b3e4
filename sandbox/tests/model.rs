//! What the sandbox says can be read by another library's model of Discord than the bot's.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::poise_bot;
use crate::raw;

use raw::Raw;
use sandbox::Settings;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use twilight_model::application::command::Command;
use twilight_model::application::interaction::Interaction;
use twilight_model::channel::{Channel, Message};
use twilight_model::guild::{Guild, Member, Role};
use twilight_model::user::CurrentUser;

fn read<T: DeserializeOwned>(json: &Value) -> T {
    serde_json::from_value(json.clone()).unwrap_or_else(|error| panic!("{error}: {json:#}"))
}

#[tokio::test]
async fn rest_answers_are_read_by_twilight() {
    let raw = Raw::start(Settings::default()).await;
    let anna = raw.guild.member("anna");
    let said = anna.say("Hello").await;
    let guild = format!("/guilds/{}", raw.guild.id());
    let get = async |path: String| raw.call("GET", &path, json!(null)).await.1;
    read::<Guild>(&get(guild.clone()).await);
    read::<Vec<Channel>>(&get(format!("{guild}/channels")).await);
    read::<Vec<Role>>(&get(format!("{guild}/roles")).await);
    read::<Member>(&get(format!("{guild}/members/{}", anna.id())).await);
    read::<CurrentUser>(&get("/users/@me".to_owned()).await);
    let path = format!("/channels/{}/messages", raw.general());
    let body = json!({"content": "Good day", "embeds": [{"title": "t", "fields": [{"name": "a", "value": "b"}]}],
        "message_reference": {"message_id": said.id().to_string()},
        "components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "b"}]}]});
    let (_, sent) = raw.upload(&path, body, &[("a.txt", b"a")]).await;
    read::<Message>(&sent);
    let (_, thread) = raw.call("POST", &format!("{path}/{}/threads", said.id()), json!({"name": "A thread"})).await;
    read::<Channel>(&thread);
    anna.react(&said, "🎲").await;
    read::<Vec<Message>>(&get(path).await);
    let commands = format!("/applications/{}/commands", raw.sandbox.bot_id());
    let body = json!([{"name": "a", "description": "b", "options": [
        {"type": 4, "name": "n", "description": "d", "min_value": 1, "choices": [{"name": "one", "value": 1}]}]}]);
    let (_, registered) = raw.call("PUT", &commands, body).await;
    read::<Vec<Command>>(&registered);
}

#[tokio::test]
async fn interactions_are_read_by_twilight() {
    let sandbox = poise_bot::start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let echo = anna.run("/echo text:a who:@anna").await;
    let menu = anna.run("/menu").await;
    let form = menu.press("Form").await;
    let replies = [
        echo,
        anna.run("/march there place:Tamai").await,
        anna.in_direct_messages().run("/march back").await,
        menu.select("drink", &["tea"]).await,
        form.fill(&[("name", "a")]).submit().await,
        form,
    ];
    for reply in replies {
        read::<Interaction>(&reply.payload());
        if let Some(message) = reply.try_message() {
            read::<Message>(message.json());
        }
    }
}
