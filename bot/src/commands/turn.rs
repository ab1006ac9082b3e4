//! `/turn`: where the turn stands, and the orders that are legal now.

use poise::serenity_prelude::CreateAutocompleteResponse;

use crate::commands::orders;
use crate::commands::orders::Meant;
use crate::doors::answer::{answer, answer_done, defer, faces};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::doors::follow::what_follows;
use crate::table::tables::Given;

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    orders::complete(ctx, typed, None).await
}

/// Where the turn stands; with an order, give it.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn turn(
    ctx: Context<'_>,
    #[description = "An order, from those that are legal now"]
    #[autocomplete = "complete"]
    #[max_length = 100]
    order: Option<String>,
    #[description = "Your own dice for it, in the order thrown: 4 2 6"]
    #[max_length = 2000]
    dice: Option<String>,
) -> Outcome {
    let snapshot = ctx.data().tables.seen_in(ctx.channel_id().into(), ctx.author().id.into()).await?;
    let Some(asked) = order else {
        if dice.is_some() {
            return Err(CommandError::Say("Dice are thrown for an order: name it in the option `order`.".to_owned()));
        }
        answer(ctx, &crate::despatches::board::of(&snapshot), true).await?;
        return Ok(());
    };
    let order = match orders::find(&snapshot, None, &asked) {
        Meant::Order(order) => order,
        meant => {
            return answer(ctx, &orders::unclear(crate::despatches::board::of(&snapshot), &snapshot, &asked, meant), true).await;
        }
    };
    let faces = faces(dice.as_deref())?;
    defer(ctx, true).await?;
    let (campaign, user) = (snapshot.campaign.id, ctx.author().id.into());
    let given = ctx.data().tables.order(campaign, ctx.interaction.id.into(), user, &order, faces, None).await?;
    match given {
        Given::Done(done) => answer_done(ctx, done).await,
        Given::Drafted => answer(ctx, &what_follows(&ctx.data().tables, campaign, user, &order, &given).await?, true).await,
        Given::Proposed(ref done) => {
            let told = ctx.data().outbox.publish(done.campaign).await;
            let mut next = what_follows(&ctx.data().tables, campaign, user, &order, &given).await?;
            next.facts.extend(told.err().map(|error| error.sentence()));
            answer(ctx, &next, true).await
        }
    }
}
