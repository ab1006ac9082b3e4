//! The standing orders of a group: what it has settled for itself, beside the rulebook's options.
//!
//! They are kept with the campaign. What a group has not settled is as usual, also for settings that came later than its campaign.

use crate::model::ids::{ChannelId, RoleId};
use engine::tabletop::player::Strength;
use serde::{Deserialize, Serialize};

use crate::model::pace::{Pace, QuietHours};
use crate::model::topic::Topic;

/// What a group has settled for itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct StandingOrders {
    /// What the commander in chief alone decides: orders about it from others are proposals.
    pub commander_decides: Vec<Topic>,
    /// How many players command the Mahdists in a battle; `None` for half of those who are there.
    #[serde(rename = "mahdist_players")]
    pub enemy_players: Option<u8>,
    /// How long one is given to act before a reminder; `None` for no reminders.
    pub pace: Option<Pace>,
    /// The quiet hours of the last pace that had any, kept while there is no pace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept_quiet: Option<QuietHours>,
    /// Where the chief of staff's summary goes at the end of a turn.
    pub summary_to: SummaryTo,
    /// Discord's roles that bring a seat with them; each seat has one at most.
    pub roles: Vec<SeatRole>,
    /// Whether everything is told in plain messages, without embeds.
    pub plain: bool,
    /// What is offered first when a battle is to be fought, where the campaign has boards.
    pub offered: Offered,
    /// How well the staff plays against which one who plays alone fights on the board.
    pub opponent: Strength,
}

/// What is offered first when a battle is to be fought; the other ways stand behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    /// To fight it out on the board.
    #[default]
    Board,
    /// To let the staff settle it.
    Staff,
    /// To report what came of it on the group's own table.
    Table,
}

/// A role on the server that brings a seat in the campaign with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatRole {
    /// Discord's id of the role.
    pub role: RoleId,
    /// What its members are.
    pub seat: RoleSeat,
}

/// What the members of a role are in a campaign. In the order of their weight: somebody with several roles has the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoleSeat {
    /// Commander in chief, while nobody else is.
    Commander,
    /// Chief of staff, while nobody else is.
    ChiefOfStaff,
    /// Players.
    Player,
    /// Lookers-on.
    Spectator,
}

/// Where the chief of staff's summary goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SummaryTo {
    /// Into the campaign's channel.
    #[default]
    Channel,
    /// Into a thread of its own.
    Thread,
    /// To the chief of staff, by direct message; where there is none, into the campaign's channel.
    ChiefOfStaff,
    /// Into another channel, by Discord's id.
    Elsewhere(ChannelId),
}

impl StandingOrders {
    /// The quiet hours that hold, or that a pace would have again.
    #[must_use]
    pub fn quiet(&self) -> Option<QuietHours> {
        self.pace.map_or(self.kept_quiet, |pace| pace.quiet)
    }

    /// With another pace, or none; without one the quiet hours are kept for the next.
    #[must_use]
    pub fn paced(self, pace: Option<Pace>) -> Self {
        let kept_quiet = if pace.is_none() { self.quiet() } else { None };
        Self { pace, kept_quiet, ..self }
    }
}

impl Default for StandingOrders {
    /// Everybody may throw the dice of the rebellion and report a battle; the rest is the commander's.
    fn default() -> Self {
        Self {
            commander_decides: Topic::ALL.into_iter().filter(|topic| !matches!(topic, Topic::Rebellion | Topic::Battle)).collect(),
            enemy_players: None,
            pace: None,
            kept_quiet: None,
            summary_to: SummaryTo::Channel,
            roles: Vec::new(),
            plain: false,
            offered: Offered::Board,
            opponent: Strength::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_group_has_not_settled_is_as_usual() {
        let orders: StandingOrders = serde_json::from_str("{}").unwrap();
        assert_eq!(orders, StandingOrders::default());
        let orders: StandingOrders = serde_json::from_str(r#"{"commander_decides":["move"],"of_a_later_version":1}"#).unwrap();
        assert_eq!(orders.commander_decides, [Topic::Move]);
    }
}
