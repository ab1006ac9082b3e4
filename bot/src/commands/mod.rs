//! The slash commands, a file for each, and what they share: who asks, where, and how they are answered.
//!
//! A command's doc comment is its help text on Discord. What goes wrong is answered with one sentence that only the asker sees.

#![allow(
    missing_docs,
    unreachable_pub,
    reason = "the framework puts the doc comments of commands into their help, and makes its own functions"
)]

pub mod campaign;
pub mod encounter;
pub mod forces;
pub mod help;
pub mod log;
pub mod map;
pub mod odds;
pub mod orders;
pub mod pace;
pub mod papers;
mod places;
pub mod pursuit;
pub mod roll;
pub mod rule;
pub mod staff;
pub mod summary;
pub mod terrain;
pub mod turn;
pub mod undo;

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::dice::{self, Dice};
use engine::pack::Pack;
use poise::CreateReply;
use poise::serenity_prelude as serenity;
use tokio::sync::Semaphore;

use crate::atlas::{Atlas, AtlasError, Plate};
use crate::despatches::Despatch;
use crate::discord;
use crate::journal::JournalError;
use crate::outbox::Outbox;
use crate::render;
use crate::survey::SurveyError;
use crate::table::{Done, Snapshot, TableError, Tables};

/// What every command has at hand.
pub struct Data {
    /// The campaigns.
    pub tables: Arc<Tables>,
    /// What posts despatches.
    pub outbox: Arc<Outbox>,
    /// What draws maps.
    pub atlas: Arc<Atlas>,
    /// The pack of new campaigns, and of rolls without one.
    pub pack: Arc<Pack>,
    /// Interactions answered lately.
    pub seen: Seen,
    /// A permit for everything under way, so that the umpire can end when all of it is done.
    pub work: Arc<Semaphore>,
}

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
                if let TableError::Journal(error) = error {
                    tracing::error!(%error, "the journal");
                }
                Some(error.sentence())
            }
            Self::Atlas(error) => {
                tracing::error!(%error, "the atlas");
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

/// The interactions answered lately. Discord may deliver one twice; the second is dropped before anything is rolled. What
/// changes a campaign is guarded by the journal as well, so that a restart between the two does no harm.
#[derive(Default)]
pub struct Seen(Mutex<(HashSet<u64>, VecDeque<u64>)>);

impl Seen {
    const KEPT: usize = 10_000;

    /// Whether this is the first time; from now on it is not.
    pub fn first_time(&self, interaction: u64) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, order) = &mut *seen;
        if !known.insert(interaction) {
            return false;
        }
        order.push_back(interaction);
        if order.len() > Self::KEPT
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }

    /// Takes back that something was seen: what it asked for was not done.
    pub fn forget(&self, interaction: u64) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.0.remove(&interaction);
        seen.1.retain(|known| *known != interaction);
    }
}

/// Tries of an answer before it is given up.
pub(crate) const TRIES: u32 = 3;
/// The wait before the second; three such tries stay within Discord's three seconds.
pub(crate) const FIRST_WAIT: Duration = Duration::from_millis(200);

/// Every command, in the order of the help.
#[must_use]
pub fn all() -> Vec<poise::Command<Data, CommandError>> {
    vec![
        campaign::campaign(),
        turn::turn(),
        orders::play(),
        orders::march(),
        orders::sail(),
        orders::battle(),
        orders::siege(),
        orders::replacements(),
        undo::undo(),
        staff::staff(),
        pace::pace(),
        forces::forces(),
        forces::supply(),
        forces::rules(),
        summary::summary(),
        map::map(),
        odds::odds(),
        encounter::encounter(),
        pursuit::pursuit(),
        terrain::terrain(),
        roll::roll(),
        rule::rule(),
        help::help(),
    ]
}

/// Gives somebody who acts the seat his roles bring with them. What goes wrong is no matter of his: the log has it.
pub async fn seat_by_role(data: &Data, channel: u64, interaction: u64, user: u64, roles: &[u64]) {
    match data.tables.seat_by_role(channel, interaction, user, roles).await {
        Ok(Some(done)) => {
            if let Err(error) = data.outbox.publish(done.campaign).await {
                tracing::warn!(campaign = done.campaign.0, %error, "despatches are waiting");
            }
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "no seat by role"),
    }
}

/// The campaign of the channel a command was given in, if there is one.
async fn campaign_here(ctx: Context<'_>) -> Result<Option<Snapshot>, CommandError> {
    if ctx.guild_id().is_none() {
        return Ok(None);
    }
    match ctx.data().tables.in_channel(ctx.channel_id().get()).await {
        Ok(snapshot) => Ok(Some(snapshot)),
        Err(TableError::NoCampaign) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Answers with a despatch.
async fn answer(ctx: Context<'_>, despatch: &Despatch, private: bool) -> Outcome {
    answer_with(ctx, despatch, None, private).await
}

/// Answers with a despatch and a picture.
async fn answer_with(ctx: Context<'_>, despatch: &Despatch, plate: Option<Plate>, private: bool) -> Outcome {
    let plain = ctx.data().tables.is_plain_in(ctx.channel_id().get()).await;
    let despatch = Despatch { plain, ..despatch.clone() };
    send(ctx, || render::reply(&despatch, plate.clone(), private)).await
}

/// Posts what was done, and tells the asker where it is written.
async fn answer_done(ctx: Context<'_>, done: Done) -> Outcome {
    let sentence = match ctx.data().outbox.publish(done.campaign).await {
        Ok(()) => format!("Done: No. {} in the journal.", done.revision),
        Err(error) => error.sentence(),
    };
    send(ctx, || CreateReply::default().content(sentence.clone()).ephemeral(true)).await
}

/// Sends an answer, again if Discord stumbles. Nothing is doubled: an interaction takes one first answer only.
async fn send(ctx: Context<'_>, reply: impl Fn() -> CreateReply) -> Outcome {
    let mut wait = FIRST_WAIT;
    for _ in 1..TRIES {
        match ctx.send(reply()).await {
            Ok(_) => return Ok(()),
            Err(error) if discord::is_passing(&error) => {
                tokio::time::sleep(wait).await;
                wait *= 3;
            }
            Err(error) if discord::is_answered_already(&error) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
    ctx.send(reply()).await?;
    Ok(())
}

/// Tells Discord that an answer will come, within its three seconds.
async fn defer(ctx: Context<'_>, private: bool) -> Outcome {
    let mut wait = FIRST_WAIT;
    for _ in 1..TRIES {
        match ctx.defer_response(private).await {
            Ok(()) => return Ok(()),
            Err(error) if discord::is_passing(&error) => {
                tokio::time::sleep(wait).await;
                wait *= 3;
            }
            Err(error) if discord::is_answered_already(&error) => {
                // The first try arrived after all, and only its answer was lost on the way.
                ctx.has_sent_initial_response.store(true, std::sync::atomic::Ordering::SeqCst);
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
    }
    ctx.defer_response(private).await?;
    Ok(())
}

/// The players' own dice, if they typed any.
fn faces(dice: Option<&str>) -> Result<Option<Vec<u16>>, CommandError> {
    dice.map(dice::parse_faces).transpose().map_err(CommandError::Say)
}

/// Dice for a roll outside any campaign: the players' own, or fresh ones.
fn loose_dice(faces: Option<Vec<u16>>) -> Dice {
    faces.map_or_else(|| Dice::seeded(rand::random(), 0), Dice::table)
}

/// Checks that the players' dice were the dice wanted.
fn finish(dice: &Dice) -> Outcome {
    dice.finish().map_err(|problem| CommandError::Say(problem.to_string()))
}

/// Place names that go on from what has been typed: those that begin with it, then those that hold it; at most 25.
fn completions<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let typed = typed.trim().to_lowercase();
    let (mut begin, mut hold) = (Vec::new(), Vec::new());
    for name in names {
        let lower = name.to_lowercase();
        if lower.starts_with(&typed) {
            begin.push(name);
        } else if lower.contains(&typed) {
            hold.push(name);
        }
    }
    begin.append(&mut hold);
    begin.truncate(25);
    begin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_is_seen_once_and_memory_is_bounded() {
        let seen = Seen::default();
        assert!(seen.first_time(1));
        assert!(!seen.first_time(1));
        for id in 2..20_000 {
            assert!(seen.first_time(id));
        }
        assert_eq!(seen.0.lock().unwrap().0.len(), Seen::KEPT);
    }

    #[test]
    fn completions_put_names_that_begin_with_what_was_typed_first() {
        let names = ["Port Stanley", "Tokar", "Tamai", "Mud Bay"];
        assert_eq!(completions("ta", names.into_iter()), ["Tamai", "Port Stanley"]);
        assert_eq!(completions("", names.into_iter()).len(), 4);
        assert!(completions("Khartoum", names.into_iter()).is_empty());
    }
}
