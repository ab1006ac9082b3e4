//! `/map`: the map of the campaign, or of its set-up where there is none.

use crate::despatches::position;
use engine::campaign::Seat;
use engine::campaign::{Options, Order, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::nearest;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::doors::answer::{answer_with, campaign_here, completions, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::drawing::overlays;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::words;
use pictures::Overlay;

async fn islands(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let pack = match campaign_here(ctx).await {
        Ok(Some(snapshot)) => std::sync::Arc::clone(snapshot.state.pack()),
        _ => std::sync::Arc::clone(&ctx.data().pack),
    };
    let choices = completions(typed, pack.map.islands.iter().map(|island| island.name.as_str()))
        .into_iter()
        .map(|name| AutocompleteChoice::new(name, name))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// What is marked on the map besides.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Marks {
    /// The odds of the next revolt rolls.
    #[name = "Revolt risk"]
    Revolts,
    /// Who is fed, and where stores lie.
    #[name = "Supply"]
    Supplies,
    /// Levels, and the odds of falling.
    #[name = "Sieges"]
    Sieges,
    /// Who went where since the last turn began.
    #[name = "Last turn's moves"]
    Moves,
}

/// What is marked, and what the caption says of it.
async fn overlay(ctx: Context<'_>, marks: Option<Marks>, state: &State, id: Option<CampaignId>) -> Result<(Overlay, String), CommandError> {
    Ok(match marks {
        None => (Overlay::default(), String::new()),
        Some(Marks::Revolts) => (overlays::revolts(state), "chance to rise at the next roll".to_owned()),
        Some(Marks::Supplies) => (overlays::supplies(state), "supply".to_owned()),
        Some(Marks::Sieges) => (overlays::sieges(state), "sieges and the chance to fall as the turn ends".to_owned()),
        Some(Marks::Moves) => {
            let turn = state.turn().saturating_sub(1).max(1);
            let before = match id {
                Some(id) => ctx.data().tables.when_turn_began(id, turn).await?,
                None => state.clone(),
            };
            (overlays::moves(&before, state), format!("moves since turn {} began", before.turn()))
        }
    })
}

/// The map as it stands: who holds what, garrisons, ships, sieges.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn map(
    ctx: Context<'_>,
    #[description = "One part of the map, larger"]
    #[autocomplete = "islands"]
    #[max_length = 100]
    island: Option<String>,
    #[description = "What to mark on it besides"] overlay: Option<Marks>,
    #[description = "Show it to you alone; nothing of it is posted, or goes into the journal"] private: Option<bool>,
) -> Outcome {
    let here = match campaign_here(ctx).await? {
        // One that is over is still to be read.
        None if ctx.guild_id().is_some() => ctx.data().tables.remembered_in(ctx.channel_id().into()).await.ok(),
        here => here,
    };
    let (state, caption, footer, campaign) = match here {
        Some(snapshot) => {
            let state = snapshot.state;
            let caption = format!("Turn {}", state.turn());
            let footer = position::footer(&state, snapshot.campaign.revision);
            (state, caption, footer, Some(snapshot.campaign.id))
        }
        None => {
            let mut state = State::new(std::sync::Arc::clone(&ctx.data().pack));
            let scenario = ctx.data().pack.scenarios.first();
            let key = scenario.map(|scenario| scenario.key.clone()).unwrap_or_default();
            state
                .give(Seat::Umpire, &Order::SetUp { scenario: key, options: Options::default() }, &mut Dice::scripted(&[]))
                .map_err(|refusal| CommandError::Say(refusal.sentence(&ctx.data().pack)))?;
            (state, "As the campaign begins".to_owned(), "No campaign in this channel: this is its set-up".to_owned(), None)
        }
    };
    let island = match island {
        None => None,
        Some(typed) => Some(find_island(&state, &typed)?),
    };
    defer(ctx, private.unwrap_or_default()).await?;
    let (marked, about) = self::overlay(ctx, overlay, &state, campaign).await?;
    let nothing = overlay.is_some() && marked == Overlay { about: marked.about.clone(), ..Overlay::default() };
    let caption = match (about.is_empty(), nothing) {
        (true, _) => caption,
        (false, false) => format!("{caption}, {about}"),
        (false, true) => format!("{caption}, {about}: nothing to mark"),
    };
    let plate = ctx.data().atlas_of(ctx.author().id.into()).marked_plate(&state, island.as_slice(), &caption, marked).await?;
    let despatch = Despatch {
        footer,
        ..Despatch::saying(match &island {
            Some(island) => format!("**{island}: {}.**", lower(&caption)),
            None => format!("**{}: {}.**", state.pack().outline.short_title, lower(&caption)),
        })
    };
    answer_with(ctx, &despatch, Some(plate), private.unwrap_or_default()).await
}

fn lower(caption: &str) -> String {
    let mut letters = caption.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn find_island(state: &State, typed: &str) -> Result<String, CommandError> {
    let wanted = typed.trim().to_lowercase();
    let islands = &state.pack().map.islands;
    islands.iter().find(|island| island.name.to_lowercase() == wanted).map(|island| island.name.clone()).ok_or_else(|| {
        let names: Vec<&str> = islands.iter().map(|island| island.name.as_str()).collect();
        let typed = words::shortened(typed.trim(), 40);
        let kind = &state.pack().words.land.island;
        CommandError::Say(match nearest(&typed, names.iter().copied()) {
            Some(near) => format!("No {kind} is called \"{typed}\"; did you mean {near}?"),
            None => format!("No {kind} is called \"{typed}\"; there are {}.", words::list(&names)),
        })
    })
}
