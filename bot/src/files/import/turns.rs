//! Whose file is fetched and read: of each server one at a time is under way, and of all of them one is read. A file that is read takes many times
//! its size in memory, and one whose turn has not come is not even fetched.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::model::ids::{ChannelId, GuildId};

/// How long one waits for the files of others.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why it is not a file's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotYet {
    /// Another of the same server's is under way.
    OfServer,
    /// Those of other servers take too long.
    Others,
}

/// A server; or, of direct messages, their channel.
type Server = (GuildId, Option<ChannelId>);

/// The servers of which a file is under way.
type Servers = Arc<Mutex<HashSet<Server>>>;

/// Whose turn it is.
pub struct Turns {
    servers: Servers,
    at_once: Arc<Semaphore>,
    patience: Duration,
}

impl Default for Turns {
    fn default() -> Self {
        Self::of_patience(PATIENCE)
    }
}

impl Turns {
    fn of_patience(patience: Duration) -> Self {
        Self { servers: Arc::default(), at_once: Arc::new(Semaphore::new(1)), patience }
    }

    /// A file of a server's gets under way, or of somebody's direct messages.
    ///
    /// # Errors
    ///
    /// [`NotYet::OfServer`] if another of the server's is.
    pub fn of_server(&self, guild: GuildId, channel: ChannelId) -> Result<OfServer, NotYet> {
        let server = (guild, (guild == GuildId::DIRECT).then_some(channel));
        if !self.servers.lock().unwrap_or_else(PoisonError::into_inner).insert(server) {
            return Err(NotYet::OfServer);
        }
        Ok(OfServer { server, servers: Arc::clone(&self.servers) })
    }

    /// Waits until it is a file's turn to be read.
    ///
    /// # Errors
    ///
    /// [`NotYet::Others`] if that takes too long.
    pub async fn turn(&self, own: OfServer) -> Result<Turn, NotYet> {
        match tokio::time::timeout(self.patience, Arc::clone(&self.at_once).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Turn { place: Arc::new(permit), own }),
            Ok(Err(_)) | Err(_) => Err(NotYet::Others),
        }
    }
}

/// The one file of a server that is under way; dropped, another may come.
pub struct OfServer {
    server: Server,
    servers: Servers,
}

impl Drop for OfServer {
    fn drop(&mut self) {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.server);
    }
}

/// A file whose turn it is; dropped, it is another's, as soon as nothing is done with this one any more.
pub struct Turn {
    /// Shared with the thread that is at the file, also if nobody waits for that any more.
    place: Arc<OwnedSemaphorePermit>,
    own: OfServer,
}

impl Turn {
    pub(super) fn place(&self) -> Arc<OwnedSemaphorePermit> {
        Arc::clone(&self.place)
    }

    /// The file has been read: it is another server's turn, and still none of this one's.
    #[must_use]
    pub fn over(self) -> OfServer {
        self.own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: GuildId = GuildId(1);
    const OTHER: GuildId = GuildId(2);
    const CHANNEL: ChannelId = ChannelId(3);

    #[tokio::test]
    async fn of_one_server_a_second_file_is_refused_at_once_until_the_first_is_done_with() {
        let turns = Turns::of_patience(Duration::from_secs(600));
        let own = turns.of_server(ONE, CHANNEL).unwrap();
        assert_eq!(turns.of_server(ONE, CHANNEL).err(), Some(NotYet::OfServer));
        let turn = turns.turn(own).await.unwrap();
        assert_eq!(turns.of_server(ONE, CHANNEL).err(), Some(NotYet::OfServer));
        let own = turn.over();
        assert_eq!(turns.of_server(ONE, CHANNEL).err(), Some(NotYet::OfServer), "it has been read, and is being written");
        drop(own);
        assert!(turns.of_server(ONE, CHANNEL).is_ok());
        let direct = [ChannelId(8), ChannelId(9)].map(|channel| turns.of_server(GuildId::DIRECT, channel));
        assert!(direct.iter().all(Result::is_ok), "who writes to the umpire directly waits for nobody else who does");
    }

    #[tokio::test]
    async fn another_servers_file_waits_for_the_one_that_is_read_is_told_so_and_comes_as_soon_as_that_has_been_read() {
        let turns = Turns::of_patience(Duration::from_millis(20));
        let turn = turns.turn(turns.of_server(ONE, CHANNEL).unwrap()).await.unwrap();
        assert_eq!(turns.turn(turns.of_server(OTHER, CHANNEL).unwrap()).await.err(), Some(NotYet::Others));
        // Who was told so may come again.
        let own = turn.over();
        assert!(turns.turn(turns.of_server(OTHER, CHANNEL).unwrap()).await.is_ok());
        drop(own);
    }

    #[tokio::test]
    async fn a_file_that_a_thread_is_at_is_waited_for_also_if_nobody_waits_for_the_thread() {
        let turns = Turns::of_patience(Duration::from_millis(20));
        let turn = turns.turn(turns.of_server(ONE, CHANNEL).unwrap()).await.unwrap();
        let at_it = turn.place();
        drop(turn);
        assert_eq!(turns.turn(turns.of_server(ONE, CHANNEL).unwrap()).await.err(), Some(NotYet::Others));
        drop(at_it);
        assert!(turns.turn(turns.of_server(ONE, CHANNEL).unwrap()).await.is_ok());
    }
}
