//! `/forces`, `/supply`, `/rules`: what the group keeps on no paper.

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use super::{CommandError, Context, Outcome, answer, completions};
use crate::despatches::{forces as despatch, words};

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let map = &ctx.data().pack.map;
    let names: Vec<String> = map.space_ids().map(|space| map.space_name(space)).collect();
    let choices =
        completions(typed, names.iter().map(String::as_str)).into_iter().map(|name| AutocompleteChoice::new(name, name)).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
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
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().get()).await?;
    let only = match at {
        None => None,
        Some(name) => Some(snapshot.state.pack().map.find_space(&name).ok_or_else(|| {
            CommandError::Say(format!("\"{}\" is no place on this map: choose one as you type.", words::shortened(name.trim(), 40)))
        })?),
    };
    answer(ctx, &despatch::forces(&snapshot.state, snapshot.standing(), only), true).await
}

/// Who is in supply, and who is not.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn supply(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().get()).await?;
    answer(ctx, &despatch::supply(&snapshot.state, snapshot.standing()), true).await
}

/// How this campaign reads the rulebook: its optional rules and rulings.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn rules(ctx: Context<'_>) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().get()).await?;
    answer(ctx, &despatch::rules(&snapshot.state, snapshot.standing()), true).await
}
