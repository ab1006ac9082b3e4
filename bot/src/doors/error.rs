//! Why a command or press was not carried out, and what the asker is told.

use crate::doors::data::Data;
use crate::drawing::atlas::AtlasError;
use crate::drawing::survey::SurveyError;
use crate::journal::error::JournalError;
use crate::table::error::TableError;
use poise::serenity_prelude as serenity;

/// What somebody is told where more is under way than the umpire takes.
pub(crate) const BUSY: &str = "There is more under way than I can take at this moment, and nothing has been done: try again in a minute.";

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// What the asker is told.
    #[error("{0}")]
    Say(String),
    /// The table's reasons.
    #[error(transparent)]
    Table(#[from] TableError),
    /// No table can be laid.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// The map could not be drawn.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// Discord did not take the answer.
    #[error(transparent)]
    Discord(Box<serenity::Error>),
}

impl From<serenity::Error> for CommandError {
    fn from(error: serenity::Error) -> Self {
        Self::Discord(Box::new(error))
    }
}

impl CommandError {
    /// What the asker is told; `None` where the first delivery of the same interaction has been answered.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::Say(sentence) => Some(sentence.clone()),
            Self::Survey(error) => Some(error.to_string()),
            Self::Table(TableError::Journal(JournalError::Repeated)) => None,
            Self::Table(error) => {
                // That a channel has a campaign, or that somebody was quicker, is no fault.
                if let TableError::Journal(error) = error
                    && !matches!(error, JournalError::ChannelTaken | JournalError::MovedOn | JournalError::TooManyBegun { .. })
                {
                    tracing::error!(%error, "the journal could not be read or written");
                }
                Some(error.sentence())
            }
            Self::Atlas(error) => {
                tracing::error!(%error, "a map was not drawn");
                Some("The map could not be drawn this time: try again, and tell whoever runs the umpire if it stays so.".to_owned())
            }
            Self::Discord(_) => None,
        }
    }
}

/// A command's context.
pub type Context<'a> = poise::ApplicationContext<'a, Data, CommandError>;

/// What a command comes to.
pub type Outcome = Result<(), CommandError>;
