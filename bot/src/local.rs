//! The umpire on the built-in sandbox: no token, no Discord account, a page in the browser.

use std::future::Future;
use std::sync::Arc;

use sandbox::Sandbox;

use crate::journal::clock::Clock;
use crate::journal::store::Journal;
use crate::settings::{Settings, Token};
use crate::start;

/// Who is in the sandbox's server from the start.
const MEMBERS: [&str; 5] = ["rich", "tom", "larry", "steve", "mark"];

/// Starts the sandbox with the umpire in it, prints the page's address, and runs until `stop` is done.
///
/// # Errors
///
/// A sentence: the port is taken, or the umpire could not be started.
pub async fn run(mut settings: Settings, stop: impl Future<Output = ()>) -> Result<(), String> {
    let sandbox_settings = sandbox::Settings { port: settings.sandbox_port, bot_name: "Umpire".to_owned(), ..sandbox::Settings::default() };
    let sandbox = Sandbox::start(sandbox_settings).await.map_err(|error| {
        format!("the sandbox could not listen on port {}: {error}; choose another with UMPIRE_SANDBOX_PORT", settings.sandbox_port)
    })?;
    let guild = sandbox.guild("The Officers' Mess");
    let _channel = guild.channel("campaign");
    for name in MEMBERS {
        let _member = guild.member(name);
    }
    // The sandbox forgets its servers when it stops, so the journal of what was played there goes with it.
    let folder = std::env::temp_dir().join(format!("umpire-sandbox-{}", std::process::id()));
    settings.database = folder.join("umpire.db");
    Journal::make(&settings.database).await.map_err(|error| error.to_string())?.close().await;
    println!("There is no DISCORD_TOKEN, so the umpire plays in its own sandbox.");
    println!("Open {} in a browser and type /campaign start. Ctrl-C ends it; what was played here is then forgotten.", sandbox.base());
    let token = Token::new(sandbox.token());
    let outcome = start::run(&settings, &token, Some(sandbox.base()), Arc::default(), Clock::default(), stop).await;
    if let Err(error) = std::fs::remove_dir_all(&folder) {
        tracing::debug!(%error, "the sandbox's journal was not removed");
    }
    outcome.map_err(|error| error.to_string())
}
