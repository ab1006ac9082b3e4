//! The sandbox as a program of its own: prints where it is, and serves until it is stopped.

use std::process::ExitCode;
use std::time::Duration;

use sandbox::permissions::{Permissions, UnknownPermission};
use sandbox::{Sandbox, Settings};

const USAGE: &str = "\
A local Discord for trying bots.

Usage: sandbox [--port PORT] [--token TOKEN] [--bot-name NAME] [--permissions LIST] [--guild NAME]...

  --port PORT         the port on 127.0.0.1 (default 3000; 0 takes a free one)
  --token TOKEN       the bot token to accept (default: a fixed one, printed at start)
  --bot-name NAME     the bot's user name (default: bot)
  --permissions LIST  what the bot's role may do besides what everyone may: `all`, a number, or Discord's names
                      parted by commas, as MANAGE_MESSAGES,PIN_MESSAGES (default: nothing more)
  --guild NAME        a guild with the bot in it (default: \"Sandbox\"); may be given several times
";

/// What the command line asks for.
struct Arguments {
    settings: Settings,
    guilds: Vec<String>,
}

fn read(mut words: impl Iterator<Item = String>) -> Result<Option<Arguments>, String> {
    let mut settings = Settings { port: 3000, ..Settings::default() };
    let mut guilds = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word.as_str(), "-h" | "--help") {
            return Ok(None);
        }
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        let value = value.or_else(|| words.next()).ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--port" => {
                settings.port = value.parse().map_err(|_| format!("{value} is no port"))?;
            }
            "--token" => settings.token = value,
            "--bot-name" => settings.bot_name = value,
            "--permissions" => {
                let bits: Permissions = value.parse().map_err(|error: UnknownPermission| error.to_string())?;
                settings.bot_permissions = bits.0;
            }
            "--guild" => guilds.push(value),
            _ => return Err(format!("{name} is unknown")),
        }
    }
    if guilds.is_empty() {
        guilds.push("Sandbox".to_owned());
    }
    Ok(Some(Arguments { settings, guilds }))
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = match read(std::env::args().skip(1)) {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    let sandbox = match Sandbox::start(arguments.settings).await {
        Ok(sandbox) => sandbox,
        Err(error) => {
            eprintln!("the sandbox cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    for name in &arguments.guilds {
        let guild = sandbox.guild(name);
        for person in ["anna", "bob"] {
            let _ = guild.member(person);
        }
    }
    println!("Discord's address  {}", sandbox.base());
    println!("bot token          {}", sandbox.token());
    println!("page               {}/", sandbox.base());
    loop {
        tokio::time::sleep(Duration::from_secs(3600)).await;
    }
}
