//! Pressing buttons and choosing in menus.

use serde_json::{Value, json};

use super::resolve::{self, Resolved};
use super::{ActError, Ask, Place};
use crate::model::interaction::COMPONENT;
use crate::model::message::Message;
use crate::permissions;
use crate::snowflake::Id;
use crate::state::World;

/// All components of a message that someone can use, in order.
pub(crate) fn usable(components: &[Value]) -> Vec<&Value> {
    let mut found = Vec::new();
    for component in components {
        if matches!(component["type"].as_u64(), Some(2 | 3 | 5..=8)) {
            found.push(component);
        }
        if let Some(children) = component["components"].as_array() {
            found.extend(usable(children));
        }
        if component["accessory"]["type"] == 2 {
            found.push(&component["accessory"]);
        }
    }
    found
}

/// What a component is called: its label or placeholder, and its custom id.
fn called(component: &Value) -> String {
    let label = component["label"].as_str().or_else(|| component["placeholder"].as_str()).or_else(|| component["emoji"]["name"].as_str());
    let custom_id = component["custom_id"].as_str();
    match (label, custom_id) {
        (Some(label), Some(custom_id)) => format!("\"{label}\" ({custom_id})"),
        (Some(name), None) | (None, Some(name)) => format!("\"{name}\""),
        (None, None) => "nameless".to_owned(),
    }
}

fn visible(world: &World, user: Id, message_id: Id) -> Result<&Message, ActError> {
    world.messages.get(&message_id).filter(|message| message.is_for(user)).ok_or(ActError::UnknownMessage(message_id))
}

/// As [`visible`], in a channel that they see too: the client offers them nothing of any other.
fn offered(world: &World, user: Id, message_id: Id) -> Result<&Message, ActError> {
    let message = visible(world, user, message_id)?;
    let sees = world.permissions_in(user, message.channel_id) & permissions::VIEW_CHANNEL != 0;
    if sees { Ok(message) } else { Err(ActError::UnknownMessage(message_id)) }
}

/// Finds a component by custom id first, then by what it says.
fn find(message: &Message, wanted: &str, what: &'static str, fits: impl Fn(u64) -> bool) -> Result<Value, ActError> {
    let all: Vec<&Value> =
        usable(&message.components).into_iter().filter(|component| component["type"].as_u64().is_some_and(&fits)).collect();
    let by = |key: &str| all.iter().find(|component| component[key] == wanted);
    let found = by("custom_id").or_else(|| by("label")).or_else(|| by("placeholder")).or_else(|| {
        all.iter()
            .find(|component| component["emoji"]["name"] == wanted || component["id"].as_u64().is_some_and(|id| wanted == format!("#{id}")))
    });
    let Some(found) = found else {
        let known: Vec<String> = all.iter().map(|component| called(component)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        return Err(ActError::UnknownComponent { what, wanted: wanted.to_owned(), known });
    };
    if found["disabled"] == true {
        return Err(ActError::Disabled(wanted.to_owned()));
    }
    Ok((*found).clone())
}

impl World {
    /// Presses a button of a message, named by custom id or label.
    pub(crate) fn press(&mut self, place: Place, message: Id, wanted: &str) -> Result<Id, ActError> {
        let found = find(offered(self, place.user, message)?, wanted, "button", |kind| kind == 2)?;
        self.open_first(message, place.user);
        if !found["url"].is_null() {
            return Err(ActError::BadValue {
                option: wanted.to_owned(),
                value: found["url"].as_str().unwrap_or_default().to_owned(),
                why: "it is a link; the bot does not hear of it".to_owned(),
            });
        }
        let data = json!({"custom_id": found["custom_id"], "component_type": 2, "id": found["id"]});
        let who = self.name_of(place.user);
        self.note(&format!("{who} presses {}", called(&found)));
        self.use_component(place, message, data)
    }

    /// As a client does before it sends a press in an archived thread that is not locked: it opens the thread.
    fn open_first(&mut self, message: Id, user: Id) {
        let Some(channel_id) = self.messages.get(&message).map(|message| message.channel_id) else { return };
        let thread = self.channels.get(&channel_id).and_then(|channel| channel.thread.as_ref());
        if thread.is_some_and(|thread| thread.archived && !thread.locked) {
            self.wake_thread(channel_id, user);
        }
    }

    /// Sends a component interaction with any data at all, as a broken or hostile client could.
    pub(crate) fn use_component(&mut self, place: Place, message_id: Id, data: Value) -> Result<Id, ActError> {
        let message = visible(self, place.user, message_id)?;
        let place = Place { user: place.user, channel_id: message.channel_id };
        let ask = Ask { kind: COMPONENT, data, source: Some(message_id), ..Ask::default() };
        Ok(self.ask(place, ask))
    }

    /// Chooses in a menu, named by custom id or placeholder; options by value or label.
    pub(crate) fn select(&mut self, place: Place, message: Id, wanted: &str, values: &[String]) -> Result<Id, ActError> {
        let is_menu = |kind| matches!(kind, 3 | 5..=8);
        let menu = find(offered(self, place.user, message)?, wanted, "menu", is_menu)?;
        self.open_first(message, place.user);
        let mut resolved = Resolved::default();
        let chosen = self.choose(place, &menu, wanted, values, &mut resolved)?;
        let mut data = json!({"custom_id": menu["custom_id"], "component_type": menu["type"],
            "id": menu["id"], "values": chosen});
        if let Some(resolved) = resolved.into_json() {
            data["resolved"] = resolved;
        }
        let who = self.name_of(place.user);
        self.note(&format!("{who} chooses {} in {}", values.join(", "), called(&menu)));
        self.use_component(place, message, data)
    }

    /// The values of a menu for what someone has chosen.
    pub(crate) fn choose(
        &self,
        place: Place,
        menu: &Value,
        wanted: &str,
        values: &[String],
        resolved: &mut Resolved,
    ) -> Result<Vec<String>, ActError> {
        let least = menu["min_values"].as_u64().unwrap_or(1);
        let most = menu["max_values"].as_u64().unwrap_or(1);
        if !(least..=most).contains(&(values.len() as u64)) {
            return Err(ActError::BadValue {
                option: wanted.to_owned(),
                value: values.join(", "),
                why: format!("{least} to {most} may be chosen"),
            });
        }
        let mut chosen = Vec::new();
        for value in values {
            chosen.push(match menu["type"].as_u64() {
                Some(5) => {
                    let user = resolve::user(self, place, value)?;
                    resolved.add_user(self, place, user);
                    user.to_string()
                }
                Some(6) => {
                    let role = resolve::role(self, place, value)?;
                    resolve::add_role(self, place, role, resolved);
                    role.to_string()
                }
                Some(7) => match resolve::user(self, place, value) {
                    Ok(user) => {
                        resolved.add_user(self, place, user);
                        user.to_string()
                    }
                    Err(_) => {
                        let role = resolve::role(self, place, value)?;
                        resolve::add_role(self, place, role, resolved);
                        role.to_string()
                    }
                },
                Some(8) => {
                    let channel = resolve::channel(self, place, value)?;
                    resolve::add_channel(self, place, channel, resolved);
                    channel.to_string()
                }
                _ => option_value(menu, wanted, value)?,
            });
        }
        Ok(chosen)
    }
}

/// The value of a menu's option, by value or label.
fn option_value(menu: &Value, wanted: &str, value: &str) -> Result<String, ActError> {
    let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
    let by = |key: &str| options.iter().find(|option| option[key] == value);
    let found = by("value").or_else(|| by("label")).and_then(|option| option["value"].as_str());
    found.map(str::to_owned).ok_or_else(|| {
        let known: Vec<String> = options.iter().filter_map(|option| option["label"].as_str()).map(|label| format!("\"{label}\"")).collect();
        ActError::BadValue { option: wanted.to_owned(), value: value.to_owned(), why: format!("the options are {}", known.join(", ")) }
    })
}
