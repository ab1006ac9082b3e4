//! Interactions: a command, a button, a menu, a modal or a request for completion, from asking to the last answer.

use super::World;
use crate::model::interaction::{Answer, Interaction};
use crate::model::page_event::PageEvent;
use crate::snowflake::{self, Id};

/// How long an interaction is known, in milliseconds: a day. Its token has long been of no use by then.
const LIFE: u64 = 24 * 60 * 60 * 1000;

/// The files that were given as a command's options.
fn option_files(interaction: &Interaction) -> Vec<Id> {
    let files = interaction.payload["data"]["resolved"]["attachments"].as_object();
    files.into_iter().flat_map(serde_json::Map::keys).filter_map(|id| snowflake::parse(id)).collect()
}

impl World {
    /// Forgets the interactions of more than a day ago, and the files that came with them.
    pub(crate) fn forget_interactions(&mut self) {
        let now = self.now();
        while let Some(id) = self.interactions.keys().next().copied().filter(|id| snowflake::made_at(*id) + LIFE < now) {
            self.unanswered.remove(&id);
            if let Some(interaction) = self.interactions.remove(&id) {
                self.forget_files(option_files(&interaction));
            }
        }
    }

    /// Sets the first answer.
    pub(crate) fn set_answer(&mut self, id: Id, answer: Answer) {
        self.unanswered.remove(&id);
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.answer = answer;
        }
    }

    /// The oldest interaction whose time is over without an answer.
    pub(crate) fn late_interaction(&self) -> Option<Id> {
        let limit = u64::try_from(self.settings.answer_limit.as_millis()).unwrap_or(u64::MAX);
        let oldest = *self.unanswered.first()?;
        (snowflake::made_at(oldest).saturating_add(limit) < self.now()).then_some(oldest)
    }

    /// Lets interactions the bot has not answered in time fail.
    pub(crate) fn expire_interactions(&mut self) {
        while let Some(id) = self.late_interaction() {
            self.set_answer(id, Answer::TooLate);
            self.note("  The application did not respond.");
            if let Some(interaction) = self.interactions.get(&id) {
                self.tell_page(PageEvent::interaction_failed(interaction));
            }
        }
    }

    /// The interaction a token belongs to.
    pub(crate) fn interaction_by_token(&self, token: &str) -> Option<&Interaction> {
        self.interactions.values().rev().find(|interaction| interaction.token == token)
    }
}
