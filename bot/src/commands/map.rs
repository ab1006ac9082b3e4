//! `/map`: the map of the campaign, or of its set-up where there is none.

use engine::campaign::{Options, Order, State};
use engine::dice::Dice;
use engine::game::{Game, Seat};
use poise::CreateReply;
use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::{CommandError, Context, Outcome, campaign_here, completions, defer, send};
use crate::despatches::{Despatch, board, words};
use crate::render;

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

/// The map as it stands: who holds what, garrisons, ships, sieges.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn map(
    ctx: Context<'_>,
    #[description = "One island, larger"]
    #[autocomplete = "islands"]
    #[max_length = 100]
    island: Option<String>,
    #[description = "Show it to you alone"] private: Option<bool>,
) -> Outcome {
    let (state, caption, footer) = match campaign_here(ctx).await? {
        Some(snapshot) => {
            let state = snapshot.state;
            let caption = format!("Turn {}", state.turn());
            let footer = board::footer(&state, snapshot.campaign.revision);
            (state, caption, footer)
        }
        None => {
            let mut state = State::new(std::sync::Arc::clone(&ctx.data().pack));
            let scenario = ctx.data().pack.scenarios.first();
            let key = scenario.map(|scenario| scenario.key.clone()).unwrap_or_default();
            state
                .give(Seat::Umpire, &Order::SetUp { scenario: key, options: Options::default() }, &mut Dice::scripted(&[]))
                .map_err(|refusal| CommandError::Say(refusal.sentence(&ctx.data().pack)))?;
            (state, "As the campaign begins".to_owned(), "No campaign in this channel: this is its set-up".to_owned())
        }
    };
    let island = match island {
        None => None,
        Some(typed) => Some(find_island(&state, &typed)?),
    };
    defer(ctx, private.unwrap_or_default()).await?;
    let plate = ctx.data().atlas.plate(&state, island.as_deref(), &caption).await?;
    let despatch = Despatch {
        footer,
        ..Despatch::saying(match &island {
            Some(island) => format!("**{island}: {}.**", lower(&caption)),
            None => format!("**{}: {}.**", state.pack().outline.short_title, lower(&caption)),
        })
    };
    send(ctx, || {
        let (content, embed, attachment) = render::picture_parts(&despatch, plate.clone());
        CreateReply::default().content(content).embed(embed).attachment(attachment).ephemeral(private.unwrap_or_default())
    })
    .await
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
        CommandError::Say(format!("No island is called \"{}\"; there are {}.", words::shortened(typed.trim(), 40), words::list(&names)))
    })
}
