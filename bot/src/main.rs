//! The umpire's door: settings, logging, start.

use std::collections::BTreeMap;
use std::future::Future;
use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use tracing_subscriber::EnvFilter;
use umpire::discreet::Discreet;
use umpire::journal::clock::Clock;
use umpire::journal::store::Journal;
use umpire::model::shards::Shards;
use umpire::settings::{self, LogFormat, Settings};
use umpire::start;
use umpire::upkeep;

/// A Discord bot that umpires Victorian colonial wargame campaigns.
///
/// With DISCORD_TOKEN in the environment it runs on Discord. Without, it starts a local sandbox with the bot in it, to try in a browser.
#[derive(Parser)]
#[command(version, about, long_about = None, after_help = ENVIRONMENT)]
struct Arguments {
    /// The settings file [default: config/umpire.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Without a token: keep nothing of what is played in the sandbox
    #[arg(long)]
    forget: bool,
    #[command(subcommand)]
    command: Option<Task>,
}

/// What the umpire can do besides umpiring.
#[derive(clap::Subcommand)]
enum Task {
    /// Make a new, empty journal where the settings say, and end. The umpire itself opens only a journal that is there.
    New,
    /// Copy the journal, also while the umpire runs, and open the copy to see that it is whole.
    Backup {
        /// The copy [default: in backup.folder, or here, named after the journal and the time].
        file: Option<PathBuf>,
    },
    /// Put a backup in the journal's place while no umpire runs. The journal of before is kept beside it, and no die is thrown twice.
    Restore {
        /// The backup.
        file: PathBuf,
    },
    /// Move servers with all their games to the journal of another process, while no umpire runs on either. Done again, it finishes what was broken off.
    Move {
        /// The servers' ids, or `direct` for what is played in direct messages.
        #[arg(required_unless_present = "shards", conflicts_with = "shards")]
        servers: Vec<String>,
        /// Every server of these shards instead, such as 4-7/8.
        #[arg(long, value_name = "RANGE")]
        shards: Option<Shards>,
        /// The other journal; `umpire new` makes it.
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
    },
    /// Ask the umpire that runs here whether it works, at metrics.listen: for a container's health check.
    Health,
    /// Look at the settings, the packs, the journal, the backups and the token, and say what is wrong with any before a start.
    Check,
    /// Play whole campaigns out with simulated players, and tell how they end.
    Simulate(umpire::simulation::Arguments),
    /// Play gridded battles out with simulated players, and tell how they end.
    Skirmish(umpire::skirmish::Arguments),
    /// Play the card game of the uprising out with simulated players, and tell how it ends.
    #[command(name = "sudan")]
    Cards(umpire::card_games::Arguments),
    /// Play the mini-game of the siege out with simulated players, and tell how it ends.
    #[command(name = "khartoum")]
    Sieges(umpire::sieges::Arguments),
    /// Run an exported campaign again, and print each order with its events.
    Replay {
        /// The file that /campaign export gave.
        file: PathBuf,
        /// A line of JSON for each order, instead of text.
        #[arg(long)]
        json: bool,
        /// The seed that was revealed when the campaign was closed: every roll is then proved.
        #[arg(long, value_name = "HEXADECIMAL")]
        seed: Option<String>,
    },
    /// Prove an exported campaign: run it again, throw every die of its stream again, and give one verdict.
    Verify {
        /// The file that /campaign export gave.
        file: PathBuf,
        /// The seed that was revealed when the campaign was closed, if the file was exported before.
        #[arg(long, value_name = "HEXADECIMAL")]
        seed: Option<String>,
    },
}

const ENVIRONMENT: &str = "\
Environment (each wins over the settings file):
  DISCORD_TOKEN        the bot's token; without it the sandbox is started
  UMPIRE_DISCORD_API   another base address for Discord's API, such as a local stand-in
  UMPIRE_SHARDS        the shards that this process serves, such as 0-3/8; all of them without it
  UMPIRE_DATABASE      the journal's file; without a token, that of what is played in the sandbox
  UMPIRE_BACKUPS       a folder into which backups of the journal are made
  UMPIRE_METRICS       where a supervisor asks after the umpire, such as 127.0.0.1:9185
  UMPIRE_KEPT_FOR_DAYS for how many days a server's games are kept after the umpire was removed from it
  UMPIRE_PACK          a directory with a campaign pack
  UMPIRE_MORE_PACKS    further such directories, joined as in PATH
  UMPIRE_SANDBOX_PORT  the sandbox's port; 0 for any free one
  UMPIRE_LOG           what is logged, as tracing's filters
  UMPIRE_LOG_FORMAT    text or json";

/// Bytes of stack for each thread that answers. Only what is used of it takes memory; an answer goes deep where a program is not optimised.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    #[cfg(unix)]
    leave_no_core_dump();
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = match builder.enable_all().thread_stack_size(STACK).build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("umpire: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(run());
    // A picture that is still being drawn is not waited for.
    runtime.shutdown_background();
    code
}

/// Has nothing of the umpire's memory written to the disk where it crashes: the bot's token is in it, and the seeds of games under way.
#[cfg(unix)]
fn leave_no_core_dump() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let none = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    // Where Linux hands dumps to a program, it heeds no limit of their size.
    #[cfg(target_os = "linux")]
    let none = none.and_then(|()| rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable));
    if let Err(error) = none {
        eprintln!("umpire: a crash may leave a core dump, with secrets in it: {error}");
    }
}

async fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let environment: BTreeMap<String, String> =
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))).collect();
    let settings = match settings::read(arguments.config.as_deref(), &environment) {
        Ok(settings) => settings,
        Err(errors) => {
            for error in errors.0 {
                eprintln!("umpire: {error}");
            }
            return ExitCode::FAILURE;
        }
    };
    if let Some(task) = arguments.command {
        let done = match task {
            Task::New => new_journal(&settings).await,
            Task::Backup { file } => upkeep::back_up(&settings, file).await,
            Task::Restore { file } => upkeep::restore(&settings, &file).await,
            Task::Move { servers, shards, to } => upkeep::move_servers(&settings, &servers, shards, &to).await,
            Task::Health => upkeep::health(&settings).await,
            Task::Check => upkeep::check(&settings).await,
            Task::Simulate(arguments) => umpire::simulation::run(&arguments, &settings.pack),
            Task::Skirmish(arguments) => umpire::skirmish::run(&arguments),
            Task::Cards(arguments) => umpire::card_games::run(&arguments),
            Task::Sieges(arguments) => umpire::sieges::run(&arguments),
            Task::Replay { file, json, seed } => umpire::files::game::replay_file(&file, json, seed.as_deref()),
            Task::Verify { file, seed } => umpire::files::game::prove_file(&file, seed.as_deref()),
        };
        return match done {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("umpire: {error}");
                ExitCode::FAILURE
            }
        };
    }
    start_log(&settings);
    let stop = stop();
    let outcome = match settings.token.clone() {
        Some(token) => {
            let api = settings.discord_api.as_deref();
            start::run(&settings, &token, api, Arc::default(), Clock::default(), stop).await.map_err(|error| error.to_string())
        }
        None => without_token(settings, arguments.forget, stop).await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("umpire: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn new_journal(settings: &Settings) -> Result<(), String> {
    let mut made = Journal::make(&settings.database).await.map_err(|error| error.to_string())?;
    // An umpire that serves its bot alone numbers its games from 1, as people like them.
    if settings.shards.is_some() {
        made = made.numbered_apart(|below| rand::random_range(0..below)).await.map_err(|error| error.to_string())?;
    }
    made.close().await;
    println!("A new journal is at {}.", settings.database.display());
    Ok(())
}

fn start_log(settings: &Settings) {
    let filter = settings.log_filter.parse::<EnvFilter>().unwrap_or_default();
    // Colours are for a terminal: in a file, and in what a service's log keeps, they stand between the words.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(|| Discreet::new(std::io::stderr()));
    match settings.log_format {
        LogFormat::Text => log.with_target(false).init(),
        LogFormat::Json => log.json().init(),
    }
}

/// Done when the umpire is told to stop: Ctrl-C, or the system's way of ending a service. It listens from the call on, not
/// only once it is waited for.
fn stop() -> impl Future<Output = ()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let listeners = [SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok());
        async move {
            let [mut interrupt, mut terminate] = listeners;
            // A signal that cannot be listened for ends the process anyway.
            let came = async |listener: &mut Option<tokio::signal::unix::Signal>| match listener {
                Some(listener) => {
                    listener.recv().await;
                }
                None => std::future::pending().await,
            };
            tokio::select! {
                () = came(&mut interrupt) => {}
                () = came(&mut terminate) => {}
            }
        }
    }
    #[cfg(not(unix))]
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(feature = "sandbox")]
async fn without_token(settings: Settings, forget: bool, stop: impl Future<Output = ()>) -> Result<(), String> {
    umpire::local::run(settings, forget, stop).await
}

#[cfg(not(feature = "sandbox"))]
async fn without_token(_settings: Settings, _forget: bool, _stop: impl Future<Output = ()>) -> Result<(), String> {
    Err("there is no DISCORD_TOKEN, and this umpire was built without the sandbox: set the token to run on Discord".to_owned())
}
