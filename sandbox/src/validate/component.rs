//! Limits of components: rows, buttons, menus, and the newer kinds that stand outside rows.

use std::collections::HashSet;

use serde_json::{Value, json};
use twilight_model::channel::message::component::Component;

use super::{list, text, url};
use crate::errors::Form;

/// Gathers what holds for all components of a message or modal together.
#[derive(Default)]
struct Seen {
    custom_ids: HashSet<String>,
    count: usize,
}

/// Checks the components of a message and gives them numbered, as Discord keeps them.
pub(crate) fn check(form: &mut Form, components: &[Value], is_v2: bool) -> Vec<Value> {
    form.count("components", components.len(), 0, if is_v2 { 40 } else { 5 });
    let mut seen = Seen::default();
    for (index, component) in components.iter().enumerate() {
        let path = format!("components.{index}");
        if !form.object(&path, component) {
            continue;
        }
        match component["type"].as_u64() {
            Some(1) => check_row(form, &path, component, &mut seen),
            Some(9 | 10 | 12 | 13 | 14 | 17) if is_v2 => check_layout(form, &path, component, &mut seen),
            Some(_) => wrong_type(form, &path, if is_v2 { "(1, 9, 10, 12, 13, 14, 17)" } else { "(1,)" }),
            None => form.required(&format!("{path}.type")),
        }
    }
    if is_v2 && seen.count > 40 {
        form.add("components", "BASE_TYPE_MAX_LENGTH", "Must be 40 or fewer in length.");
    }
    let mut kept = components.to_vec();
    let mut number = 0;
    for component in &mut kept {
        give_number(component, &mut number);
    }
    judge(form, &kept, is_v2);
    kept
}

/// The second opinion, of twilight.
fn judge(form: &mut Form, components: &[Value], is_v2: bool) {
    let mut read = Vec::new();
    for (index, component) in components.iter().enumerate() {
        match serde_json::from_value::<Component>(component.clone()) {
            Ok(component) => read.push(component),
            Err(error) => {
                let path = format!("components.{index}");
                form.add(&path, "MODEL_TYPE_CONVERT", &format!("Not a component: {error}"));
                return;
            }
        }
    }
    if let Err(error) = twilight_validate::message::components(&read, is_v2) {
        let why = std::error::Error::source(&error).map_or_else(String::new, |why| format!(": {why}"));
        form.add("components", "COMPONENT_VALIDATION_FAILED", &format!("{error}{why}"));
    }
}

/// Numbers components from 1, in order, where the bot has not. What is no component has been noted as wrong, and stays as it is.
pub(crate) fn give_number(component: &mut Value, number: &mut u64) {
    if !component.is_object() {
        return;
    }
    *number += 1;
    if component["id"].as_u64().unwrap_or(0) == 0 {
        component["id"] = json!(*number);
    }
    if let Some(children) = component.get_mut("components").and_then(Value::as_array_mut) {
        for child in children {
            give_number(child, number);
        }
    }
    for key in ["component", "accessory"] {
        if let Some(child) = component.get_mut(key).filter(|child| child.is_object()) {
            give_number(child, number);
        }
    }
}

fn wrong_type(form: &mut Form, path: &str, allowed: &str) {
    let message = format!("Value of field \"type\" must be one of {allowed}.");
    form.add(&format!("{path}.type"), "UNION_TYPE_CHOICES", &message);
}

fn check_row(form: &mut Form, path: &str, row: &Value, seen: &mut Seen) {
    seen.count += 1;
    let at = format!("{path}.components");
    let children = list(form, &at, &row["components"]);
    form.count(&at, children.len(), 1, 5);
    let mut width = 0;
    for (index, child) in children.iter().enumerate() {
        let path = format!("{at}.{index}");
        if !form.object(&path, child) {
            continue;
        }
        match child["type"].as_u64() {
            Some(2) => {
                width += 1;
                check_button(form, &path, child, seen);
            }
            Some(3 | 5..=8) => {
                width += 5;
                check_select(form, &path, child, seen);
            }
            _ => wrong_type(form, &path, "(2, 3, 5, 6, 7, 8)"),
        }
    }
    if width > 5 && children.len() <= 5 {
        form.add(&at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
    }
}

fn check_layout(form: &mut Form, path: &str, component: &Value, seen: &mut Seen) {
    if !form.object(path, component) {
        return;
    }
    seen.count += 1;
    let at = format!("{path}.components");
    match component["type"].as_u64() {
        Some(1) => {
            seen.count -= 1;
            check_row(form, path, component, seen);
        }
        Some(9) => {
            let children = list(form, &at, &component["components"]);
            form.count(&at, children.len(), 1, 3);
            for (index, child) in children.iter().enumerate() {
                check_layout(form, &format!("{at}.{index}"), child, seen);
            }
            let path = format!("{path}.accessory");
            match component["accessory"]["type"].as_u64() {
                Some(2) => check_button(form, &path, &component["accessory"], seen),
                Some(11) => seen.count += 1,
                Some(_) => wrong_type(form, &path, "(2, 11)"),
                None => form.required(&path),
            }
        }
        Some(10) => {
            let path = format!("{path}.content");
            match text(form, &path, &component["content"]) {
                Some(text) => form.length(&path, text, 1, 4000),
                None => form.required(&path),
            }
        }
        Some(17) => {
            let children = list(form, &at, &component["components"]);
            form.count(&at, children.len(), 1, 40);
            for (index, child) in children.iter().enumerate() {
                let path = format!("{at}.{index}");
                if child["type"] == 17 {
                    wrong_type(form, &path, "(1, 9, 10, 12, 13, 14)");
                } else {
                    check_layout(form, &path, child, seen);
                }
            }
        }
        _ => {}
    }
}

/// Checks a custom id: its length, and that there is no second of its name.
fn check_custom_id(form: &mut Form, path: &str, component: &Value, seen: &mut Seen) {
    let at = format!("{path}.custom_id");
    match text(form, &at, &component["custom_id"]) {
        Some(custom_id) => {
            form.length(&at, custom_id, 1, 100);
            if !seen.custom_ids.insert(custom_id.to_owned()) {
                form.add(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
            }
        }
        None => form.required(&at),
    }
}

fn check_button(form: &mut Form, path: &str, button: &Value, seen: &mut Seen) {
    seen.count += 1;
    match button["style"].as_u64() {
        Some(1..=4) => {
            check_custom_id(form, path, button, seen);
            if !button["url"].is_null() {
                let message = "A button cannot have a URL and a custom id";
                form.add(&format!("{path}.url"), "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", message);
            }
        }
        Some(5) => {
            let at = format!("{path}.url");
            if button["url"].is_null() {
                form.required(&at);
            }
            url(form, &at, &button["url"], &["http", "https", "discord"]);
            if let Some(link) = button["url"].as_str() {
                form.length(&at, link, 0, 512);
            }
        }
        Some(6) => {}
        Some(_) => {
            let message = "Value must be one of {1, 2, 3, 4, 5, 6}.";
            form.add(&format!("{path}.style"), "BASE_TYPE_CHOICES", message);
        }
        None => form.required(&format!("{path}.style")),
    }
    let at = format!("{path}.label");
    let label = text(form, &at, &button["label"]);
    form.length(&at, label.unwrap_or_default(), 0, 80);
    if label.is_none_or(str::is_empty) && button["emoji"].is_null() && button["style"] != 6 {
        form.add(path, "BUTTON_COMPONENT_MISSING_LABEL_OR_EMOJI", "A button must have a label or an emoji");
    }
}

fn check_select(form: &mut Form, path: &str, menu: &Value, seen: &mut Seen) {
    seen.count += 1;
    check_custom_id(form, path, menu, seen);
    let at = format!("{path}.placeholder");
    if let Some(placeholder) = text(form, &at, &menu["placeholder"]) {
        form.length(&at, placeholder, 0, 150);
    }
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    if least > 25 {
        let message = "int value should be less than or equal to 25.";
        form.add(&format!("{path}.min_values"), "NUMBER_TYPE_MAX", message);
    }
    if !(1..=25).contains(&most) {
        let (code, message) = if most == 0 {
            ("NUMBER_TYPE_MIN", "int value should be greater than or equal to 1.")
        } else {
            ("NUMBER_TYPE_MAX", "int value should be less than or equal to 25.")
        };
        form.add(&format!("{path}.max_values"), code, message);
    }
    if least > most {
        let message = "The minimum is more than the maximum";
        form.add(&format!("{path}.min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", message);
    }
    if menu["type"] == 3 {
        check_options(form, &format!("{path}.options"), menu, most);
    }
}

fn check_options(form: &mut Form, at: &str, menu: &Value, most: u64) {
    let options = list(form, at, &menu["options"]);
    form.count(at, options.len(), 1, 25);
    let mut values = HashSet::new();
    let mut chosen = 0;
    for (index, option) in options.iter().enumerate() {
        for (key, limit) in [("label", 100), ("value", 100)] {
            let path = format!("{at}.{index}.{key}");
            match text(form, &path, &option[key]) {
                Some(text) => form.length(&path, text, 1, limit),
                None => form.required(&path),
            }
        }
        let path = format!("{at}.{index}.description");
        if let Some(description) = text(form, &path, &option["description"]) {
            form.length(&path, description, 0, 100);
        }
        if option["value"].as_str().is_some_and(|value| !values.insert(value)) {
            let message = "The specified option value is already used";
            form.add(&format!("{at}.{index}.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
        chosen += u64::from(option["default"] == true);
    }
    if most > options.len() as u64 && options.len() <= 25 && (1..=25).contains(&most) {
        let message = "The maximum is more than there are options";
        form.add(at, "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", message);
    }
    if chosen > most {
        let message = "More options are chosen beforehand than may be chosen";
        form.add(at, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
    }
}
