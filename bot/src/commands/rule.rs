//! `/rule`: what a rule says, in a paragraph, with the modifiers it uses; or what a card, a place, a unit or a ship is.

use std::sync::Arc;

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::despatches::rule::{Book, Found};
use crate::doors::answer::{answer, campaign_here};
use crate::doors::error::{Context, Outcome};

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
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
) -> Outcome {
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
