//! `/rule`: what a rule says, in a paragraph, with the modifiers it uses; or what a card, a place, a unit or a ship is.

use std::sync::Arc;

use engine::card_game::state::State as CardGame;
use engine::khartoum::state::State as Khartoum;
use engine::tabletop::state::State as Battle;
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::despatches::cards::rule as cards;
use crate::despatches::field::rule as field;
use crate::despatches::khartoum::rule as khartoum;
use crate::despatches::rule::{Book, Found};
use crate::doors::answer::{answer, campaign_here};
use crate::doors::error::{Context, Outcome};
use crate::model::played::Played as _;
use crate::table::tables::Hosted;

/// The game of a kind that is played in the channel, by whose settings its rules are told; nothing where another is, or none.
async fn game_here<G: Hosted>(ctx: Context<'_>) -> Option<G> {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await.ok()?;
    let tables = ctx.data().rooms.tables::<G>().filter(|_| room.name() == G::NAME)?;
    Some(tables.snapshot(id).await.ok()?.state)
}

/// Which rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, poise::ChoiceParameter)]
pub enum Rulebook {
    /// The campaign's.
    #[name = "The campaign"]
    Campaign,
    /// The gridded battle's.
    #[name = "The gridded battle"]
    Battle,
    /// The card game's.
    #[name = "The card game"]
    CardGame,
    /// The siege's.
    #[name = "The siege of Khartoum"]
    Khartoum,
}

/// Which rules are meant where nobody says: those of the game in this channel.
async fn rulebook(ctx: Context<'_>) -> Rulebook {
    let here = ctx.data().rooms.remembered_in(ctx.channel_id().into()).await;
    match here {
        Ok((_, room)) if room.name() == Battle::NAME => Rulebook::Battle,
        Ok((_, room)) if room.name() == CardGame::NAME => Rulebook::CardGame,
        Ok((_, room)) if room.name() == Khartoum::NAME => Rulebook::Khartoum,
        _ => Rulebook::Campaign,
    }
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let data = ctx.data();
    let headings = match rulebook(ctx).await {
        Rulebook::Campaign => Vec::new(),
        Rulebook::Battle => field::completions(&data.battle_pack, typed),
        Rulebook::CardGame => cards::completions(&data.card_pack, typed),
        Rulebook::Khartoum => khartoum::completions(&data.khartoum_pack, typed),
    };
    if !headings.is_empty() {
        let choices = headings.into_iter().map(|heading| AutocompleteChoice::new(heading, heading));
        return CreateAutocompleteResponse::new().set_choices(choices.collect());
    }
    let snapshot = campaign_here(ctx).await.ok().flatten();
    let pack = snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack());
    let book = Book::of(pack, snapshot.as_ref().map(|snapshot| &snapshot.state));
    let choices = book
        .completions(typed)
        .into_iter()
        // Discord takes no value of more than 100 characters, and 25 choices.
        .filter(|subject| book.name(*subject).chars().count() <= 100)
        .take(25)
        .map(|subject| AutocompleteChoice::new(book.label(subject), book.name(subject)))
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// What a rule says, and the modifiers it uses; also cards, random events, places, units and ships.
#[poise::command(slash_command, install_context = "Guild|User", interaction_context = "Guild|BotDm|PrivateChannel")]
pub async fn rule(
    ctx: Context<'_>,
    #[description = "A heading of the rulebook, a card, a place, a unit or a ship; without one, all headings"]
    #[autocomplete = "complete"]
    #[max_length = 100]
    heading: Option<String>,
    #[description = "Which rules; usually those of the game in this channel"] rules: Option<Rulebook>,
) -> Outcome {
    let meant = match rules {
        Some(rules) => rules,
        None => rulebook(ctx).await,
    };
    let told = match meant {
        Rulebook::Campaign => None,
        Rulebook::Battle => Some(field::rule(&ctx.data().battle_pack, heading.as_deref())),
        Rulebook::CardGame => Some(match game_here::<CardGame>(ctx).await {
            Some(game) => cards::rule_in(&game, heading.as_deref()),
            None => cards::rule(&ctx.data().card_pack, heading.as_deref()),
        }),
        Rulebook::Khartoum => Some(match game_here::<Khartoum>(ctx).await {
            Some(game) => khartoum::rule_in(&game, heading.as_deref()),
            None => khartoum::rule(&ctx.data().khartoum_pack, heading.as_deref()),
        }),
    };
    if let Some(told) = told {
        return answer(ctx, &told, true).await;
    }
    let snapshot = campaign_here(ctx).await?;
    let pack = Arc::clone(snapshot.as_ref().map_or(&ctx.data().pack, |snapshot| snapshot.state.pack()));
    let book = Book::of(&pack, snapshot.as_ref().map(|snapshot| &snapshot.state));
    let told = match heading {
        None => book.contents(),
        Some(typed) => match book.find(&typed) {
            Found::One(subject) => book.tell(subject),
            Found::Perhaps(perhaps) => book.unclear(&typed, &perhaps),
        },
    };
    answer(ctx, &told, true).await
}
