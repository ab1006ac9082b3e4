//! What a guild is, with its roles and members.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::user::BOT_ID;
use crate::snowflake::Id;

/// A role.
#[derive(Debug, Clone)]
pub(crate) struct Role {
    /// The id; that of `@everyone` is the guild's.
    pub(crate) id: Id,
    /// The name.
    pub(crate) name: String,
    /// Permission bits.
    pub(crate) permissions: u64,
    /// The colour.
    pub(crate) color: u64,
    /// Whether its members are listed apart.
    pub(crate) hoist: bool,
    /// Whether everyone may mention it.
    pub(crate) mentionable: bool,
    /// Its place; higher is mightier.
    pub(crate) position: i64,
    /// Whether it belongs to the bot.
    pub(crate) is_managed: bool,
}

impl Role {
    /// The role object.
    pub(crate) fn json(&self) -> Value {
        let mut role = json!({
            "id": self.id.to_string(), "name": self.name, "color": self.color,
            "colors": {"primary_color": self.color, "secondary_color": null, "tertiary_color": null},
            "hoist": self.hoist, "icon": null, "unicode_emoji": null, "position": self.position,
            "permissions": self.permissions.to_string(), "managed": self.is_managed,
            "mentionable": self.mentionable, "flags": 0,
        });
        if self.is_managed {
            role["tags"] = json!({"bot_id": BOT_ID.to_string()});
        }
        role
    }
}

/// Someone in a guild.
#[derive(Debug, Clone, Default)]
pub(crate) struct Member {
    /// The name in this guild.
    pub(crate) nick: Option<String>,
    /// Roles besides `@everyone`.
    pub(crate) roles: Vec<Id>,
    /// When they came, in milliseconds.
    pub(crate) joined: u64,
}

/// A guild.
#[derive(Debug, Clone)]
pub(crate) struct Guild {
    /// The id.
    pub(crate) id: Id,
    /// The name.
    pub(crate) name: String,
    /// Who owns it.
    pub(crate) owner: Id,
    /// Whether the bot is a member.
    pub(crate) has_bot: bool,
    /// Roles, `@everyone` among them.
    pub(crate) roles: BTreeMap<Id, Role>,
    /// Members.
    pub(crate) members: BTreeMap<Id, Member>,
    /// When it was made.
    pub(crate) made: u64,
}

impl Guild {
    /// The position of the highest role.
    pub(crate) fn highest_position(&self) -> i64 {
        self.roles.values().map(|role| role.position).max().unwrap_or(0)
    }

    /// The position of the highest role someone has.
    pub(crate) fn rank(&self, user: Id) -> i64 {
        let own = self.members.get(&user).map_or(&[][..], |member| &member.roles);
        own.iter().filter_map(|id| self.roles.get(id)).map(|role| role.position).max().unwrap_or(0)
    }
}
