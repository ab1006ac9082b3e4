//! The other Rust library, as the README says to set it up: twilight reads what the sandbox sends, and is read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use sandbox::{Sandbox, Settings};
use twilight_gateway::{ConfigBuilder, Event, EventTypeFlags, Intents, Shard, ShardId, StreamExt};
use twilight_http::Client;
use twilight_model::application::command::{Command, CommandType};
use twilight_model::http::interaction::{InteractionResponse, InteractionResponseData, InteractionResponseType};

/// The bot, set up for an address.
fn bot(address: &str, token: String) -> (Client, Shard) {
    let host = address.trim_start_matches("http://").to_owned();
    let http = Client::builder().proxy(host, true).token(token.clone()).build();
    let config = ConfigBuilder::new(token, Intents::GUILDS).proxy_url(address.replacen("http", "ws", 1)).build();
    (http, Shard::with_config(ShardId::ONE, config))
}

/// Registers a command, and answers it until the test ends.
async fn serve(http: Client, mut shard: Shard) {
    let application = http.current_user_application().await.unwrap().model().await.unwrap().id;
    #[allow(deprecated, reason = "twilight asks for all fields, also for those it calls deprecated")]
    let command = Command {
        application_id: None,
        contexts: None,
        default_member_permissions: None,
        dm_permission: None,
        description: "Greets".to_owned(),
        description_localizations: None,
        guild_id: None,
        id: None,
        integration_types: None,
        kind: CommandType::ChatInput,
        name: "greet".to_owned(),
        name_localizations: None,
        nsfw: None,
        options: Vec::new(),
        version: twilight_model::id::Id::new(1),
    };
    http.interaction(application).set_global_commands(&[command]).await.unwrap();
    while let Some(event) = shard.next_event(EventTypeFlags::INTERACTION_CREATE).await {
        let Ok(Event::InteractionCreate(asked)) = event else { continue };
        let name = asked.author().unwrap().name.clone();
        let data = InteractionResponseData { content: Some(format!("Good day, {name}!")), ..InteractionResponseData::default() };
        let answer = InteractionResponse { kind: InteractionResponseType::ChannelMessageWithSource, data: Some(data) };
        http.interaction(application).create_response(asked.id, &asked.token, &answer).await.unwrap();
    }
}

#[tokio::test]
async fn a_twilight_bot_answers_and_comes_back() {
    let sandbox = Sandbox::start(Settings::default()).await.unwrap();
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let (http, shard) = bot(sandbox.base(), sandbox.token().to_owned());
    tokio::spawn(serve(http, shard));
    sandbox.wait_for_commands().await;
    assert_eq!(anna.run("/greet").await.content(), "Good day, anna!");
    let before = sandbox.connections();
    sandbox.drop_gateway();
    sandbox.wait_for_reconnect(before).await.unwrap();
    assert_eq!(sandbox.connections().resumed, before.resumed + 1);
    assert_eq!(anna.run("/greet").await.content(), "Good day, anna!");
    sandbox.assert_nothing_refused();
}
