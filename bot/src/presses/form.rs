//! Forms: their fields, and what was typed into them.

use engine::campaign::rules::pursuit::Situation;
use engine::dice;
use poise::serenity_prelude as serenity;
use serenity::{ActionRowComponent, CreateActionRow, CreateInputText, InputTextStyle, ModalInteraction};

use crate::doors::error::CommandError;
use crate::words;

pub(super) fn field(id: &str, label: &str, placeholder: &str, value: Option<String>) -> CreateActionRow {
    let input = CreateInputText::new(InputTextStyle::Short, label, id).placeholder(placeholder).max_length(4).required(true);
    CreateActionRow::InputText(match value {
        Some(value) => input.value(value),
        None => input,
    })
}

pub(super) fn optional_field(id: &str, label: &str, placeholder: &str) -> CreateActionRow {
    CreateActionRow::InputText(
        CreateInputText::new(InputTextStyle::Short, label, id).placeholder(placeholder).max_length(1_000).required(false),
    )
}

/// What was typed into a field; nothing if it was left empty.
pub(super) fn typed<'a>(form: &'a ModalInteraction, id: &str) -> Option<&'a str> {
    form.data
        .components
        .iter()
        .flat_map(|row| &row.components)
        .find_map(|component| match component {
            ActionRowComponent::InputText(input) if input.custom_id == id => input.value.as_deref(),
            _ => None,
        })
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

pub(super) fn number(form: &ModalInteraction, id: &str, most: u16) -> Result<u16, CommandError> {
    let text = typed(form, id).unwrap_or_default();
    text.parse::<u16>().ok().filter(|number| *number <= most).ok_or_else(|| {
        CommandError::Say(format!("\"{}\" will not do for `{id}`: a whole number from 0 to {most}.", words::typed(text, 20)))
    })
}

pub(super) fn number_or(form: &ModalInteraction, id: &str, empty: u16, most: u16) -> Result<u16, CommandError> {
    if typed(form, id).is_none() { Ok(empty) } else { number(form, id, most) }
}

pub(super) fn yes(form: &ModalInteraction, id: &str) -> Result<bool, CommandError> {
    match typed(form, id).map(str::to_lowercase).as_deref() {
        None | Some("no" | "n") => Ok(false),
        Some("yes" | "y") => Ok(true),
        Some(other) => Err(CommandError::Say(format!("\"{}\" will not do for `{id}`: yes or no.", words::typed(other, 20)))),
    }
}

pub(super) fn faces(form: &ModalInteraction) -> Result<Option<Vec<u16>>, CommandError> {
    typed(form, "dice").map(dice::parse_faces).transpose().map_err(CommandError::Say)
}

pub(super) fn pursuit_from(form: &ModalInteraction) -> Result<Situation, CommandError> {
    let ours = number(form, "ours", 999)?;
    let cavalry = number(form, "cavalry", 50)?;
    if cavalry > ours {
        return Err(CommandError::Say("Of our units no more can be cavalry than there are units.".to_owned()));
    }
    let surrounded = yes(form, "surrounded")?;
    Ok(Situation { cavalry: cavalry as u8, surrounded, ours, theirs: number(form, "theirs", 999)?, left: ours, other: 0 })
}
