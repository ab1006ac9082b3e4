//! `/undo`: take back what was ordered last, or everything back to a labelled point.

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::despatches::undo as told;
use crate::doors::answer::{and_post, answer, answer_done, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::despatch::Despatch;
use crate::model::landmark::Landmark;
use crate::table::landmarks::BackTo;
use crate::table::undo::Undoing;
use crate::words;

/// The points of this channel's campaign, the newest first.
async fn landmarks(ctx: Context<'_>) -> Result<Vec<Landmark>, CommandError> {
    let (campaign, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    Ok(room.landmarks(campaign).await?)
}

async fn points(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let landmarks = landmarks(ctx).await.unwrap_or_default();
    // Discord takes no two choices of one name.
    let choices = landmarks
        .iter()
        .zip(told::called(&landmarks))
        .filter(|(_, called)| called.to_lowercase().contains(&typed))
        .map(|(landmark, called)| AutocompleteChoice::new(called, landmark.first.to_string()))
        .take(25)
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The first row of what is taken back to the point that was typed: as Discord offers it, or by words of its name, the newest first.
fn meant(landmarks: &[Landmark], typed: &str) -> Result<u32, CommandError> {
    let typed = typed.trim();
    let wanted = typed.to_lowercase();
    let offered = told::called(landmarks);
    let named = offered.iter().position(|name| name.to_lowercase() == wanted);
    let found = landmarks
        .iter()
        .find(|landmark| landmark.first.to_string() == typed)
        .or_else(|| named.and_then(|named| landmarks.get(named)))
        .or_else(|| landmarks.iter().find(|landmark| !wanted.is_empty() && landmark.label.to_lowercase().contains(&wanted)));
    found.map(|landmark| landmark.first).ok_or_else(|| {
        let typed = words::typed(typed, 40);
        CommandError::Say(format!("\"{typed}\" is no point to go back to: choose one that Discord offers as you type."))
    })
}

/// Take back what was ordered last; past a roll it takes the commander and one other player.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn undo(
    ctx: Context<'_>,
    #[description = "Everything back to this point; what that takes back is shown first"]
    #[autocomplete = "points"]
    #[max_length = 100]
    to: Option<String>,
) -> Outcome {
    let (campaign, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let deed = room.last_deed(campaign).await?;
    let undoing = match to {
        Some(typed) => {
            let first = meant(&room.landmarks(campaign).await?, &typed)?;
            room.undo_to(campaign, interaction, user, BackTo { first, last: None, asked_by: None }).await?
        }
        None => room.undo(campaign, interaction, user, None, None).await?,
    };
    // Farther back is offered beside. What is done is told and posted also where that cannot be read.
    let points = room.landmarks(campaign).await.unwrap_or_else(|error| {
        tracing::info!(campaign = campaign.0, %error, "no points to go back to are offered");
        Vec::new()
    });
    let menu = told::menu(&points, campaign);
    match undoing {
        Undoing::Done(done) => {
            if menu.is_none() && !done.outbox.is_empty() {
                return answer_done(ctx, done).await;
            }
            let said = Despatch { menu, ..Despatch::saying(told::said(deed.as_ref())) };
            and_post(ctx, done.campaign, answer(ctx, &said, true)).await
        }
        Undoing::Confirm(despatch) => answer(ctx, &Despatch { menu, ..*despatch }, true).await,
        Undoing::Asked(done) => {
            let sentence = "It takes a second word: the channel is asked for it.";
            and_post(ctx, done.campaign, answer(ctx, &Despatch { menu, ..Despatch::saying(sentence) }, true)).await
        }
    }
}
