//! Discord's error answers: a status, a code, a message, and for invalid forms a tree of what is wrong where.

use serde_json::{Map, Value, json};

/// What is wrong with something that should be an object and is none.
const NO_OBJECT: (&str, &str) = ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");

/// A refusal in Discord's own words.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ApiError {
    /// The HTTP status.
    pub(crate) status: u16,
    /// Discord's code.
    pub(crate) code: u32,
    /// Discord's message.
    pub(crate) message: String,
    /// What is wrong where, for code 50035.
    pub(crate) errors: Option<Value>,
}

impl ApiError {
    /// An error with nothing but status, code and message.
    pub(crate) fn new(status: u16, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: None }
    }

    /// The JSON body.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }

    /// No such route.
    pub(crate) fn not_found() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// No token, or a wrong one.
    pub(crate) fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// 10003, or 10004 and its like.
    pub(crate) fn unknown(what: Unknown) -> Self {
        let (code, name) = match what {
            Unknown::Application => (10_002, "Application"),
            Unknown::Channel => (10_003, "Channel"),
            Unknown::Guild => (10_004, "Guild"),
            Unknown::Member => (10_007, "Member"),
            Unknown::Message => (10_008, "Message"),
            Unknown::Role => (10_011, "Role"),
            Unknown::User => (10_013, "User"),
            Unknown::Emoji => (10_014, "Emoji"),
            Unknown::Webhook => (10_015, "Webhook"),
            Unknown::Interaction => (10_062, "interaction"),
            Unknown::Command => (10_063, "application command"),
        };
        Self::new(404, code, &format!("Unknown {name}"))
    }

    /// 40060: the interaction has had its first answer.
    pub(crate) fn already_acknowledged() -> Self {
        Self::new(400, 40_060, "Interaction has already been acknowledged.")
    }

    /// 50001: the bot cannot see it.
    pub(crate) fn missing_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }

    /// 50005: only its author may edit a message.
    pub(crate) fn not_the_author() -> Self {
        Self::new(403, 50_005, "Cannot edit a message authored by another user")
    }

    /// 50006: a message needs something in it.
    pub(crate) fn empty_message() -> Self {
        Self::new(400, 50_006, "Cannot send an empty message")
    }

    /// 50013: the bot can see it but lacks a permission.
    pub(crate) fn missing_permissions() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }

    /// 50083: nothing of the kind can be done in an archived thread.
    pub(crate) fn archived() -> Self {
        Self::new(400, 50_083, "Thread is archived")
    }

    /// 160005: the thread is locked, and stays so for who has no right to manage threads.
    pub(crate) fn locked() -> Self {
        Self::new(400, 160_005, "Thread is locked")
    }

    /// 50027: the interaction's token is no longer good.
    pub(crate) fn invalid_webhook_token() -> Self {
        Self::new(401, 50_027, "Invalid Webhook Token")
    }

    /// 50024: not in this type of channel.
    pub(crate) fn wrong_channel_type() -> Self {
        Self::new(400, 50_024, "Cannot execute action on this channel type")
    }

    /// 50028: not with this role.
    pub(crate) fn invalid_role() -> Self {
        Self::new(400, 50_028, "Invalid Role")
    }

    /// 50109: the body is not JSON.
    pub(crate) fn not_json() -> Self {
        Self::new(400, 50_109, "The request body contains invalid JSON.")
    }

    /// 50035: a list or a bare value where the body should be an object.
    pub(crate) fn no_object() -> Self {
        Self::field("", NO_OBJECT.0, NO_OBJECT.1)
    }

    /// 50035 with one wrong field.
    pub(crate) fn field(path: &str, code: &str, message: &str) -> Self {
        let mut form = Form::default();
        form.add(path, code, message);
        form.into_error()
    }
}

/// What may be unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// 10002
    Application,
    /// 10003
    Channel,
    /// 10004
    Guild,
    /// 10007
    Member,
    /// 10008
    Message,
    /// 10011
    Role,
    /// 10013
    User,
    /// 10014
    Emoji,
    /// 10015
    Webhook,
    /// 10062
    Interaction,
    /// 10063
    Command,
}

/// Gathers what is wrong with a body, field by field.
#[derive(Debug, Default)]
pub(crate) struct Form {
    root: Map<String, Value>,
}

impl Form {
    /// Notes an error at a dotted path, such as `embeds.0.title`.
    pub(crate) fn add(&mut self, path: &str, code: &str, message: &str) {
        let mut node = &mut self.root;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let next = node.entry(part.to_owned()).or_insert_with(|| json!({}));
            match next {
                Value::Object(object) => node = object,
                _ => return,
            }
        }
        let errors = node.entry("_errors".to_owned()).or_insert_with(|| json!([]));
        if let Value::Array(list) = errors {
            list.push(json!({"code": code, "message": message}));
        }
    }

    /// A required field that is missing.
    pub(crate) fn required(&mut self, path: &str) {
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// Notes what should be an object and is none; whether it is one.
    pub(crate) fn object(&mut self, path: &str, value: &Value) -> bool {
        let is_object = value.is_object();
        if !is_object {
            self.add(path, NO_OBJECT.0, NO_OBJECT.1);
        }
        is_object
    }

    /// Checks a text's length in characters, as Discord counts.
    pub(crate) fn length(&mut self, path: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length == 0 && least > 0 {
            self.required(path);
        } else {
            self.count(path, length, least, most);
        }
    }

    /// Checks how many there are of something.
    pub(crate) fn count(&mut self, path: &str, count: usize, least: usize, most: usize) {
        if count < least || (count > most && least > 0) {
            self.add(path, "BASE_TYPE_BAD_LENGTH", &format!("Must be between {least} and {most} in length."));
        } else if count > most {
            self.add(path, "BASE_TYPE_MAX_LENGTH", &format!("Must be {most} or fewer in length."));
        }
    }

    /// Whether nothing is wrong so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.root.is_empty()
    }

    /// Fine, or 50035.
    pub(crate) fn finish(self) -> Result<(), ApiError> {
        if self.root.is_empty() { Ok(()) } else { Err(self.into_error()) }
    }

    fn into_error(self) -> ApiError {
        ApiError { status: 400, code: 50_035, message: "Invalid Form Body".to_owned(), errors: Some(Value::Object(self.root)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_form_is_a_tree() {
        let mut form = Form::default();
        form.length("embeds.0.title", &"x".repeat(257), 0, 256);
        let error = form.finish().unwrap_err();
        assert_eq!(error.code, 50_035);
        let body = error.body();
        assert_eq!(body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    }
}
