//! `/pursuit`: what a withdrawal costs.

use engine::campaign::rules::pursuit::{self, Situation};
use engine::pack::{Arm, SpaceId, nearest};
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};
use serde_json::json;

use crate::despatches::quick;
use crate::doors::answer::{answer, answer_done, campaign_here, completions, defer, faces, finish, loose_dice};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::snapshot::Snapshot;
use crate::words;

/// Spaces on which there are units of ours.
fn occupied(snapshot: &Snapshot) -> Vec<(String, SpaceId)> {
    let map = &snapshot.state.pack().map;
    map.space_ids().filter(|space| !snapshot.state.units_at(*space).is_empty()).map(|space| (map.space_name(space), space)).collect()
}

async fn forces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(Some(snapshot)) = campaign_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let forces = occupied(&snapshot);
    let choices = completions(typed, forces.iter().map(|(name, _)| name.as_str()))
        .into_iter()
        .filter_map(|name| forces.iter().find(|(known, _)| known == name))
        .map(|(name, space)| {
            let units = snapshot.state.units_at(*space);
            AutocompleteChoice::new(
                words::shortened(&format!("{name} — {}", words::units(snapshot.state.pack(), units)), 100),
                name.clone(),
            )
        })
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Units and cavalry of the force at a place.
fn force_at(snapshot: &Snapshot, typed: &str) -> Result<(u16, u8), CommandError> {
    let forces = occupied(snapshot);
    let wanted = typed.trim().to_lowercase();
    let Some((_, space)) = forces.iter().find(|(name, _)| name.to_lowercase() == wanted) else {
        let typed = words::shortened(typed.trim(), 40);
        let hint = nearest(&typed, forces.iter().map(|(name, _)| name.as_str()))
            .map_or_else(|| "pick one from the list as you type".to_owned(), |near| format!("did you mean {near}?"));
        return Err(CommandError::Say(format!("No force of ours is at \"{typed}\": {hint}{}", if hint.ends_with('?') { "" } else { "." })));
    };
    let units = snapshot.state.units_at(*space);
    let roster = &snapshot.state.pack().roster;
    let cavalry = units.iter().filter(|unit| Arm::is_cavalry(roster.kind_of(*unit).arm)).count();
    Ok((units.len() as u16, cavalry as u8))
}

/// Our force withdraws: what does the pursuit cost it?
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn pursuit(
    ctx: Context<'_>,
    #[description = "Our units of cavalry on the board, not in rout; to have none tells against us"]
    #[min = 0]
    #[max = 50]
    cavalry: Option<u8>,
    #[description = "Our units on the board, not in rout"]
    #[min = 0]
    #[max = 999]
    ours: Option<u16>,
    #[description = "Enemy units on the board, not in rout"]
    #[min = 0]
    #[max = 999]
    theirs: Option<u16>,
    #[description = "Our force is surrounded on all sides"] surrounded: Option<bool>,
    #[description = "Units, or steps, left of our force after the battle"]
    #[min = 0]
    #[max = 999]
    left: Option<u16>,
    #[description = "With a campaign here: the force, for what is not said otherwise"]
    #[autocomplete = "forces"]
    #[max_length = 100]
    location: Option<String>,
    #[description = "Anything else to add"]
    #[min = -10]
    #[max = 10]
    modifier: Option<i8>,
    #[description = "Your own two dice: 5 2"]
    #[max_length = 200]
    dice: Option<String>,
    #[description = "Show it to you alone; nothing of it is posted, or goes into the journal"] private: Option<bool>,
) -> Outcome {
    let faces = faces(dice.as_deref())?;
    let private = private.unwrap_or_default();
    let snapshot = campaign_here(ctx).await?;
    let (units, horse) = match (&location, &snapshot) {
        (Some(typed), Some(snapshot)) => force_at(snapshot, typed)?,
        (Some(_), None) => {
            return Err(CommandError::Say(
                "There is no campaign in this channel to take a force from: say `cavalry`, `ours` and `theirs` instead.".to_owned(),
            ));
        }
        (None, _) => (0, 0),
    };
    let ours = ours.unwrap_or(units);
    let theirs = theirs.unwrap_or_default();
    if ours == 0 && theirs > 0 && location.is_none() {
        return Err(CommandError::Say("Say how many units are `ours` as well: being outnumbered is a matter of both.".to_owned()));
    }
    if u16::from(cavalry.unwrap_or(horse)) > ours && ours > 0 {
        return Err(CommandError::Say("There is more cavalry than units: `ours` counts the cavalry too.".to_owned()));
    }
    let situation = Situation {
        cavalry: cavalry.unwrap_or(horse),
        surrounded: surrounded.unwrap_or_default(),
        ours,
        theirs,
        left: left.unwrap_or(ours),
        other: modifier.unwrap_or_default(),
    };
    if let (Some(snapshot), false) = (&snapshot, private) {
        defer(ctx, true).await?;
        let done = ctx
            .data()
            .tables
            .roll(snapshot.campaign.id, ctx.interaction.id.into(), ctx.author().id.into(), faces, move |state, dice| {
                let result = pursuit::pursuit(&state.pack().tables, situation, dice).rounded(state.options());
                (json!({ "pursuit": result }), quick::at_the_table(quick::pursuit(state.pack(), &result)))
            })
            .await?;
        return answer_done(ctx, done).await;
    }
    let mut dice = loose_dice(faces);
    let options = snapshot.as_ref().map(|snapshot| snapshot.state.options()).unwrap_or_default();
    let pack = snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack());
    let result = pursuit::pursuit(&pack.tables, situation, &mut dice).rounded(options);
    finish(&dice)?;
    answer(ctx, &quick::pursuit(pack, &result), private).await
}
