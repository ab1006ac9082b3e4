//! The first answer to a command, for which Discord waits three seconds
//! (<https://discord.com/developers/docs/interactions/receiving-and-responding>).
//!
//! What is done in a moment is answered with what came of it. Where it takes longer, Discord is first told that an answer will come. So it is, before
//! anything is done, with a command that has been on its way for so long that Discord may have given it up: what it no longer takes is not done, and
//! whoever was told that nobody answered can give it again.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;

use poise::CreateReply;
use poise::serenity_prelude as serenity;
use tokio::sync::Mutex;

use crate::discord::{errors, retry};
use crate::doors::error::{Context, Outcome};
use crate::doors::under_way::Answering;

/// How long what a command asks for may take before whoever gave it is told that an answer will come.
const AT_ONCE: Duration = Duration::from_millis(100);

/// A command that is being answered.
pub(crate) struct Invocation {
    first: Arc<FirstAnswer>,
    /// Whether Discord may have given it up.
    comes_late: bool,
    _answering: Answering,
}

impl Invocation {
    /// A command that has had no answer.
    pub(crate) fn new(answering: Answering, comes_late: bool) -> Self {
        Self { first: Arc::default(), comes_late, _answering: answering }
    }
}

/// The first answer to a command, of which Discord takes one. Nobody gives it while this is locked.
#[derive(Default)]
struct FirstAnswer(Mutex<Given>);

/// Whether the first answer has been given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Given {
    /// Discord waits for it.
    #[default]
    Not,
    /// Discord was told that an answer will come.
    ToCome,
    /// It was an answer.
    Whole,
}

/// The first answer to a command, and whether the command comes late; none to one that went no further than its check.
async fn first_answer(ctx: Context<'_>) -> Option<(Arc<FirstAnswer>, bool)> {
    let invocation = poise::Context::Application(ctx).invocation_data::<Invocation>().await?;
    Some((Arc::clone(&invocation.first), invocation.comes_late))
}

/// Sends an answer, again if Discord stumbles: the first, what was said to come, or a further one.
///
/// # Errors
///
/// That Discord does not take it.
pub(crate) async fn send(ctx: Context<'_>, reply: impl Fn() -> CreateReply) -> Outcome {
    let first = first_answer(ctx).await.map(|(first, _)| first);
    let mut given = match &first {
        Some(first) => Some(first.0.lock().await),
        None => None,
    };
    if given.as_deref().is_some_and(|given| *given != Given::Not) {
        ctx.has_sent_initial_response.store(true, Ordering::SeqCst);
    }
    taken(retry::first_answer(|| ctx.send(reply())).await)?;
    if let Some(given) = given.as_deref_mut() {
        *given = Given::Whole;
    }
    Ok(())
}

/// Has Discord told that an answer will come, if it does not come in a moment: within its three seconds in any case. To a command that comes late that is
/// said at once.
///
/// # Errors
///
/// That Discord no longer takes an answer to a command that comes late: then nothing is to be done for it.
pub(crate) async fn defer(ctx: Context<'_>, private: bool) -> Outcome {
    let Some((first, comes_late)) = first_answer(ctx).await else { return Ok(()) };
    if comes_late {
        let mut given = first.0.lock().await;
        if *given == Given::Not {
            taken(retry::first_answer(|| ctx.defer_response(private)).await)?;
            *given = Given::ToCome;
        }
        return Ok(());
    }
    let will_come = serenity::CreateInteractionResponse::Defer(serenity::CreateInteractionResponseMessage::new().ephemeral(private));
    let (http, interaction, token) = (Arc::clone(&ctx.serenity_context().http), ctx.interaction.id, ctx.interaction.token.clone());
    let first: Weak<FirstAnswer> = Arc::downgrade(&first);
    tokio::spawn(async move {
        tokio::time::sleep(AT_ONCE).await;
        // Where it is gone the command is over.
        let Some(first) = first.upgrade() else { return };
        let mut given = first.0.lock().await;
        if *given != Given::Not {
            return;
        }
        match retry::first_answer(|| http.create_interaction_response(interaction, &token, &will_come, Vec::new())).await {
            Ok(()) => *given = Given::ToCome,
            Err(error) if errors::is_answered_already(&error) => *given = Given::ToCome,
            // What was asked for is done all the same, and told of in the channel.
            Err(error) => tracing::info!(%error, "that an answer will come was not taken"),
        }
    });
    Ok(())
}

/// What an answer comes to. One that was given already, to an earlier delivery of the same command, is as good.
fn taken(outcome: Result<(), serenity::Error>) -> Outcome {
    match outcome {
        Err(error) if errors::is_answered_already(&error) => Ok(()),
        other => Ok(other?),
    }
}
