//! `/summary`: the chief of staff's summary of a turn, or of what happened since the asker last looked.

use crate::despatches::position;
use crate::despatches::summary::summary as summarised;
use crate::doors::answer::{answer, answer_with, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::despatch::{Despatch, Picture};
use crate::table::error::TableError;

/// The chief of staff's summary: of a turn, or of what happened since you last looked.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn summary(
    ctx: Context<'_>,
    #[description = "Which turn; without it, what happened since you last asked"]
    #[min = 1]
    #[max = 255]
    turn: Option<u8>,
    #[description = "Show it to the whole channel"] share: Option<bool>,
) -> Outcome {
    let (tables, user) = (&ctx.data().tables, ctx.author().id.into());
    let snapshot = tables.remembered_in(ctx.channel_id().into()).await?;
    let (id, state) = (snapshot.campaign.id, &snapshot.state);
    let private = !share.unwrap_or_default();
    defer(ctx, private).await?;
    let (account, told) = match turn {
        Some(turn) => {
            let not_begun = || CommandError::Say(format!("There is no turn {turn} to tell of: it is turn {}.", state.turn()));
            (tables.account_of_turn(id, turn).await?.ok_or_else(not_begun)?, None)
        }
        None => {
            let from = tables.journal().told_up_to(id, user).await.map_err(TableError::from)?;
            match tables.account_since(id, from).await? {
                (Some(account), latest) => (account, Some(latest)),
                (None, _) => {
                    let despatch = Despatch {
                        facts: vec!["`/summary turn:` tells of any turn.".to_owned()],
                        footer: position::footer(state, snapshot.campaign.revision),
                        ..Despatch::saying("**Nothing has happened since you last looked.**")
                    };
                    return answer(ctx, &despatch, private).await;
                }
            }
        }
    };
    let summary = summarised(&account);
    let mut despatch = summary.despatch(&account.after, told.unwrap_or(snapshot.campaign.revision));
    // Who comes back is told what is wanted now.
    if told.is_some() {
        despatch.next = position::next(state, snapshot.standing().called.first);
    }
    let plate = match despatch.picture {
        Some(Picture::TurnFilm { turn }) => {
            let (pack, orders) = tables.orders_up_to(id, snapshot.campaign.revision).await?;
            ctx.data().atlas_of(ctx.author().id.into()).turn_film(pack, orders, turn).await?
        }
        _ => ctx.data().atlas_of(ctx.author().id.into()).plate(&account.after, &[], summary.caption()).await?,
    };
    answer_with(ctx, &despatch, Some(plate), private).await?;
    // Only what has been told counts as told.
    if let Some(latest) = told {
        tables.journal().told(id, user, latest).await.map_err(TableError::from)?;
    }
    Ok(())
}
