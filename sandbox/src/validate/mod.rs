//! What Discord refuses, refused here with the same codes, field by field.
//!
//! The limits are checked by hand, because Discord says where the fault lies; what passes is then read by
//! `twilight-model` and judged by `twilight-validate`, which know Discord independently of the bot's library.

pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod embed;
pub(crate) mod message;
pub(crate) mod modal;

use serde_json::Value;

use crate::errors::Form;

/// Notes a field that should be a text; gives the text if it is one.
pub(crate) fn text<'a>(form: &mut Form, path: &str, value: &'a Value) -> Option<&'a str> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text),
        _ => {
            form.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
            None
        }
    }
}

/// Notes a field that should be a list; gives the list, empty if it is none.
pub(crate) fn list<'a>(form: &mut Form, path: &str, value: &'a Value) -> &'a [Value] {
    match value {
        Value::Null => &[],
        Value::Array(list) => list,
        _ => {
            form.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            &[]
        }
    }
}

/// Notes a URL with another scheme than these.
pub(crate) fn url(form: &mut Form, path: &str, value: &Value, schemes: &[&str]) {
    let Some(url) = text(form, path, value) else { return };
    if !schemes.iter().any(|scheme| url.starts_with(&format!("{scheme}://"))) {
        let schemes: Vec<String> = schemes.iter().map(|scheme| format!("'{scheme}'")).collect();
        form.add(path, "URL_TYPE_INVALID_SCHEME", &format!("Scheme must be one of ({}).", schemes.join(", ")));
    }
    if url.len() > 2048 {
        form.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 2048 or fewer in length.");
    }
}
