//! From a draft to a message: files are stored, pictures in embeds found, mentions counted.

use serde_json::{Value, json};

use super::World;
use crate::model::message::{COMPONENTS_V2, EPHEMERAL, LOADING, Message, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS};
use crate::permissions;
use crate::snowflake::{self, Id};
use crate::validate::message::{Draft, File};

/// The mentions in a text, by kind.
#[derive(Debug, Default, PartialEq)]
struct Mentions {
    users: Vec<Id>,
    roles: Vec<Id>,
    everyone: bool,
}

/// Finds mentions in a text as Discord writes them: `<@1>`, `<@&1>`, `@everyone`.
fn find_mentions(content: &str) -> Mentions {
    let mut found = Mentions { everyone: content.contains("@everyone") || content.contains("@here"), ..Mentions::default() };
    for part in content.split("<@").skip(1) {
        let Some((inside, _)) = part.split_once('>') else { continue };
        let (list, digits) = match inside.strip_prefix('&') {
            Some(role) => (&mut found.roles, role),
            None => (&mut found.users, inside.trim_start_matches('!')),
        };
        if let Some(id) = snowflake::parse(digits)
            && !list.contains(&id)
        {
            list.push(id);
        }
    }
    found
}

impl World {
    /// Makes a message of a draft; it is not posted yet.
    pub(crate) fn compose(&mut self, channel_id: Id, author: Id, draft: Draft) -> Message {
        let allowed_flags = SUPPRESS_EMBEDS | EPHEMERAL | LOADING | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2;
        let mut message = Message {
            id: self.new_id(),
            channel_id,
            author,
            flags: draft.flags.unwrap_or(0) & allowed_flags,
            tts: draft.tts,
            nonce: draft.nonce.clone(),
            poll: draft.poll.clone(),
            ..Message::default()
        };
        if let Some((replied, _)) = draft.replies_to {
            message.kind = 19;
            message.replies_to = Some(replied);
        }
        self.lay_over(&mut message, draft);
        message
    }

    /// Puts a draft over a message: what the draft names is replaced.
    pub(crate) fn lay_over(&mut self, message: &mut Message, draft: Draft) {
        // An edit that leaves the text alone notifies nobody anew.
        let counts_mentions = draft.content.is_some() || message.replies_to.is_some() && message.mentions.is_empty();
        if let Some(files) = draft.files {
            let kept = if draft.replaces_files { Vec::new() } else { message.files.clone() };
            let before = std::mem::replace(&mut message.files, kept);
            for file in files {
                match file {
                    File::Kept(id, description) => {
                        if before.contains(&id) {
                            message.files.push(id);
                            if let Some(stored) = self.files.get_mut(&id)
                                && description.is_some()
                            {
                                stored.description = description;
                            }
                        }
                    }
                    File::New { upload, description } => {
                        let media = upload.media_type.as_deref();
                        let id = self.store_file(message.channel_id, &upload.name, description, media, upload.bytes);
                        message.files.push(id);
                    }
                }
            }
        }
        if let Some(mut embeds) = draft.embeds {
            for embed in &mut embeds {
                self.find_pictures(message, embed);
            }
            message.embeds = embeds;
        }
        if let Some(components) = draft.components {
            message.components = components;
        }
        if let Some(content) = draft.content {
            message.content = content;
        }
        if let Some(poll) = draft.poll {
            message.poll = Some(poll);
        }
        if counts_mentions {
            self.count_mentions(message, draft.allowed_mentions.as_ref());
        }
    }

    /// Puts the address of an attached file where an embed says `attachment://name`.
    fn find_pictures(&mut self, message: &Message, embed: &mut Value) {
        let places = [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")];
        for (part, key) in places {
            let Some(url) = embed[part][key].as_str() else { continue };
            let Some(name) = url.strip_prefix("attachment://") else { continue };
            let file = message.files.iter().filter_map(|id| self.files.get(id)).find(|file| file.name == name);
            match file {
                Some(file) => {
                    let address = self.file_url(file);
                    let size = file.size;
                    let media = file.media_type.clone();
                    embed[part][key] = json!(address);
                    if key == "url" {
                        embed[part]["proxy_url"] = json!(address);
                        embed[part]["content_type"] = json!(media);
                        if let Some((width, height)) = size {
                            embed[part]["width"] = json!(width);
                            embed[part]["height"] = json!(height);
                        }
                    } else {
                        embed[part]["proxy_icon_url"] = json!(address);
                    }
                }
                None => {
                    let line = format!("  note: an embed names {url}, but no such file is attached");
                    self.note(&line);
                    if let Some(object) = embed.as_object_mut()
                        && key == "url"
                    {
                        object.remove(part);
                    }
                }
            }
        }
    }

    /// Works out who is notified: those named in the text whom `allowed_mentions` lets through.
    fn count_mentions(&self, message: &mut Message, allowed: Option<&Value>) {
        let found = find_mentions(&message.content);
        let lets = |kind: &str, id: Option<Id>| {
            let Some(allowed) = allowed else { return true };
            let listed = |list: &Value, wanted: &Value| list.as_array().is_some_and(|list| list.contains(wanted));
            let by_kind = listed(&allowed["parse"], &json!(kind));
            by_kind
                || id.is_some_and(|id| listed(&allowed[kind], &json!(id.to_string())))
                || id.is_some_and(|id| listed(&allowed[kind], &json!(id)))
        };
        let guild_id = self.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        let bits = self.permissions_in(message.author, message.channel_id);
        let may_all = guild_id.is_none() || bits & permissions::MENTION_EVERYONE != 0;
        message.mentions = found.users.into_iter().filter(|id| self.users.contains_key(id) && lets("users", Some(*id))).collect();
        message.mention_roles = found
            .roles
            .into_iter()
            .filter(|id| {
                let role = guild_id.and_then(|guild| self.guilds.get(&guild)).and_then(|guild| guild.roles.get(id));
                role.is_some_and(|role| role.mentionable || may_all) && lets("roles", Some(*id))
            })
            .collect();
        message.mention_everyone = found.everyone && may_all && lets("everyone", None);
        let replied = message.replies_to.and_then(|id| self.messages.get(&id)).map(|m| m.author);
        let pings_replied = allowed.is_none_or(|allowed| allowed["replied_user"] == true);
        if let Some(replied) = replied
            && pings_replied
            && !message.mentions.contains(&replied)
        {
            message.mentions.push(replied);
        }
    }

    /// Edits a message in place and tells all. What is put where the bot was thinking completes the message; that is
    /// no edit yet.
    pub(crate) fn edit(&mut self, message_id: Id, draft: Draft) {
        let Some(mut message) = self.messages.get(&message_id).cloned() else { return };
        if let Some(flags) = draft.flags {
            let may = SUPPRESS_EMBEDS | COMPONENTS_V2;
            message.flags = message.flags & !SUPPRESS_EMBEDS | flags & may;
        }
        let before = message.files.clone();
        self.lay_over(&mut message, draft);
        // A file belongs to one message: what that has no longer, nobody has.
        self.forget_files(before.into_iter().filter(|id| !message.files.contains(id)));
        if message.flags & LOADING == 0 {
            message.edited = Some(self.now());
            message.edits += 1;
        }
        message.flags &= !LOADING;
        self.messages.insert(message_id, message);
        self.message_event("MESSAGE_UPDATE", message_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found_once_each() {
        let found = find_mentions("<@5> and <@!5>, <@&7>: @everyone <@x>");
        assert_eq!(found, Mentions { users: vec![5], roles: vec![7], everyone: true });
    }
}
