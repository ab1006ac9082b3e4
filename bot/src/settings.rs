//! Settings: `config/umpire.toml` and the environment, checked at start.
//!
//! A setting that makes no sense is reported with its name, what it is and what it may be, before anything is started.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::pack::Pack;
use engine::tabletop::pack::{Arm, BattlePack, Troop};
use serde::Deserialize;

use crate::drawing::situation::{self, CHART_FILE};
use crate::model::lifecycle::DAY;
use crate::model::shards::Shards;

/// Where the settings are looked for when nobody says otherwise.
pub const USUAL_FILE: &str = "config/umpire.toml";

/// Where the sandbox's page is served when nobody says otherwise.
const USUAL_PORT: u16 = 8675;

/// A setting that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}: {reason}")]
pub struct SettingsError {
    /// The file, setting or variable.
    pub what: String,
    /// What is wrong, and what would be right.
    pub reason: String,
}

impl SettingsError {
    fn new(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { what: what.into(), reason: reason.into() }
    }
}

/// Settings that make no sense: each in a line of its own.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SettingsErrors(pub Vec<SettingsError>);

impl From<SettingsError> for SettingsErrors {
    fn from(only: SettingsError) -> Self {
        Self(vec![only])
    }
}

/// The bot's token. `Debug` does not show it, so that it cannot get into a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A token as it was given, spaces around it aside.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The token itself, for the one place that needs it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(secret)")
    }
}

/// How logs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For machines: a JSON object a line.
    Json,
}

/// Backups that are made while the umpire runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backups {
    /// Where they are kept.
    pub folder: PathBuf,
    /// Hours between one and the next, at least 1.
    pub every_hours: i64,
    /// How many are kept, at least 1.
    pub keep: usize,
}

/// The most days that what belongs to a server is kept after the umpire was removed from it.
const MOST_DAYS: u32 = 3_650;

/// All settings, checked.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The token, if there is one.
    pub token: Option<Token>,
    /// Another base for Discord's API.
    pub discord_api: Option<String>,
    /// The shards that this process serves; all of them, as many as Discord recommends, if none are named.
    pub shards: Option<Shards>,
    /// The journal's file.
    pub database: PathBuf,
    /// Backups that are made while the umpire runs, if any are.
    pub backups: Option<Backups>,
    /// Where whoever supervises the umpire can ask after it, if anywhere: an address of this machine alone.
    pub metrics: Option<SocketAddr>,
    /// Seconds for which the games of a server are kept after the umpire was removed from it.
    pub kept_after_departure: i64,
    /// The pack new campaigns are usually played with, and rolls without a campaign.
    pub pack: Arc<Pack>,
    /// Every pack a new campaign can be played with, the usual one first; no two of one title.
    pub packs: Vec<Arc<Pack>>,
    /// The sandbox's port; 0 for any.
    pub sandbox_port: u16,
    /// The journal's file of what is played in the sandbox.
    pub sandbox_database: PathBuf,
    /// What is logged.
    pub log_filter: String,
    /// How.
    pub log_format: LogFormat,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SettingsFile {
    discord: DiscordSection,
    database: DatabaseSection,
    backup: BackupSection,
    metrics: MetricsSection,
    server: ServerSection,
    campaign: CampaignSection,
    sandbox: SandboxSection,
    log: LogSection,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct DiscordSection {
    api: Option<String>,
    shards: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct DatabaseSection {
    path: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct BackupSection {
    folder: Option<String>,
    every_hours: u32,
    keep: usize,
}

impl Default for BackupSection {
    fn default() -> Self {
        Self { folder: None, every_hours: 24, keep: 14 }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ServerSection {
    kept_for_days: u32,
}

impl Default for ServerSection {
    fn default() -> Self {
        Self { kept_for_days: 30 }
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct MetricsSection {
    listen: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct CampaignSection {
    pack: Option<String>,
    more_packs: Vec<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct SandboxSection {
    port: Option<u16>,
    database: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct LogSection {
    filter: Option<String>,
    format: Option<String>,
}

/// Reads the settings: `file` if one was named, else [`USUAL_FILE`] if it is there, else defaults; then the environment.
///
/// # Errors
///
/// A file that cannot be read; or else every setting that makes no sense.
pub fn read(file: Option<&Path>, environment: &BTreeMap<String, String>) -> Result<Settings, SettingsErrors> {
    let text = match file {
        Some(path) => std::fs::read_to_string(path)
            .map_err(|error| SettingsError::new(path.display().to_string(), format!("cannot be read: {error}")))?,
        None => match std::fs::read_to_string(USUAL_FILE) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| SettingsError::new(USUAL_FILE, format!("cannot be read: {error}")))?,
        },
    };
    let name = file.unwrap_or(Path::new(USUAL_FILE)).display().to_string();
    check(&name, &text, environment)
}

/// Checks the text of a settings file together with the environment.
///
/// # Errors
///
/// Every setting that makes no sense.
pub fn check(name: &str, text: &str, environment: &BTreeMap<String, String>) -> Result<Settings, SettingsErrors> {
    let file: SettingsFile = toml::from_str(text).map_err(|error| SettingsError::new(name, error.to_string().trim_end().to_owned()))?;
    let variable = |variable: &str| environment.get(variable).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let setting = |key: &str, from_file: Option<String>| variable(key).or(from_file.filter(|value| !value.trim().is_empty()));

    let mut wrong = Vec::new();
    let discord_api = setting("UMPIRE_DISCORD_API", file.discord.api);
    if let Some(api) = &discord_api
        && !(api.starts_with("http://") || api.starts_with("https://"))
    {
        wrong.push(SettingsError::new("discord.api", format!("\"{api}\" is not an address: write it as http://127.0.0.1:8675")));
    }
    let shards = setting("UMPIRE_SHARDS", file.discord.shards)
        .map(|text| text.parse::<Shards>().map_err(|error| SettingsError::new("discord.shards", error.to_string())))
        .and_then(|shards| found(&mut wrong, shards));
    let sandbox_port = match variable("UMPIRE_SANDBOX_PORT").map(|port| (port.parse(), port)) {
        None => file.sandbox.port.unwrap_or(USUAL_PORT),
        Some((Ok(port), _)) => port,
        Some((Err(_), port)) => {
            wrong.push(SettingsError::new("UMPIRE_SANDBOX_PORT", format!("\"{port}\" is not a port: 0 to 65535")));
            USUAL_PORT
        }
    };
    let log_format = match setting("UMPIRE_LOG_FORMAT", file.log.format).as_deref() {
        None | Some("text") => LogFormat::Text,
        Some("json") => LogFormat::Json,
        Some(other) => {
            wrong.push(SettingsError::new("log.format", format!("\"{other}\" is not a format: \"text\" or \"json\"")));
            LogFormat::Text
        }
    };
    let log_filter = setting("UMPIRE_LOG", file.log.filter).unwrap_or_else(|| "info,serenity=warn,sqlx=warn".to_owned());
    if let Err(error) = log_filter.parse::<tracing_subscriber::filter::EnvFilter>() {
        wrong.push(SettingsError::new("log.filter", format!("\"{log_filter}\" is not a filter: {error}")));
    }
    if file.backup.every_hours == 0 {
        wrong.push(SettingsError::new("backup.every_hours", "0 hours are none: 1 or more"));
    }
    if file.backup.keep == 0 {
        wrong.push(SettingsError::new("backup.keep", "of no backup there would be one when it is wanted: 1 or more"));
    }
    let backups = setting("UMPIRE_BACKUPS", file.backup.folder).map(|folder| Backups {
        folder: PathBuf::from(folder),
        every_hours: file.backup.every_hours.into(),
        keep: file.backup.keep,
    });
    let kept_for_days = found(&mut wrong, kept_for_days(variable("UMPIRE_KEPT_FOR_DAYS"), file.server.kept_for_days)).unwrap_or_default();
    let metrics = setting("UMPIRE_METRICS", file.metrics.listen).and_then(|address| found(&mut wrong, metrics(&address)));
    let pack = match setting("UMPIRE_PACK", file.campaign.pack) {
        Some(directory) => load_pack("campaign.pack", Path::new(&directory)),
        None => Pack::embedded().map_err(|errors| SettingsError::new("the program's own campaign pack", errors.to_string())),
    };
    let pack = found(&mut wrong, pack);
    let more = match variable("UMPIRE_MORE_PACKS") {
        Some(directories) => std::env::split_paths(&directories).collect(),
        None => file.campaign.more_packs.iter().map(PathBuf::from).collect::<Vec<_>>(),
    };
    let mut packs: Vec<Arc<Pack>> = pack.iter().cloned().collect();
    for directory in more {
        let Some(another) = found(&mut wrong, load_pack("campaign.more_packs", &directory)) else { continue };
        // A campaign is chosen by its title.
        if packs.iter().any(|pack| pack.outline.title.to_lowercase() == another.outline.title.to_lowercase()) {
            let reason = format!("another pack is called \"{}\" already: give one of them another title", another.outline.title);
            wrong.push(SettingsError::new(format!("campaign.more_packs ({})", directory.display()), reason));
        }
        packs.push(another);
    }
    let Some(pack) = pack.filter(|_| wrong.is_empty()) else { return Err(SettingsErrors(wrong)) };
    Ok(Settings {
        token: variable("DISCORD_TOKEN").map(|token| Token::new(&token)),
        discord_api: discord_api.map(|api| api.trim_end_matches('/').to_owned()),
        shards,
        database: PathBuf::from(setting("UMPIRE_DATABASE", file.database.path).unwrap_or_else(|| "umpire.db".to_owned())),
        backups,
        metrics,
        kept_after_departure: i64::from(kept_for_days) * DAY,
        pack,
        packs,
        sandbox_port,
        sandbox_database: PathBuf::from(
            setting("UMPIRE_DATABASE", file.sandbox.database).unwrap_or_else(|| "umpire-sandbox.db".to_owned()),
        ),
        log_filter,
        log_format,
    })
}

/// What was made of a setting; what is wrong with it is noted with the rest.
fn found<T>(wrong: &mut Vec<SettingsError>, made: Result<T, SettingsError>) -> Option<T> {
    made.map_err(|error| wrong.push(error)).ok()
}

/// How long what a server had is kept after it was left, in days: by the environment, or else by the file.
fn kept_for_days(variable: Option<String>, from_file: u32) -> Result<u32, SettingsError> {
    let days = match variable {
        Some(days) => days
            .parse()
            .map_err(|_| SettingsError::new("UMPIRE_KEPT_FOR_DAYS", format!("\"{days}\" is not a number of days: 1 to {MOST_DAYS}")))?,
        None => from_file,
    };
    if (1..=MOST_DAYS).contains(&days) {
        Ok(days)
    } else {
        Err(SettingsError::new("server.kept_for_days", format!("{days} days cannot be: 1 to {MOST_DAYS}")))
    }
}

/// Where the metrics are listened for.
fn metrics(address: &str) -> Result<SocketAddr, SettingsError> {
    let reason = match address.parse::<SocketAddr>() {
        Ok(listen) if listen.ip().is_loopback() => return Ok(listen),
        Ok(_) => format!(
            "\"{address}\" is open to other machines, and there is no password: write it as 127.0.0.1:9185, and put a proxy before it"
        ),
        Err(_) => format!("\"{address}\" is not an address: write it as 127.0.0.1:9185"),
    };
    Err(SettingsError::new("metrics.listen", reason))
}

/// Files that a pack can have besides those that each has.
const FURTHER_FILES: [&str; 2] = ["words.toml", CHART_FILE];

/// Loads a campaign pack from a directory that a setting names: every `.toml` file in it.
///
/// # Errors
///
/// Everything wrong with the pack, each fault with file, key and reason.
pub fn load_pack(setting: &str, directory: &Path) -> Result<Arc<Pack>, SettingsError> {
    let what = format!("{setting} ({})", directory.display());
    let cannot_read = |error: std::io::Error| SettingsError::new(what.clone(), format!("cannot be read: {error}"));
    let mut sources = BTreeMap::new();
    for entry in std::fs::read_dir(directory).map_err(cannot_read)? {
        let path = entry.map_err(cannot_read)?.path();
        if path.extension().is_some_and(|extension| extension == "toml")
            && let Some(name) = path.file_name().and_then(|name| name.to_str())
        {
            if !engine::pack::FILES.iter().chain(&FURTHER_FILES).any(|file| *file == name) {
                let reason =
                    format!("a pack has no file of that name: it has {} and {}", engine::pack::FILES.join(", "), FURTHER_FILES.join(", "));
                return Err(SettingsError::new(path.display().to_string(), reason));
            }
            sources.insert(
                name.to_owned(),
                std::fs::read_to_string(&path)
                    .map_err(|error| SettingsError::new(path.display().to_string(), format!("cannot be read: {error}")))?,
            );
        }
    }
    let pack = Pack::load(sources).map_err(|errors| SettingsError::new(what.clone(), errors.to_string()))?;
    // The chart is for the picture alone; the rules do not read it, so it is checked here.
    situation::ground(&pack).map_err(|error| SettingsError::new(what.clone(), error.to_string()))?;
    match check_on_board(&pack) {
        Some(fault) => Err(SettingsError::new(what, fault)),
        None => Ok(Arc::new(pack)),
    }
}

/// What is wrong with what a pack says its kinds of units are on the board of the gridded battle (N22).
fn check_on_board(pack: &Pack) -> Option<String> {
    let battle = BattlePack::embedded().ok()?;
    let named = pack.roster.kinds.iter().filter_map(|kind| Some((kind.name.as_str(), kind.on_board.as_deref()?)));
    named.into_iter().find_map(|(kind, key)| {
        let at = format!("units.toml: \"{kind}\": on_board");
        let fights = |troop: &&Troop| troop.arm != Arm::Leader && !troop.arm.is_boat();
        if battle.counters.ours.iter().any(|row| row.kinds.iter().any(|known| known == kind)) {
            return Some(format!("{at}: what that kind is on the board is known: leave it out, or give the kind another name"));
        }
        let can_be = battle.troops.iter().filter(fights).map(|troop| troop.key.as_str()).collect::<Vec<_>>();
        (!can_be.contains(&key)).then(|| format!("{at}: there are no troops \"{key}\" that fight on land; there are {}", can_be.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn the_settings_file_in_the_repository_states_the_defaults() {
        let text = include_str!("../../config/umpire.toml");
        let stated = check(USUAL_FILE, text, &environment(&[])).unwrap();
        let defaults = check(USUAL_FILE, "", &environment(&[])).unwrap();
        assert_eq!(
            format!(
                "{:?}",
                (
                    stated.token,
                    stated.discord_api,
                    stated.shards,
                    stated.database,
                    stated.backups,
                    stated.metrics,
                    stated.kept_after_departure,
                    stated.sandbox_port,
                    stated.sandbox_database,
                    stated.log_filter,
                    stated.log_format
                )
            ),
            {
                let d = defaults;
                format!(
                    "{:?}",
                    (
                        d.token,
                        d.discord_api,
                        d.shards,
                        d.database,
                        d.backups,
                        d.metrics,
                        d.kept_after_departure,
                        d.sandbox_port,
                        d.sandbox_database,
                        d.log_filter,
                        d.log_format
                    )
                )
            }
        );
    }

    #[test]
    fn the_environment_wins_over_the_file() {
        let settings = check(
            "x",
            "[database]\npath = \"file.db\"",
            &environment(&[("UMPIRE_DATABASE", "environment.db"), ("UMPIRE_DISCORD_API", "http://127.0.0.1:1/")]),
        )
        .unwrap();
        assert_eq!(settings.database, PathBuf::from("environment.db"));
        assert_eq!(settings.discord_api.as_deref(), Some("http://127.0.0.1:1"));
        let shards = |text: &str, variables: &[(&str, &str)]| {
            check("x", text, &environment(variables)).unwrap().shards.map(|shards| shards.to_string())
        };
        assert_eq!(shards("[discord]\nshards = \"0-3/8\"", &[]), Some("0-3/8".to_owned()));
        assert_eq!(shards("[discord]\nshards = \"0-3/8\"", &[("UMPIRE_SHARDS", "4-7/8")]), Some("4-7/8".to_owned()));
        assert_eq!(shards("[discord]\nshards = \"\"", &[]), None);
    }

    #[test]
    fn settings_that_make_no_sense_are_named() {
        let fault = |text: &str, variables: &[(&str, &str)]| check("umpire.toml", text, &environment(variables)).unwrap_err().to_string();
        assert!(fault("[databse]\npath = \"x\"", &[]).contains("databse"));
        assert!(fault("", &[("UMPIRE_SANDBOX_PORT", "many")]).contains("not a port"));
        assert!(fault("[backup]\nevery_hours = 0", &[]).contains("backup.every_hours"));
        assert!(fault("", &[("UMPIRE_METRICS", "0.0.0.0:9185")]).contains("open to other machines"));
        assert!(fault("[server]\nkept_for_days = 0", &[]).contains("server.kept_for_days: 0 days cannot be: 1 to 3650"));
        assert!(fault("", &[("UMPIRE_KEPT_FOR_DAYS", "some")]).contains("not a number of days"));
        assert!(fault("[metrics]\nlisten = \"9185\"", &[]).contains("metrics.listen"));
        assert!(fault("[backup]\nkeep = 0", &[]).contains("backup.keep"));
        assert!(fault("", &[("UMPIRE_LOG_FORMAT", "xml")]).contains("\"text\" or \"json\""));
        assert!(fault("", &[("UMPIRE_DISCORD_API", "discord.com")]).contains("http://"));
        assert!(fault("", &[("UMPIRE_SHARDS", "8-9/8")]).starts_with("discord.shards: \"8-9/8\" is no range of shards"));
        assert!(fault("[discord]\nshards = \"some\"", &[]).contains("write it as 0-3/8"));
        assert!(fault("", &[("UMPIRE_PACK", "/nonexistent/pack")]).contains("cannot be read"));
    }

    #[test]
    fn of_several_settings_that_make_no_sense_each_is_named() {
        let text = "[log]\nformat = \"xml\"\n[backup]\nkeep = 0";
        let faults = check("umpire.toml", text, &environment(&[("UMPIRE_PACK", "/nowhere"), ("UMPIRE_SHARDS", "5-3/4")])).unwrap_err();
        let named: Vec<&str> = faults.0.iter().map(|fault| fault.what.as_str()).collect();
        assert_eq!(named, ["discord.shards", "log.format", "backup.keep", "campaign.pack (/nowhere)"]);
        assert_eq!(faults.to_string().lines().count(), 4);
    }

    #[test]
    fn several_packs_are_offered_each_of_its_own_title() {
        let folder = tempfile::tempdir().unwrap();
        let titles = ["The Return of the False Prophet of the San Juans", "The Friday Harbor Rising"];
        let directories: Vec<PathBuf> = titles.map(|title| folder.path().join(title)).to_vec();
        for (directory, title) in directories.iter().zip(titles) {
            std::fs::create_dir(directory).unwrap();
            for (name, text) in Pack::embedded().unwrap().sources() {
                std::fs::write(directory.join(name), text.replace(titles[0], title)).unwrap();
            }
        }
        let joined = |directories: &[PathBuf]| std::env::join_paths(directories).unwrap().into_string().unwrap();
        let settings = check("x", "", &environment(&[("UMPIRE_MORE_PACKS", &joined(&directories[1..]))])).unwrap();
        let offered: Vec<&str> = settings.packs.iter().map(|pack| pack.outline.title.as_str()).collect();
        assert_eq!((offered, settings.pack.fingerprint()), (titles.to_vec(), settings.packs[0].fingerprint()));
        let error = check("x", "", &environment(&[("UMPIRE_MORE_PACKS", &joined(&directories))])).unwrap_err().to_string();
        assert!(error.contains("campaign.more_packs") && error.contains("is called") && error.contains("another title"), "{error}");
    }

    #[test]
    fn a_group_with_the_printed_map_corrects_one_file_and_names_the_directory() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in Pack::embedded().unwrap().sources() {
            std::fs::write(folder.path().join(name), text.replace("\"Mud Bay\"", "\"Mudd Bay\"")).unwrap();
        }
        let directory = folder.path().display().to_string();
        let settings = check("x", "", &environment(&[("UMPIRE_PACK", &directory)])).unwrap();
        assert!(settings.pack.map.find_location("Mudd Bay").is_some());
        assert_ne!(settings.pack.fingerprint(), Pack::embedded().unwrap().fingerprint());
        let map = folder.path().join("map.toml");
        std::fs::write(&map, std::fs::read_to_string(&map).unwrap().replacen("to = \"Ginnis\"", "to = \"Ginis\"", 1)).unwrap();
        let fault = check("x", "", &environment(&[("UMPIRE_PACK", &directory)])).unwrap_err().to_string();
        assert!(fault.contains("map.toml: path[0].to: no location is named \"Ginis\"; did you mean \"Ginnis\"?"), "{fault}");
    }

    /// What is said of our own pack with one of its files changed.
    fn fault_of(file: &str, change: impl Fn(&str) -> String) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in Pack::embedded().unwrap().sources() {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let changed = folder.path().join(file);
        std::fs::write(&changed, change(&std::fs::read_to_string(&changed).unwrap_or_default())).unwrap();
        load_pack("campaign.pack", folder.path()).err().map(|error| error.to_string())
    }

    #[test]
    fn a_file_of_a_pack_with_a_name_that_none_has_is_told_and_not_left_unread() {
        let fault = fault_of("word.toml", |_| "[sides]\n".to_owned()).unwrap();
        assert!(fault.contains("word.toml") && fault.contains("no file of that name: it has campaign.toml, "), "{fault}");
        assert!(fault.ends_with("words.toml, chart.toml"), "{fault}");
        assert_eq!(fault_of("notes.txt", |_| "What we changed.".to_owned()), None);
    }

    #[test]
    fn what_a_kind_of_unit_is_on_the_board_is_checked_against_the_troops_that_fight_there_n22() {
        let on_board = |kind: &str, troops: &str| {
            fault_of("units.toml", |text| {
                let unit = "arm = \"infantry\"\nnation = \"british\"\nquality = \"good\"";
                format!("{text}\n[[unit]]\nkind = \"{kind}\"\n{unit}\non_board = \"{troops}\"\nnames = [\"One of theirs\"]\n")
            })
        };
        assert_eq!(on_board("Their Foot", "british infantry"), None);
        for troops in ["british infanty", "leader", "gunboat"] {
            let fault = on_board("Their Foot", troops).unwrap();
            assert!(
                fault.contains(&format!("\"Their Foot\": on_board: there are no troops \"{troops}\" that fight on land; there are ")),
                "{fault}"
            );
        }
        // The umpire knows that kind by its name.
        let known = fault_of("units.toml", |text| text.replacen("nation =", "on_board = \"bazingers\"\nnation =", 1)).unwrap();
        assert!(known.contains("\"Egyptian Regulars\": on_board: what that kind is on the board is known"), "{known}");
    }

    #[test]
    fn a_token_never_shows_in_debug_output() {
        let settings = check("x", "", &environment(&[("DISCORD_TOKEN", " very.secret.token ")])).unwrap();
        assert_eq!(settings.token.as_ref().map(Token::reveal), Some("very.secret.token"));
        assert!(!format!("{settings:?}").contains("secret.token"));
    }
}
