//! `/turn`: where the turn stands, and the orders that are legal now.

use engine::campaign::Order;
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::orders::{self, Meant};
use super::{CommandError, Context, Outcome, answer, answer_done, defer, faces};
use crate::despatches::{board, words};
use crate::table::Snapshot;

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
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().get()).await?;
    let Some(asked) = order else {
        if dice.is_some() {
            return Err(CommandError::Say("Dice are thrown for an order: name it in the option `order`.".to_owned()));
        }
        answer(ctx, &board::board(&snapshot.state, snapshot.standing()), true).await?;
        return Ok(());
    };
    let order = find(&snapshot, &asked)?;
    let faces = faces(dice.as_deref())?;
    defer(ctx, true).await?;
    let done = ctx.data().tables.order(snapshot.campaign.id, ctx.interaction.id.get(), ctx.author().id.get(), &order, faces, None).await?;
    answer_done(ctx, done).await
}

/// The order that was meant, or what to say where it was none or several.
fn find(snapshot: &Snapshot, asked: &str) -> Result<Order, CommandError> {
    let named = match orders::find(snapshot, None, asked) {
        Meant::Order(order) => return Ok(order),
        Meant::OneOf(named) => named,
    };
    let said = words::shortened(asked.trim(), 40);
    if !named.is_empty() {
        return Err(CommandError::Say(format!("\"{said}\" could be several orders: {}.", words::list(&named[..named.len().min(4)]))));
    }
    let legal: Vec<String> = orders::legal(snapshot, None).into_iter().map(|(label, _)| label).take(3).collect();
    let now = if legal.is_empty() { "no order is".to_owned() } else { format!("legal are: {}", words::list(&legal)) };
    Err(CommandError::Say(format!("\"{said}\" is no order that can be given now; {now}.")))
}
