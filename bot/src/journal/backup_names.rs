//! What the backups of a journal are called: after the journal and its process's shards, and by when they were made. Several journals may have
//! theirs in one folder, each counting and deleting its own.

use std::path::Path;

use poise::serenity_prelude::Timestamp;

use crate::model::shards::Shards;

/// The names of one journal's backups: `umpire-20261130-221500.db` of `umpire.db`, `umpire-0-1of4-20261130-221500.db` where its umpire serves
/// the shards 0 and 1 of 4.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BackupNames {
    /// What each begins with.
    prefix: String,
}

impl BackupNames {
    /// Those of the journal at `database`, of an umpire that serves `shards` alone if it has any.
    #[must_use]
    pub fn of(database: &Path, shards: Option<Shards>) -> Self {
        let stem = database.file_stem().map_or_else(|| "umpire".into(), |stem| stem.to_string_lossy().into_owned());
        let of_shards = shards.map_or_else(String::new, |shards| format!("-{}-{}of{}", shards.first(), shards.last(), shards.total()));
        Self { prefix: format!("{stem}{of_shards}-") }
    }

    /// The name of one that is made at `now`, in seconds since 1970. In order of their names they are in order of time.
    #[must_use]
    pub fn at(&self, now: i64) -> String {
        let time = Timestamp::from_unix_timestamp(now).map_or_else(|_| now.to_string(), |time| time.to_string());
        let digits: String = time.chars().take_while(|letter| *letter != '.').filter(char::is_ascii_digit).collect();
        let (day, hour) = digits.split_at(digits.len().min(8));
        format!("{}{day}-{hour}.db", self.prefix)
    }

    /// When one was made, in seconds since 1970, by the name that [`Self::at`] gave it; nothing for a name of another kind, or of another
    /// journal's.
    #[must_use]
    pub fn made_at(&self, name: &str) -> Option<i64> {
        let time = name.strip_prefix(&self.prefix)?.strip_suffix(".db")?;
        let is_one =
            time.len() == 15 && time.bytes().enumerate().all(|(at, byte)| if at == 8 { byte == b'-' } else { byte.is_ascii_digit() });
        let part = |from: usize, to: usize| time.get(from..to);
        let (day, hour) =
            (format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?), format!("{}:{}:{}", part(9, 11)?, part(11, 13)?, part(13, 15)?));
        is_one.then(|| Timestamp::parse(&format!("{day}T{hour}Z")).ok().map(|time| time.unix_timestamp())).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_called_after_its_journal_and_shards_and_knows_its_own_names_from_those_of_others() {
        let names = |path: &str, shards: Option<&str>| BackupNames::of(Path::new(path), shards.map(|shards| shards.parse().unwrap()));
        let all = [
            names("/data/umpire.db", None),
            names("second.db", None),
            names("umpire-sandbox.db", None),
            names("umpire.db", Some("0/2")),
            names("umpire.db", Some("1/2")),
        ];
        let now = 1_796_083_500;
        let called = all.clone().map(|names| names.at(now));
        assert_eq!(
            called,
            ["umpire-", "second-", "umpire-sandbox-", "umpire-0-0of2-", "umpire-1-1of2-"]
                .map(|prefix| format!("{prefix}20261201-000500.db"))
        );
        for (names, own) in all.iter().zip(&called) {
            for name in &called {
                assert_eq!(names.made_at(name), (name == own).then_some(now), "{name}");
            }
        }
    }
}
