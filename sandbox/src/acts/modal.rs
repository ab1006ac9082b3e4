//! Filling in a form and sending it off.

use serde_json::{Value, json};

use super::resolve::Resolved;
use super::{ActError, Ask, Place};
use crate::model::interaction::{Answer, MODAL};
use crate::snowflake::{self, Id};
use crate::state::World;

/// What someone gives for a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    /// A text; for a menu its values, parted by commas.
    Text(String),
    /// The values of a menu, which may themselves hold commas.
    Values(Vec<String>),
}

/// A field of a modal: the component with its label.
pub(crate) fn fields(modal: &Value) -> Vec<(String, Value)> {
    let rows = modal["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| match row["type"].as_u64() {
        Some(18) => vec![(text(&row["label"]), row["component"].clone())],
        _ => row["components"].as_array().into_iter().flatten().map(|field| (text(&field["label"]), field.clone())).collect(),
    })
    .collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What is chosen in a menu beforehand: options, or people, roles and channels by id.
fn chosen_before(menu: &Value) -> Vec<String> {
    let list = |key: &str| menu[key].as_array().into_iter().flatten();
    let options = list("options").filter(|option| option["default"] == true).map(|option| text(&option["value"]));
    let ids = list("default_values").filter_map(|default| snowflake::from_json(&default["id"])).map(|id| id.to_string());
    options.chain(ids).collect()
}

/// What goes back for a field: the text or the values someone gave, or what stood there before.
fn filled(
    world: &World,
    place: Place,
    label: &str,
    field: &Value,
    given: Option<&Given>,
    resolved: &mut Resolved,
) -> Result<Value, ActError> {
    let mut back = json!({"type": field["type"], "custom_id": field["custom_id"], "id": field["id"]});
    if field["type"] == 4 {
        let value = match given {
            Some(Given::Text(given)) => given.clone(),
            Some(Given::Values(values)) => {
                let (option, value) = (label.to_owned(), values.join(", "));
                return Err(ActError::BadValue { option, value, why: "it must be a text, not a list".to_owned() });
            }
            None => text(&field["value"]),
        };
        let length = value.chars().count() as u64;
        let is_required = field["required"].as_bool().unwrap_or(true);
        let least = field["min_length"].as_u64().unwrap_or(u64::from(is_required));
        let most = field["max_length"].as_u64().unwrap_or(4000);
        let may_be_empty = length == 0 && !is_required;
        if !may_be_empty && !(least.max(u64::from(is_required))..=most).contains(&length) {
            return Err(ActError::BadValue { option: label.to_owned(), value, why: format!("it must have {least} to {most} characters") });
        }
        back["value"] = json!(value);
    } else {
        let values: Vec<String> = match given {
            Some(Given::Values(values)) => values.clone(),
            Some(Given::Text(given)) if given.trim().is_empty() => Vec::new(),
            Some(Given::Text(given)) => given.split(',').map(|value| value.trim().to_owned()).collect(),
            None => chosen_before(field),
        };
        let may_be_empty = values.is_empty() && field["required"] == false;
        let chosen = if may_be_empty { Vec::new() } else { world.choose(place, field, label, &values, resolved)? };
        back["values"] = json!(chosen);
    }
    Ok(back)
}

impl World {
    /// Sends off the modal an interaction has opened. Fields are named by custom id or label; those not named
    /// stay as they came.
    pub(crate) fn submit_modal(&mut self, opened_by: Id, values: &[(String, Given)]) -> Result<Id, ActError> {
        let interaction = self.interactions.get(&opened_by).ok_or(ActError::NoModal)?.clone();
        let Answer::Modal(modal) = &interaction.answer else { return Err(ActError::NoModal) };
        let place = Place { user: interaction.user, channel_id: interaction.channel_id };
        let fields = fields(modal);
        for (wanted, _) in values {
            if !fields.iter().any(|(label, field)| label == wanted || field["custom_id"] == *wanted) {
                let known: Vec<String> =
                    fields.iter().map(|(label, field)| format!("\"{label}\" ({})", text(&field["custom_id"]))).collect();
                return Err(ActError::UnknownComponent { what: "field", wanted: wanted.clone(), known: known.join(", ") });
            }
        }
        let mut resolved = Resolved::default();
        let mut fill = |label: &str, field: &Value| {
            let given = values.iter().rfind(|(wanted, _)| field["custom_id"] == *wanted || wanted == label);
            filled(self, place, label, field, given.map(|(_, value)| value), &mut resolved)
        };
        let mut rows = Vec::new();
        for row in modal["components"].as_array().into_iter().flatten() {
            match row["type"].as_u64() {
                Some(18) => {
                    let field = fill(&text(&row["label"]), &row["component"])?;
                    rows.push(json!({"type": 18, "id": row["id"], "component": field}));
                }
                Some(1) => {
                    let mut children = Vec::new();
                    for field in row["components"].as_array().into_iter().flatten() {
                        children.push(fill(&text(&field["label"]), field)?);
                    }
                    rows.push(json!({"type": 1, "id": row["id"], "components": children}));
                }
                _ => rows.push(json!({"type": row["type"], "id": row["id"]})),
            }
        }
        let mut data = json!({"custom_id": modal["custom_id"], "components": rows});
        if let Some(resolved) = resolved.into_json() {
            data["resolved"] = resolved;
        }
        let who = self.name_of(place.user);
        self.note(&format!("{who} sends off the modal \"{}\"", text(&modal["title"])));
        let ask = Ask { kind: MODAL, data, source: interaction.source, opened_by: Some(opened_by), ..Ask::default() };
        Ok(self.ask(place, ask))
    }
}
