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
//! Each floor imports only from those below it.
//!
//! - [`driver`]: what tests use. Start here.
//! - `server`: one port for all that follows. [`page`]: the web page and the API under it. [`control`]: orders trouble
//!   over HTTP. `local`: who may come in, and what these two have in common. `gateway`, `rest`: what the bot speaks with.
//! - `acts`: what a person can do; under the driver and the page alike. `trouble`: what befalls a bot.
//! - `state`: the world behind its lock: what is done with the nouns, and who is told of it.
//! - `model`: the nouns: guilds, channels, members, messages, commands, interactions, sessions, the record of what happened.
//! - `validate`, [`permissions`], `errors`: what Discord refuses, and how it says so. `faults`: what shall go wrong.
//!   `limit`: how often it may ask. `connection`, `clock`, `snowflake`, `settings`: the ground.

mod acts;
mod clock;
mod connection;
pub mod control;
pub mod driver;
mod errors;
mod faults;
mod gateway;
mod limit;
mod local;
mod model;
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
pub use model::record::Request;
pub use settings::{Done, Settings};
pub use snowflake::Id;

/// What the README says of Rust is compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
