//! The umpire on the built-in sandbox: no token, no Discord account, a page in the browser.

use std::future::Future;
use std::sync::Arc;

use sandbox::Sandbox;

use crate::journal::clock::Clock;
use crate::journal::store::Journal;
use crate::model::ids::GuildId;
use crate::settings::{Settings, Token};
use crate::start;

/// Who is in the sandbox's server from the start.
const MEMBERS: [&str; 5] = ["rich", "tom", "larry", "steve", "mark"];

/// Starts the sandbox with the umpire in it, prints the page's address, and runs until `stop` is done. What is played is kept in the
/// settings' file for the sandbox, or nowhere if it is to be forgotten.
///
/// # Errors
///
/// A sentence: the port is taken, the journal is another umpire's or of games that were played on Discord, or the umpire could not be
/// started.
pub async fn run(mut settings: Settings, forget: bool, stop: impl Future<Output = ()>) -> Result<(), String> {
    let sandbox_settings = sandbox::Settings {
        port: settings.sandbox_port,
        token: token_of_its_own(),
        bot_name: "Umpire".to_owned(),
        same_ids: true,
        ..sandbox::Settings::default()
    };
    let sandbox = Sandbox::start(sandbox_settings).await.map_err(|error| {
        format!("the sandbox could not listen on port {}: {error}; choose another with UMPIRE_SANDBOX_PORT", settings.sandbox_port)
    })?;
    let guild = sandbox.guild("The Officers' Mess");
    let _channel = guild.channel("campaign");
    for name in MEMBERS {
        let _member = guild.member(name);
    }
    // A journal that is not kept lies in a folder that goes when the program ends.
    let folder = forget.then(|| std::env::temp_dir().join(format!("umpire-sandbox-{}", std::process::id())));
    // Its server is on the first shard, and nobody else serves it.
    settings.shards = None;
    if forget {
        settings.backups = None;
    }
    settings.database = folder.as_ref().map_or_else(|| settings.sandbox_database.clone(), |folder| folder.join("umpire.db"));
    let is_new = !settings.database.exists();
    ready(&settings, is_new, GuildId(guild.id())).await?;
    println!("There is no DISCORD_TOKEN, so the umpire plays in its own sandbox.");
    println!("Open {} in a browser and type /help. Ctrl-C ends it.", sandbox.base());
    let file = settings.database.display();
    match (forget, is_new) {
        (true, _) => println!("What is played is forgotten when it ends."),
        (false, true) => println!("What is played is kept in {file}; start with --forget to keep nothing."),
        (false, false) => {
            println!("What was played before is kept in {file}, and goes on: /turn shows where. Start with --forget to keep nothing.");
        }
    }
    let token = Token::new(sandbox.token());
    let outcome = start::run(&settings, &token, Some(sandbox.base()), Arc::default(), Clock::default(), stop).await;
    if let Some(Err(error)) = folder.map(std::fs::remove_dir_all) {
        tracing::debug!(%error, "the sandbox's journal was not removed");
    }
    outcome.map_err(|error| error.to_string())
}

/// A token that nobody else knows, so that nothing on this machine but the umpire can be its bot. As in all tokens, the first part tells the
/// bot's id.
fn token_of_its_own() -> String {
    let usual = sandbox::Settings::default().token;
    let id = usual.split('.').next().unwrap_or_default();
    format!("{id}.sandbx.{:032x}", rand::random::<u128>())
}

/// Makes the journal, or sees that all that was played in it was played in this sandbox: of anything else the sandbox's server would be
/// a stranger, and what is owed to Discord would be lost on it.
async fn ready(settings: &Settings, is_new: bool, guild: GuildId) -> Result<(), String> {
    let journal = if is_new { Journal::make(&settings.database).await } else { Journal::open(&settings.database).await };
    let journal = journal.map_err(|error| error.to_string())?;
    let elsewhere = journal.is_of_another_server(guild).await;
    journal.close().await;
    match elsewhere {
        Ok(false) => Ok(()),
        Ok(true) => Err(format!(
            "the journal at {} is of games played on Discord: set DISCORD_TOKEN to go on with them, or name another file in UMPIRE_DATABASE",
            settings.database.display()
        )),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::token_of_its_own;

    #[test]
    fn a_sandbox_has_another_token_at_every_start_for_the_same_bot() {
        let [one, other] = [token_of_its_own(), token_of_its_own()];
        assert_ne!(one, other);
        assert_eq!(one.split('.').next(), other.split('.').next());
        assert_eq!(one.split('.').count(), 3);
    }
}
