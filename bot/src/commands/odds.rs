//! `/odds`: exact chances for the position on the campaign's map, before an order is given. Nothing is rolled and nothing is
//! written; the answer is for the asker alone, unless it is to be shared.

use crate::despatches::position;
use engine::campaign::odds::{encounter, march, pursuit, revolt, siege, sortie};
use engine::campaign::rules::pursuit::Situation;
use engine::campaign::{Decision, State};
use engine::pack::{LocationId, SpaceId, UnitSet};
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::commands::places;
use crate::despatches::odds as told;
use crate::despatches::odds::Told;
use crate::doors::answer::{answer, answer_with, campaign_here, completions, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::drawing::charts;
use crate::model::snapshot::Snapshot;
use crate::words;

/// Exact chances for the position on the map, before an order is given.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("revolts", "meeting", "sieges", "withdrawal", "garrison", "marching"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
pub async fn odds(_: Context<'_>) -> Outcome {
    Ok(())
}

async fn snapshot(ctx: Context<'_>) -> Result<Snapshot, CommandError> {
    Ok(ctx.data().tables.in_channel(ctx.channel_id().into()).await?)
}

/// Draws the odds and sends them, to the asker alone unless they are shared.
async fn tell(ctx: Context<'_>, share: Option<bool>, told: Told) -> Outcome {
    let private = !share.unwrap_or_default();
    if told.sheet.is_empty() {
        return answer(ctx, &told.despatch, private).await;
    }
    defer(ctx, private).await?;
    let plate = charts::plate(&ctx.data().atlas_of(ctx.author().id.into()), told.sheet).await?;
    let despatch = told.despatch;
    answer_with(ctx, &despatch, Some(plate), private).await
}

/// Choices for names that go on from what has been typed, each with what is to be said of it.
fn choices<T>(typed: &str, known: &[(String, T)], say: impl Fn(&T) -> String) -> CreateAutocompleteResponse {
    let choices = completions(typed, known.iter().map(|(name, _)| name.as_str()))
        .into_iter()
        .filter_map(|name| known.iter().find(|(known, _)| known == name))
        .map(|(name, about)| AutocompleteChoice::new(words::shortened(&format!("{name} — {}", say(about)), 100), name.clone()))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |snapshot, pack, name| match (snapshot, pack.map.find_space(name)) {
        (Some(Snapshot { state, .. }), Some(space)) => {
            format!("{name} — {}", told::encounter::chance_words(state.pack(), &encounter::encounter(state, space, moving(state))))
        }
        _ => name.to_owned(),
    })
    .await
}

async fn besieged(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(Some(snapshot)) = campaign_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let state = &snapshot.state;
    let places: Vec<(String, LocationId)> =
        state.besieged().iter().map(|place| (state.pack().location_name(place).to_owned(), place)).collect();
    choices(typed, &places, |place| {
        format!("level {}, {}", state.siege_level(*place), words::count(state.garrison(*place).len(), "unit", "units"))
    })
}

async fn forces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(Some(snapshot)) = campaign_here(ctx).await else { return CreateAutocompleteResponse::new() };
    let state = &snapshot.state;
    let map = &state.pack().map;
    let occupied = map.space_ids().filter(|space| !state.units_at(*space).is_empty());
    let forces: Vec<(String, SpaceId)> = occupied.map(|space| (map.space_name(space), space)).collect();
    choices(typed, &forces, |space| words::units(state.pack(), state.units_at(*space)))
}

async fn goals(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |_, _, name| name.to_owned()).await
}

/// The units on the move, whose leaders may bear on what they meet.
fn moving(state: &State) -> UnitSet {
    state.round().force().map_or(UnitSet::EMPTY, |force| force.units)
}

/// Which places may rise next, and how likely; with every modifier.
#[poise::command(slash_command, rename = "revolt")]
pub async fn revolts(ctx: Context<'_>, #[description = "Show it to the whole channel"] share: Option<bool>) -> Outcome {
    let snapshot = snapshot(ctx).await?;
    let odds = revolt::revolts(&snapshot.state);
    tell(ctx, share, told::revolt::revolts(&snapshot.state, snapshot.standing(), &odds)).await
}

/// Whether the enemy is met at a place, in what force, and for what battle.
#[poise::command(slash_command, rename = "encounter")]
pub async fn meeting(
    ctx: Context<'_>,
    #[description = "The space that would be entered"]
    #[autocomplete = "spaces"]
    #[max_length = 100]
    location: String,
    #[description = "Show it to the whole channel"] share: Option<bool>,
) -> Outcome {
    let snapshot = snapshot(ctx).await?;
    let at = places::find(snapshot.state.pack(), &location)?;
    let odds = encounter::encounter(&snapshot.state, at, moving(&snapshot.state));
    tell(ctx, share, told::encounter::encounter(&snapshot.state, snapshot.standing(), at, &odds)).await
}

/// A besieged place by its name, or the one that is meant where none is named.
fn find_besieged(state: &State, typed: Option<&str>) -> Result<Option<LocationId>, CommandError> {
    let Some(typed) = typed else {
        return Ok(match state.decision() {
            Some(Decision::Garrison { location }) => Some(*location),
            _ => state.besieged().first().filter(|_| state.besieged().len() == 1),
        });
    };
    let at = places::find(state.pack(), typed)?;
    match state.pack().map.location_at(at).filter(|place| state.besieged().contains(*place)) {
        Some(place) => Ok(Some(place)),
        None => Err(CommandError::Say(format!("{} is not besieged{}.", state.pack().map.space_name(at), those_besieged(state)))),
    }
}

fn those_besieged(state: &State) -> String {
    if state.besieged().is_empty() {
        ", nor is any other place".to_owned()
    } else {
        format!("; besieged: {}", words::places(state.pack(), state.besieged()))
    }
}

/// What sieges come to when the turn ends: broken, tighter, or fallen.
#[poise::command(slash_command, rename = "siege")]
pub async fn sieges(
    ctx: Context<'_>,
    #[description = "One besieged place; all of them, if none is named"]
    #[autocomplete = "besieged"]
    #[max_length = 100]
    location: Option<String>,
    #[description = "Show it to the whole channel"] share: Option<bool>,
) -> Outcome {
    let snapshot = snapshot(ctx).await?;
    let state = &snapshot.state;
    let one = match location.as_deref() {
        None => None,
        Some(typed) => find_besieged(state, Some(typed))?,
    };
    let places: Vec<LocationId> = one.map_or_else(|| state.besieged().iter().collect(), |place| vec![place]);
    let odds: Vec<siege::SiegeOdds> = places.into_iter().filter_map(|place| siege::siege(state, place)).collect();
    if odds.is_empty() {
        return Err(CommandError::Say("No place is besieged just now.".to_owned()));
    }
    tell(ctx, share, told::siege::sieges(state, snapshot.standing(), &odds)).await
}

/// What a withdrawal would cost; from the battle being fought, or from what you say.
#[poise::command(slash_command, rename = "pursuit")]
#[allow(clippy::too_many_arguments, reason = "each is an option of the command")]
pub async fn withdrawal(
    ctx: Context<'_>,
    #[description = "Our units of cavalry on the board, not in rout"]
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
    #[description = "Units, or steps, lost in the battle, that may come back"]
    #[min = 0]
    #[max = 999]
    lost: Option<u16>,
    #[description = "Show it to the whole channel"] share: Option<bool>,
) -> Outcome {
    let snapshot = snapshot(ctx).await?;
    let state = &snapshot.state;
    let footer = position::footer(state, snapshot.campaign.revision);
    let nothing_said = [ours, theirs, left, lost].iter().all(Option::is_none) && cavalry.is_none() && surrounded.is_none();
    if nothing_said && let Some(told) = told::pursuit::of_battle(state, footer.clone()) {
        return tell(ctx, share, told).await;
    }
    let fought = pursuit::from_battle(state);
    let (battle, lost_before) = fought.unwrap_or((Situation { cavalry: 0, surrounded: false, ours: 0, theirs: 0, left: 0, other: 0 }, 0));
    let ours = ours.unwrap_or(battle.ours);
    let situation = Situation {
        cavalry: cavalry.unwrap_or(battle.cavalry),
        surrounded: surrounded.unwrap_or(battle.surrounded),
        ours,
        theirs: theirs.unwrap_or(battle.theirs),
        left: left.unwrap_or(if fought.is_some() { battle.left } else { ours }),
        other: 0,
    };
    if fought.is_none() && situation.ours == 0 {
        return Err(CommandError::Say("No battle is being fought here: say how many units are `ours`, and how many `theirs`.".to_owned()));
    }
    let lost = lost.unwrap_or(lost_before);
    let odds = pursuit::pursuit(&state.pack().tables, state.options(), situation, lost);
    let measure = if fought.is_some() && left.is_none() { "steps" } else { "units" };
    let mut told = told::pursuit::pursuit(state.pack(), footer, &odds, lost, measure);
    if left.is_none() {
        told.despatch.facts.extend(told::pursuit::on_the_board(state));
    }
    tell(ctx, share, told).await
}

/// What a besieged garrison can do: sit tight, sally out or break out, side by side.
#[poise::command(slash_command, rename = "sortie")]
pub async fn garrison(
    ctx: Context<'_>,
    #[description = "The besieged place; needless where there is but one"]
    #[autocomplete = "besieged"]
    #[max_length = 100]
    location: Option<String>,
    #[description = "How many units sally out; usually every number worth comparing"]
    #[min = 1]
    #[max = 128]
    units: Option<u8>,
    #[description = "Show it to the whole channel"] share: Option<bool>,
) -> Outcome {
    let snapshot = snapshot(ctx).await?;
    let state = &snapshot.state;
    let at = find_besieged(state, location.as_deref())?.ok_or_else(|| {
        CommandError::Say(if state.besieged().is_empty() {
            "No place is besieged just now.".to_owned()
        } else {
            format!("Say which garrison in `location`: {}.", words::places(state.pack(), state.besieged()))
        })
    })?;
    let garrison = state.garrison(at);
    if usize::from(units.unwrap_or_default()) > garrison.len() {
        let there = words::count(garrison.len(), "unit is", "units are");
        return Err(CommandError::Say(format!("Only {there} at {}.", state.pack().location_name(at))));
    }
    let Some(sitting) = siege::siege(state, at) else {
        return Err(CommandError::Say(format!("{} is not besieged.", state.pack().location_name(at))));
    };
    let sizes = units.map_or_else(|| sortie::sizes(state, at), |units| vec![usize::from(units)]);
    let sorties: Vec<sortie::SortieOdds> =
        sizes.into_iter().filter_map(|size| sortie::sortie(state, at, sortie::told_off(state, at, size))).collect();
    let breakout =
        told::sortie::Breakout { force: encounter::force(&state.pack().tables, false), ways: sortie::ways_out(state, at, garrison) };
    tell(ctx, share, told::sortie::garrison(state, snapshot.standing(), &sitting, &sorties, &breakout)).await
}

/// Whether a march meets the enemy, space by space; or how safe each space within reach is.
#[poise::command(slash_command, rename = "march")]
pub async fn marching(
    ctx: Context<'_>,
    #[description = "Where our force is; usually the one on the move"]
    #[autocomplete = "forces"]
    #[max_length = 100]
    from: Option<String>,
    #[description = "Where it would go; every space within a round's march, if none is named"]
    #[autocomplete = "goals"]
    #[max_length = 100]
    to: Option<String>,
    #[description = "Show it to the whole channel"] share: Option<bool>,
) -> Outcome {
    let snapshot = snapshot(ctx).await?;
    let state = &snapshot.state;
    let map = &state.pack().map;
    let from = match (from.as_deref(), state.round().force()) {
        (Some(typed), _) => places::find(state.pack(), typed)?,
        (None, Some(force)) => force.at,
        (None, None) => return Err(CommandError::Say("No force is on the move: say in `from` where it is.".to_owned())),
    };
    let units = march::force_at(state, from);
    if units.is_empty() {
        return Err(CommandError::Say(format!("Nobody of ours can march from {}.", map.space_name(from))));
    }
    let Some(to) = to.as_deref() else {
        let reach = march::reach(state, from, units);
        let marches: Vec<(SpaceId, march::MarchOdds)> =
            reach.iter().filter_map(|to| march::march(state, from, to, units).map(|odds| (to, odds))).collect();
        return tell(ctx, share, told::march::reach(state, snapshot.standing(), from, units, &marches)).await;
    };
    let to = places::find(state.pack(), to)?;
    let odds = march::march(state, from, to, units).ok_or_else(|| {
        CommandError::Say(if from == to {
            format!("The force is at {} already.", map.space_name(to))
        } else {
            format!("There is no way by land from {} to {} for it.", map.space_name(from), map.space_name(to))
        })
    })?;
    tell(ctx, share, told::march::way(state, snapshot.standing(), from, to, &odds)).await
}
