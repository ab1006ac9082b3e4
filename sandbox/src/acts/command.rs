//! Running a command, and asking for completions: options are typed and checked as Discord's client does.

use serde_json::{Value, json};

use super::resolve::{self, Resolved};
use super::{ActError, Ask, Place};
use crate::model::attachment::Upload;
use crate::model::command::Command;
use crate::model::interaction::{AUTOCOMPLETE, COMMAND};
use crate::snowflake::Id;
use crate::state::World;

/// A command with its subcommand and options, as written.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Invocation {
    /// The command's name.
    pub(crate) name: String,
    /// Group and subcommand.
    pub(crate) path: Vec<String>,
    /// Options and their values, as written.
    pub(crate) options: Vec<(String, String)>,
}

impl Invocation {
    /// The name with the subcommand.
    pub(crate) fn full_name(&self) -> String {
        std::iter::once(&self.name).chain(&self.path).cloned().collect::<Vec<_>>().join(" ")
    }

    /// The error for an option that is not there.
    pub(crate) fn unknown(&self, option: &str, known: &[Value]) -> ActError {
        ActError::UnknownOption { command: self.full_name(), option: option.to_owned(), known: names_of(known) }
    }

    /// The line one would type.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("/{}", self.full_name());
        for (name, value) in &self.options {
            line.push_str(&format!(" {name}:{value}"));
        }
        line
    }
}

/// The options of a command, subcommand or group.
pub(crate) fn option_list(options: &Value) -> &[Value] {
    options.as_array().map_or(&[], Vec::as_slice)
}

/// Whether these are subcommands or groups.
pub(crate) fn sub_options(options: &[Value]) -> bool {
    options.first().is_some_and(|option| matches!(option["type"].as_u64(), Some(1 | 2)))
}

/// The names of options, for a message.
pub(crate) fn names_of(options: &[Value]) -> String {
    let names: Vec<&str> = options.iter().filter_map(|option| option["name"].as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// A command offered to someone in a place.
pub(crate) fn find_command<'a>(world: &'a World, place: Place, name: &str, kind: u64) -> Result<&'a Command, ActError> {
    let offered = world.commands_for(place.user, place.channel_id);
    offered.iter().find(|command| command.kind() == kind && command.name() == name).copied().ok_or_else(|| {
        let known: Vec<String> =
            offered.iter().filter(|command| command.kind() == kind).map(|command| format!("/{}", command.name())).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        ActError::UnknownCommand { name: name.to_owned(), known }
    })
}

fn installations(command: &Command) -> Vec<u64> {
    option_list(&command.body["integration_types"]).iter().filter_map(Value::as_u64).collect()
}

/// The definition of the options an invocation's path leads to.
fn leaf<'a>(command: &'a Command, invocation: &Invocation) -> Result<&'a [Value], ActError> {
    let mut options = option_list(&command.body["options"]);
    for name in &invocation.path {
        let found = options.iter().find(|option| option["name"] == name.as_str());
        options = match found {
            Some(found) => option_list(&found["options"]),
            None => return Err(no_subcommand(invocation, name, options)),
        };
    }
    if sub_options(options) {
        return Err(no_subcommand(invocation, "", options));
    }
    Ok(options)
}

fn no_subcommand(invocation: &Invocation, name: &str, options: &[Value]) -> ActError {
    ActError::UnknownSubcommand { command: invocation.full_name(), name: name.to_owned(), known: names_of(options) }
}

/// The data of an interaction: options wrapped in their subcommand and group.
fn data(command: &Command, invocation: &Invocation, options: Vec<Value>, resolved: Resolved) -> Value {
    let depth = invocation.path.len();
    let mut options = options;
    for (index, name) in invocation.path.iter().enumerate().rev() {
        // The innermost is a subcommand, what stands around it a group.
        let kind = if index + 1 == depth { 1 } else { 2 };
        options = vec![json!({"type": kind, "name": name, "options": options})];
    }
    let mut data = json!({"id": command.id.to_string(), "name": command.name(), "type": command.kind()});
    if let Some(guild) = command.guild_id {
        data["guild_id"] = json!(guild.to_string());
    }
    if !options.is_empty() {
        data["options"] = json!(options);
    }
    if let Some(resolved) = resolved.into_json() {
        data["resolved"] = resolved;
    }
    data
}

impl World {
    /// Runs a slash command; gives the interaction.
    pub(crate) fn run_command(&mut self, place: Place, invocation: &Invocation, files: &[Upload]) -> Result<Id, ActError> {
        let command = find_command(self, place, &invocation.name, 1)?.clone();
        let definitions = leaf(&command, invocation)?;
        let full = invocation.full_name();
        let mut resolved = Resolved::default();
        let mut options = Vec::new();
        for (name, value) in &invocation.options {
            let definition =
                definitions.iter().find(|option| option["name"] == name.as_str()).ok_or_else(|| invocation.unknown(name, definitions))?;
            let value = resolve::value(self, place, definition, value, files, &mut resolved)?;
            options.push(json!({"name": name, "type": definition["type"], "value": value}));
        }
        for definition in definitions.iter().filter(|option| option["required"] == true) {
            let name = definition["name"].as_str().unwrap_or_default();
            if !invocation.options.iter().any(|(given, _)| given == name) {
                return Err(ActError::MissingOption { command: full, option: name.to_owned() });
            }
        }
        let data = data(&command, invocation, options, resolved);
        let who = self.name_of(place.user);
        let place_name = self.place_name(place.channel_id);
        self.note(&format!("{who} in {place_name}: {}", invocation.line()));
        let installations = installations(&command);
        Ok(self.ask(place, Ask { kind: COMMAND, data, source: None, command: Some(full), installations, ..Ask::default() }))
    }

    /// Runs a command on a user or a message.
    pub(crate) fn run_on(&mut self, place: Place, name: &str, kind: u64, target: Id) -> Result<Id, ActError> {
        let command = find_command(self, place, name, kind)?.clone();
        let mut resolved = Resolved::default();
        if kind == 2 {
            resolved.add_user(self, place, target);
        } else {
            let message = self.message_before(place, target)?;
            resolved.add_message(target, self.message_json(message));
        }
        let mut data = data(&command, &Invocation { name: name.to_owned(), ..Invocation::default() }, Vec::new(), resolved);
        data["target_id"] = json!(target.to_string());
        let who = self.name_of(place.user);
        self.note(&format!("{who} uses `{name}` on {target}"));
        let installations = installations(&command);
        let ask = Ask { kind: COMMAND, data, source: None, command: Some(name.to_owned()), installations, ..Ask::default() };
        Ok(self.ask(place, ask))
    }

    /// Asks for completions of an option; other options are sent as far as they are good.
    pub(crate) fn complete(&mut self, place: Place, invocation: &Invocation, focused: &str) -> Result<Id, ActError> {
        let command = find_command(self, place, &invocation.name, 1)?.clone();
        let definitions = leaf(&command, invocation)?;
        let mut resolved = Resolved::default();
        let mut options = Vec::new();
        for (name, value) in &invocation.options {
            let definition =
                definitions.iter().find(|option| option["name"] == name.as_str()).ok_or_else(|| invocation.unknown(name, definitions))?;
            if name == focused {
                if definition["autocomplete"] != true {
                    return Err(ActError::BadValue {
                        option: name.clone(),
                        value: value.clone(),
                        why: "it has no autocomplete".to_owned(),
                    });
                }
                options.push(json!({"name": name, "type": definition["type"], "value": value,
                    "focused": true}));
            } else if let Ok(value) = resolve::value(self, place, definition, value, &[], &mut resolved) {
                options.push(json!({"name": name, "type": definition["type"], "value": value}));
            }
        }
        let data = data(&command, invocation, options, resolved);
        let who = self.name_of(place.user);
        self.note(&format!("{who} types {}", invocation.line()));
        let installations = installations(&command);
        let command = Some(invocation.full_name());
        Ok(self.ask(place, Ask { kind: AUTOCOMPLETE, data, source: None, command, installations, ..Ask::default() }))
    }
}
