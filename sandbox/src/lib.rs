//! A local Discord for trying and testing bots: the gateway, REST, a web page, and a driver for tests.
//!
//! The sandbox knows nothing of any bot. A bot is told to take [`Sandbox::base`] for Discord's address and
//! [`Sandbox::token`] for its token; people are then played by a test through the [driver], or by
//! yourself at the page.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use sandbox::{Sandbox, Settings};
//!
//! let sandbox = Sandbox::start(Settings::default()).await?;
//! let guild = sandbox.guild("The Camel Corps");
//! let anna = guild.member("anna");
//!
//! // A bot would be started here, with `HttpBuilder::new(sandbox.token()).proxy(sandbox.base())` or the like,
//! // and `sandbox.wait_for_commands().await` would wait for it; then `anna.run("/ping").await` asks it something.
//! let message = anna.say("Anyone here?").await;
//! assert_eq!(guild.channel("general").messages(), [message]);
//! assert!(anna.try_run("/ping").await.is_err(), "no bot, no commands");
//! assert!(sandbox.refused_requests().is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! # The house
//!
//! - [`driver`]: what tests use. Start here.
//! - `acts`: what a person can do; under the driver and the page alike.
//! - `state`: guilds, channels, members, messages, commands, interactions, and the record of what happened.
//! - `gateway`, `rest`, `server`: what the bot speaks with.
//! - `validate`, `permissions`, `errors`: what Discord refuses, and how it says so.
//! - `faults`, `trouble`: what shall go wrong; [`control`] orders it over HTTP.
//! - [`page`]: the web page and the API under it. `local`: what it has in common with `control`.

mod acts;
mod clock;
pub mod control;
pub mod driver;
mod errors;
mod faults;
mod gateway;
mod local;
pub mod page;
pub mod permissions;
mod rest;
mod server;
mod settings;
mod snowflake;
mod state;
mod trouble;
mod validate;

pub use acts::ActError;
pub use driver::{Channel, Choice, Component, DriverError, Guild, Member, Message, Reply, Sandbox};
pub use faults::{Fault, Plan};
pub use settings::Settings;
pub use snowflake::Id;
pub use state::record::Request;
