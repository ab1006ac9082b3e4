//! Limits of embeds, one by one and together.

use serde_json::{Value, json};
use twilight_model::channel::message::Embed;
use twilight_validate::embed::EmbedValidationErrorType;

use super::{list, text, url};
use crate::clock;
use crate::errors::Form;

/// Most embeds in a message.
const MOST: usize = 10;
/// Most characters in all embeds of a message.
const TOTAL: usize = 6000;

/// Checks the embeds of a message, and gives them as Discord keeps them.
pub(crate) fn check(form: &mut Form, embeds: &[Value]) -> Vec<Value> {
    form.count("embeds", embeds.len(), 0, MOST);
    let mut characters = 0;
    let mut kept = Vec::new();
    for (index, embed) in embeds.iter().enumerate() {
        let path = format!("embeds.{index}");
        if !form.object(&path, embed) {
            continue;
        }
        characters += check_one(form, &path, embed);
        kept.push(as_kept(embed));
    }
    if characters > TOTAL {
        form.add("embeds", "MAX_EMBED_SIZE_EXCEEDED", &format!("Embed size exceeds maximum size of {TOTAL}"));
    }
    kept
}

/// Checks one embed; gives its count of characters.
fn check_one(form: &mut Form, path: &str, embed: &Value) -> usize {
    let mut characters = 0;
    for (key, most) in [("title", 256), ("description", 4096)] {
        let at = format!("{path}.{key}");
        if let Some(text) = text(form, &at, &embed[key]) {
            form.length(&at, text, 0, most);
            characters += text.chars().count();
        }
    }
    for (part, key, most) in [("footer", "text", 2048), ("author", "name", 256)] {
        if embed[part].is_null() {
            continue;
        }
        let at = format!("{path}.{part}.{key}");
        match text(form, &at, &embed[part][key]) {
            Some(text) => {
                form.length(&at, text, 0, most);
                characters += text.chars().count();
            }
            None => form.required(&at),
        }
    }
    let fields = list(form, &format!("{path}.fields"), &embed["fields"]);
    form.count(&format!("{path}.fields"), fields.len(), 0, 25);
    for (index, field) in fields.iter().enumerate() {
        if !form.object(&format!("{path}.fields.{index}"), field) {
            continue;
        }
        for (key, most) in [("name", 256), ("value", 1024)] {
            let at = format!("{path}.fields.{index}.{key}");
            match text(form, &at, &field[key]) {
                Some(text) if text.trim().is_empty() => form.required(&at),
                Some(text) => {
                    form.length(&at, text, 0, most);
                    characters += text.chars().count();
                }
                None => form.required(&at),
            }
        }
    }
    if embed["color"].as_u64().is_some_and(|color| color > 0xFF_FFFF) {
        let message = "int value should be less than or equal to 16777215.";
        form.add(&format!("{path}.color"), "NUMBER_TYPE_MAX", message);
    }
    url(form, &format!("{path}.url"), &embed["url"], &["http", "https"]);
    let with_files = ["http", "https", "attachment"];
    for (part, key) in [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")] {
        url(form, &format!("{path}.{part}.{key}"), &embed[part][key], &with_files);
    }
    let shown = ["title", "description", "image", "thumbnail", "author", "footer"];
    if shown.iter().all(|key| embed[key].is_null() || embed[key] == "") && fields.is_empty() {
        form.required(&format!("{path}.description"));
    }
    let time = &embed["timestamp"];
    if !time.is_null() && time.as_str().and_then(clock::as_kept).is_none() {
        let given = time.as_str().map_or_else(|| time.to_string(), str::to_owned);
        form.add(&format!("{path}.timestamp"), "DATE_TIME_TYPE_PARSE", &format!("Could not parse {given}. Should be ISO8601."));
        return characters;
    }
    let kept = as_kept(embed);
    match serde_json::from_value::<Embed>(kept) {
        Ok(embed) => {
            // The second opinion; the total is counted over all embeds, not here.
            if let Err(error) = twilight_validate::embed::embed(&embed)
                && form.is_clean()
                && !matches!(error.kind(), EmbedValidationErrorType::EmbedTooLarge { .. })
            {
                form.add(path, "EMBED_VALIDATION_FAILED", &error.to_string());
            }
        }
        Err(error) => form.add(path, "MODEL_TYPE_CONVERT", &format!("Not an embed: {error}")),
    }
    characters
}

/// An embed without what only Discord may set, and without empty things; its time as Discord writes it.
fn as_kept(embed: &Value) -> Value {
    let mut kept = embed.clone();
    if let Some(object) = kept.as_object_mut() {
        for key in ["provider", "video"] {
            object.remove(key);
        }
        object.retain(|_, value| !value.is_null() && *value != json!([]) && *value != json!({}));
        object.insert("type".to_owned(), json!("rich"));
        if let Some(time) = object.get("timestamp").and_then(Value::as_str).and_then(clock::as_kept) {
            object.insert("timestamp".to_owned(), json!(time));
        }
        if let Some(Value::Array(fields)) = object.get_mut("fields") {
            for field in fields {
                if field.is_object() && field.get("inline").is_none_or(Value::is_null) {
                    field["inline"] = json!(false);
                }
            }
        }
    }
    kept
}
