//! `/terrain`: the table of a battle, laid by dice and drawn.

use engine::campaign::State;
use engine::campaign::rules::battle::Battle;
use engine::campaign::rules::terrain::{Battlefield, Edge, Plan, Site, battlefield, entries};
use engine::dice::Dice;
use engine::pack::{BattleType, Pack, SpaceId};
use poise::serenity_prelude::CreateAutocompleteResponse;

use super::{CommandError, Context, Outcome, answer_with, campaign_here, defer, faces, finish, loose_dice, places};
use crate::atlas::Plate;
use crate::despatches::{Despatch, words};
use crate::survey;

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |_, _, name| name.to_owned()).await
}

/// The battle that is assumed where none is being fought: both sides come on over their edges.
const fn usual() -> Battle {
    Battle { battle_type: Some(BattleType::Encounter), roll: None, hour: None, hour_roll: None }
}

/// The usual table, in feet.
const USUAL: (u8, u8) = (6, 4);

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
    #[description = "Show it to you alone"] private: Option<bool>,
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
    let battle = fought.filter(|(at, _)| Some(*at) == space).map_or_else(usual, |(_, battle)| battle);
    let size = (width.unwrap_or(USUAL.0), depth.unwrap_or(USUAL.1));
    let mut dice = loose_dice(faces);
    let field = Field::laid(&pack, space, battle, size, &mut dice)?;
    finish(&dice)?;
    let private = private.unwrap_or_default();
    defer(ctx, private).await?;
    let (despatch, plate) = field.drawn().await?;
    answer_with(ctx, &despatch, Some(plate), private).await
}

/// The table of a battle, laid.
pub(crate) struct Field {
    field: Battlefield,
    battle: Battle,
    title: String,
    size: (u8, u8),
    harbour: Option<Edge>,
}

impl Field {
    /// Lays the table of the battle being fought, by its own dice: the same however often it is asked for.
    pub(crate) fn of_battle(state: &State, dice: &mut Dice) -> Result<Self, CommandError> {
        let Some((fought, _)) = state.battle() else {
            return Err(CommandError::Say("No battle is being fought: `/terrain` lays a table for any place.".to_owned()));
        };
        Self::laid(state.pack(), Some(fought.at), fought.battle.clone(), USUAL, dice)
    }

    fn laid(pack: &Pack, space: Option<SpaceId>, battle: Battle, size: (u8, u8), dice: &mut Dice) -> Result<Self, CommandError> {
        let plan = match space.and_then(|space| pack.map.location_at(space)) {
            Some(location) => Plan::at(size.0, size.1, pack.map.location(location), Site::of(&battle)),
            None => Plan::open(size.0, size.1),
        };
        let field = battlefield(&pack.tables, plan, dice).map_err(|unfit| CommandError::Say(unfit.to_string()))?;
        let title = space.map_or_else(|| "The field".to_owned(), |space| format!("The field at {}", pack.map.space_name(space)));
        Ok(Self { field, battle, title, size, harbour: plan.harbour })
    }

    /// What is said of it, and its sketch.
    pub(crate) async fn drawn(&self) -> Result<(Despatch, Plate), CommandError> {
        let Self { field, battle, title, size: (width, depth), harbour } = self;
        let plate = survey::plate(field, title, &battle.title().to_lowercase(), &entries(battle, *harbour)).await?;
        Ok((Despatch { footer: rolls(field), ..Despatch::saying(format!("**{title}, {width} by {depth} feet.**")) }, plate))
    }
}

/// What was thrown for each square, in small print.
fn rolls(field: &Battlefield) -> String {
    let thrown: Vec<String> =
        field.spots().filter_map(|spot| Some(format!("{spot} {}", field.square(spot)?.roll.as_ref()?.sum()))).collect();
    let dice = if field.rolls().any(|roll| roll.table) { "the players' own 2D6" } else { "2D6" };
    words::shortened(&format!("{dice} for each square: {}", thrown.join(" · ")), 2_000)
}
