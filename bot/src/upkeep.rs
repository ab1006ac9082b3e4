//! What whoever runs the umpire does on the command line: a backup made, a journal put back from one, servers
//! moved from one journal to another, everything looked at before a start.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use poise::serenity_prelude::{Http, UserId};
use tokio::time::{Instant, timeout, timeout_at};

use crate::discord::{client, errors, permitted};
use crate::journal::backup;
use crate::journal::backup_names::BackupNames;
use crate::journal::clock::Clock;
use crate::journal::error::JournalError;
use crate::journal::moving::{Moved, Moving};
use crate::journal::store::Journal;
use crate::model::despatch::Despatch;
use crate::model::ids::{ChannelId, GuildId};
use crate::model::shards::Shards;
use crate::settings::Settings;
use crate::words;

/// Makes a backup of the journal, in `file` or beside the others, and says what is in it.
///
/// # Errors
///
/// If it cannot be made, or is not whole.
pub async fn back_up(settings: &Settings, file: Option<PathBuf>) -> Result<(), String> {
    let folder = settings.backups.as_ref().map_or_else(|| PathBuf::from("."), |backups| backups.folder.clone());
    let file = file.unwrap_or_else(|| folder.join(BackupNames::of(&settings.database, settings.shards).at(Clock::default().now())));
    let held = backup::copy(&settings.database, &file).await.map_err(|error| error.to_string())?;
    println!(
        "A backup is at {}: {}, {}, {} bytes. It was opened, and is whole.",
        file.display(),
        counted(held.games, "game"),
        counted(held.rows, "row"),
        held.bytes
    );
    Ok(())
}

/// Puts a backup in the journal's place, and says what came of it.
///
/// # Errors
///
/// If an umpire runs on the journal, the backup is not whole, or a file cannot be written.
pub async fn restore(settings: &Settings, file: &Path) -> Result<(), String> {
    let draw = |below: i64| rand::random_range(0..below);
    let put_back =
        backup::restore(file, &settings.database, Clock::default().now(), draw, told).await.map_err(|error| error.to_string())?;
    let (games, rows) = (counted(put_back.held.games, "game"), counted(put_back.held.rows, "row"));
    println!("The journal at {} is the backup: {games}, {rows}.", settings.database.display());
    match put_back.going_on {
        0 => println!("None of its games goes on."),
        1 => println!("One of its games goes on. Its dice go on from elsewhere, which stands in its journal; its channel will be told."),
        many => println!(
            "{many} of its games go on. Their dice go on from elsewhere, which stands in their journals; each channel will be told."
        ),
    }
    if let Some(before) = put_back.before {
        println!("The journal that was there before is at {}.", before.display());
    }
    Ok(())
}

/// What the channel of a game is told when its journal was put back.
fn told() -> Despatch {
    Despatch::saying(
        "**The umpire's journal was put back from a backup.** What was ordered here after that backup was made is lost, though this channel still \
         shows it: /turn says where the game stands. No die that was thrown since then comes again. A game that has been ended \
         since is open again: its seed stands above and tells its dice to come, so end it once more and begin another.",
    )
}

/// What stands for direct messages where a server's id is asked for.
const DIRECT: &str = "direct";

/// Moves servers, by their ids or all of some shards, to another journal, and says what came of each.
///
/// # Errors
///
/// If an umpire runs on either journal, one of the servers is in neither, or cannot be moved. Those before it have been.
pub async fn move_servers(settings: &Settings, servers: &[String], shards: Option<Shards>, to: &Path) -> Result<(), String> {
    let mut wanted = BTreeSet::new();
    for server in servers {
        let guild = if server == DIRECT { Ok(GuildId::DIRECT) } else { server.parse() };
        wanted.insert(guild.map_err(|_| format!("\"{server}\" is no server's id: it is the number that Discord copies, or `{DIRECT}`"))?);
    }
    let mut moving = Moving::between(&settings.database, to).await.map_err(|error| error.to_string())?;
    let moved = move_each(&mut moving, wanted, shards, to).await;
    moving.end().await.map_err(|error| error.to_string())?;
    moved
}

async fn move_each(moving: &mut Moving, wanted: BTreeSet<GuildId>, shards: Option<Shards>, to: &Path) -> Result<(), String> {
    let wanted = match shards {
        Some(shards) => {
            let here = moving.servers().await.map_err(|error| error.to_string())?;
            here.into_iter().filter(|guild| shards.hold(*guild)).collect()
        }
        None => wanted,
    };
    let to = to.display();
    if let Some(shards) = shards.filter(|_| wanted.is_empty()) {
        println!("The journal has no server of the shards {shards}: nothing is left to be moved.");
    }
    let draw = |below: i64| rand::random_range(0..below);
    for guild in wanted {
        let named = called(guild);
        match moving.server(guild, draw).await.map_err(|error| format!("{named}: {error}"))? {
            Moved::Now { games, rows } => {
                println!(
                    "{named}: moved {} with {} to {to}; nothing of it is here any more.",
                    counted(games, "game"),
                    counted(rows, "row")
                );
            }
            Moved::Before { games } => {
                println!("{named}: moved before; {} in {to}, and nothing of it is here.", counted(games, "game"));
            }
            Moved::Nowhere => return Err(format!("{named}: there is nothing of it in the journal, nor in {to}")),
        }
    }
    Ok(())
}

/// A number of things, with an `s` where there are more than one of them, or none.
fn counted(number: i64, thing: &str) -> String {
    words::count(usize::try_from(number).unwrap_or_default(), thing, &format!("{thing}s"))
}

/// What a server is called where only its id is known.
fn called(guild: GuildId) -> String {
    if guild == GuildId::DIRECT { "direct messages".to_owned() } else { format!("server {guild}") }
}

/// A look at one thing before a start: what was looked at, and what was found; an error where the umpire could not run so.
type Look = (&'static str, Result<String, String>);

/// Looks at the settings, the journal, the backups and the token before a start, and says what was found of each.
///
/// # Errors
///
/// If the umpire could not run so: how many things are wrong.
pub async fn check(settings: &Settings) -> Result<(), String> {
    let backups = backups(settings).unwrap_or_else(|none| format!("WARNING. {none}; the umpire starts all the same, without backups"));
    let mut looks: Vec<Look> = vec![
        ("settings", Ok("they make sense, and so does each campaign pack".to_owned())),
        ("journal", journal(&settings.database).await),
        ("backups", Ok(backups)),
    ];
    if let Some(shards) = settings.shards {
        looks.push(("shards", servers_elsewhere(&settings.database, shards).await));
    }
    let (discord, http) = discord(settings).await;
    looks.push(("Discord", discord));
    if let Some((http, own)) = http {
        looks.push(("permissions", permissions(&http, own, &settings.database).await));
    }
    for (what, found) in &looks {
        match found {
            Ok(found) => println!("{what}: {found}."),
            Err(wrong) => println!("{what}: WRONG. {wrong}."),
        }
    }
    match looks.iter().filter(|(_, found)| found.is_err()).count() {
        0 => Ok(()),
        wrong => Err(format!("{wrong} of {} things are wrong: the umpire would not run so", looks.len())),
    }
}

async fn journal(database: &Path) -> Result<String, String> {
    // First: what is somebody else's may not be read either.
    is_its_own(database)?;
    let held = backup::is_complete(database).await.map_err(|error| error.to_string())?;
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // SQLite keeps its log beside the file.
    can_be_written(folder)?;
    let whole =
        format!("{} is whole: {}, {}, {} bytes", database.display(), counted(held.games, "game"), counted(held.rows, "row"), held.bytes);
    match Journal::is_free(database) {
        Ok(()) => Ok(whole),
        Err(JournalError::AlreadyOpen(_)) => Ok(format!("{whole}; an umpire is running on it")),
        Err(error) => Err(error.to_string()),
    }
}

/// Whether a journal's file, and those beside it, can be opened for writing by whoever asks. Nothing is made or changed; what is not there is passed
/// over.
fn is_its_own(database: &Path) -> Result<(), String> {
    for suffix in ["", "-wal", "-shm", ".lock"] {
        let mut file = database.as_os_str().to_owned();
        file.push(suffix);
        if let Err(error) = OpenOptions::new().write(true).open(&file)
            && error.kind() != ErrorKind::NotFound
        {
            let file = file.display();
            return Err(format!(
                "{file} cannot be written by whoever runs this ({error}): it must belong to the user whom the umpire runs as"
            ));
        }
    }
    Ok(())
}

/// Whether a file can be written into a folder, and deleted again.
fn can_be_written(folder: &Path) -> Result<(), String> {
    let probe = folder.join(format!(".umpire-check-{}", std::process::id()));
    std::fs::write(&probe, b"")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|error| format!("nothing can be written into {}: {error}", folder.display()))
}

/// How many servers are named of those that are left alone; there may be thousands.
const MOST_NAMED: usize = 10;

/// Which servers of the journal are left alone, because they are on other shards than this process serves.
async fn servers_elsewhere(database: &Path, shards: Shards) -> Result<String, String> {
    let servers = backup::servers(database).await.map_err(|error| error.to_string())?;
    let elsewhere: Vec<GuildId> = servers.into_iter().filter(|guild| !shards.hold(*guild)).collect();
    if elsewhere.is_empty() {
        return Ok(format!("this umpire serves {shards}, and every server of its journal is on them"));
    }
    let named: Vec<String> = elsewhere.iter().take(MOST_NAMED).map(|guild| called(*guild)).collect();
    let others = elsewhere.len() - named.len();
    let more = if others > 0 { format!(" and {others} more") } else { String::new() };
    Ok(format!(
        "this umpire serves {shards}, and leaves alone what its journal has of other shards: {}{more}. They belong to another process: move them \
         to its journal with `umpire move`",
        named.join(", ")
    ))
}

/// What backups are made while the umpire runs; an error where none could be.
fn backups(settings: &Settings) -> Result<String, String> {
    let Some(backups) = &settings.backups else {
        return Ok("none are made by the umpire itself; backup.folder turns them on".to_owned());
    };
    let into = backups.folder.display();
    std::fs::create_dir_all(&backups.folder).map_err(|error| format!("nothing can be written into {into}: {error}"))?;
    can_be_written(&backups.folder)?;
    Ok(format!("one every {} hours into {into}, of which {} are kept", backups.every_hours, backups.keep))
}

/// How long it is waited for Discord at most: for what it says of the token, and again for what it says of all servers together.
const DISCORD_TAKES: Duration = Duration::from_secs(20);

/// What Discord says of the token; and if it knows it, how it is asked for more, and the umpire's own user.
async fn discord(settings: &Settings) -> (Result<String, String>, Option<(Http, UserId)>) {
    let Some(token) = &settings.token else {
        return (Ok("there is no DISCORD_TOKEN, so the umpire would start its sandbox".to_owned()), None);
    };
    let http = match client::line() {
        Ok(line) => client::http(&line, token, settings.discord_api.as_deref()),
        Err(error) => return (Err(error.to_string()), None),
    };
    match timeout(DISCORD_TAKES, http.get_current_user()).await {
        Ok(Ok(user)) => (Ok(format!("it knows the token, as that of {}", user.name)), Some((http, user.id))),
        Ok(Err(error)) if errors::is_of_an_unknown_token(&error) => {
            (Err("it does not know the token in DISCORD_TOKEN: copy it anew from the bot's page in the developer portal".to_owned()), None)
        }
        // The umpire waits for it.
        Ok(Err(error)) => (Ok(format!("it cannot be reached now ({}); the umpire would wait for it", errors::cause(&error))), None),
        Err(_) => (Ok(format!("it does not answer within {} seconds; the umpire would wait for it", DISCORD_TAKES.as_secs())), None),
    }
}

/// The most channels that are asked about.
const MOST_CHANNELS: usize = 100;

/// Of how many servers it is asked at a time.
const SERVERS_AT_ONCE: usize = 4;

/// Whether the umpire may post where games go on. What is missing there keeps it from nothing else: what is to be posted waits.
async fn permissions(http: &Http, own: UserId, database: &Path) -> Result<String, String> {
    let played_in = match backup::played_in(database).await {
        Ok(played_in) => played_in,
        Err(error) => return Ok(format!("it cannot be told where games go on ({error})")),
    };
    let mut left: usize = played_in.values().map(Vec::len).sum();
    let asking = at_most(MOST_CHANNELS, played_in).into_iter().map(|(guild, channels)| async move {
        let in_the_way = permitted::in_the_way(http, own, guild, &channels).await;
        (guild, channels.len(), in_the_way)
    });
    let (mut asked, mut found) = (0, Vec::new());
    for (guild, channels, in_the_way) in in_time(asking, DISCORD_TAKES).await {
        left -= channels;
        match in_the_way {
            Ok(in_the_way) => {
                asked += channels;
                found.extend(in_the_way.into_iter().map(|(channel, what)| format!("channel {channel} of {}: {what}", called(guild))));
            }
            Err(error) => found.push(format!("{} does not say ({error})", called(guild))),
        }
    }
    found.sort_unstable();
    Ok(permitted_where(asked, &found, left))
}

/// The first channels, of servers whose channels are all among them but for the last.
fn at_most(most: usize, of: BTreeMap<GuildId, Vec<ChannelId>>) -> Vec<(GuildId, Vec<ChannelId>)> {
    let mut room = most;
    let mut asked = Vec::new();
    for (guild, mut channels) in of {
        channels.truncate(room);
        room -= channels.len();
        if channels.is_empty() {
            break;
        }
        asked.push((guild, channels));
    }
    asked
}

/// What comes of asking, for some servers at a time, in the order in which answers come. What takes longer than `limit` in all is let go.
async fn in_time<Answer>(asking: impl Iterator<Item = impl Future<Output = Answer>>, limit: Duration) -> Vec<Answer> {
    let until = Instant::now() + limit;
    let mut coming = pin!(stream::iter(asking).buffer_unordered(SERVERS_AT_ONCE));
    let mut answers = Vec::new();
    while let Ok(Some(answer)) = timeout_at(until, coming.next()).await {
        answers.push(answer);
    }
    answers
}

/// Of so many channels that were `asked` about, what was found to be in the way; and how many were not looked at, being too many or because
/// Discord took too long.
fn permitted_where(asked: usize, found: &[String], left: usize) -> String {
    let channels = |number: usize| words::count(number, "channel", "channels");
    let rest = match left {
        0 => String::new(),
        left => format!(
            "the rest, {}, was not looked at: it is asked about {MOST_CHANNELS} at most, and for {} seconds",
            channels(left),
            DISCORD_TAKES.as_secs()
        ),
    };
    let said = match found {
        [] if asked == 0 && left > 0 => return rest,
        [] if asked == 0 => return "no game goes on yet in a channel of a server, so none was asked about".to_owned(),
        [] if asked == 1 => "the umpire may post in the one channel asked about in which a game goes on".to_owned(),
        [] => format!("the umpire may post in all {} asked about in which games go on", channels(asked)),
        found => format!(
            "of {} in which games go on, it cannot post in some, and what is meant for them waits: {}",
            channels(asked),
            found.join("; ")
        ),
    };
    if rest.is_empty() { said } else { format!("{said}; {rest}") }
}

/// How long an umpire that works takes to say so at most.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks the umpire that runs here whether it works.
///
/// # Errors
///
/// If it does not say so, or nobody is there.
pub async fn health(settings: &Settings) -> Result<(), String> {
    let address = settings.metrics.ok_or("metrics.listen names no address to ask at")?;
    let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().map_err(|error| error.to_string())?;
    let answer =
        client.get(format!("http://{address}/healthz")).send().await.map_err(|error| format!("nobody answers at {address}: {error}"))?;
    let works = answer.status().is_success();
    let says = answer.text().await.map_err(|error| error.to_string())?;
    if works {
        println!("{}", says.trim_end());
        Ok(())
    } else {
        Err(match says.trim_end() {
            "" => format!("what answers at {address} does not say that it is an umpire that works"),
            says => says.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn servers_are_asked_a_few_at_a_time_and_those_that_do_not_answer_in_time_are_let_go() {
        let begun = AtomicUsize::new(0);
        let ask = |answers: bool| {
            let begun = &begun;
            async move {
                begun.fetch_add(1, Ordering::SeqCst);
                if !answers {
                    std::future::pending::<()>().await;
                }
                answers
            }
        };
        let limit = Duration::from_millis(100);
        assert_eq!(in_time([false, true, true, true, true, true, true].into_iter().map(ask), limit).await, [true; 6]);
        assert_eq!(begun.swap(0, Ordering::SeqCst), 7, "nobody waits for the first");
        assert_eq!(in_time([false; 9].into_iter().map(ask), limit).await, [false; 0]);
        assert_eq!(begun.load(Ordering::SeqCst), SERVERS_AT_ONCE);
    }

    #[test]
    fn what_was_not_looked_at_is_said_beside_what_was_found() {
        assert_eq!(permitted_where(2, &[], 0), "the umpire may post in all two channels asked about in which games go on");
        let rest = "the rest, one channel, was not looked at: it is asked about 100 at most, and for 20 seconds";
        assert_eq!(permitted_where(2, &[], 1), format!("the umpire may post in all two channels asked about in which games go on; {rest}"));
        assert_eq!(permitted_where(0, &[], 1), rest);
        assert_eq!(permitted_where(0, &[], 0), "no game goes on yet in a channel of a server, so none was asked about");
        assert_eq!(permitted_where(1, &[], 0), "the umpire may post in the one channel asked about in which a game goes on");
        let found = permitted_where(1, &["channel 3 of server 2: the umpire lacks Send Messages there".to_owned()], 1);
        assert!(found.starts_with("of one channel in which") && found.contains("there; the rest, one channel, was not"), "{found}");
    }

    #[test]
    fn channels_beyond_those_that_are_asked_about_are_left_out_server_by_server() {
        let of = |guild: u64, channels: std::ops::Range<u64>| (GuildId(guild), channels.map(ChannelId).collect::<Vec<_>>());
        let all: BTreeMap<_, _> = [of(1, 0..2), of(2, 2..5), of(3, 5..6)].into();
        assert_eq!(at_most(4, all.clone()), [of(1, 0..2), of(2, 2..4)]);
        assert_eq!(at_most(5, all.clone()), [of(1, 0..2), of(2, 2..5)]);
        assert_eq!(at_most(6, all), [of(1, 0..2), of(2, 2..5), of(3, 5..6)]);
    }

    #[test]
    fn a_journal_that_cannot_be_written_is_told_with_whose_it_must_be_and_nothing_is_made_or_changed() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("umpire.db");
        assert_eq!(is_its_own(&database), Ok(()));
        assert!(!database.exists(), "what is not there is not made");
        std::fs::write(&database, "a journal").unwrap();
        assert_eq!(is_its_own(&database), Ok(()));
        assert_eq!(std::fs::read(&database).unwrap(), b"a journal");
        // Where the log should be lies what nobody can write, not even who may do everything.
        std::fs::create_dir(folder.path().join("umpire.db-wal")).unwrap();
        let said = is_its_own(&database).unwrap_err();
        assert!(
            said.contains("umpire.db-wal cannot be written") && said.contains("must belong to the user whom the umpire runs as"),
            "{said}"
        );
    }

    #[tokio::test]
    async fn a_folder_into_which_no_backup_can_be_made_is_told_and_is_nothing_that_keeps_the_umpire_from_starting() {
        let folder = tempfile::tempdir().unwrap();
        let (database, file) = (folder.path().join("umpire.db"), folder.path().join("file"));
        Journal::make(&database).await.unwrap().close().await;
        std::fs::write(&file, "").unwrap();
        let environment = [("UMPIRE_DATABASE", &database), ("UMPIRE_BACKUPS", &file)];
        let environment = environment.map(|(name, path)| (name.to_owned(), path.display().to_string())).into();
        let settings = crate::settings::check("test", "", &environment).unwrap();
        let said = backups(&settings).unwrap_err();
        assert!(said.contains("nothing can be written into"), "{said}");
        assert_eq!(check(&settings).await, Ok(()));
    }
}
