//! The sandbox against a real client: a small bot built with poise and serenity.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

use crate::poise_bot;

use poise_bot::start;
use sandbox::{DriverError, Settings};

#[tokio::test]
async fn a_command_is_answered_with_an_embed() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let reply = anna.run("/echo text:Form square, men! number:4 who:@anna").await;
    assert_eq!(reply.embeds()[0].title.as_deref(), Some("Echo"));
    assert_eq!(reply.text(), "Echo\nForm square, men!\nnumber: Some(4)\nwho: anna");
    assert!(!reply.is_ephemeral());
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn an_embed_carries_the_time_of_its_command_as_serenity_writes_it() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let reply = anna.run("/echo text:On time").await;
    let asked = (reply.interaction_id() >> 22) + 1_420_070_400_000;
    let shown = reply.embeds()[0].timestamp.unwrap();
    assert_eq!(u64::try_from(shown.as_micros()), Ok(asked * 1000));
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn an_ephemeral_answer_is_seen_by_the_asker_alone() {
    let sandbox = start(Settings::default()).await;
    let guild = sandbox.guild("The Camel Corps");
    let (anna, bob) = (guild.member("anna"), guild.member("bob"));
    let reply = anna.run("/echo text:hush private:true").await;
    assert!(reply.is_ephemeral());
    let general = guild.channel("general");
    assert_eq!(general.messages(), []);
    assert_eq!(general.messages_for(&anna).len(), 1);
    assert_eq!(general.messages_for(&bob), []);
}

#[tokio::test]
async fn a_deferred_answer_is_waited_for_and_carries_its_picture() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let reply = anna.run("/picture").await;
    assert!(reply.was_deferred());
    let files = reply.attachments();
    assert_eq!(files[0].name, "map.png");
    assert!(files[0].bytes.starts_with(b"\x89PNG"));
    let image = reply.embeds()[0].image.clone().unwrap();
    assert_eq!(image.url, files[0].url);
    assert_eq!(reply.message().json()["attachments"], serde_json::json!([]));
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn a_button_updates_its_message_and_an_old_one_is_answered_kindly() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let menu = anna.run("/menu").await;
    let old = menu.message();
    let pressed = menu.press("Count").await;
    assert!(pressed.is_update());
    assert_eq!(pressed.content(), "1");
    assert_eq!(pressed.press("Count").await.content(), "2");
    assert_eq!(menu.content(), "2");
    let made_up = anna.press_raw(old.id(), "made:up").await.unwrap();
    assert_eq!(made_up.content(), "That is out of date");
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn a_menu_a_form_and_mere_acknowledgements_work() {
    // Nothing follows a mere acknowledgement, so the driver need not wait long for it.
    let sandbox = start(Settings { settle: std::time::Duration::from_millis(20), ..Settings::default() }).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let menu = anna.run("/menu").await;
    assert_eq!(menu.select("Choose a drink", &["Coffee"]).await.content(), "coffee it is");
    let form = menu.press("Form").await;
    assert_eq!(form.modal().title, "A form");
    let filled = form.modal().fill(&[("Name", "Burnaby")]).submit().await;
    assert_eq!(filled.content(), "Good day, Burnaby");
    assert_eq!(menu.press("Quiet").await.failure(), None);
    menu.press("Later").await.wait_until(|message| message.content() == "Later came").await;
    let unknown = menu.try_select("Choose a drink", &["Gin"]).await.unwrap_err();
    assert!(unknown.to_string().contains("\"Tea\", \"Coffee\""), "{unknown}");
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn subcommands_and_completions_work() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let choices = anna.complete("/march there place:T").await;
    let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(names, ["Tamai", "Tokar", "Trinkitat"]);
    assert_eq!(anna.run("/march there place:Tamai").await.content(), "To Tamai.");
    assert_eq!(anna.run("/march back").await.content(), "Back.");
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn a_thread_is_started_from_an_answer() {
    let sandbox = start(Settings::default()).await;
    let guild = sandbox.guild("The Camel Corps");
    let anna = guild.member("anna").in_channel("battles");
    let reply = anna.run("/battle").await;
    let thread = anna.channel().wait_for_thread("The battle").await;
    thread.wait_for(|message| message.content() == "Form square!").await;
    assert_eq!(reply.thread().unwrap().name(), "The battle");
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn a_bot_that_says_nothing_did_not_respond() {
    let settings = Settings { answer_limit: std::time::Duration::from_millis(300), ..Settings::default() };
    let sandbox = start(settings).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let reply = anna.try_run("/silence").await.unwrap();
    assert_eq!(reply.failure(), Some(sandbox::driver::Failure::DidNotRespond));
    assert!(sandbox.transcript().contains("The application did not respond"));
}

#[tokio::test]
async fn messages_reactions_and_direct_messages_reach_the_bot() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let ping = anna.say("ping").await;
    let pong = anna.channel().wait_for(|message| message.content() == "pong").await;
    assert_eq!(pong.replies_to(), Some(ping.id()));
    anna.react(&pong, "🎲").await;
    anna.channel().wait_for(|message| message.content() == "A die was thrown").await;
    let alone = anna.in_direct_messages();
    alone.say("ping").await;
    alone.channel().wait_for(|message| message.content() == "pong").await;
    assert_eq!(alone.run("/march back").await.content(), "Back.");
    assert!(!alone.offered_commands().contains(&"battle".to_owned()), "it is for guilds only");
    sandbox.assert_nothing_refused();
}

#[tokio::test]
async fn a_nonce_posts_once_and_the_bot_hears_of_a_permission_it_loses() {
    let sandbox = start(Settings::default()).await;
    let guild = sandbox.guild("The Camel Corps");
    let anna = guild.member("anna");
    anna.run("/post").await;
    let once = guild.channel("general").messages();
    assert_eq!(once.iter().filter(|message| message.content() == "Once").count(), 1);
    sandbox.assert_nothing_refused();
    guild.deny_bot(&guild.channel("general"), sandbox::permissions::SEND_MESSAGES);
    let refused = anna.run("/post").await;
    // serenity knows the overwrite from the gateway and does not even ask.
    assert_eq!(refused.content(), "Refused: Invalid permissions.");
}

#[tokio::test]
async fn a_command_of_the_menu_is_used_on_a_person() {
    let sandbox = start(Settings::default()).await;
    let guild = sandbox.guild("The Camel Corps");
    let reply = guild.member("anna").run_on_user("Look at", &guild.member("bob")).await.unwrap();
    assert_eq!(reply.content(), "I see bob");
}

#[tokio::test]
async fn what_the_client_would_not_send_is_told_apart() {
    let sandbox = start(Settings::default()).await;
    let anna = sandbox.guild("The Camel Corps").member("anna");
    let errors = [
        ("/eccho text:a", "known: /echo"),
        ("/echo txt:a", "known: text, number, private, who"),
        ("/echo number:3", "needs the option `text`"),
        ("/echo text:a number:7", "6 or less"),
        ("/echo text:a private:perhaps", "true or false"),
        ("/march home", "known: there, back"),
    ];
    for (line, part) in errors {
        let error = anna.try_run(line).await.unwrap_err();
        assert!(matches!(error, DriverError::Act(_)));
        assert!(error.to_string().contains(part), "{line}: {error}");
    }
}
