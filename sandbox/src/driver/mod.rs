//! The driver: people of flesh and blood, as far as a bot can tell.
//!
//! A [`Sandbox`] is the whole local Discord. It gives [`Guild`]s, these give [`Member`]s and [`Channel`]s, and what a
//! member asks of the bot comes back as a [`Reply`]. Handles are cheap to clone and stay good as long as the sandbox.
//!
//! Nearly everything exists twice: `run` is for tests that expect it to work, and panics with the transcript of all
//! that happened when it does not; `try_run` gives a [`DriverError`] instead.
//!
//! ```
//! use poise::serenity_prelude as serenity;
//! use sandbox::{Sandbox, Settings};
//!
//! type Error = Box<dyn std::error::Error + Send + Sync>;
//!
//! /// Greets someone.
//! #[poise::command(slash_command)]
//! async fn greet(
//!     ctx: poise::Context<'_, (), Error>,
//!     #[description = "Whom"] name: String,
//!     #[description = "Only for you"] private: Option<bool>,
//! ) -> Result<(), Error> {
//!     let reply = poise::CreateReply::default().content(format!("Good day, {name}!"));
//!     ctx.send(reply.ephemeral(private.unwrap_or(false))).await?;
//!     Ok(())
//! }
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Error> {
//! let sandbox = Sandbox::start(Settings::default()).await?;
//! let anna = sandbox.guild("The Camel Corps").member("anna");
//!
//! let framework = poise::Framework::builder()
//!     .options(poise::FrameworkOptions { commands: vec![greet()], ..Default::default() })
//!     .setup(|ctx, _, framework| {
//!         Box::pin(async move {
//!             poise::builtins::register_globally(ctx, &framework.options().commands).await?;
//!             Ok(())
//!         })
//!     })
//!     .build();
//! let http = serenity::HttpBuilder::new(sandbox.token())
//!     .proxy(sandbox.base())
//!     .ratelimiter_disabled(true)
//!     .build();
//! let intents = serenity::GatewayIntents::non_privileged();
//! let client = serenity::ClientBuilder::new_with_http(http, intents).framework(framework);
//! let mut client = client.await?;
//! tokio::spawn(async move { client.start().await });
//!
//! sandbox.wait_for_commands().await;
//! let reply = anna.run("/greet name:General Graham private:true").await;
//! assert_eq!(reply.content(), "Good day, General Graham!");
//! assert!(reply.is_ephemeral());
//! sandbox.assert_nothing_refused();
//! # Ok(())
//! # }
//! ```
//!
//! Longer examples, with buttons, menus, forms, completions and threads, are in the sandbox's own `tests/poise.rs`.

mod channel;
mod error;
mod guild;
mod member;
mod message;
mod reply;

pub use channel::Channel;
pub use error::DriverError;
pub use guild::Guild;
pub use member::{Choice, Member};
pub use message::{Attachment, Component, ComponentKind, Embed, Message, Reaction};
pub use reply::{Failure, Field, Filled, Modal, Reply};

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::faults::Plan;
use crate::model::interaction::Answer;
use crate::model::record::Request;
use crate::model::user::BOT_ID;
use crate::server::{self, Server};
use crate::settings::{Done, Settings};
use crate::snowflake::Id;
use crate::state::Shared;

/// A running local Discord. It ends when its last clone is dropped.
#[derive(Clone)]
pub struct Sandbox {
    server: Arc<Server>,
    base: Arc<str>,
    token: Arc<str>,
}

impl std::fmt::Debug for Sandbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sandbox").field("base", &self.base).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Starts a sandbox on 127.0.0.1.
    ///
    /// # Errors
    /// When the port cannot be taken.
    pub async fn start(settings: Settings) -> io::Result<Self> {
        let token = settings.token.as_str().into();
        let server = server::start(settings).await?;
        let base = server.shared.read().base.as_str().into();
        Ok(Self { server: Arc::new(server), base, token })
    }

    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.server.shared
    }

    /// The address, as `http://127.0.0.1:PORT`: for Discord's API (serenity's `HttpBuilder::proxy`) and, in a
    /// browser, for the page.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The token the bot has to use, without the word `Bot`.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The id of the bot's account and of its application.
    #[must_use]
    pub fn bot_id(&self) -> Id {
        BOT_ID
    }

    /// A guild with the bot in it and a channel `general`; made if there is none of this name.
    #[must_use]
    pub fn guild(&self, name: &str) -> Guild {
        let id = self.shared().write().make_guild(name, true);
        Guild { shared: Arc::clone(self.shared()), id }
    }

    /// A guild the bot has not joined; made if there is none of this name.
    #[must_use]
    pub fn guild_without_bot(&self, name: &str) -> Guild {
        let id = self.shared().write().make_guild(name, false);
        Guild { shared: Arc::clone(self.shared()), id }
    }

    /// Waits until the bot is connected and has registered commands.
    ///
    /// # Panics
    /// With the transcript, when that takes longer than [`Settings::start_patience`].
    pub async fn wait_for_commands(&self) {
        if let Err(error) = self.try_wait_for_commands().await {
            error::fail(self.shared(), &error);
        }
    }

    /// As [`Sandbox::wait_for_commands`].
    ///
    /// # Errors
    /// When that takes longer than [`Settings::start_patience`].
    pub async fn try_wait_for_commands(&self) -> Result<(), DriverError> {
        let limit = self.shared().read().settings.start_patience;
        let ready = self.shared().wait(limit, |world| (world.gateway.is_connected() && world.registrations > 0).then_some(()));
        let what = "the bot to connect and register commands";
        ready.await.ok_or(DriverError::TimedOut { what: what.to_owned(), limit })
    }

    /// Whether the bot is connected to the gateway.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.shared().read().gateway.is_connected()
    }

    /// Waits until the bot has identified or resumed more often than it had, after a connection was cut or the bot
    /// was started anew. (Its commands stay registered, so [`Sandbox::wait_for_commands`] would not wait for it.)
    ///
    /// # Errors
    /// When that takes longer than [`Settings::start_patience`].
    pub async fn wait_for_reconnect(&self, before: Connections) -> Result<(), DriverError> {
        let limit = self.shared().read().settings.start_patience;
        let back = self.shared().wait(limit, |world| {
            let now = Connections { identified: world.gateway.identified, resumed: world.gateway.resumed };
            (now != before && world.gateway.is_connected()).then_some(())
        });
        back.await.ok_or(DriverError::TimedOut { what: "the bot to come back".to_owned(), limit })
    }

    /// What the driver waits for after each final answer from now on, in the place of [`Settings::done`](crate::Settings::done).
    pub fn is_done_by(&self, done: Option<Done>) {
        self.shared().write().settings.done = done;
    }

    /// How often the bot has identified and resumed.
    #[must_use]
    pub fn connections(&self) -> Connections {
        let world = self.shared().read();
        Connections { identified: world.gateway.identified, resumed: world.gateway.resumed }
    }

    /// The registered commands, global ones and those of guilds, as Discord would list them.
    #[must_use]
    pub fn commands(&self) -> Vec<Value> {
        self.shared().read().commands.iter().map(crate::model::command::Command::json).collect()
    }

    /// The requests of the bot so far; of more than 20,000 the latest.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.shared().read().record.requests().iter().cloned().collect()
    }

    /// How many requests the bot has made so far, also those that are forgotten.
    #[must_use]
    pub fn request_count(&self) -> u64 {
        self.shared().read().record.made()
    }

    /// Waits for a request of the bot of which this is true; those that were made already count.
    ///
    /// # Panics
    /// With the transcript, when none comes within [`Settings::patience`].
    pub async fn wait_for_request(&self, is_it: impl Fn(&Request) -> bool) -> Request {
        let limit = self.shared().read().settings.patience;
        let found = self.shared().wait(limit, |world| world.record.requests().iter().find(|request| is_it(request)).cloned());
        match found.await {
            Some(request) => request,
            None => error::fail(self.shared(), &DriverError::TimedOut { what: "a request of the bot".to_owned(), limit }),
        }
    }

    /// The requests of the bot that were answered 4xx, except by an injected fault. A good bot makes none.
    #[must_use]
    pub fn refused_requests(&self) -> Vec<Request> {
        let world = self.shared().read();
        let refused = |request: &&Request| (400..500).contains(&request.status) && !request.injected;
        world.record.requests().iter().filter(refused).cloned().collect()
    }

    /// Asserts that nothing the bot asked was refused.
    ///
    /// # Panics
    /// With the refused requests and the transcript.
    #[track_caller]
    pub fn assert_nothing_refused(&self) {
        let refused = self.refused_requests();
        if !refused.is_empty() {
            let list: Vec<String> = refused.iter().map(Request::to_string).collect();
            error::fail_with(self.shared(), &format!("requests were refused:\n{}", list.join("\n")));
        }
    }

    /// All that has happened, as text.
    #[must_use]
    pub fn transcript(&self) -> String {
        self.shared().read().record.text()
    }

    /// Lets something go wrong with the bot's next requests; see [`Fault::on`](crate::Fault::on).
    pub fn inject(&self, plan: Plan) {
        self.shared().write().faults.add(plan);
    }

    /// Forgets the faults that have not happened yet.
    pub fn clear_faults(&self) {
        self.shared().write().faults.clear();
    }

    /// Cuts every gateway connection without a word. Sessions can be resumed.
    pub fn drop_gateway(&self) {
        self.shared().write().drop_gateway();
    }

    /// Closes every gateway connection with one of Discord's codes, such as 4000 or 4009.
    pub fn close_gateway(&self, code: u16) {
        self.shared().write().close_gateway(code);
    }

    /// Tells the bot to reconnect and resume (op 7).
    pub fn request_reconnect(&self) {
        self.shared().write().request_reconnect();
    }

    /// Tells the bot that its session is invalid (op 9); unless `resumable`, the session is forgotten.
    pub fn invalidate_session(&self, resumable: bool) {
        self.shared().write().invalidate_session(resumable);
    }

    /// Answers heartbeats from now on, or lets them go unanswered, as a connection does that is dead without a word.
    pub fn answer_heartbeats(&self, answered: bool) {
        self.shared().write().answer_heartbeats(answered);
    }

    /// Keeps the next interactions back, each until [`Reply::deliver_again`] delivers it: late, or in another order.
    pub fn hold_interactions(&self, count: usize) {
        self.shared().write().held = count;
    }

    /// Delivers each of the next interactions twice, one right after the other.
    pub fn repeat_interactions(&self, count: usize) {
        self.shared().write().repeats = count;
    }

    /// The events that the bot's sessions were told, by name and data, the oldest first: at most the last 2,000 of each session.
    #[must_use]
    pub fn events(&self) -> Vec<(String, Value)> {
        let world = self.shared().read();
        let told = world.gateway.sessions.iter().flat_map(crate::model::session::Session::told);
        let event = |text: &str| {
            let mut payload: Value = serde_json::from_str(text).ok()?;
            Some((payload["t"].as_str()?.to_owned(), payload["d"].take()))
        };
        told.filter_map(event).collect()
    }

    /// Tells every session of the bot an event with any data at all, whether or not Discord would ever send it. Nothing else here knows of it.
    pub fn send_event(&self, name: &str, data: &Value) {
        self.shared().write().gateway.sessions.iter_mut().for_each(|session| session.push(name, data));
    }

    /// Moves the sandbox's clock ahead: interaction tokens grow old, nonces are forgotten.
    pub fn advance(&self, by: Duration) {
        self.shared().write().advance(by);
    }

    /// Waits until no interaction is without an answer and no deferred one without its edit; true when that came
    /// within [`Settings::patience`].
    pub async fn settle(&self) -> bool {
        let limit = self.shared().read().settings.patience;
        let calm = self.shared().wait(limit, |world| {
            let busy = world.interactions.values().any(|i| !i.is_final() && i.answer != Answer::DeferredUpdate);
            (!busy).then_some(())
        });
        calm.await.is_some()
    }
}

/// How often a bot has connected, to tell a reconnect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// New sessions.
    pub identified: u64,
    /// Sessions taken up again.
    pub resumed: u64,
}
