//! How a sandbox is set up.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::permissions;
use crate::snowflake::Id;

/// How a bot in the same process says that it is done with an interaction, with all that it does after its answer: given the interaction's
/// id, a future that ends then.
#[derive(Clone)]
pub struct Done {
    wait: Arc<dyn Fn(Id) -> Ended + Send + Sync>,
    is_known: bool,
}

/// What ends when the bot is done.
type Ended = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Done {
    /// A bot that says so by this.
    pub fn by<F, Waiting>(wait: F) -> Self
    where
        F: Fn(Id) -> Waiting + Send + Sync + 'static,
        Waiting: Future<Output = ()> + Send + 'static,
    {
        Self { wait: Arc::new(move |id| Box::pin(wait(id))), is_known: true }
    }

    /// A bot in another process, of which only what it has left to do after its answers is seen, say in its database: where it may have said
    /// nothing yet, it is first waited for as usual ([`Settings::settle`]).
    pub fn seen_by<F, Waiting>(wait: F) -> Self
    where
        F: Fn(Id) -> Waiting + Send + Sync + 'static,
        Waiting: Future<Output = ()> + Send + 'static,
    {
        Self { is_known: false, ..Self::by(wait) }
    }

    /// Whether it says so itself.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }

    /// Waits until the bot is done with an interaction.
    pub(crate) async fn with(&self, interaction: Id) {
        (self.wait)(interaction).await;
    }
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Done")
    }
}

/// What can be chosen when a sandbox starts. The defaults suit tests: any free port, Discord's own limits.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The port on 127.0.0.1; zero takes a free one.
    pub port: u16,
    /// The only bot token the sandbox accepts (without the word `Bot`).
    pub token: String,
    /// The bot's user name.
    pub bot_name: String,
    /// How long a bot has for its first answer to an interaction. Discord gives 3 seconds.
    pub answer_limit: Duration,
    /// How long an interaction's token may be used for edits and follow-ups. Discord gives 15 minutes.
    pub token_life: Duration,
    /// How long the driver waits for a bot before it gives up.
    pub patience: Duration,
    /// How long the driver waits for a bot to connect and register its commands.
    pub start_patience: Duration,
    /// How long the driver waits for an edit or a follow-up after a bot has acknowledged a component
    /// without saying anything. A bot may rightly say nothing, so this ends without an error.
    pub settle: Duration,
    /// For a bot that answers first and does its work afterwards: what the driver waits for after each final answer, and in the place of
    /// [`settle`](Self::settle).
    pub done: Option<Done>,
    /// The heartbeat interval told to bots.
    pub heartbeat_interval: Duration,
    /// The permissions of the bot's own role in guilds it joins, as in an invitation's link. What everyone may do in a
    /// new guild it may do besides. [`Permissions`](crate::permissions::Permissions) reads them from text.
    pub bot_permissions: u64,
    /// Whether the privileged intents (members, presences, message content) are granted. When they are not,
    /// identifying with one of them closes the connection with code 4014.
    pub privileged_intents: bool,
    /// How many requests a second the bot may make before the rest are answered 429, for all routes together; answers to interactions and
    /// their follow-ups are not counted. Discord takes 50. Without it only what is ordered is limited.
    pub requests_a_second: Option<u32>,
    /// Whether the guilds, channels and people that are made before a bot first connects get the same ids at every start, if they
    /// are made in the same order: a bot that keeps a database then finds its own again.
    pub same_ids: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            port: 0,
            // As Discord's, the first part is the bot's id in base 64; some libraries read it from there.
            token: "MTEwMDAwMDAwMDAwMDAwMDAwMQ.sandbx.not-a-secret-only-the-sandbox-takes-it".to_owned(),
            bot_name: "bot".to_owned(),
            answer_limit: Duration::from_secs(3),
            token_life: Duration::from_secs(15 * 60),
            patience: Duration::from_secs(30),
            start_patience: Duration::from_secs(30),
            settle: Duration::from_millis(1500),
            done: None,
            heartbeat_interval: Duration::from_millis(41_250),
            bot_permissions: permissions::DEFAULT_MEMBER,
            privileged_intents: true,
            requests_a_second: None,
            same_ids: false,
        }
    }
}
