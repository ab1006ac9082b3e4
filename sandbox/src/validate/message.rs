//! What the bot wants a message to be: read from its request, checked, ready to be posted or put over another.

use serde_json::{Value, json};

use super::{component, embed, list, text};
use crate::errors::{ApiError, Form};
use crate::model::attachment::Upload;
use crate::model::message::COMPONENTS_V2;
use crate::snowflake::{self, Id};

/// Longest text of a message.
const CONTENT: usize = 2000;
/// Longest nonce.
const NONCE: usize = 25;
/// Most files.
const FILES: usize = 10;
/// Largest file, of a bot in a guild without boosts.
pub(crate) const FILE_BYTES: usize = 10 * 1024 * 1024;

/// A file of a message: one it has already, or a new one.
#[derive(Debug, Clone)]
pub(crate) enum File {
    /// A file that stays, with a new description if there is one.
    Kept(Id, Option<String>),
    /// A file that comes.
    New {
        /// The upload.
        upload: Upload,
        /// What it shows.
        description: Option<String>,
    },
}

/// A message as asked for. What is `None` was not named and stays as it is in an edit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    /// The text.
    pub(crate) content: Option<String>,
    /// Embeds.
    pub(crate) embeds: Option<Vec<Value>>,
    /// Components.
    pub(crate) components: Option<Vec<Value>>,
    /// Files; when attachments were not named, uploads are added to what there is.
    pub(crate) files: Option<Vec<File>>,
    /// Whether the files replace those of before.
    pub(crate) replaces_files: bool,
    /// Flags.
    pub(crate) flags: Option<u64>,
    /// Whether it is read aloud.
    pub(crate) tts: bool,
    /// The sender's mark.
    pub(crate) nonce: Option<Value>,
    /// Whether the mark makes it once only.
    pub(crate) enforce_nonce: bool,
    /// The message it replies to, and whether it may be missing.
    pub(crate) replies_to: Option<(Id, bool)>,
    /// Who may be notified.
    pub(crate) allowed_mentions: Option<Value>,
    /// A poll.
    pub(crate) poll: Option<Value>,
}

impl Draft {
    /// Reads and checks a request's body. For an edit, `flags_before` says what the message is already.
    pub(crate) fn read(body: &Value, uploads: &[Upload], flags_before: Option<u64>) -> Result<Self, ApiError> {
        let mut form = Form::default();
        if !body.is_object() && !body.is_null() {
            return Err(ApiError::no_object());
        }
        let mut draft = Self { tts: body["tts"] == true, ..Self::default() };
        draft.flags = body["flags"].as_u64();
        let is_v2 = (draft.flags.unwrap_or(0) | flags_before.unwrap_or(0)) & COMPONENTS_V2 != 0;
        let has = |key: &str| body.get(key).is_some();
        if has("content") {
            let content = text(&mut form, "content", &body["content"]).unwrap_or_default();
            form.length("content", content, 0, CONTENT);
            draft.content = Some(content.trim().to_owned());
        }
        if has("embeds") {
            let embeds = list(&mut form, "embeds", &body["embeds"]);
            draft.embeds = Some(embed::check(&mut form, embeds));
        } else if body.get("embed").is_some_and(Value::is_object) {
            draft.embeds = Some(embed::check(&mut form, std::slice::from_ref(&body["embed"])));
        }
        if has("components") {
            let components = list(&mut form, "components", &body["components"]);
            draft.components = Some(component::check(&mut form, components, is_v2));
        }
        if is_v2 {
            for key in ["content", "embeds", "poll"] {
                if !body[key].is_null() && body[key] != "" && body[key] != json!([]) {
                    let message = "The 'content', 'embeds' and 'poll' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2";
                    form.add(key, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message);
                }
            }
        }
        draft.read_files(&mut form, body, uploads);
        draft.read_nonce(&mut form, body);
        draft.read_mentions(&mut form, body);
        let reference = &body["message_reference"];
        if let Some(id) = snowflake::from_json(&reference["message_id"]) {
            let must_exist = reference["fail_if_not_exists"].as_bool().unwrap_or(true);
            draft.replies_to = Some((id, must_exist));
        }
        if body["poll"].is_object() {
            draft.poll = Some(body["poll"].clone());
        }
        form.finish()?;
        Ok(draft)
    }

    fn read_files(&mut self, form: &mut Form, body: &Value, uploads: &[Upload]) {
        if let Some(attachments) = body.get("attachments").filter(|value| !value.is_null()) {
            let attachments = list(form, "attachments", attachments);
            let mut files = Vec::new();
            for (index, attachment) in attachments.iter().enumerate() {
                let path = format!("attachments.{index}");
                let description = attachment["description"].as_str().map(str::to_owned);
                form.length(&format!("{path}.description"), description.as_deref().unwrap_or_default(), 0, 1024);
                let id = match &attachment["id"] {
                    Value::String(text) => text.parse().ok(),
                    number => number.as_u64(),
                };
                let Some(id) = id else {
                    form.required(&format!("{path}.id"));
                    continue;
                };
                match uploads.iter().find(|upload| upload.number == id) {
                    Some(upload) => {
                        let mut upload = upload.clone();
                        if let Some(name) = attachment["filename"].as_str() {
                            name.clone_into(&mut upload.name);
                        }
                        files.push(File::New { upload, description });
                    }
                    None if id < 1_000_000 => {
                        let message = format!("No file was uploaded as files[{id}]");
                        form.add(&path, "MISSING_ATTACHMENT_UPLOAD", &message);
                    }
                    None => files.push(File::Kept(id, description)),
                }
            }
            // Discord takes uploads even when the list of attachments forgets them.
            for upload in uploads {
                let named = attachments.iter().any(|attachment| match &attachment["id"] {
                    Value::String(text) => text.parse() == Ok(upload.number),
                    number => number.as_u64() == Some(upload.number),
                });
                if !named {
                    files.push(File::New { upload: upload.clone(), description: None });
                }
            }
            self.files = Some(files);
            self.replaces_files = true;
        } else if !uploads.is_empty() {
            let new = |upload: &Upload| File::New { upload: upload.clone(), description: None };
            self.files = Some(uploads.iter().map(new).collect());
        }
        form.count("attachments", self.files.as_ref().map_or(0, Vec::len), 0, FILES);
    }

    fn read_nonce(&mut self, form: &mut Form, body: &Value) {
        match &body["nonce"] {
            Value::Null => {}
            Value::String(nonce) => {
                form.length("nonce", nonce, 0, NONCE);
                self.nonce = Some(json!(nonce));
            }
            Value::Number(number) if number.is_i64() || number.is_u64() => {
                self.nonce = Some(json!(number));
            }
            _ => form.add("nonce", "NONCE_TYPE_CONVERT", "Nonce must be a string or an integer."),
        }
        self.enforce_nonce = body["enforce_nonce"] == true;
    }

    fn read_mentions(&mut self, form: &mut Form, body: &Value) {
        let allowed = &body["allowed_mentions"];
        if allowed.is_null() {
            return;
        }
        let parse = list(form, "allowed_mentions.parse", &allowed["parse"]);
        for (index, kind) in parse.iter().enumerate() {
            if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
                let message = "Value must be one of ('everyone', 'roles', 'users').";
                form.add(&format!("allowed_mentions.parse.{index}"), "BASE_TYPE_CHOICES", message);
            }
        }
        for key in ["users", "roles"] {
            let path = format!("allowed_mentions.{key}");
            let ids = list(form, &path, &allowed[key]);
            form.count(&path, ids.len(), 0, 100);
            if !ids.is_empty() && parse.contains(&json!(key)) {
                let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
                form.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &message);
            }
        }
        self.allowed_mentions = Some(allowed.clone());
    }

    /// Whether there is nothing in it to be shown.
    pub(crate) fn is_empty(&self) -> bool {
        self.content.as_deref().is_none_or(str::is_empty)
            && self.embeds.as_ref().is_none_or(Vec::is_empty)
            && self.components.as_ref().is_none_or(Vec::is_empty)
            && self.files.as_ref().is_none_or(Vec::is_empty)
            && self.poll.is_none()
    }
}
