//! Long games are read in turn, one of each server at a time. Whatever is read of one and made of it has one turn for all: until the last of it
//! is done nothing else of that server's is read, so that a hundred who ask for long logs at once take the memory of one.

use std::future::Future;

use crate::aside::{Turn, apart};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::{CampaignId, GuildId};

/// As many rows of a game are read and replayed where they are asked for, within a millisecond or two; more are long work.
const FEW_ROWS: u32 = 100;

tokio::task_local! {
    /// The turn is had already, for all that is read here.
    static HAD: ();
}

/// A turn to read many rows.
#[derive(Debug)]
pub(super) enum Place {
    /// Had for this alone; it ends when this is dropped.
    Own(#[expect(dead_code, reason = "held until it is dropped")] Turn),
    /// Had for this and more.
    Had,
}

impl Journal {
    /// The turn to read so many rows of a game, if they are many: then of one server one reads at a time.
    pub(super) async fn turn_to_read(&self, id: CampaignId, rows: u32) -> Result<Option<Place>, JournalError> {
        if rows <= FEW_ROWS {
            return Ok(None);
        }
        if HAD.try_with(|()| ()).is_ok() {
            return Ok(Some(Place::Had));
        }
        let server = self.guild_of(id).await?.filter(|guild| *guild != GuildId::DIRECT).map(|guild| guild.0);
        Ok(self.turns.of(server, id.0).await.map(Place::Own))
    }

    /// Does work on a game of which so many rows have been read: at once if they are few, else apart when it is its server's turn.
    ///
    /// # Errors
    ///
    /// [`JournalError::BrokenOff`] if the work panics, or no thread can be had for it.
    pub async fn in_turn<T: Send + 'static>(
        &self,
        id: CampaignId,
        rows: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JournalError> {
        match self.turn_to_read(id, u32::try_from(rows).unwrap_or(u32::MAX)).await? {
            Some(_turn) => Ok(apart(work).await?),
            None => Ok(work()),
        }
    }

    /// Reads a game of so many rows and makes something of them, all in one turn of its server. Nothing may be waited for meanwhile that
    /// another can have who waits for a turn, as a game that is locked.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn in_one_turn<T>(&self, id: CampaignId, rows: u32, reading: impl Future<Output = T>) -> Result<T, JournalError> {
        match self.turn_to_read(id, rows).await? {
            Some(turn @ Place::Own(_)) => {
                let read = HAD.scope((), reading).await;
                drop(turn);
                Ok(read)
            }
            Some(Place::Had) | None => Ok(reading.await),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::filled::filled;
    use futures_util::FutureExt as _;

    #[tokio::test]
    async fn whatever_is_read_of_a_servers_long_games_and_made_of_it_is_done_before_the_next_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[7], 0).await;
        let journal = Journal::open(&path).await.unwrap();
        let (one, other) = (CampaignId(1), CampaignId(2));
        let (done, goes_on) = tokio::sync::oneshot::channel::<()>();
        let first = tokio::spawn({
            let journal = journal.clone();
            async move {
                let reading = async {
                    // What reads and works in it has the same turn, also of another game.
                    let rows = journal.in_turn(other, 5_000, || 5_000).await.unwrap();
                    goes_on.await.unwrap();
                    journal.in_turn(one, rows, || 1).await.unwrap()
                };
                journal.in_one_turn(one, 5_000, reading).await.unwrap()
            }
        });
        while journal.turns.of(Some(7), 0).now_or_never().flatten().is_some() {
            tokio::task::yield_now().await;
        }
        let mut second = Box::pin(journal.in_one_turn(other, 5_000, async { 2 }));
        assert_eq!((&mut second).now_or_never().map(Result::unwrap), None, "it has not begun to be read");
        assert_eq!(journal.in_one_turn(other, 3, async { 3 }).await.unwrap(), 3, "what is short is read at once");
        done.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (1, 2));
        journal.close().await;
    }
}
