//! Users: people who try the bot, and the bot itself.

use serde_json::{Value, json};

use crate::snowflake::Id;

/// The id of the bot and of its application, as for all newer applications on Discord.
pub(crate) const BOT_ID: Id = 1_100_000_000_000_000_001;

/// Someone with an account.
#[derive(Debug, Clone)]
pub(crate) struct User {
    /// The id.
    pub(crate) id: Id,
    /// The unique name: lower case, no spaces.
    pub(crate) username: String,
    /// The name shown, when it differs.
    pub(crate) display: Option<String>,
    /// Whether it is an application's account.
    pub(crate) is_bot: bool,
    /// Whether this person has installed the application for themselves.
    pub(crate) has_installed: bool,
    /// Whether this person takes no direct messages of the bot.
    pub(crate) is_closed: bool,
}

impl User {
    /// The user object.
    pub(crate) fn json(&self) -> Value {
        let mut user = json!({
            "id": self.id.to_string(), "username": self.username, "discriminator": "0",
            "global_name": self.display, "avatar": null, "public_flags": 0, "flags": 0,
            "banner": null, "accent_color": null, "avatar_decoration_data": null,
        });
        if self.is_bot {
            user["bot"] = json!(true);
        }
        user
    }

    /// The name people see.
    pub(crate) fn shown(&self) -> &str {
        self.display.as_deref().unwrap_or(&self.username)
    }
}
