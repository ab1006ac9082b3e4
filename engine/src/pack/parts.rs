//! A pack whose files have been read, before it is one.

use super::campaign::CampaignOutline;
use super::cards::Card;
use super::leaders::Leaders;
use super::map::Map;
use super::random_events::RandomEvent;
use super::setup::Scenario;
use super::tables::Tables;
use super::triggers::Trigger;
use super::units::Roster;
use super::words::Words;

/// What has been read of a pack.
pub(super) struct Parts<'a> {
    pub(super) outline: &'a CampaignOutline,
    pub(super) map: &'a Map,
    pub(super) roster: &'a Roster,
    pub(super) cards: &'a [Card],
    pub(super) leaders: &'a Leaders,
    pub(super) random_events: &'a [RandomEvent],
    pub(super) tables: &'a Tables,
    pub(super) triggers: &'a [Trigger],
    pub(super) scenarios: &'a [Scenario],
    pub(super) words: &'a Words,
}
