//! The format of an exported campaign, version 1: a JSON object with the pack's files and every order with its events. Old files are read for
//! ever: fields are added with defaults, never renamed.

use crate::model::ids::MessageId;
use crate::model::played::Played;
use engine::campaign::State;
use engine::edition::Edition;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An exported campaign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Export<G: Played = State> {
    /// Which format it is written in: that names the game and the version.
    pub format: String,
    /// The campaign's title.
    pub title: String,
    /// When it was started, in seconds since 1970.
    pub started_at: i64,
    /// The seed of its dice in hexadecimal, once it is closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The message in which the seal was posted before any die was thrown, whose number is mixed into the dice; nothing where they are of the
    /// bare seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal_message: Option<MessageId>,
    /// The SHA-256 of that seed in hexadecimal, as it was announced at the start; older files do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
    /// The last number of the rows that were taken up from another file: their dice are of another seed.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub imported: u32,
    /// How many rows are left out because they tell what a seat alone may know, while the game runs: such a file is for reading.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub hidden: u32,
    /// The pack's files.
    pub pack: BTreeMap<String, String>,
    /// Every order, as it was given.
    pub entries: Vec<ExportedOrder<G>>,
}

/// An order of an exported campaign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct ExportedOrder<G: Played = State> {
    /// Its number in the journal.
    pub revision: u32,
    /// What was asked.
    pub order: G::Order,
    /// What happened.
    pub events: Vec<G::Event>,
    /// How far the stream of dice had been used.
    pub position: u64,
    /// Whether the stream's dice were thrown; the players' own, if not.
    pub streamed: bool,
    /// The number of the undo that voided it, if one did. Its dice stay spent, and can be proved like all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<u32>,
    /// The edition of the rules that resolved it; older files do not say, and are of the first.
    #[serde(default, skip_serializing_if = "Edition::is_first")]
    pub edition: Edition,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
const fn is_nothing(number: &u32) -> bool {
    *number == 0
}
