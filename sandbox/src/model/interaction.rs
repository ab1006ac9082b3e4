//! An interaction: a command, a button, a menu, a modal or a request for completion, from asking to the last answer.

use serde_json::Value;

use crate::snowflake::Id;

/// A slash or context-menu command.
pub(crate) const COMMAND: u8 = 2;
/// A button or a menu.
pub(crate) const COMPONENT: u8 = 3;
/// A request for completions.
pub(crate) const AUTOCOMPLETE: u8 = 4;
/// A modal sent off.
pub(crate) const MODAL: u8 = 5;

/// What the bot has answered first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    /// Nothing yet.
    None,
    /// "Thinking": a message follows.
    Deferred,
    /// "Seen": an edit may follow.
    DeferredUpdate,
    /// A message.
    Message,
    /// An edit of the message with the component.
    Update,
    /// A form.
    Modal(Value),
    /// Completions.
    Choices(Vec<Value>),
    /// Nothing within the limit: "The application did not respond".
    TooLate,
    /// Something of Discord the sandbox only takes note of, such as launching an activity.
    Other,
}

/// An interaction.
#[derive(Debug, Clone)]
pub(crate) struct Interaction {
    /// The id.
    pub(crate) id: Id,
    /// The token for answers.
    pub(crate) token: String,
    /// What kind of asking.
    pub(crate) kind: u8,
    /// As it was sent to the bot.
    pub(crate) payload: Value,
    /// Who asked.
    pub(crate) user: Id,
    /// Where.
    pub(crate) channel_id: Id,
    /// The command's full name, if it is one.
    pub(crate) command: Option<String>,
    /// The first answer.
    pub(crate) answer: Answer,
    /// The message that `@original` stands for.
    pub(crate) original: Option<Id>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    /// Follow-ups in order.
    pub(crate) followups: Vec<Id>,
    /// Whether `@original` was edited (or taken away) after a deferred answer.
    pub(crate) completed: bool,
    /// How often the source message had been edited when this was asked.
    pub(crate) source_edits: u64,
    /// The interaction that opened the form, for one that sends a form off.
    pub(crate) opened_by: Option<Id>,
}

impl Interaction {
    /// Whether the bot has said all it is bound to say.
    pub(crate) fn is_final(&self) -> bool {
        match &self.answer {
            Answer::None => false,
            Answer::Deferred | Answer::DeferredUpdate => self.completed || !self.followups.is_empty(),
            _ => true,
        }
    }
}
