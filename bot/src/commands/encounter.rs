//! `/encounter`: whether the enemy is met, in what force, and for what battle.

use engine::campaign::State;
use engine::campaign::rules::encounter::{self, Ground, Situation};
use engine::pack::{Pack, SpaceId};
use poise::serenity_prelude::CreateAutocompleteResponse;
use serde_json::json;

use crate::commands::places;
use crate::despatches::quick;
use crate::doors::answer::{answer, answer_done, campaign_here, defer, faces, finish, loose_dice};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::snapshot::Snapshot;

/// The ground, where no map says it.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum GroundChoice {
    /// A movement point on the way.
    #[name = "Movement point"]
    MovementPoint,
    /// A village of the enemy's.
    #[name = "Enemy village"]
    Village,
    /// A town of the enemy's.
    #[name = "Enemy town"]
    Town,
    /// A fortified town of the enemy's.
    #[name = "Enemy fortified town"]
    FortifiedTown,
}

impl From<GroundChoice> for Ground {
    fn from(choice: GroundChoice) -> Self {
        match choice {
            GroundChoice::MovementPoint => Self::MovementPoint,
            GroundChoice::Village => Self::Village,
            GroundChoice::Town => Self::Town,
            GroundChoice::FortifiedTown => Self::FortifiedTown,
        }
    }
}

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let label = |snapshot: Option<&Snapshot>, pack: &Pack, name: &str| match (snapshot, pack.map.find_space(name)) {
        (Some(snapshot), Some(space)) => format!("{name} — {}", chance(&snapshot.state, space)),
        _ => name.to_owned(),
    };
    places::complete(ctx, typed, label).await
}

/// The chance of meeting the enemy on a space of the map, in words.
fn chance(state: &State, space: SpaceId) -> String {
    let Some(situation) = Situation::on_map(state, space) else { return "ours, safe".to_owned() };
    match situation.roll(&state.pack().tables) {
        None => "fortified, always met".to_owned(),
        Some(roll) => match roll.chances() {
            0 => "nobody can be met".to_owned(),
            chances if chances == roll.sides => "certain to be met".to_owned(),
            chances => format!("met on {}: {chances} in {}", roll.sides - chances + 1, roll.sides),
        },
    }
}

/// Is the enemy met? In what force, and for what battle?
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn encounter(
    ctx: Context<'_>,
    #[description = "The space moved into; with a campaign here, its map gives the modifiers"]
    #[autocomplete = "spaces"]
    #[max_length = 100]
    location: Option<String>,
    #[description = "What lies there, if no map says it"] ground: Option<GroundChoice>,
    #[rename = "island_all_mahdist"]
    #[description = "The enemy holds every place on that island, or in that part of the map"]
    island_all_enemy: Option<bool>,
    #[description = "The enemy holds a fortified town there"] fortified_town: Option<bool>,
    #[description = "A movement point between two locations of ours"] between_two_held: Option<bool>,
    #[description = "Anything else to add: a random event, a rule of your own"]
    #[min = -10]
    #[max = 10]
    modifier: Option<i8>,
    #[description = "Your own dice, in the order thrown: meeting, foot, horse, rifles, guns, battle"]
    #[max_length = 200]
    dice: Option<String>,
    #[description = "Show it to you alone; nothing of it is posted, or goes into the journal"] private: Option<bool>,
) -> Outcome {
    let faces = faces(dice.as_deref())?;
    let private = private.unwrap_or_default();
    let snapshot = campaign_here(ctx).await?;
    let pack = std::sync::Arc::clone(snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack()));
    let space = location.as_deref().map(|typed| places::find(&pack, typed)).transpose()?;
    let mut situation = match (space, ground, &snapshot) {
        (_, Some(ground), _) => Situation::on(ground.into()),
        (Some(space), None, Some(snapshot)) => Situation::on_map(&snapshot.state, space).ok_or_else(|| {
            CommandError::Say(format!("{} is in our hands: nobody is met in a friendly place.", pack.map.space_name(space)))
        })?,
        (Some(space), None, None) => {
            Situation::on(pack.map.location_at(space).map_or(Ground::MovementPoint, |location| pack.map.location(location).kind.into()))
        }
        (None, None, _) => return Err(CommandError::Say("Say where: a place in `location`, or what lies there in `ground`.".to_owned())),
    };
    situation.island_all_enemy = island_all_enemy.unwrap_or(situation.island_all_enemy);
    situation.fortified_town_enemy = fortified_town.unwrap_or(situation.fortified_town_enemy);
    situation.between_two_held = between_two_held.unwrap_or(situation.between_two_held);
    situation.other = modifier.unwrap_or_default();
    let name = space.map(|space| pack.map.space_name(space));
    if let (Some(snapshot), false) = (&snapshot, private) {
        defer(ctx, true).await?;
        let done = ctx
            .data()
            .tables
            .roll(snapshot.campaign.id, ctx.interaction.id.into(), ctx.author().id.into(), faces, move |state, dice| {
                let result = encounter::encounter(&state.pack().tables, situation, dice);
                (
                    json!({ "encounter": result, "space": space }),
                    quick::at_the_table(quick::encounter(state.pack(), name.as_deref(), &result)),
                )
            })
            .await?;
        return answer_done(ctx, done).await;
    }
    let mut dice = loose_dice(faces);
    let result = encounter::encounter(&pack.tables, situation, &mut dice);
    finish(&dice)?;
    answer(ctx, &quick::encounter(&pack, name.as_deref(), &result), private).await
}
