//! `/forces`, `/supply`, `/rules`: what the group keeps on no paper.

use poise::serenity_prelude::CreateAutocompleteResponse;

use crate::commands::places;
use crate::despatches::forces as despatch;
use crate::doors::answer::answer;
use crate::doors::error::{Context, Outcome};

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |_, _, name| name.to_owned()).await
}

/// Where everyone is, and how strong.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn forces(
    ctx: Context<'_>,
    #[description = "Only those at this place"]
    #[autocomplete = "spaces"]
    #[max_length = 60]
    at: Option<String>,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let only = at.map(|name| places::find(snapshot.state.pack(), &name)).transpose()?;
    answer(ctx, &despatch::forces(&snapshot.state, snapshot.standing(), only), true).await
}

/// Who is in supply, and who is not.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn supply(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    answer(ctx, &despatch::supply(&snapshot.state, snapshot.standing()), true).await
}

/// How this campaign reads the rulebook: its optional rules and rulings.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn rules(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    answer(ctx, &despatch::rules(&snapshot.state, snapshot.standing()), true).await
}
