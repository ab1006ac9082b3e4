//! Rows of the journal: what is to be written, and what was.

use crate::model::despatch::Despatch;
use crate::model::enemy_command::Willing;
use crate::model::ids::{InteractionId, OutboxId, UserId};
use crate::model::played::Played;
use crate::model::roster::Delegated;
use crate::model::standing_orders::StandingOrders;
use engine::campaign::State;
use engine::edition::Edition;

/// Who did something, by which interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Discord's id of the interaction.
    pub interaction: InteractionId,
    /// Who.
    pub user: UserId,
    /// In which seat, by its word.
    pub seat: &'static str,
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
    /// The edition of the rules that resolved it.
    pub edition: Edition,
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
        user: UserId,
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
        user: UserId,
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
        sides: Vec<(UserId, bool)>,
    },
    /// Earlier rows are void.
    Undone {
        /// Which.
        voids: Vec<u32>,
    },
    /// A member said how they feel about commanding the Mahdists, and until when they are away.
    Willing {
        /// How they feel.
        willing: Willing,
        /// Until when they are away, in seconds since 1970.
        away_until: Option<i64>,
    },
}

impl EntryKind {
    pub(crate) const fn word(&self) -> &'static str {
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
pub struct OrderRow<G: Played = State> {
    /// Its revision.
    pub revision: u32,
    /// What was asked.
    pub order: G::Order,
    /// What happened.
    pub events: Vec<G::Event>,
    /// How far the stream of dice had been used before it.
    pub position_before: u64,
    /// How far after it; the same if the players threw their own dice.
    pub position_after: u64,
    /// The row that voids it, if one does.
    pub undone_by: Option<u32>,
    /// The edition of the rules that resolved it.
    pub edition: Edition,
}

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalRow {
    /// Its number.
    pub revision: u32,
    /// The word of its kind.
    pub kind: String,
    /// Who did it.
    pub user: UserId,
    /// What was asked, as JSON: of a long journal the texts are in memory, and what they say of one row at a time.
    pub entry: String,
    /// What happened, as JSON.
    pub events: String,
    /// When, in seconds since 1970.
    pub written_at: i64,
    /// The row that undid it, if one did.
    pub undone_by: Option<u32>,
}

/// The rows that one interaction wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeedRows {
    /// Who gave it.
    pub user: UserId,
    /// The rows, in order.
    pub rows: Vec<u32>,
}
