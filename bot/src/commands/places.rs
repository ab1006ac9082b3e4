//! Places as commands name them: completed as they are typed, and found again, on the map the channel plays on.

use engine::pack::{Pack, SpaceId, nearest};
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::doors::answer::{campaign_here, completions};
use crate::doors::error::{CommandError, Context};
use crate::model::snapshot::Snapshot;
use crate::words;

/// The places that go on from what was typed; `label` says what is shown of each.
pub(super) async fn complete(
    ctx: Context<'_>,
    typed: &str,
    label: impl Fn(Option<&Snapshot>, &Pack, &str) -> String,
) -> CreateAutocompleteResponse {
    let snapshot = campaign_here(ctx).await.ok().flatten();
    let pack = snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack());
    let names: Vec<String> = pack.map.space_ids().map(|space| pack.map.space_name(space)).collect();
    let choices = completions(typed, names.iter().map(String::as_str))
        .into_iter()
        .map(|name| AutocompleteChoice::new(words::shortened(&label(snapshot.as_ref(), pack, name), 100), name))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The place that was typed.
pub(super) fn find(pack: &Pack, typed: &str) -> Result<SpaceId, CommandError> {
    pack.map.find_space(typed).ok_or_else(|| {
        let names: Vec<String> = pack.map.space_ids().map(|space| pack.map.space_name(space)).collect();
        let typed = words::shortened(typed.trim(), 40);
        match nearest(&typed, names.iter().map(String::as_str)) {
            Some(near) => CommandError::Say(format!("No place is called \"{typed}\"; did you mean {near}?")),
            None => CommandError::Say(format!("No place is called \"{typed}\": pick one from the list as you type.")),
        }
    })
}
