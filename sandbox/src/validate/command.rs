//! Limits of commands. One command over a limit makes a whole registration fail, as on Discord.

use std::collections::HashSet;

use serde_json::Value;
use twilight_model::application::command::Command;

use super::{list, text};
use crate::errors::{ApiError, Form};
use crate::model::command as registered;

/// Most chat commands in one scope.
pub(crate) const MOST: usize = 100;
/// Most commands of each of the other kinds.
pub(crate) const MOST_OF_MENUS: usize = 15;
/// The languages Discord knows.
const LOCALES: &str =
    "ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW";
/// Most characters of a command's names, descriptions and choice values together.
const TOTAL: usize = 8000;

/// Checks a bulk registration.
pub(crate) fn check_all(commands: &[Value]) -> Result<(), ApiError> {
    let mut form = Form::default();
    let mut names = HashSet::new();
    let mut counts = [0_usize; 4];
    for (index, command) in commands.iter().enumerate() {
        check(&mut form, &index.to_string(), command);
        let kind = command["type"].as_u64().unwrap_or(1);
        if let Some(count) = usize::try_from(kind).ok().and_then(|kind| counts.get_mut(kind)) {
            *count += 1;
        }
        let name = command["name"].as_str().unwrap_or_default().to_owned();
        if !names.insert((kind, name)) {
            let message = "Application command names must be unique";
            form.add(&index.to_string(), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    form.finish()?;
    if counts[1] > MOST || counts[2] > MOST_OF_MENUS || counts[3] > MOST_OF_MENUS {
        return Err(too_many());
    }
    Ok(())
}

/// 30032: no more commands.
pub(crate) fn too_many() -> ApiError {
    let message = format!("Maximum number of application commands reached ({MOST})");
    ApiError::new(400, 30_032, &message)
}

/// Checks one command by itself.
pub(crate) fn check_one(command: &Value) -> Result<(), ApiError> {
    let mut form = Form::default();
    check(&mut form, "", command);
    form.finish()
}

fn at(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn check(form: &mut Form, path: &str, command: &Value) {
    let kind = command["type"].as_u64().unwrap_or(1);
    let name_at = at(path, "name");
    match text(form, &name_at, &command["name"]) {
        Some(name) if kind == 1 => check_name(form, &name_at, name),
        Some(name) => form.length(&name_at, name, 1, 32),
        None => form.required(&name_at),
    }
    check_localised_names(form, path, command, kind == 1);
    let description_at = at(path, "description");
    let description = text(form, &description_at, &command["description"]).unwrap_or_default();
    match kind {
        1 => {
            form.length(&description_at, description, 1, 100);
            check_localised_descriptions(form, path, command);
        }
        2 | 3 if !description.is_empty() => {
            let message = "Context menu commands cannot have description";
            form.add(&description_at, "APPLICATION_COMMAND_INVALID_DESCRIPTION", message);
        }
        2 | 3 => {}
        4 => {}
        _ => {
            let message = "Value must be one of {1, 2, 3, 4}.";
            form.add(&at(path, "type"), "BASE_TYPE_CHOICES", message);
        }
    }
    check_options(form, &at(path, "options"), &command["options"], 0);
    for (key, most) in [("contexts", 2), ("integration_types", 1)] {
        let path = at(path, key);
        if command[key] == serde_json::json!([]) {
            form.count(&path, 0, 1, 3);
        }
        for (index, value) in list(form, &path, &command[key]).iter().enumerate() {
            if value.as_u64().is_none_or(|value| value > most) {
                let message = format!("Value must be one of 0 to {most}.");
                form.add(&format!("{path}.{index}"), "BASE_TYPE_CHOICES", &message);
            }
        }
    }
    judge(form, path, command);
    if characters(command) > TOTAL {
        let message = format!("Command exceeds maximum size ({TOTAL})");
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", &message);
    }
}

/// The second opinion, of twilight. Its count of a command's total is not asked: Discord has doubled the limit.
fn judge(form: &mut Form, path: &str, command: &Value) {
    if !form.is_clean() {
        return;
    }
    let registered = registered::Command { id: 1, guild_id: None, version: 1, body: command.clone() };
    let mut json = registered.json();
    if let Some(object) = json.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    match serde_json::from_value::<Command>(json) {
        Ok(command) => {
            if let Err(error) = twilight_validate::command::options(&command.options) {
                form.add(path, "APPLICATION_COMMAND_VALIDATION_FAILED", &error.to_string());
            }
        }
        Err(error) => {
            form.add(path, "MODEL_TYPE_CONVERT", &format!("Not a command: {error}"));
        }
    }
}

fn check_name(form: &mut Form, path: &str, name: &str) {
    form.length(path, name, 1, 32);
    let is_allowed = |letter: char| matches!(letter, '-' | '_' | '\'') || letter.is_alphanumeric() || !letter.is_ascii();
    let is_lower = name.to_lowercase() == name;
    if !name.is_empty() && (!name.chars().all(is_allowed) || !is_lower || name.contains(char::is_whitespace)) {
        form.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

fn localised<'a>(holder: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a str)> {
    let all = holder[key].as_object();
    all.into_iter().flatten().filter_map(|(locale, text)| Some((locale, text.as_str()?)))
}

fn check_locale(form: &mut Form, path: &str, locale: &str) {
    if !LOCALES.split(' ').any(|known| known == locale) {
        form.add(path, "BASE_TYPE_CHOICES", "Discord does not know this language.");
    }
}

fn check_localised_names(form: &mut Form, path: &str, holder: &Value, is_chat: bool) {
    for (locale, name) in localised(holder, "name_localizations") {
        let path = at(path, &format!("name_localizations.{locale}"));
        check_locale(form, &path, locale);
        if is_chat {
            check_name(form, &path, name);
        } else {
            form.length(&path, name, 1, 32);
        }
    }
}

fn check_localised_descriptions(form: &mut Form, path: &str, holder: &Value) {
    for (locale, description) in localised(holder, "description_localizations") {
        let path = at(path, &format!("description_localizations.{locale}"));
        check_locale(form, &path, locale);
        form.length(&path, description, 1, 100);
    }
}

fn check_options(form: &mut Form, path: &str, options: &Value, depth: usize) {
    let options = list(form, path, options);
    form.count(path, options.len(), 0, 25);
    let mut names = HashSet::new();
    let mut optional_seen = false;
    let is_sub = |option: &Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let has_subs = options.iter().any(is_sub);
    for (index, option) in options.iter().enumerate() {
        let path = format!("{path}.{index}");
        let kind = option["type"].as_u64();
        let name_at = format!("{path}.name");
        match text(form, &name_at, &option["name"]) {
            Some(name) => {
                check_name(form, &name_at, name);
                if !names.insert(name) {
                    let message = "Option name already exists";
                    form.add(&name_at, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
                }
            }
            None => form.required(&name_at),
        }
        check_localised_names(form, &path, option, true);
        let description_at = format!("{path}.description");
        match text(form, &description_at, &option["description"]) {
            Some(description) => form.length(&description_at, description, 1, 100),
            None => form.required(&description_at),
        }
        check_localised_descriptions(form, &path, option);
        if has_subs && !is_sub(option) {
            let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
            form.add(&path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
        if option["required"] == true && !is_sub(option) {
            if optional_seen {
                let message = "Required options must be placed before non-required options";
                form.add(&path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
            }
        } else {
            optional_seen = true;
        }
        match kind {
            Some(1) if depth <= 1 => check_options(form, &format!("{path}.options"), &option["options"], 2),
            Some(2) if depth == 0 => check_options(form, &format!("{path}.options"), &option["options"], 1),
            Some(3..=11) => check_value_option(form, &path, option),
            Some(_) => {
                let message = "Value of field \"type\" is not allowed here.";
                form.add(&format!("{path}.type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
            }
            None => form.required(&format!("{path}.type")),
        }
    }
}

fn check_value_option(form: &mut Form, path: &str, option: &Value) {
    let at = format!("{path}.choices");
    let choices = list(form, &at, &option["choices"]);
    form.count(&at, choices.len(), 0, 25);
    check_choices(form, &at, choices, option["type"].as_u64().unwrap_or(3));
    if option["autocomplete"] == true {
        if !choices.is_empty() {
            let message = "Autocomplete options cannot have choices";
            form.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message);
        }
        if !matches!(option["type"].as_u64(), Some(3 | 4 | 10)) {
            let message = "Only strings and numbers can be completed";
            form.add(path, "APPLICATION_COMMAND_AUTOCOMPLETE_TYPE", message);
        }
    }
}

/// Checks choices, of a registered option or of a completion.
pub(crate) fn check_choices(form: &mut Form, path: &str, choices: &[Value], kind: u64) {
    let mut names = HashSet::new();
    for (index, choice) in choices.iter().enumerate() {
        let name_at = format!("{path}.{index}.name");
        match text(form, &name_at, &choice["name"]) {
            Some(name) => {
                form.length(&name_at, name, 1, 100);
                if !names.insert(name) {
                    let message = "Option choice names must be unique";
                    form.add(&name_at, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", message);
                }
            }
            None => form.required(&name_at),
        }
        let value_at = format!("{path}.{index}.value");
        match (&choice["value"], kind) {
            (Value::String(value), 3) => form.length(&value_at, value, 1, 100),
            (Value::Number(value), 4) if value.is_i64() || value.is_u64() => {}
            (Value::Number(_), 10) => {}
            (Value::Null, _) => form.required(&value_at),
            _ => {
                let message = "The value does not suit the option's type.";
                form.add(&value_at, "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID", message);
            }
        }
    }
}

/// The characters that count against a command's total: names, descriptions, and choices of strings.
fn characters(holder: &Value) -> usize {
    let longest = |key: &str| {
        let own = holder[key].as_str().map_or(0, |text| text.chars().count());
        localised(holder, &format!("{key}_localizations")).map(|(_, text)| text.chars().count()).fold(own, usize::max)
    };
    let choices = holder["choices"].as_array().into_iter().flatten();
    let choices: usize = choices
        .map(|choice| {
            let name = choice["name"].as_str().map_or(0, |text| text.chars().count());
            name + choice["value"].as_str().map_or(0, |text| text.chars().count())
        })
        .sum();
    let options = holder["options"].as_array().into_iter().flatten().map(characters).sum::<usize>();
    longest("name") + longest("description") + choices + options
}
