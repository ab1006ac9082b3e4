//! A message as it stood when it was looked at.

use axum::body::Bytes;
use serde_json::Value;
pub use twilight_model::channel::message::Embed;

use crate::acts::component::usable;
use crate::model::message as state;
use crate::snowflake::Id;
use crate::state::World;

/// A message as it stood when it was looked at; later edits do not change it.
#[derive(Debug, Clone)]
pub struct Message {
    id: Id,
    channel_id: Id,
    author: String,
    content: String,
    embeds: Vec<Embed>,
    components: Vec<Component>,
    attachments: Vec<Attachment>,
    loose: Vec<String>,
    reactions: Vec<Reaction>,
    mentions: Vec<String>,
    ephemeral: bool,
    thread: Option<Id>,
    edits: u64,
    replies_to: Option<Id>,
    json: Value,
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.json == other.json
    }
}

/// A file of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The file's name.
    pub name: String,
    /// What it shows, in words.
    pub description: Option<String>,
    /// Its media type.
    pub media_type: String,
    /// Where it is served.
    pub url: String,
    /// Its bytes, which all who look at it share.
    pub bytes: Bytes,
}

/// An emoji under a message, and who chose it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reaction {
    /// The emoji, or `name:id`.
    pub emoji: String,
    /// Who.
    pub users: Vec<String>,
}

/// Kinds of components someone can use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComponentKind {
    /// A button; links are buttons too.
    Button,
    /// A menu of the bot's own options.
    Select,
    /// A menu of users, roles, or channels.
    EntitySelect,
}

/// A button or a menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Component {
    /// Button or menu.
    pub kind: ComponentKind,
    /// The custom id; links have none.
    pub custom_id: Option<String>,
    /// What the button says, or the menu's placeholder.
    pub label: Option<String>,
    /// A button's emoji.
    pub emoji: Option<String>,
    /// A button's style: 1 primary, 2 secondary, 3 success, 4 danger, 5 link.
    pub style: Option<u64>,
    /// Where a link leads.
    pub url: Option<String>,
    /// Whether it is greyed out.
    pub disabled: bool,
    /// A menu's options as (label, value, description).
    pub options: Vec<(String, String, Option<String>)>,
    /// The component object.
    pub json: Value,
}

impl Component {
    fn of(json: &Value) -> Self {
        let text = |key: &str| json[key].as_str().map(str::to_owned);
        let kind = match json["type"].as_u64() {
            Some(2) => ComponentKind::Button,
            Some(3) => ComponentKind::Select,
            _ => ComponentKind::EntitySelect,
        };
        let options = json["options"].as_array().into_iter().flatten();
        let options = options
            .map(|option| {
                let text = |key: &str| option[key].as_str().map(str::to_owned);
                (text("label").unwrap_or_default(), text("value").unwrap_or_default(), text("description"))
            })
            .collect();
        Self {
            kind,
            custom_id: text("custom_id"),
            label: text("label").or_else(|| text("placeholder")),
            emoji: json["emoji"]["name"].as_str().map(str::to_owned),
            style: json["style"].as_u64(),
            url: text("url"),
            disabled: json["disabled"] == true,
            options,
            json: json.clone(),
        }
    }
}

/// Texts of components that only show something.
fn shown_texts(components: &Value, into: &mut Vec<String>) {
    for component in components.as_array().into_iter().flatten() {
        if component["type"] == 10
            && let Some(text) = component["content"].as_str()
        {
            into.push(text.to_owned());
        }
        shown_texts(&component["components"], into);
    }
}

impl Message {
    pub(crate) fn of(world: &World, message: &state::Message) -> Self {
        let json = world.message_json(message);
        let embeds = json["embeds"].as_array().into_iter().flatten();
        let files = message.files.iter().filter_map(|id| world.files.get(id));
        let loose = world.listed_files(message);
        Self {
            id: message.id,
            channel_id: message.channel_id,
            author: world.name_of(message.author),
            content: message.content.clone(),
            // Every embed was read as one when it came; an unreadable one cannot be here.
            embeds: embeds.filter_map(|embed| serde_json::from_value(embed.clone()).ok()).collect(),
            components: usable(&message.components).into_iter().map(Component::of).collect(),
            attachments: files
                .map(|file| Attachment {
                    name: file.name.clone(),
                    description: file.description.clone(),
                    media_type: file.media_type.clone(),
                    url: world.file_url(file),
                    bytes: file.bytes.clone(),
                })
                .collect(),
            loose: loose.iter().filter_map(|id| world.files.get(id)).map(|file| file.name.clone()).collect(),
            reactions: message
                .reactions
                .iter()
                .map(|reaction| Reaction {
                    emoji: reaction.emoji.clone(),
                    users: reaction.users.iter().map(|user| world.name_of(*user)).collect(),
                })
                .collect(),
            mentions: message.mentions.iter().map(|user| world.name_of(*user)).collect(),
            ephemeral: message.only_for.is_some(),
            thread: message.thread,
            edits: message.edits,
            replies_to: message.replies_to,
            json,
        }
    }

    /// The id.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// The channel's id.
    #[must_use]
    pub fn channel_id(&self) -> Id {
        self.channel_id
    }

    /// The shown name of its author.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The text above embeds.
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The names of the files that are shown by themselves, below the message and in none of its embeds.
    #[must_use]
    pub fn loose_files(&self) -> &[String] {
        &self.loose
    }

    /// The embeds.
    #[must_use]
    pub fn embeds(&self) -> &[Embed] {
        &self.embeds
    }

    /// Buttons and menus, in order.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The button or menu of this custom id, label or placeholder.
    #[must_use]
    pub fn component(&self, wanted: &str) -> Option<&Component> {
        let by_id = self.components.iter().find(|c| c.custom_id.as_deref() == Some(wanted));
        by_id.or_else(|| self.components.iter().find(|c| c.label.as_deref() == Some(wanted)))
    }

    /// All files, also those shown inside embeds.
    #[must_use]
    pub fn attachments(&self) -> &[Attachment] {
        &self.attachments
    }

    /// Reactions.
    #[must_use]
    pub fn reactions(&self) -> &[Reaction] {
        &self.reactions
    }

    /// The shown names of those whom it notifies.
    #[must_use]
    pub fn mentions(&self) -> &[String] {
        &self.mentions
    }

    /// Whether only one person sees it.
    #[must_use]
    pub fn is_ephemeral(&self) -> bool {
        self.ephemeral
    }

    /// The thread that was started from it.
    #[must_use]
    pub fn thread(&self) -> Option<Id> {
        self.thread
    }

    /// How often it had been edited.
    #[must_use]
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// The message it replies to.
    #[must_use]
    pub fn replies_to(&self) -> Option<Id> {
        self.replies_to
    }

    /// The message object as REST gives it.
    #[must_use]
    pub fn json(&self) -> &Value {
        &self.json
    }

    /// Everything there is to read: content, embeds, shown texts, names of files, and in brackets what components say.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        if !self.content.is_empty() {
            lines.push(self.content.clone());
        }
        shown_texts(&self.json["components"], &mut lines);
        for embed in &self.embeds {
            let author = embed.author.as_ref().map(|author| author.name.clone());
            lines.extend([author, embed.title.clone(), embed.description.clone()].into_iter().flatten());
            lines.extend(embed.fields.iter().map(|field| format!("{}: {}", field.name, field.value)));
            lines.extend(embed.footer.as_ref().map(|footer| footer.text.clone()));
        }
        for file in &self.attachments {
            lines.push(match &file.description {
                Some(description) => format!("({}: {description})", file.name),
                None => format!("({})", file.name),
            });
        }
        for component in &self.components {
            let name = component.label.clone().or_else(|| component.emoji.clone()).unwrap_or_default();
            lines.push(format!("[{name}]"));
            lines.extend(component.options.iter().map(|(label, _, description)| match description {
                Some(description) => format!("  - {label}: {description}"),
                None => format!("  - {label}"),
            }));
        }
        lines.join("\n")
    }
}
