//! Forms: their fields, what was typed into them, every mistake at once, and the same form again with what was typed.
//!
//! A form that cannot be taken is answered with all that is wrong with it and with what was typed, in a message of its own to the one who
//! typed it; its button opens the form again, filled in from that message, so that nothing is remembered between the two.

use std::collections::BTreeMap;

use engine::campaign::rules::pursuit::Situation;
use engine::dice;
use poise::serenity_prelude as serenity;
use serenity::{ActionRowComponent, CreateActionRow, CreateInputText, InputTextStyle, ModalInteraction};

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::presses::asked::{Act, Asked};
use crate::words;

/// What was typed into a form before, by the ids of its fields; empty where it is opened for the first time.
pub(super) type TypedBefore = BTreeMap<String, String>;

/// Characters of a field for a number: what is longer is none, and is told so.
const MOST_OF_A_NUMBER: u16 = 20;

/// Characters of a field for dice.
const MOST_OF_DICE: u16 = 1_000;

pub(super) fn field(id: &str, label: &str, placeholder: &str, value: Option<String>) -> CreateActionRow {
    let input = CreateInputText::new(InputTextStyle::Short, label, id).placeholder(placeholder).max_length(MOST_OF_A_NUMBER).required(true);
    CreateActionRow::InputText(match value {
        Some(value) => input.value(words::shortened(&value, usize::from(MOST_OF_A_NUMBER))),
        None => input,
    })
}

pub(super) fn optional_field(id: &str, label: &str, placeholder: &str, value: Option<&String>) -> CreateActionRow {
    let input = CreateInputText::new(InputTextStyle::Short, label, id).placeholder(placeholder).max_length(MOST_OF_DICE).required(false);
    CreateActionRow::InputText(match value {
        Some(value) => input.value(words::shortened(value, usize::from(MOST_OF_DICE))),
        None => input,
    })
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

/// A form being read: what is wrong with it is gathered, not only the first.
pub(super) struct Reading<'a> {
    form: &'a ModalInteraction,
    mistakes: Vec<String>,
}

impl<'a> Reading<'a> {
    pub(super) const fn of(form: &'a ModalInteraction) -> Self {
        Self { form, mistakes: Vec::new() }
    }

    /// What was read, or the mistakes that go to the list.
    pub(super) fn take<T>(&mut self, read: Result<T, Vec<String>>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(mistakes) => {
                self.mistakes.extend(mistakes);
                None
            }
        }
    }

    /// A number from 0 to `most`; `empty` is what an empty field means, if it may be left empty.
    pub(super) fn number(&mut self, id: &str, empty: Option<u16>, most: u16) -> Option<u16> {
        let text = typed(self.form, id);
        if let (None, Some(empty)) = (text, empty) {
            return Some(empty);
        }
        let text = text.unwrap_or_default();
        let read = text.parse::<u16>().ok().filter(|number| *number <= most);
        self.take(
            read.ok_or_else(|| vec![format!("\"{}\" will not do for `{id}`: a whole number from 0 to {most}.", words::typed(text, 20))]),
        )
    }

    pub(super) fn yes(&mut self, id: &str) -> Option<bool> {
        match typed(self.form, id).map(str::to_lowercase).as_deref() {
            None | Some("no" | "n") => Some(false),
            Some("yes" | "y") => Some(true),
            Some(other) => self.take(Err(vec![format!("\"{}\" will not do for `{id}`: yes or no.", words::typed(other, 20))])),
        }
    }

    pub(super) fn faces(&mut self) -> Option<Option<Vec<u16>>> {
        let read = typed(self.form, "dice").map(dice::parse_faces).transpose();
        self.take(read.map_err(|sentence| vec![sentence]))
    }

    /// The situation of a pursuit.
    pub(super) fn pursuit(&mut self) -> Option<Situation> {
        let (ours, cavalry) = (self.number("ours", None, 999), self.number("cavalry", None, 50));
        let (theirs, surrounded) = (self.number("theirs", None, 999), self.yes("surrounded"));
        if ours.zip(cavalry).is_some_and(|(ours, cavalry)| cavalry > ours) {
            return self.take(Err(vec!["There is more cavalry than units: `ours` counts the cavalry too.".to_owned()]));
        }
        let (ours, cavalry, theirs, surrounded) = (ours?, u8::try_from(cavalry?).ok()?, theirs?, surrounded?);
        Some(Situation { cavalry, surrounded, ours, theirs, left: ours, other: 0 })
    }

    /// All that was read, if nothing was wrong with it.
    pub(super) fn read<T>(self, read: Option<T>) -> Result<T, Vec<String>> {
        read.filter(|_| self.mistakes.is_empty()).ok_or(self.mistakes)
    }
}

/// Characters of what was typed that an answer has room for beside the mistakes.
const TYPED_TOLD: usize = 1_200;

/// Characters of both together: a message that is plain text has room for 2,000, and says something before them.
const ALL_TOLD: usize = 1_800;

/// The mistakes that there is room for in so many characters, a line each, and how many more there are; the first in any case.
fn mistakes_told(mistakes: &[String], most: usize) -> Vec<String> {
    const MORE: usize = 40;
    let mut told: Vec<String> = Vec::new();
    let mut room = most.saturating_sub(MORE);
    for mistake in mistakes {
        let line = format!("· {}", words::shortened(mistake, 140));
        let long = line.chars().count() + 1;
        if long > room && !told.is_empty() {
            break;
        }
        room = room.saturating_sub(long);
        told.push(line);
    }
    if told.len() < mistakes.len() {
        told.push(format!("· … and {} more.", words::number(mistakes.len() - told.len())));
    }
    told
}

/// What is said of a form that was not taken: every mistake, what was typed, and the button that opens it again.
pub(super) fn not_taken(form: &ModalInteraction, nothing: &str, mistakes: &[String], again: Option<CustomId>) -> Despatch {
    let (block, is_whole) = block(form);
    // What was typed is not to be lost: the list is shortened before it is.
    let around = TYPED.chars().count() + FENCE.chars().count() + nothing.chars().count();
    let mut facts = mistakes_told(mistakes, ALL_TOLD.saturating_sub(block.chars().count() + around));
    if !block.is_empty() {
        facts.push(format!("{TYPED}{block}{FENCE}"));
    }
    let open = |id| Button { label: "Open the form again".to_owned(), style: ButtonStyle::Primary, id };
    // What could be told in part only cannot be filled in again.
    Despatch { facts, buttons: again.filter(|_| is_whole).map(open).into_iter().collect(), ..Despatch::saying(format!("**{nothing}**")) }
}

/// What stands before what was typed, and after it.
const TYPED: &str = "You had typed:\n```\n";
const FENCE: &str = "\n```";

/// What was typed, a field after the other, the longest last; and whether there was room for all of it.
fn block(form: &ModalInteraction) -> (String, bool) {
    let inputs = form.data.components.iter().flat_map(|row| &row.components).filter_map(|component| match component {
        ActionRowComponent::InputText(input) => Some((input.custom_id.as_str(), input.value.as_deref().unwrap_or_default().trim())),
        _ => None,
    });
    let (short, long): (Vec<_>, Vec<_>) = inputs.partition(|(_, text)| !text.contains('\n'));
    let short = short.into_iter().filter(|(_, text)| !text.is_empty()).map(|(id, text)| format!("{id}: {text}"));
    let long = long.into_iter().map(|(id, text)| format!("{id}:\n{text}"));
    let whole = short.chain(long).collect::<Vec<_>>().join("\n").replace("```", "''");
    let told = words::shortened(&whole, TYPED_TOLD);
    let is_whole = told == whole;
    (told, is_whole)
}

/// What was typed before into the form that a button opens again.
pub(super) fn typed_before(asked: &Asked<'_>) -> TypedBefore {
    let Act::Press(press) = asked.act else { return TypedBefore::new() };
    let message = &press.message;
    let told = message.embeds.first().and_then(|embed| embed.description.as_deref()).unwrap_or_default();
    let block = |told: &str| told.split_once(TYPED).and_then(|(_, rest)| rest.split_once(FENCE)).map(|(block, _)| fields(block));
    block(told).or_else(|| block(&message.content)).unwrap_or_default()
}

/// The fields of a block: "id: text" a line, and the last of them perhaps of several lines.
fn fields(block: &str) -> TypedBefore {
    let mut lines = block.lines();
    let mut fields = TypedBefore::new();
    while let Some(line) = lines.next() {
        if let Some(id) = line.strip_suffix(':') {
            fields.insert(id.to_owned(), lines.by_ref().collect::<Vec<_>>().join("\n"));
        } else if let Some((id, text)) = line.split_once(": ") {
            fields.insert(id.to_owned(), text.to_owned());
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_mistakes_is_shortened_to_the_room_there_is_beside_what_was_typed() {
        let mistakes: Vec<String> = (1..=12).map(|number| format!("{number} {}", "is a long mistake ".repeat(7))).collect();
        let told = mistakes_told(&mistakes, 600);
        assert!(told.iter().map(|line| line.chars().count() + 1).sum::<usize>() <= 600, "{told:?}");
        assert_eq!(told.last().unwrap(), &format!("· … and {} more.", words::number(13 - told.len())));
        assert_eq!(mistakes_told(&mistakes[..2], 0).len(), 2, "the first is told in any case, and that there is more");
        assert_eq!(mistakes_told(&mistakes, 4_000).len(), 12);
    }

    #[test]
    fn what_was_typed_is_read_back_field_by_field_the_longest_to_its_end() {
        let read = fields("cavalry: 3\noutnumbered: over 2:1\nlosses:\nMilitia 4: 2\nKrupp 1: x:");
        assert_eq!(read["cavalry"], "3");
        assert_eq!(read["outnumbered"], "over 2:1");
        assert_eq!(read["losses"], "Militia 4: 2\nKrupp 1: x:");
    }
}
