//! `/campaign house_rule`: an option of the set-up changed in mid-campaign, by a vote of the group.

use engine::campaign::OptionChange;
use engine::campaign::rules::house_rules;
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::doors::answer::{answer_done, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::orders::house_rules as told;
use crate::model::snapshot::Snapshot;
use crate::words;

/// The changes there are, each with its word and what it is called; also those that are refused, so that it is said why.
fn changes(snapshot: &Snapshot) -> impl Iterator<Item = (OptionChange, String)> {
    let pack = snapshot.state.pack();
    OptionChange::all(snapshot.state.options()).into_iter().map(move |change| (change, words::told(pack, &told::says(change))))
}

async fn completed(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(snapshot) = ctx.data().tables.in_channel(ctx.channel_id().into()).await else {
        return CreateAutocompleteResponse::new();
    };
    let typed = typed.trim().to_lowercase();
    let choices = changes(&snapshot)
        .filter(|(change, says)| house_rules::permit_change(&snapshot.state, *change).is_ok() && says.to_lowercase().contains(&typed))
        .take(25)
        .map(|(change, says)| AutocompleteChoice::new(words::shortened(&words::sentence_case(&says), 100), told::key(change)))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Change a house rule from now on, by a vote of the group.
#[poise::command(slash_command, guild_only)]
pub(super) async fn house_rule(
    ctx: Context<'_>,
    #[description = "What is so from now on"]
    #[autocomplete = "completed"]
    #[max_length = 100]
    change: String,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let typed = change.trim().to_lowercase();
    let meant = changes(&snapshot).find(|(change, says)| told::key(*change) == typed || says.to_lowercase() == typed);
    let Some((change, _)) = meant else {
        let typed = words::typed(change.trim(), 40);
        return Err(CommandError::Say(format!("\"{typed}\" is no change of a house rule: choose one that Discord offers as you type.")));
    };
    defer(ctx, true).await?;
    let (interaction, user) = (ctx.interaction.id.into(), ctx.author().id.into());
    let done = ctx.data().tables.call_option_vote(snapshot.campaign.id, interaction, user, change).await?;
    answer_done(ctx, done).await
}
