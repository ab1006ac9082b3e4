//! Limits of modals.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{component, list, text};
use crate::errors::{ApiError, Form};

/// Checks a modal, and gives it with its components numbered.
pub(crate) fn check(data: &Value) -> Result<Value, ApiError> {
    let mut form = Form::default();
    for (key, most) in [("title", 45), ("custom_id", 100)] {
        let path = format!("data.{key}");
        match text(&mut form, &path, &data[key]) {
            Some("") | None => form.required(&path),
            Some(text) => form.length(&path, text, 0, most),
        }
    }
    let rows = list(&mut form, "data.components", &data["components"]);
    form.count("data.components", rows.len(), 1, 5);
    let mut custom_ids = HashSet::new();
    for (index, row) in rows.iter().enumerate() {
        let path = format!("data.components.{index}");
        match row["type"].as_u64() {
            Some(1) => {
                let path = format!("{path}.components");
                let children = list(&mut form, &path, &row["components"]);
                form.count(&path, children.len(), 1, 1);
                for (index, child) in children.iter().enumerate() {
                    let path = format!("{path}.{index}");
                    if child["type"] == 4 {
                        if child["label"].is_null() {
                            form.required(&format!("{path}.label"));
                        }
                        check_field(&mut form, &path, child, &mut custom_ids);
                    } else {
                        let message = "Value of field \"type\" must be one of (4,).";
                        form.add(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
                    }
                }
            }
            Some(18) => {
                let at = format!("{path}.label");
                match text(&mut form, &at, &row["label"]) {
                    Some(label) => form.length(&at, label, 1, 45),
                    None => form.required(&at),
                }
                let at = format!("{path}.description");
                if let Some(description) = text(&mut form, &at, &row["description"]) {
                    form.length(&at, description, 0, 100);
                }
                let at = format!("{path}.component");
                match row["component"]["type"].as_u64() {
                    Some(3..=8 | 19 | 21 | 22 | 23) => {
                        check_field(&mut form, &at, &row["component"], &mut custom_ids);
                    }
                    _ => form.required(&at),
                }
            }
            Some(10) => {}
            _ => {
                let message = "Value of field \"type\" must be one of (1, 10, 18).";
                form.add(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
            }
        }
    }
    form.finish()?;
    let mut kept = data.clone();
    let mut number = 0;
    if let Some(rows) = kept["components"].as_array_mut() {
        for row in rows {
            component::give_number(row, &mut number);
        }
    }
    if kept["title"].is_null() {
        kept["title"] = json!("");
    }
    Ok(kept)
}

fn check_field(form: &mut Form, path: &str, field: &Value, custom_ids: &mut HashSet<String>) {
    let at = format!("{path}.custom_id");
    match text(form, &at, &field["custom_id"]) {
        Some(custom_id) => {
            form.length(&at, custom_id, 1, 100);
            if !custom_ids.insert(custom_id.to_owned()) {
                form.add(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
            }
        }
        None => form.required(&at),
    }
    if field["type"] != 4 {
        return;
    }
    if !matches!(field["style"].as_u64(), Some(1 | 2)) {
        let message = "Value must be one of {1, 2}.";
        form.add(&format!("{path}.style"), "BASE_TYPE_CHOICES", message);
    }
    for (key, least, most) in [("label", 1, 45), ("placeholder", 0, 100), ("value", 0, 4000)] {
        let at = format!("{path}.{key}");
        if let Some(text) = text(form, &at, &field[key]) {
            form.length(&at, text, least, most);
        }
    }
    for (key, least) in [("min_length", 0), ("max_length", 1)] {
        if field[key].as_u64().is_some_and(|length| !(least..=4000).contains(&length)) {
            let message = "int value should be less than or equal to 4000.";
            form.add(&format!("{path}.{key}"), "NUMBER_TYPE_MAX", message);
        }
    }
}
