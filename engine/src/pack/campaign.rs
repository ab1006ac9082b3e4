//! What a campaign is called, how long it lasts and how it is won.
//!
//! Rulebook: *Sequence of Play*, *Victory or Defeat?*, *Victory Points*.

use serde::Deserialize;

use super::error::PackError;
use super::read::read_toml;

/// The file's name inside a pack.
pub(super) const FILE: &str = "campaign.toml";

/// How many turns, rounds and cards.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// The last turn.
    pub last: u8,
    /// Action rounds in each.
    pub action_rounds: u8,
    /// Cards a hand is filled up to.
    pub hand: u8,
}

/// Victory points for holding out at a high total.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnBonus {
    /// First turn it counts.
    pub from_turn: u8,
    /// Last turn it counts.
    pub to_turn: u8,
    /// The least total for which it counts.
    pub at_least: i16,
    /// The points added.
    pub points: i16,
}

/// The victory track.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryTrack {
    /// The total at which the rebellion is beaten.
    pub won_at: i16,
    /// The total at which the campaign is lost.
    pub lost_at: i16,
    /// Added for each battle lost.
    pub battle_lost: i16,
    /// Added for each battle won.
    pub battle_won: i16,
    /// Added for each battle that cost [`Self::heavy_losses_percent`] of the units or more.
    pub heavy_losses: i16,
    /// The share of units lost, in percent, from which losses are heavy; 1 to 100.
    pub heavy_losses_percent: u8,
    /// Added for each card played for replacements.
    pub replacements_card: i16,
    /// Turn bonuses, in order.
    #[serde(default)]
    pub bonus: Vec<TurnBonus>,
}

/// `campaign.toml`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignOutline {
    /// The campaign's title.
    pub title: String,
    /// A shorter one, for tight places.
    pub short_title: String,
    /// What it is about.
    pub summary: String,
    /// Turns, rounds, cards.
    pub turns: Turns,
    /// The victory track.
    pub victory: VictoryTrack,
}

/// Reads and checks `campaign.toml`.
pub(super) fn read(text: &str) -> Result<CampaignOutline, Vec<PackError>> {
    let outline: CampaignOutline = read_toml(FILE, text).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut fault = |key: &str, reason: &str| errors.push(PackError::new(FILE, key, reason));
    if !(1..=100).contains(&outline.turns.last) {
        fault("turns.last", "a campaign has 1 to 100 turns");
    }
    if !(1..=20).contains(&outline.turns.action_rounds) {
        fault("turns.action_rounds", "a turn has 1 to 20 action rounds");
    }
    if !(1..=20).contains(&outline.turns.hand) {
        fault("turns.hand", "a hand has 1 to 20 cards");
    }
    if !(-10_000..=10_000).contains(&outline.victory.won_at) || !(-10_000..=10_000).contains(&outline.victory.lost_at) {
        fault("victory", "totals are within 10,000");
    }
    if outline.victory.bonus.iter().any(|bonus| !(-1_000..=1_000).contains(&bonus.points)) {
        fault("victory.bonus", "a turn bonus is within 1,000");
    }
    let track = &outline.victory;
    if [track.battle_lost, track.battle_won, track.heavy_losses, track.replacements_card]
        .iter()
        .any(|points| !(-1_000..=1_000).contains(points))
    {
        fault("victory", "points for battles and cards are within 1,000");
    }
    if !(1..=100).contains(&track.heavy_losses_percent) {
        fault("victory.heavy_losses_percent", "a share is 1 to 100 percent");
    }
    if outline.victory.won_at >= outline.victory.lost_at {
        fault("victory.won_at", "the campaign is won below the total at which it is lost");
    }
    for (name, text, most) in
        [("title", &outline.title, 100), ("short_title", &outline.short_title, 50), ("summary", &outline.summary, 1000)]
    {
        if text.trim().is_empty() || text.chars().count() > most {
            fault(name, &format!("1 to {most} characters"));
        }
    }
    if errors.is_empty() { Ok(outline) } else { Err(errors) }
}
