//! `/turn`: where the turn stands, and the orders that are legal now.

use engine::campaign::Order;
use engine::game::{Game, Seat};
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use super::{CommandError, Context, Outcome, answer, answer_done, completions, defer, faces};
use crate::despatches::order_keys::{order_from_key, order_key};
use crate::despatches::{board, labels, words};
use crate::table::Snapshot;

/// The orders that may be given now, each with what it is called.
fn legal(snapshot: &Snapshot) -> Vec<(String, Order)> {
    let mut orders = Vec::new();
    snapshot.state.legal_orders(Seat::Commander, &mut orders);
    orders.into_iter().map(|order| (labels::describe_order(&snapshot.state, &order).0, order)).collect()
}

async fn orders(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(snapshot) = ctx.data().tables.in_channel(ctx.channel_id().get()).await else { return CreateAutocompleteResponse::new() };
    let legal = legal(&snapshot);
    let choices = completions(typed, legal.iter().map(|(label, _)| label.as_str()))
        .into_iter()
        .filter_map(|label| legal.iter().find(|(known, _)| known == label))
        .filter_map(|(label, order)| Some(AutocompleteChoice::new(words::shortened(label, 100), order_key(order)?)))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Where the turn stands; with an order, give it.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn turn(
    ctx: Context<'_>,
    #[description = "An order, from those that are legal now"]
    #[autocomplete = "orders"]
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

/// The order meant by a key, or by the words of the menu.
fn find(snapshot: &Snapshot, asked: &str) -> Result<Order, CommandError> {
    if let Some(order) = order_from_key(asked.trim()) {
        return Ok(order);
    }
    let legal = legal(snapshot);
    let found = completions(asked, legal.iter().map(|(label, _)| label.as_str()));
    match found.as_slice() {
        [only] => legal
            .iter()
            .find(|(label, _)| label == only)
            .map(|(_, order)| order.clone())
            .ok_or_else(|| CommandError::Say("No order is legal now.".to_owned())),
        [] => {
            let labels: Vec<&str> = legal.iter().map(|(label, _)| label.as_str()).take(3).collect();
            let now = if labels.is_empty() { "no order is".to_owned() } else { format!("legal are: {}", words::list(&labels)) };
            Err(CommandError::Say(format!("\"{}\" is no order that can be given now; {now}.", words::shortened(asked.trim(), 40))))
        }
        several => Err(CommandError::Say(format!(
            "\"{}\" could be several orders: {}.",
            words::shortened(asked.trim(), 40),
            words::list(&several[..several.len().min(4)])
        ))),
    }
}
