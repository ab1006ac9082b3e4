//! Clients that nobody here wrote judge the sandbox: a small discord.js bot and a small discord.py bot, in `clients/`, are
//! started as processes of their own and asked everything a person can ask. `.ci/run` installs the libraries and runs
//! these tests; by hand, name what is installed:
//!
//! - `SANDBOX_DISCORD_JS`: a folder with discord.js in its `node_modules`, after `npm ci` beside `package.json`
//! - `SANDBOX_DISCORD_PY`: a python that imports discord.py, after `pip install -r requirements.txt`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail by it")]

mod client_bot;

use client_bot::{Bot, DISCORD_JS, DISCORD_PY, Library};
use sandbox::permissions::Permissions;
use sandbox::{Fault, Settings};

/// Everything people do with a bot's answers.
async fn answers_people(library: Library) {
    let bot = Bot::start(library, Settings::default()).await;
    let anna = bot.sandbox.guild("The Camel Corps").member("anna");
    let reply = anna.run("/greet name:General Graham private:true").await;
    assert_eq!((reply.content().as_str(), reply.is_ephemeral()), ("Good day, General Graham!", true));
    let offered: Vec<String> = anna.complete("/march place:Su").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(offered, ["Suakin", "Suez"]);
    assert_eq!(anna.run("/march place:Suez").await.content(), "To Suez.");

    let panel = anna.run("/panel").await;
    let pressed = panel.press("count").await;
    assert!(pressed.is_update());
    assert_eq!(panel.press("count").await.content(), "Pressed 2");
    assert_eq!(panel.select("one", &["tea"]).await.content(), "One tea.");
    let chosen = panel.select("many", &["tea", "water"]).await;
    chosen.wait_until(|message| message.content() == "Chosen: tea and water").await;
    let form = panel.press("form").await;
    assert_eq!(form.modal().title, "Who are you?");
    assert_eq!(form.fill(&[("name", "Gordon")]).submit().await.content(), "Good day, Gordon!");

    let thought = anna.run("/think").await;
    assert!(thought.was_deferred());
    assert_eq!(thought.content(), "Thought.");
    assert_eq!(thought.wait_for_followups(1).await[0].content(), "And again.");

    let copied = anna.attaching("notes.txt", "five!").run("/copy paper:notes.txt").await;
    assert_eq!(copied.content(), "5 bytes");
    assert_eq!(copied.attachments()[0].name, "copy-of-notes.txt");

    anna.run("/discuss about:supplies").await;
    let thread = anna.channel().wait_for_thread("supplies").await;
    thread.wait_for(|message| message.content() == "Well?").await;

    // Only now: what comes while a library is still getting ready is no join to it.
    anna.channel().wait_for(|message| message.content() == "Present.").await;
    bot.sandbox.guild("Elsewhere").channel("general").wait_for(|m| m.content() == "Thank you for having me at Elsewhere.").await;
    bot.sandbox.assert_nothing_refused();
}

/// What a bot does when its connection is gone, its requests fail, and its session is forgotten.
async fn comes_back(library: Library) {
    let bot = Bot::start(library, Settings::default()).await;
    let (sandbox, guild) = (&bot.sandbox, bot.sandbox.guild("The Camel Corps"));
    let anna = guild.member("anna");
    assert_eq!(anna.run("/greet name:a").await.content(), "Good day, a!");
    for (round, trouble) in ["drop", "reconnect", "close"].into_iter().enumerate() {
        let before = sandbox.connections();
        bot.order(&format!("/sandbox/gateway/{trouble}")).await;
        let heard = guild.member(&format!("visitor {round}")).in_channel(trouble);
        heard.say("ping").await;
        sandbox.wait_for_reconnect(before).await.unwrap();
        heard.channel().wait_for(|message| message.content() == "pong").await;
        assert_eq!(sandbox.connections().resumed, before.resumed + 1, "{trouble}: {}", sandbox.transcript());
    }
    let before = sandbox.connections();
    bot.order("/sandbox/gateway/invalidate").await;
    sandbox.wait_for_reconnect(before).await.unwrap();
    assert_eq!(sandbox.connections().identified, before.identified + 1);

    let wait = std::time::Duration::from_millis(200);
    sandbox.inject(Fault::RateLimited { retry_after: wait, global: false }.on("POST", "/channels/*/messages"));
    sandbox.inject(Fault::Status(502).on("POST", "/channels/*/messages"));
    let troubled = anna.in_channel("trouble");
    troubled.say("ping").await;
    troubled.channel().wait_for(|message| message.content() == "pong").await;
    sandbox.assert_nothing_refused();
}

/// What a bot does with permissions, and without.
async fn does_what_it_may(library: Library) {
    let bits: Permissions = "MANAGE_MESSAGES,PIN_MESSAGES,MANAGE_ROLES,MANAGE_CHANNELS".parse().unwrap();
    let bot = Bot::start(library, Settings { bot_permissions: bits.0, ..Settings::default() }).await;
    let guild = bot.sandbox.guild("The Camel Corps");
    let (anna, camp) = (guild.member("anna"), guild.channel("general"));
    camp.wait_for(|message| message.content() == "Present.").await;
    for text in ["one", "two", "three", "four"] {
        anna.say(text).await;
    }
    // Its answers are only for the asker, so that Anna's are the newest in the channel.
    for (what, answer) in [("pin", "pins: 1"), ("role", "had Scouts"), ("channel", "made staff-room, about Maps")] {
        assert_eq!(anna.run(&format!("/manage what:{what}")).await.content(), answer);
    }
    assert_eq!(camp.pins().len(), 1);
    for (what, answer) in [("delete", "deleted four"), ("purge", "purged 2")] {
        assert_eq!(anna.run(&format!("/manage what:{what}")).await.content(), answer);
    }
    bot.sandbox.assert_nothing_refused();
    guild.set_bot_role(0);
    for what in ["pin", "delete", "purge", "role", "channel"] {
        anna.say("five").await;
        anna.say("six").await;
        assert_eq!(anna.run(&format!("/manage what:{what}")).await.content(), "refused: 50013", "{what}");
    }
}

#[tokio::test]
#[ignore = "needs node and discord.js"]
async fn a_discord_js_bot_answers_people() {
    answers_people(DISCORD_JS).await;
}

#[tokio::test]
#[ignore = "needs node and discord.js"]
async fn a_discord_js_bot_comes_back() {
    comes_back(DISCORD_JS).await;
}

#[tokio::test]
#[ignore = "needs node and discord.js"]
async fn a_discord_js_bot_does_what_it_may() {
    does_what_it_may(DISCORD_JS).await;
}

#[tokio::test]
#[ignore = "needs python and discord.py"]
async fn a_discord_py_bot_answers_people() {
    answers_people(DISCORD_PY).await;
}

#[tokio::test]
#[ignore = "needs python and discord.py"]
async fn a_discord_py_bot_comes_back() {
    comes_back(DISCORD_PY).await;
}

#[tokio::test]
#[ignore = "needs python and discord.py"]
async fn a_discord_py_bot_does_what_it_may() {
    does_what_it_may(DISCORD_PY).await;
}
