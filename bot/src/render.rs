//! Despatches become Discord's messages: content, embed, buttons, picture, and nobody mentioned but the one it calls.

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle as DiscordStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed, CreateEmbedFooter,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditInteractionResponse, EditMessage, Nonce, UserId,
};

use crate::atlas::Plate;
use crate::despatches::{Button, ButtonStyle, Despatch, Picture, words};

/// A picture's name among a message's attachments, and a film's: Discord goes by the ending.
const PICTURE: &str = "map.png";
const FILM: &str = "film.gif";

fn file_name(plate: &Plate) -> &'static str {
    if plate.bytes.starts_with(b"GIF8") { FILM } else { PICTURE }
}

/// A picture as Discord takes it, with its name.
fn attached(plate: Plate) -> (&'static str, CreateAttachment) {
    let name = file_name(&plate);
    (name, CreateAttachment::bytes(plate.bytes, name).description(plate.alt_text))
}

/// Buttons in a row, and rows in a message: Discord's limits.
const BUTTONS_IN_ROW: usize = 5;
const ROWS: usize = 5;

/// Characters of a message beside its embed: Discord's limit.
const MOST_CONTENT: usize = 2_000;

/// A message in Discord's parts.
struct Parts {
    content: String,
    embed: Option<CreateEmbed>,
    rows: Vec<CreateActionRow>,
    /// The picture and the file.
    files: Vec<CreateAttachment>,
    mentions: CreateAllowedMentions,
}

fn parts(despatch: &Despatch, plate: Option<Plate>) -> Parts {
    let body = despatch.body();
    let embed = (!body.is_empty() || plate.is_some()).then(|| {
        let mut embed = CreateEmbed::new().colour(despatch.tone.colour());
        if !body.is_empty() {
            embed = embed.description(body);
        }
        if let Some(plate) = &plate {
            embed = embed.attachment(file_name(plate));
        }
        if !despatch.footer.is_empty() {
            embed = embed.footer(CreateEmbedFooter::new(despatch.footer.clone()));
        }
        embed
    });
    let mut content = words::shortened(&despatch.sentence, 1_900);
    let mut mentions = CreateAllowedMentions::new();
    let mut called = Vec::new();
    for user in despatch.mention.iter().chain(&despatch.also_mention) {
        // A mention inside an embed calls nobody; it has to stand in the message itself.
        let call = format!(" <@{user}>");
        if content.chars().count() + call.len() <= MOST_CONTENT {
            content.push_str(&call);
            called.push(*user);
        }
    }
    if !called.is_empty() {
        mentions = mentions.users(called.into_iter().map(|user| UserId::new(user.max(1))));
    }
    Parts {
        content,
        embed,
        rows: rows(despatch),
        files: plate.map(|plate| attached(plate).1).into_iter().chain(file(despatch)).collect(),
        mentions,
    }
}

/// The file that goes with a despatch.
#[must_use]
pub fn file(despatch: &Despatch) -> Option<CreateAttachment> {
    despatch.attachment.as_ref().map(|file| CreateAttachment::bytes(file.text.as_bytes(), file.name.clone()))
}

fn rows(despatch: &Despatch) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    if let Some(menu) = &despatch.menu {
        let options = menu
            .choices
            .iter()
            .map(|choice| {
                let option = CreateSelectMenuOption::new(words::shortened(&choice.label, 100), choice.value.clone());
                if choice.description.is_empty() { option } else { option.description(words::shortened(&choice.description, 100)) }
            })
            .collect();
        let select = CreateSelectMenu::new(menu.id.to_string(), CreateSelectMenuKind::String { options })
            .placeholder(words::shortened(&menu.placeholder, 150));
        rows.push(CreateActionRow::SelectMenu(select));
    }
    rows.extend(despatch.buttons.chunks(BUTTONS_IN_ROW).map(|chunk| CreateActionRow::Buttons(chunk.iter().map(button).collect())));
    rows.truncate(ROWS);
    rows
}

fn button(button: &Button) -> CreateButton {
    let style = match button.style {
        ButtonStyle::Primary => DiscordStyle::Primary,
        ButtonStyle::Secondary => DiscordStyle::Secondary,
        ButtonStyle::Danger => DiscordStyle::Danger,
    };
    CreateButton::new(button.id.to_string()).label(words::shortened(&button.label, 80)).style(style)
}

/// A message for a channel. With a nonce Discord makes only one of it, however often it is sent within a few minutes.
pub fn message(despatch: &Despatch, plate: Option<Plate>, nonce: &str) -> CreateMessage {
    let parts = parts(despatch, plate);
    CreateMessage::new()
        .content(parts.content)
        .embeds(parts.embed.into_iter().collect())
        .components(parts.rows)
        .files(parts.files)
        .allowed_mentions(parts.mentions)
        .nonce(Nonce::String(nonce.to_owned()))
        .enforce_nonce(true)
}

/// The first answer to an interaction.
pub fn response(despatch: &Despatch, ephemeral: bool) -> CreateInteractionResponseMessage {
    let parts = parts(despatch, None);
    CreateInteractionResponseMessage::new()
        .content(parts.content)
        .embeds(parts.embed.into_iter().collect())
        .components(parts.rows)
        .allowed_mentions(parts.mentions)
        .ephemeral(ephemeral)
}

/// The answer to an interaction that was told to wait.
pub fn edit(despatch: &Despatch, plate: Option<Plate>) -> EditInteractionResponse {
    let parts = parts(despatch, plate);
    let mut edit = EditInteractionResponse::new()
        .content(parts.content)
        .embeds(parts.embed.into_iter().collect())
        .components(parts.rows)
        .allowed_mentions(parts.mentions);
    for file in parts.files {
        edit = edit.new_attachment(file);
    }
    edit
}

/// A message that has been posted, as it reads from now on; its picture stays.
pub fn edit_message(despatch: &Despatch) -> EditMessage {
    let parts = parts(despatch, None);
    let embed = parts.embed.map(|embed| match &despatch.picture {
        Some(Picture::Film) => embed.attachment(FILM),
        Some(_) => embed.attachment(PICTURE),
        None => embed,
    });
    EditMessage::new().content(parts.content).embeds(embed.into_iter().collect()).components(parts.rows).allowed_mentions(parts.mentions)
}

/// A further message after the first answer.
pub fn follow_up(despatch: &Despatch, ephemeral: bool) -> CreateInteractionResponseFollowup {
    let parts = parts(despatch, None);
    CreateInteractionResponseFollowup::new()
        .content(parts.content)
        .embeds(parts.embed.into_iter().collect())
        .components(parts.rows)
        .allowed_mentions(parts.mentions)
        .ephemeral(ephemeral)
}

/// Content, embed and rows, for an answer that the command framework puts together.
#[must_use]
pub fn reply_parts(despatch: &Despatch) -> (String, Option<CreateEmbed>, Vec<CreateActionRow>) {
    let parts = parts(despatch, None);
    (parts.content, parts.embed, parts.rows)
}

/// Content, embed and picture, for an answer that the command framework puts together.
pub fn picture_parts(despatch: &Despatch, plate: Plate) -> (String, CreateEmbed, CreateAttachment) {
    let (name, attachment) = attached(plate);
    let mut embed = CreateEmbed::new().colour(despatch.tone.colour()).attachment(name);
    let body = despatch.body();
    if !body.is_empty() {
        embed = embed.description(body);
    }
    if !despatch.footer.is_empty() {
        embed = embed.footer(CreateEmbedFooter::new(despatch.footer.clone()));
    }
    (words::shortened(&despatch.sentence, 1_900), embed, attachment)
}
