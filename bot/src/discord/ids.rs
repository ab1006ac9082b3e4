//! The ids of Discord's client as ours, and back.

use crate::model::ids::{ChannelId, GuildId, InteractionId, MessageId, RoleId, UserId};
use poise::serenity_prelude as serenity;

macro_rules! same_ids {
    ($($name:ident)+) => {$(
        impl From<serenity::$name> for $name {
            fn from(id: serenity::$name) -> Self {
                Self(id.get())
            }
        }

        impl From<$name> for serenity::$name {
            fn from(id: $name) -> Self {
                // Discord gives no id 0, and the client takes none.
                Self::new(id.0.max(1))
            }
        }
    )+};
}

same_ids! { UserId ChannelId GuildId MessageId RoleId InteractionId }
