//! Users: people who try the bot, and the bot itself.

use serde_json::{Value, json};

use super::World;
use crate::model::user::User;
use crate::snowflake::Id;

/// The account name for a name as people write it.
fn account_name(name: &str) -> String {
    name.chars().map(|letter| if letter.is_whitespace() { '.' } else { letter }).flat_map(char::to_lowercase).collect()
}

impl World {
    /// A user by account name or shown name.
    pub(crate) fn user_named(&self, name: &str) -> Option<Id> {
        let account = account_name(name);
        self.users.values().find(|user| user.username == account || user.shown().eq_ignore_ascii_case(name)).map(|user| user.id)
    }

    /// Finds or makes a user.
    pub(crate) fn make_user(&mut self, name: &str) -> Id {
        if let Some(id) = self.user_named(name) {
            return id;
        }
        let id = self.new_id();
        let username = account_name(name);
        let display = (username != name).then(|| name.to_owned());
        let user = User { id, username, display, is_bot: false, has_installed: false, is_closed: false };
        self.users.insert(id, user);
        id
    }

    /// A user's shown name, for the transcript.
    pub(crate) fn name_of(&self, user: Id) -> String {
        self.users.get(&user).map_or_else(|| format!("user {user}"), |user| user.shown().to_owned())
    }

    /// A user as JSON; one who is unknown still has an id.
    pub(crate) fn user_json(&self, user: Id) -> Value {
        self.users.get(&user).map_or_else(
            || {
                json!({"id": user.to_string(), "username": "unknown", "discriminator": "0",
                "global_name": null, "avatar": null})
            },
            User::json,
        )
    }
}
