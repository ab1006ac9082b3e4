//! `/forces`, `/supply`, `/ledger`, `/rules`: what the group keeps on no paper.

use engine::card_game::state::State as CardGame;
use engine::khartoum::state::State as Khartoum;
use engine::tabletop::state::State as Battle;
use poise::serenity_prelude::CreateAutocompleteResponse;

use crate::commands::places;
use crate::despatches::cards::rule as cards;
use crate::despatches::field::rule::settings;
use crate::despatches::forces as despatch;
use crate::despatches::khartoum::rule as khartoum;
use crate::despatches::ledger::ledger as ledger_of;
use crate::doors::answer::{answer, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::played::Played as _;

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

/// What victory points were counted for, line by line: this turn's ledger, or an earlier turn's.
#[poise::command(slash_command, guild_only, install_context = "Guild", interaction_context = "Guild")]
pub async fn ledger(
    ctx: Context<'_>,
    #[description = "Which turn; without it, the one being played"]
    #[min = 1]
    #[max = 255]
    turn: Option<u8>,
) -> Outcome {
    let tables = &ctx.data().tables;
    let snapshot = tables.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let turn = turn.unwrap_or_else(|| snapshot.state.turn());
    let account = tables.account_of_turn(snapshot.campaign.id, turn).await?;
    let account = account.ok_or_else(|| CommandError::Say(format!("Turn {turn} has not begun: it is turn {}.", snapshot.state.turn())))?;
    answer(ctx, &ledger_of((&account.before, &account.after), &account.events, turn, snapshot.campaign.revision), true).await
}

/// How this campaign reads the rulebook: its optional rules and rulings.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild|BotDm")]
pub async fn rules(ctx: Context<'_>) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    if let Some(battles) = ctx.data().rooms.tables::<Battle>().filter(|_| room.name() == Battle::NAME) {
        let snapshot = battles.snapshot(id).await?;
        return answer(ctx, &settings(&snapshot.state, snapshot.campaign.revision), true).await;
    }
    if let Some(games) = ctx.data().rooms.tables::<CardGame>().filter(|_| room.name() == CardGame::NAME) {
        let snapshot = games.snapshot(id).await?;
        return answer(ctx, &cards::settings(&snapshot.state, snapshot.campaign.revision), true).await;
    }
    if let Some(games) = ctx.data().rooms.tables::<Khartoum>().filter(|_| room.name() == Khartoum::NAME) {
        let snapshot = games.snapshot(id).await?;
        return answer(ctx, &khartoum::settings(&snapshot.state, snapshot.campaign.revision), true).await;
    }
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    answer(ctx, &despatch::rules(&snapshot.state, snapshot.standing()), true).await
}
