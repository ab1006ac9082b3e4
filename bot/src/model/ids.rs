//! Ids, each a type of its own, so that none can be taken for another.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

/// A campaign's number in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CampaignId(pub i64);

/// A row of the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OutboxId(pub i64);

/// A proposal's number in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProposalId(pub i64);

/// An id of Discord's. In JSON, in custom ids and in the journal it is the plain number.
pub trait DiscordId: Copy {
    /// The id of this number.
    fn of(number: u64) -> Self;
    /// Its number.
    fn number(self) -> u64;
}

macro_rules! discord_ids {
    ($($(#[$doc:meta])* $name:ident)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl DiscordId for $name {
            fn of(number: u64) -> Self {
                Self(number)
            }

            fn number(self) -> u64 {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

discord_ids! {
    /// A user: a member of a campaign, or one who asks.
    UserId
    /// A channel, a thread or somebody's direct messages: wherever Discord takes a message.
    ChannelId
    /// A server, which Discord calls a guild.
    GuildId
    /// A message.
    MessageId
    /// A role of a server.
    RoleId
    /// An interaction: one command, press or form, however often it is delivered.
    InteractionId
}

impl UserId {
    /// The umpire itself, of what it writes down by nobody's asking. Discord gives no user this number.
    pub const UMPIRE: Self = Self(0);

    /// What Discord shows as the user's name.
    #[must_use]
    pub fn mention(self) -> String {
        format!("<@{self}>")
    }
}

impl ChannelId {
    /// What Discord shows as the channel's name, with a way there.
    #[must_use]
    pub fn mention(self) -> String {
        format!("<#{self}>")
    }
}

impl RoleId {
    /// What Discord shows as the role's name.
    #[must_use]
    pub fn mention(self) -> String {
        format!("<@&{self}>")
    }
}

impl GuildId {
    /// No server: the direct messages of one person with the umpire. Discord gives no server this number.
    pub const DIRECT: Self = Self(0);

    /// What stands for it in the address of a message.
    #[must_use]
    pub fn in_an_address(self) -> String {
        if self == Self::DIRECT { "@me".to_owned() } else { self.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_of_discords_is_its_plain_number_in_json_also_as_a_key() {
        assert_eq!(serde_json::to_string(&UserId(u64::MAX)).unwrap(), "18446744073709551615");
        assert_eq!(serde_json::from_str::<Vec<ChannelId>>("[7]").unwrap(), [ChannelId(7)]);
        let times = std::collections::BTreeMap::from([(UserId(2), 3)]);
        assert_eq!(serde_json::to_string(&times).unwrap(), r#"{"2":3}"#);
        assert_eq!(serde_json::from_str::<std::collections::BTreeMap<UserId, i32>>(r#"{"2":3}"#).unwrap(), times);
    }

    #[test]
    fn ids_are_said_as_discord_writes_mentions() {
        assert_eq!(
            (UserId(1).mention(), ChannelId(2).mention(), RoleId(3).mention(), MessageId(4).to_string()),
            ("<@1>".to_owned(), "<#2>".to_owned(), "<@&3>".to_owned(), "4".to_owned())
        );
    }
}
