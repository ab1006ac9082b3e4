//! The numbers that a journal gives to its games, despatches and proposals. Buttons on Discord bear them, and by those of despatches Discord knows
//! a second copy; so journals that share a bot must not give the same ones. A new journal of a process that serves a range of shards begins
//! in a range of numbers drawn by lot, and one that takes in numbers above its own goes on far above them. So a game keeps its number wherever it is moved, and its old buttons work.

use sqlx::SqliteConnection;

use crate::journal::error::JournalError;
use crate::journal::store::Journal;

/// How many ranges a new journal draws from.
const RANGES: i64 = 100_000;
/// How many times as far at most, by lot, a journal goes on above what it has taken in.
const STEPS: i64 = 1_000;

/// The tables that give numbers, each with how long a range of them is: no server fills it. A game's number has 39 bits, see
/// [`crate::journal::backup`], and a despatch's at most 18 digits.
const NUMBERED: [(&str, i64); 3] = [("campaigns", 1_000_000), ("outbox", 1_000_000_000), ("proposals", 1_000_000_000)];

impl Journal {
    /// Has a new journal give its numbers from a range of its own; `lot` draws a number below the one it is given.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn numbered_apart(self, mut lot: impl FnMut(i64) -> i64) -> Result<Self, JournalError> {
        let range = 1 + lot(RANGES);
        let mut transaction = self.begin().await?;
        for (table, length) in NUMBERED {
            sqlx::query(
                "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
            )
            .bind(table)
            .bind(range * length)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(self)
    }
}

/// Has a journal go on so far above the last number that each of its tables has given, also one that has given none yet.
pub(super) async fn leave_out(connection: &mut SqliteConnection, numbers: i64) -> Result<(), JournalError> {
    for (table, _) in NUMBERED {
        sqlx::query(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
        )
        .bind(table)
        .execute(&mut *connection)
        .await?;
        sqlx::query("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?").bind(numbers).bind(table).execute(&mut *connection).await?;
    }
    Ok(())
}

/// The last number that each table of the attached journal has given.
pub(super) async fn given(connection: &mut SqliteConnection) -> Result<[i64; NUMBERED.len()], JournalError> {
    let mut given = [0; NUMBERED.len()];
    for (last, (table, _)) in given.iter_mut().zip(NUMBERED) {
        let seq = sqlx::query_scalar("SELECT seq FROM other.sqlite_sequence WHERE name = ?").bind(table);
        *last = seq.fetch_optional(&mut *connection).await?.unwrap_or_default();
    }
    Ok(given)
}

/// Has the attached journal go on far above the numbers it has taken in, where these lie above those it had `given` before.
pub(super) async fn go_on_above(
    connection: &mut SqliteConnection,
    before: [i64; NUMBERED.len()],
    lot: &mut impl FnMut(i64) -> i64,
) -> Result<(), JournalError> {
    let after = given(connection).await?;
    for ((table, length), (before, after)) in NUMBERED.into_iter().zip(before.into_iter().zip(after)) {
        if after > before {
            sqlx::query("UPDATE other.sqlite_sequence SET seq = ? WHERE name = ?")
                .bind(after + length * (1 + lot(STEPS)))
                .bind(table)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// A table of which the attached journal uses a number already that games of a server have, if there is one.
pub(super) async fn taken(connection: &mut SqliteConnection, guild: i64) -> Result<Option<&'static str>, JournalError> {
    const CLASHES: [(&str, &str); NUMBERED.len()] = [
        ("games", "SELECT COUNT(*) FROM main.campaigns WHERE guild = ? AND id IN (SELECT id FROM other.campaigns)"),
        (
            "despatches",
            "SELECT COUNT(*) FROM main.outbox WHERE campaign IN (SELECT id FROM main.campaigns WHERE guild = ?) AND id IN (SELECT id FROM other.outbox)",
        ),
        (
            "proposals",
            "SELECT COUNT(*) FROM main.proposals WHERE campaign IN (SELECT id FROM main.campaigns WHERE guild = ?) AND id IN (SELECT id FROM other.proposals)",
        ),
    ];
    for (what, clashes) in CLASHES {
        let clashing: i64 = sqlx::query_scalar(clashes).bind(guild).fetch_one(&mut *connection).await?;
        if clashing > 0 {
            return Ok(Some(what));
        }
    }
    Ok(None)
}
