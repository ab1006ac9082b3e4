//! `/campaign correct`: the position put right, one thing at a time, told in words before it is done.

use std::borrow::Cow;

use engine::campaign::rules::corrections;
use engine::campaign::{Correction, CorrectionKind, Order, State};
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};
use poise::{ChoiceParameter, CommandParameterChoice};

use crate::despatches::correcting::{self, Asking};
use crate::despatches::{corrected, labels};
use crate::doors::answer::answer;
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::orders::{correct, order_from_key, order_key};
use crate::model::played::Played as _;
use crate::table::error::TableError;
use crate::table::orders::seat_in;
use crate::words;

/// What kind of thing is to be put right, as the option's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct What(CorrectionKind);

impl ChoiceParameter for What {
    fn list() -> Cow<'static, [CommandParameterChoice]> {
        let choice = |kind| CommandParameterChoice {
            name: Cow::Borrowed(correct::kind(kind)),
            localizations: Cow::Borrowed(&[]),
            __non_exhaustive: (),
        };
        CorrectionKind::ALL.map(choice).to_vec().into()
    }

    fn from_index(index: usize) -> Option<Self> {
        CorrectionKind::ALL.get(index).copied().map(Self)
    }

    fn from_name(name: &str) -> Option<Self> {
        CorrectionKind::ALL.into_iter().find(|kind| correct::kind(*kind).eq_ignore_ascii_case(name)).map(Self)
    }

    fn name(&self) -> &'static str {
        correct::kind(self.0)
    }

    fn localized_name(&self, _locale: &str) -> Option<&'static str> {
        None
    }
}

/// Every correction that is allowed now, of a kind if one is said, with what it is called.
fn listed(state: &State, kind: Option<CorrectionKind>) -> impl Iterator<Item = (String, Order)> {
    let kinds = CorrectionKind::ALL.into_iter().filter(move |other| kind.is_none_or(|kind| kind == *other));
    kinds.flat_map(|kind| corrections::listed(state, kind)).map(move |correction: Correction| {
        let order = Order::Correct { correction };
        let label = labels::describe_order(state, &order).0;
        (label.strip_prefix("Correction: ").unwrap_or(&label).to_owned(), order)
    })
}

/// Whether a label has every word that was typed as a word of its own, before what is so now: of several it is the one that is meant.
fn fits_whole(label: &str, typed: &str) -> bool {
    let label = label.to_lowercase();
    let put = label.split(" (").next().unwrap_or_default();
    let words: Vec<&str> = put.split_whitespace().collect();
    typed.to_lowercase().split_whitespace().all(|word| words.contains(&word))
}

/// Whether a label has every word that was typed.
fn fits(label: &str, typed: &str) -> bool {
    let label = label.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| label.contains(word))
}

/// The kind that was chosen in the other option, where Discord sends it along.
fn chosen(ctx: Context<'_>) -> Option<CorrectionKind> {
    let value = ctx.args.iter().find(|option| option.name == "what").map(|option| &option.value)?;
    match value {
        // A choice goes by its place in the list.
        ResolvedValue::Integer(at) => usize::try_from(*at).ok().and_then(What::from_index).map(|What(kind)| kind),
        _ => None,
    }
}

async fn completed(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Ok(snapshot) = ctx.data().tables.in_channel(ctx.channel_id().into()).await else {
        return CreateAutocompleteResponse::new();
    };
    let choices = listed(&snapshot.state, chosen(ctx))
        .filter(|(label, _)| fits(label, typed))
        .filter_map(|(label, order)| Some(AutocompleteChoice::new(words::shortened(&label, 100), order_key(&order)?)))
        .take(25)
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// The correction that was typed: as Discord offers it, or by words that mean one only.
fn meant(state: &State, kind: Option<CorrectionKind>, typed: &str) -> Result<Order, CommandError> {
    if let Some(order @ Order::Correct { .. }) = order_from_key(typed.trim()) {
        return Ok(order);
    }
    let mut whole: Vec<(String, Order)> = listed(state, kind).filter(|(label, _)| fits_whole(label, typed)).take(2).collect();
    if let (1, Some((_, order))) = (whole.len(), whole.pop()) {
        return Ok(order);
    }
    let mut found: Vec<(String, Order)> = listed(state, kind).filter(|(label, _)| fits(label, typed)).take(7).collect();
    let said = words::typed(typed.trim(), 40);
    match (found.len(), found.pop()) {
        (1, Some((_, order))) => Ok(order),
        (0, _) | (_, None) => {
            let why = correcting::why_not(state).unwrap_or("choose one that Discord offers as you type, or leave both options out");
            Err(CommandError::Say(format!("\"{said}\" is nothing that can be put right now: {why}.")))
        }
        (_, Some((last, _))) => {
            let mut labels: Vec<String> = found.into_iter().map(|(label, _)| label).collect();
            labels.push(last);
            let several = words::shortened(&labels.join("; "), 900);
            Err(CommandError::Say(format!("\"{said}\" could be several: {several}. Say more of the one you mean.")))
        }
    }
}

/// Put the position right: a mistake at the table, or a ruling of the house; it takes a second word.
#[poise::command(slash_command, guild_only)]
pub(super) async fn correct(
    ctx: Context<'_>,
    #[description = "What kind of thing is put right; left out, menus ask for it"] what: Option<What>,
    #[description = "What is so from now on: type words of it, a name, a place; left out, menus ask for it"]
    #[autocomplete = "completed"]
    #[max_length = 100]
    is: Option<String>,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let user = ctx.author().id.into();
    seat_in(&snapshot, user)?;
    let state = &snapshot.state;
    let kind = what.map(|What(kind)| kind);
    let alone = snapshot.roster.players().count() < 2;
    let Some(typed) = is else {
        let asking = Asking { state, campaign: snapshot.campaign.id, revision: snapshot.last_order, alone };
        let asked = correcting::step(asking, kind.map_or("", correct::word), None).map_err(CommandError::Say)?;
        return answer(ctx, &asked, true).await;
    };
    let order = meant(state, kind, &typed)?;
    let seat = State::bystander();
    engine::game::Game::permit(state, seat, &order).map_err(|refusal| TableError::Refused(State::refused(state.pack(), &refusal)))?;
    let question = corrected::question(state, &order, alone, snapshot.campaign.id, snapshot.last_order).ok_or(TableError::UnknownOrder)?;
    answer(ctx, &question, true).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_was_typed_means_itself_and_no_longer_one_that_ends_like_it() {
        let label = |points: u16| format!("victory points {points} (was 30)");
        assert!(fits_whole(&label(80), "80") && fits_whole(&label(80), "Victory points 80"));
        assert!(fits(&label(180), "80") && !fits_whole(&label(180), "80"));
        assert!(!fits_whole(&label(80), "30"), "what is so now is not what it is to be");
    }
}
