//! The journal: where campaigns are kept. Nothing else in the bot speaks SQL.
//!
//! Everything that changes a campaign is one call here and one transaction: the interaction that asked for it, the row
//! of the journal, the campaign's new revision, and what is to be posted. A second delivery of the same interaction is
//! told apart by its id; a writer that did not see the latest row is told apart by the revision.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::campaign::{Event, Order};
use engine::game::Seat;
use engine::pack::Pack;
use serde::{Deserialize, Serialize};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, SqlitePool, Transaction};

use crate::despatches::Despatch;
use crate::mahdist_command::Willing;
use crate::seats::Delegated;
use crate::standing_orders::StandingOrders;

mod battles;
mod boards;
mod despatches;
mod members;
mod papers;
mod proposals;
mod reminders;
mod rows;
mod summaries;
mod undo;

pub use battles::BattleRow;
pub use boards::BoardRow;
pub use papers::{Filing, Papers};
pub use proposals::{Proposal, ProposalId, ProposalStanding};
pub use reminders::ReminderRow;
pub use rows::JournalRow;
pub use undo::{DeedRows, Marking};

/// A campaign's number in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CampaignId(pub i64);

/// A row of the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OutboxId(pub i64);

/// What went wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another umpire has the file open.
    #[error("another umpire is running on {}: stop it first, or give this one a database of its own", .0.display())]
    AlreadyOpen(PathBuf),
    /// The file, or the lock beside it, cannot be opened.
    #[error("cannot open {}: {reason}", .path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The database refused.
    #[error("the journal could not be written or read: {0}")]
    Database(#[from] sqlx::Error),
    /// Migrations failed.
    #[error("the journal could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row does not say what it should.
    #[error("the journal has a row that cannot be understood: {0}")]
    Unreadable(String),
    /// The interaction has been acted on already.
    #[error("this interaction has been acted on already")]
    Repeated,
    /// Somebody wrote a row since the state was read.
    #[error("the campaign has moved on")]
    MovedOn,
    /// The channel has a campaign already.
    #[error("the channel has a campaign already")]
    ChannelTaken,
}

/// A campaign as it is kept.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Its number.
    pub id: CampaignId,
    /// The guild it is played in.
    pub guild: u64,
    /// The channel it is played in.
    pub channel: u64,
    /// The pack it is played with.
    pub pack: Arc<Pack>,
    /// The secret the dice come from.
    pub seed: Seed,
    /// Rows in its journal.
    pub revision: u32,
    /// When it was started, in seconds since 1970.
    pub started_at: i64,
    /// When it was closed, if it was.
    pub closed_at: Option<i64>,
    /// What the group has settled for itself.
    pub standing_orders: StandingOrders,
    /// Its name, and whether it is put away or deleted.
    pub papers: Papers,
}

/// The secret a campaign's dice come from. Never shown by `Debug`, so that it cannot get into a log.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// Who did something, by which interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Discord's id of the interaction.
    pub interaction: u64,
    /// Who.
    pub user: u64,
    /// In which seat.
    pub seat: Seat,
}

/// A row to be written: what was asked and what happened.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What kind of row, and what it changes besides the campaign's position.
    pub kind: EntryKind,
    /// What was asked, as JSON.
    pub entry: serde_json::Value,
    /// What happened, as JSON; an empty list where nothing did.
    pub events: serde_json::Value,
    /// The position in the stream of dice before.
    pub position_before: u64,
    /// And after.
    pub position_after: u64,
    /// What is to be posted in the campaign's channel.
    pub despatches: Vec<Despatch>,
}

/// What kind of row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryKind {
    /// An order: its events change the campaign.
    Order,
    /// A roll at the table: only the dice move on.
    Roll,
    /// Somebody joined.
    Joined {
        /// Under which number.
        number: u8,
        /// Whether only to look on.
        spectator: bool,
    },
    /// The one who acts gave somebody else a seat.
    Seated {
        /// Whom.
        user: u64,
        /// Under which number.
        number: u8,
    },
    /// Somebody left.
    Left,
    /// The campaign was closed.
    Closed,
    /// The group's standing orders were changed.
    StandingOrders(StandingOrders),
    /// Something was put into a member's hands, or taken out of them.
    Delegated {
        /// Whose.
        user: u64,
        /// What; `None` for nothing any more.
        what: Option<Delegated>,
    },
    /// Players were given the sides of a battle.
    Assigned {
        /// The row that began the battle.
        battle: u32,
        /// What its thread is called.
        name: String,
        /// Who commands which side; `true` for the Mahdists.
        sides: Vec<(u64, bool)>,
    },
    /// Earlier rows are void.
    Undone {
        /// Which.
        voids: Vec<u32>,
    },
    /// A member said how he feels about commanding the Mahdists, and until when he is away.
    Willing {
        /// How he feels.
        willing: Willing,
        /// Until when he is away, in seconds since 1970.
        away_until: Option<i64>,
    },
}

impl EntryKind {
    const fn word(&self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::Roll => "roll",
            Self::Joined { .. } | Self::Seated { .. } => "joined",
            Self::Left => "left",
            Self::Closed => "closed",
            Self::StandingOrders(_) => "standing_orders",
            Self::Delegated { .. } => "delegated",
            Self::Assigned { .. } => "assigned",
            Self::Willing { .. } => "willing",
            Self::Undone { .. } => "undone",
        }
    }
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The campaign's revision now.
    pub revision: u32,
    /// The rows of the outbox.
    pub outbox: Vec<OutboxId>,
}

/// An order as it was written, with its events.
#[derive(Clone, Debug)]
pub struct OrderRow {
    /// Its revision.
    pub revision: u32,
    /// What was asked.
    pub order: Order,
    /// What happened.
    pub events: Vec<Event>,
    /// How far the stream of dice had been used before it.
    pub position_before: u64,
    /// How far after it; the same if the players threw their own dice.
    pub position_after: u64,
    /// The row that voids it, if one does.
    pub undone_by: Option<u32>,
}

/// A despatch waiting to be posted.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Its row.
    pub id: OutboxId,
    /// The campaign it is about.
    pub campaign: CampaignId,
    /// The campaign's revision when it was written.
    pub revision: u32,
    /// Where it goes.
    pub channel: u64,
    /// What it says.
    pub despatch: Despatch,
    /// When somebody last tried to post it.
    pub attempted_at: Option<i64>,
}

/// The store.
#[derive(Clone)]
pub struct Journal {
    pool: SqlitePool,
    lock: Arc<File>,
}

/// Discord's ids are unsigned, SQLite's integers signed: the bits are the same.
const fn kept(id: u64) -> i64 {
    id as i64
}

const fn given(id: i64) -> u64 {
    id as u64
}

/// Seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Commander => "commander",
        Seat::ChiefOfStaff => "chief_of_staff",
        Seat::Player => "player",
        Seat::Umpire => "umpire",
    }
}

fn unreadable(what: &str) -> impl Fn(serde_json::Error) -> JournalError + '_ {
    move |error| JournalError::Unreadable(format!("{what}: {error}"))
}

fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

impl Journal {
    /// Opens the journal at `path`, makes it if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// [`JournalError::AlreadyOpen`] if another umpire runs on the same file; others if it cannot be opened.
    pub async fn open(path: &Path) -> Result<Self, JournalError> {
        let lock = lock(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What is committed survives a power cut too: a lost order costs more than a millisecond.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await
            .map_err(|error| JournalError::CannotOpen { path: path.to_owned(), reason: error.to_string() })?;
        sqlx::migrate!("../migrations").run(&pool).await?;
        Ok(Self { pool, lock: Arc::new(lock) })
    }

    /// Closes the journal once what is under way is done, and lets another umpire open it.
    pub async fn close(&self) {
        self.pool.close().await;
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "the journal's lock");
        }
    }

    async fn begin(&self) -> Result<Transaction<'static, Sqlite>, JournalError> {
        // A writer from the first statement on: two that both began by reading could not both go on to write.
        Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Starts a campaign: its first rows are written with it, and its founder is its first member. `compose` makes the
    /// despatches of the first rows once the campaign's number is known.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::ChannelTaken`] if the channel has a
    /// campaign.
    #[allow(clippy::too_many_arguments, reason = "each is a column of the campaign, and there is one caller")]
    pub async fn start(
        &self,
        guild: u64,
        channel: u64,
        pack: &Pack,
        seed: Seed,
        deed: Deed,
        entries: &[Entry],
        compose: impl FnOnce(CampaignId) -> Vec<Despatch> + Send,
    ) -> Result<(CampaignId, Written), JournalError> {
        let mut transaction = self.begin().await?;
        let fingerprint = may_begin(&mut transaction, pack, deed).await?;
        let (guild, channel, at) = (kept(guild), kept(channel), now());
        let seed = seed.0.as_slice();
        let id = sqlx::query_scalar!(
            "INSERT INTO campaigns (guild, channel, pack, seed, started_at) VALUES (?, ?, ?, ?, ?) RETURNING id AS \"id!\"",
            guild,
            channel,
            fingerprint,
            seed,
            at
        )
        .fetch_one(&mut *transaction)
        .await
        .map_err(|error| if is_unique_violation(&error) { JournalError::ChannelTaken } else { error.into() })?;
        let campaign = CampaignId(id);
        seat_founder(&mut transaction, campaign, deed).await?;
        let mut outbox = Vec::new();
        let mut despatches = compose(campaign).into_iter();
        for (index, entry) in entries.iter().enumerate() {
            let entry = Entry { despatches: despatches.next().into_iter().collect(), ..entry.clone() };
            outbox.extend(write_entry(&mut transaction, campaign, index as u32, channel, deed, &entry).await?);
        }
        transaction.commit().await?;
        Ok((campaign, Written { revision: entries.len() as u32, outbox }))
    }

    /// Writes rows after the campaign's revision, for one interaction, in one transaction; `settles` is a proposal that is approved by it.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::MovedOn`] if the campaign's revision is not the
    /// latest, or the proposal has been settled meanwhile.
    pub async fn append(
        &self,
        campaign: &Campaign,
        deed: Deed,
        entries: &[Entry],
        settles: Option<ProposalId>,
    ) -> Result<Written, JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, campaign.id, deed).await?;
        let (mut revision, mut outbox) = (campaign.revision, Vec::new());
        for entry in entries {
            outbox.extend(write_entry(&mut transaction, campaign.id, revision, kept(campaign.channel), deed, entry).await?);
            revision += 1;
            write_besides(&mut transaction, campaign.id, revision, deed, &entry.kind).await?;
        }
        if let Some(proposal) = settles {
            proposals::settle(&mut transaction, proposal, deed, ProposalStanding::Approved).await?;
        }
        transaction.commit().await?;
        Ok(Written { revision, outbox })
    }

    /// The open campaign of a channel, or of the channel that a battle's thread is in.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaign_in(&self, channel: u64) -> Result<Option<CampaignId>, JournalError> {
        let channel = kept(channel);
        let id = sqlx::query_scalar!("SELECT id FROM campaigns WHERE (channel = ?1 OR id IN (SELECT campaign FROM battles WHERE thread = ?1)) AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL ORDER BY channel = ?1 DESC", channel)
            .fetch_optional(&self.pool)
            .await?;
        Ok(id.map(CampaignId))
    }

    /// A campaign by its number.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read, or the campaign's pack cannot be loaded any more.
    pub async fn campaign(&self, id: CampaignId) -> Result<Option<Campaign>, JournalError> {
        let Some(row) = sqlx::query!(
            "SELECT guild, channel, pack, seed, revision, started_at, closed_at, standing_orders, name, archived_at, gone_at, imported, sources FROM campaigns JOIN packs ON packs.fingerprint = campaigns.pack WHERE id = ?",
            id.0
        )
        .fetch_optional(&self.pool)
        .await?
        else {
            return Ok(None);
        };
        let seed: [u8; 32] = row.seed.try_into().map_err(|_| JournalError::Unreadable("seed".to_owned()))?;
        Ok(Some(Campaign {
            id,
            guild: given(row.guild),
            channel: given(row.channel),
            pack: load_pack(&row.pack, &row.sources)?,
            seed: Seed(seed),
            revision: u32::try_from(row.revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?,
            started_at: row.started_at,
            closed_at: row.closed_at,
            standing_orders: serde_json::from_str(&row.standing_orders).map_err(unreadable("standing orders"))?,
            papers: Papers::read(row.name, row.archived_at, row.gone_at, row.imported)?,
        }))
    }

    /// Every order that stood at `revision`, in order: what was undone until then is left out.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn orders(&self, id: CampaignId, revision: u32) -> Result<Vec<OrderRow>, JournalError> {
        let mut rows = self.all_orders(id, revision).await?;
        rows.retain(|row| row.undone_by.is_none_or(|by| by > revision));
        Ok(rows)
    }

    /// Every order of a campaign up to and with `revision`, in order, those that were undone too.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn all_orders(&self, id: CampaignId, revision: u32) -> Result<Vec<OrderRow>, JournalError> {
        let rows = sqlx::query!(
            "SELECT revision, entry, events, position_before, position_after, undone_by AS \"undone_by: u32\" FROM journal WHERE campaign = ? AND kind = 'order' AND revision <= ? ORDER BY revision",
            id.0,
            revision
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(OrderRow {
                    revision: u32::try_from(row.revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?,
                    order: serde_json::from_str(&row.entry).map_err(unreadable("order"))?,
                    events: serde_json::from_str(&row.events).map_err(unreadable("events"))?,
                    position_before: row.position_before as u64,
                    position_after: row.position_after as u64,
                    undone_by: row.undone_by,
                })
            })
            .collect()
    }

    /// How far the stream of dice has been used.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn dice_position(&self, id: CampaignId) -> Result<u64, JournalError> {
        let position = sqlx::query_scalar!("SELECT position_after FROM journal WHERE campaign = ? ORDER BY revision DESC LIMIT 1", id.0)
            .fetch_optional(&self.pool)
            .await?;
        Ok(position.map_or(0, |position| position as u64))
    }
}

/// Locks a file beside the database for as long as the umpire runs. The system frees the lock however the process ends.
fn lock(path: &Path) -> Result<File, JournalError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| JournalError::CannotOpen { path: folder.to_owned(), reason: error.to_string() })?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let cannot_open = |reason: String| JournalError::CannotOpen { path: beside.clone(), reason };
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside).map_err(|error| cannot_open(error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(JournalError::AlreadyOpen(path.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(cannot_open(error.to_string())),
    }
}

/// The pack of a campaign: the one in the program if it is that, else from its sources.
fn load_pack(fingerprint: &str, sources: &str) -> Result<Arc<Pack>, JournalError> {
    if let Ok(embedded) = Pack::embedded()
        && embedded.fingerprint() == fingerprint
    {
        return Ok(embedded);
    }
    let sources: BTreeMap<String, String> = serde_json::from_str(sources).map_err(unreadable("pack"))?;
    Pack::load_under_way(sources).map(Arc::new).map_err(|errors| JournalError::Unreadable(format!("pack: {errors}")))
}

/// Makes sure that a campaign is begun once, and that its pack is kept; gives the pack's fingerprint.
async fn may_begin(transaction: &mut Transaction<'static, Sqlite>, pack: &Pack, deed: Deed) -> Result<String, JournalError> {
    // A repeated delivery must be told from a second campaign, and both break a unique index: look first.
    let interaction = kept(deed.interaction);
    let seen = sqlx::query_scalar!("SELECT id FROM interactions WHERE id = ?", interaction).fetch_optional(&mut **transaction).await?;
    if seen.is_some() {
        return Err(JournalError::Repeated);
    }
    let (fingerprint, sources) = (pack.fingerprint(), serde_json::to_string(pack.sources()).map_err(unreadable("pack"))?);
    sqlx::query!("INSERT INTO packs (fingerprint, sources) VALUES (?, ?) ON CONFLICT DO NOTHING", fingerprint, sources)
        .execute(&mut **transaction)
        .await?;
    Ok(fingerprint.to_owned())
}

/// Makes whoever begins a campaign its first member, and notes the interaction.
async fn seat_founder(transaction: &mut Transaction<'static, Sqlite>, campaign: CampaignId, deed: Deed) -> Result<(), JournalError> {
    let (user, at) = (kept(deed.user), now());
    sqlx::query!("INSERT INTO members (campaign, user, number, joined_at) VALUES (?, ?, 0, ?)", campaign.0, user, at)
        .execute(&mut **transaction)
        .await?;
    record_interaction(transaction, campaign, deed).await
}

async fn record_interaction(transaction: &mut Transaction<'static, Sqlite>, campaign: CampaignId, deed: Deed) -> Result<(), JournalError> {
    let (id, at) = (kept(deed.interaction), now());
    sqlx::query!("INSERT INTO interactions (id, campaign, acted_at) VALUES (?, ?, ?)", id, campaign.0, at)
        .execute(&mut **transaction)
        .await
        .map_err(|error| if is_unique_violation(&error) { JournalError::Repeated } else { error.into() })?;
    Ok(())
}

/// Writes what a row changes besides the campaign's position; `revision` is its number.
async fn write_besides(
    transaction: &mut Transaction<'static, Sqlite>,
    campaign: CampaignId,
    revision: u32,
    deed: Deed,
    kind: &EntryKind,
) -> Result<(), JournalError> {
    let (id, user, at) = (campaign.0, kept(deed.user), now());
    match kind {
        EntryKind::Joined { number, spectator } => members::seat(transaction, campaign, deed.user, *number, *spectator).await?,
        EntryKind::Seated { user, number } => members::seat(transaction, campaign, *user, *number, false).await?,
        EntryKind::Left => {
            sqlx::query!("UPDATE members SET left_at = ? WHERE campaign = ? AND user = ?", at, id, user)
                .execute(&mut **transaction)
                .await?;
            sqlx::query!("DELETE FROM delegations WHERE campaign = ? AND user = ?", id, user).execute(&mut **transaction).await?;
        }
        EntryKind::Closed => {
            sqlx::query!("UPDATE campaigns SET closed_at = ? WHERE id = ?", at, id).execute(&mut **transaction).await?;
        }
        EntryKind::StandingOrders(orders) => {
            let orders = serde_json::to_string(orders).map_err(unreadable("standing orders"))?;
            sqlx::query!("UPDATE campaigns SET standing_orders = ? WHERE id = ?", orders, id).execute(&mut **transaction).await?;
        }
        EntryKind::Delegated { user, what } => {
            let user = kept(*user);
            sqlx::query!("DELETE FROM delegations WHERE campaign = ? AND user = ?", id, user).execute(&mut **transaction).await?;
            if let Some(what) = what {
                let what = serde_json::to_string(what).map_err(unreadable("delegation"))?;
                sqlx::query!("INSERT INTO delegations (campaign, user, what, made_at) VALUES (?, ?, ?, ?)", id, user, what, at)
                    .execute(&mut **transaction)
                    .await?;
            }
        }
        EntryKind::Assigned { battle, name, sides } => {
            battles::write(transaction, campaign, *battle, name, sides).await?;
        }
        EntryKind::Willing { willing, away_until } => {
            let word = willing.word();
            sqlx::query!("UPDATE members SET willing = ?, away_until = ? WHERE campaign = ? AND user = ?", word, away_until, id, user)
                .execute(&mut **transaction)
                .await?;
        }
        EntryKind::Undone { voids } => undo::void(transaction, campaign, revision, voids).await?,
        EntryKind::Order | EntryKind::Roll => {}
    }
    Ok(())
}

/// Writes a row and what is to be posted for it; `revision` is the latest before it.
async fn write_entry(
    transaction: &mut Transaction<'static, Sqlite>,
    campaign: CampaignId,
    revision: u32,
    channel: i64,
    deed: Deed,
    entry: &Entry,
) -> Result<Vec<OutboxId>, JournalError> {
    let next = revision + 1;
    let moved = sqlx::query!(
        "UPDATE campaigns SET revision = ? WHERE id = ? AND revision = ? AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL",
        next,
        campaign.0,
        revision
    )
    .execute(&mut **transaction)
    .await?;
    if moved.rows_affected() != 1 {
        return Err(JournalError::MovedOn);
    }
    let kind = entry.kind.word();
    let (interaction, user, seat) = (kept(deed.interaction), kept(deed.user), seat_word(deed.seat));
    let (asked, events) = (entry.entry.to_string(), entry.events.to_string());
    let (before, after, at) = (entry.position_before as i64, entry.position_after as i64, now());
    sqlx::query!(
        "INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        campaign.0,
        next,
        kind,
        interaction,
        user,
        seat,
        asked,
        events,
        before,
        after,
        at
    )
    .execute(&mut **transaction)
    .await?;
    let mut outbox = Vec::with_capacity(entry.despatches.len());
    for despatch in &entry.despatches {
        outbox.push(despatches::write_of_row(transaction, campaign, next, channel, despatch).await?);
    }
    Ok(outbox)
}
