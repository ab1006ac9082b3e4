//! `/undo`: take back what was ordered last.

use crate::doors::answer::{answer, answer_done, defer};
use crate::doors::error::{Context, Outcome};
use crate::model::despatch::Despatch;
use crate::table::undo::Undoing;

/// Take back what was ordered last; past a roll it takes the commander and one other player.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn undo(ctx: Context<'_>) -> Outcome {
    let (campaign, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    match room.undo(campaign, ctx.interaction.id.into(), ctx.author().id.into(), None, None).await? {
        Undoing::Done(done) => answer_done(ctx, done).await,
        Undoing::Confirm(despatch) => answer(ctx, &despatch, true).await,
        Undoing::Asked(done) => {
            let told = ctx.data().outbox.publish(done.campaign).await;
            let sentence = told.map_or_else(
                |error| error.sentence(),
                |()| "Dice were thrown for it, so the channel has been asked for a second word.".to_owned(),
            );
            answer(ctx, &Despatch::saying(sentence), true).await
        }
    }
}
