//! Despatches become Discord's messages: content, embed, buttons, picture, and nobody mentioned but the one it calls.

use poise::CreateReply;
use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle as DiscordStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateEmbed, CreateEmbedFooter,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditAttachments, EditInteractionResponse, EditMessage, Nonce,
};

use crate::discord::edits::Edit;
use crate::drawing::plate::Plate;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::words;

/// A picture as Discord takes it.
fn attached(plate: Plate) -> CreateAttachment {
    CreateAttachment::bytes(plate.bytes, plate.name).description(plate.alt_text)
}

/// Buttons in a row, and rows in a message: Discord's limits.
const BUTTONS_IN_ROW: usize = 5;
const ROWS: usize = 5;

/// Characters of a message beside its embed: Discord's limit.
const MOST_CONTENT: usize = 2_000;

/// Characters of an embed's footer; Discord takes more, but it is small print.
const MOST_FOOTER: usize = 500;

/// A message in Discord's parts.
struct Parts {
    content: String,
    embed: Option<CreateEmbed>,
    rows: Vec<CreateActionRow>,
    /// The picture and the file.
    files: Vec<CreateAttachment>,
    mentions: CreateAllowedMentions,
}

/// The file that holds what a plain message has no room for.
const REST: &str = "in-full.md";

fn parts(despatch: &Despatch, plate: Option<Plate>) -> Parts {
    let body = despatch.body();
    let embed = (!despatch.plain && (!body.is_empty() || plate.is_some())).then(|| {
        let mut embed = CreateEmbed::new().colour(despatch.tone.colour());
        if !body.is_empty() {
            embed = embed.description(body.clone());
        }
        if let Some(plate) = &plate {
            embed = embed.attachment(plate.name);
        }
        if !despatch.footer.is_empty() {
            embed = embed.footer(CreateEmbedFooter::new(words::shortened(&despatch.footer, MOST_FOOTER)));
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
            if despatch.notifies(*user) {
                called.push(*user);
            }
        }
    }
    if !called.is_empty() {
        mentions = mentions.users(called.into_iter().map(serenity::UserId::from));
    }
    let mut rest = None;
    if despatch.plain {
        let footer = if despatch.footer.is_empty() { String::new() } else { format!("\n-# {}", despatch.footer) };
        // The line that says how many rolls are left out comes on top.
        let room = MOST_CONTENT.saturating_sub(content.chars().count() + footer.chars().count() + 40);
        if body.chars().count() > room {
            rest = Some(CreateAttachment::bytes(despatch.plain().into_bytes(), REST));
        }
        let body = despatch.body_within(room);
        if !body.is_empty() {
            content.push_str(&format!("\n{body}"));
        }
        content.push_str(&footer);
        content = words::shortened(&content, MOST_CONTENT);
    }
    Parts {
        content,
        embed,
        rows: rows(despatch),
        files: plate.map(attached).into_iter().chain(file(despatch)).chain(rest).collect(),
        mentions,
    }
}

/// The file that goes with a despatch.
fn file(despatch: &Despatch) -> Option<CreateAttachment> {
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
            .placeholder(words::shortened(&menu.placeholder, 150))
            .min_values(1)
            .max_values(menu.most.clamp(1, u8::try_from(menu.choices.len()).unwrap_or(u8::MAX).max(1)));
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
        .files(parts.files)
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
    // What it showed before goes: Discord keeps the files that an edit does not name, and shows them by themselves.
    if parts.files.is_empty() {
        edit = edit.clear_attachments();
    }
    for file in parts.files {
        edit = edit.new_attachment(file);
    }
    edit
}

/// A message that has been posted, as it reads from now on, with another picture in the place of the one it had.
pub fn edit_message_with(despatch: &Despatch, plate: Plate) -> Edit {
    let parts = parts(despatch, Some(plate));
    let attachments = parts.files.iter().cloned().fold(EditAttachments::new(), EditAttachments::add);
    let message = EditMessage::new()
        .content(parts.content)
        .embeds(parts.embed.into_iter().collect())
        .components(parts.rows)
        .attachments(attachments)
        .allowed_mentions(parts.mentions);
    Edit { message, files: parts.files }
}

/// A message that has been posted, as it reads from now on; its picture stays.
pub fn edit_message(despatch: &Despatch) -> Edit {
    let parts = parts(despatch, None);
    let embed = parts.embed.map(|embed| match &despatch.picture {
        Some(picture) => embed.attachment(picture.file_name()),
        None => embed,
    });
    let message = EditMessage::new()
        .content(parts.content)
        .embeds(embed.into_iter().collect())
        .components(parts.rows)
        .allowed_mentions(parts.mentions);
    Edit { message, files: Vec::new() }
}

/// A message that has been posted, as it reads from now on, without the picture it had.
pub fn edit_message_without(despatch: &Despatch) -> Edit {
    let Edit { message, files } = edit_message(&Despatch { picture: None, ..despatch.clone() });
    Edit { message: message.attachments(EditAttachments::new()), files }
}

/// A further message after the first answer.
pub fn follow_up(despatch: &Despatch, ephemeral: bool) -> CreateInteractionResponseFollowup {
    let parts = parts(despatch, None);
    CreateInteractionResponseFollowup::new()
        .content(parts.content)
        .embeds(parts.embed.into_iter().collect())
        .components(parts.rows)
        .files(parts.files)
        .allowed_mentions(parts.mentions)
        .ephemeral(ephemeral)
}

/// An answer that the command framework sends. It calls nobody: whoever asked is there.
pub fn reply(despatch: &Despatch, plate: Option<Plate>, ephemeral: bool) -> CreateReply {
    let parts = parts(despatch, plate);
    let mut reply = CreateReply::default()
        .content(parts.content)
        .components(parts.rows)
        .ephemeral(ephemeral)
        .allowed_mentions(CreateAllowedMentions::new());
    if let Some(embed) = parts.embed {
        reply = reply.embed(embed);
    }
    for file in parts.files {
        reply = reply.attachment(file);
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ids::UserId;

    #[test]
    fn who_need_do_nothing_after_all_is_named_like_those_who_are_waited_for_and_not_notified() {
        let despatch = Despatch {
            mention: Some(UserId(11)),
            also_mention: vec![UserId(12)],
            spared: vec![UserId(11)],
            ..Despatch::saying("A conflict.")
        };
        let sent = serde_json::to_value(message(&despatch, None, "1")).unwrap();
        assert_eq!(sent["content"], "A conflict. <@11> <@12>");
        assert_eq!(sent["allowed_mentions"]["users"], serde_json::json!(["12"]));
        assert_eq!(sent["allowed_mentions"]["parse"], serde_json::json!([]));
    }
}
