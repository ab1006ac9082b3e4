//! `/terrain`: the table of a battle, laid by dice and drawn.

use engine::campaign::rules::battle::Battle;
use engine::pack::BattleType;
use poise::serenity_prelude::CreateAutocompleteResponse;

use crate::commands::places;
use crate::doors::answer::{answer_with, campaign_here, defer, faces, finish, loose_dice};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::drawing::survey::Survey;

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |_, _, name| name.to_owned()).await
}

/// The battle that is assumed where none is being fought: both sides come on over their edges.
const fn usual() -> Battle {
    Battle { battle_type: Some(BattleType::Encounter), roll: None, hour: None, hour_roll: None }
}

/// What somebody is told who wants another field for a battle that has one.
const LAID_ALREADY: &str = "The battle there is being fought, and its field is laid: ask without dice, width and depth to see it.";

/// Lay the table of a battle: 2D6 for each square foot, drawn as a sketch.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn terrain(
    ctx: Context<'_>,
    #[description = "Where; its village, town or harbour is laid too. Usually the battle being fought here"]
    #[autocomplete = "spaces"]
    #[max_length = 100]
    location: Option<String>,
    #[description = "Feet from left to right; usually 6"]
    #[min = 2]
    #[max = 12]
    width: Option<u8>,
    #[description = "Feet from front to back; usually 4"]
    #[min = 2]
    #[max = 12]
    depth: Option<u8>,
    #[description = "Your own dice, two for each square from the far left, row by row"]
    #[max_length = 2000]
    dice: Option<String>,
    #[description = "Show it to you alone; nothing of it is posted, or goes into the journal"] private: Option<bool>,
) -> Outcome {
    let faces = faces(dice.as_deref())?;
    let snapshot = campaign_here(ctx).await?;
    let pack = std::sync::Arc::clone(snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack()));
    let fought = snapshot.as_ref().and_then(|snapshot| snapshot.state.battle()).map(|(battle, _)| (battle.at, battle.battle.clone()));
    let space = match (&location, &fought) {
        (Some(typed), _) => Some(places::find(&pack, typed)?),
        (None, Some((at, _))) => Some(*at),
        (None, None) => None,
    };
    let size = (width.unwrap_or(Survey::USUAL.0), depth.unwrap_or(Survey::USUAL.1));
    let mut alone = private.unwrap_or_default();
    let fought = fought.filter(|(at, _)| Some(*at) == space);
    let begun = match snapshot.as_ref().filter(|_| fought.is_some()) {
        Some(snapshot) => ctx.data().tables.battle_begun(snapshot.campaign.id).await?.map(|row| (snapshot, row)),
        None => None,
    };
    let battle = fought.map_or_else(usual, |(_, battle)| battle);
    let survey = match begun {
        // A battle has one field, whoever asks for it and however often.
        Some((snapshot, row)) => {
            let id = snapshot.campaign.id;
            if faces.is_some() || size != Survey::USUAL {
                return Err(CommandError::Say(LAID_ALREADY.to_owned()));
            }
            let fought = ctx.data().tables.battle_being_fought(id).await?;
            // In the battle's thread a button shows it to each who fights: there it is posted only for whoever says so.
            alone |= private.is_none() && fought.is_some_and(|battle| battle.thread == Some(ctx.channel_id().into()));
            Survey::of_battle(&snapshot.state, &mut ctx.data().tables.terrain_dice(id, row).await?)?
        }
        None => {
            let mut dice = loose_dice(faces);
            let survey = Survey::laid(&pack, space, battle, size, &mut dice)?;
            finish(&dice)?;
            survey
        }
    };
    defer(ctx, alone).await?;
    let (despatch, plate) = (survey.told(), survey.plate(&ctx.data().atlas_of(ctx.author().id.into())).await?);
    answer_with(ctx, &despatch, Some(plate), alone).await
}
