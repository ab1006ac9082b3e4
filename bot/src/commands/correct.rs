//! `/campaign correct`: the position put right, one thing at a time, told in words before it is done.

use engine::campaign::rules::corrections;
use engine::campaign::{Correction, CorrectionKind, Order, State};
use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedValue};

use crate::despatches::{corrected, labels};
use crate::doors::answer::answer;
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::orders::{order_from_key, order_key};
use crate::model::played::Played as _;
use crate::table::error::TableError;
use crate::table::orders::seat_in;
use crate::words;

/// What is to be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, poise::ChoiceParameter)]
pub enum What {
    /// Where a unit is.
    #[name = "where a unit is"]
    Unit,
    /// A unit's steps.
    #[name = "a unit's steps"]
    Steps,
    /// Where a ship is.
    #[name = "where a ship is"]
    Ship,
    /// A ship's damage.
    #[name = "a ship's damage"]
    Damage,
    /// Whose a place is.
    #[name = "whose a place is"]
    Place,
    /// A siege.
    #[name = "a siege"]
    Siege,
    /// Redoubts.
    #[name = "redoubts"]
    Redoubts,
    /// Supply points.
    #[name = "supply points on the map"]
    Supply,
    /// Victory points.
    #[name = "the victory points"]
    Points,
    /// The ledger.
    #[name = "what this turn's ledger comes to"]
    Ledger,
    /// Replacement points.
    #[name = "replacement points"]
    Replacements,
    /// Where a card is.
    #[name = "where a card is"]
    Card,
    /// Where the governor is.
    #[name = "where the governor is"]
    Governor,
}

impl What {
    const ALL: [Self; 13] = [
        Self::Unit,
        Self::Steps,
        Self::Ship,
        Self::Damage,
        Self::Place,
        Self::Siege,
        Self::Redoubts,
        Self::Supply,
        Self::Points,
        Self::Ledger,
        Self::Replacements,
        Self::Card,
        Self::Governor,
    ];

    const fn kind(self) -> CorrectionKind {
        match self {
            Self::Unit => CorrectionKind::Unit,
            Self::Steps => CorrectionKind::Steps,
            Self::Ship => CorrectionKind::Ship,
            Self::Damage => CorrectionKind::Damage,
            Self::Place => CorrectionKind::Place,
            Self::Siege => CorrectionKind::Siege,
            Self::Redoubts => CorrectionKind::Redoubts,
            Self::Supply => CorrectionKind::Supply,
            Self::Points => CorrectionKind::Points,
            Self::Ledger => CorrectionKind::Ledger,
            Self::Replacements => CorrectionKind::Replacements,
            Self::Card => CorrectionKind::Card,
            Self::Governor => CorrectionKind::Governor,
        }
    }
}

/// Every correction of a kind that is allowed now, with what it is called.
fn listed(state: &State, what: What) -> impl Iterator<Item = (String, Order)> {
    corrections::listed(state, what.kind()).into_iter().map(move |correction: Correction| {
        let order = Order::Correct { correction };
        let label = labels::describe_order(state, &order).0;
        (label.strip_prefix("Correction: ").unwrap_or(&label).to_owned(), order)
    })
}

/// Whether a label has every word that was typed.
fn fits(label: &str, typed: &str) -> bool {
    let label = label.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| label.contains(word))
}

/// The kind that was chosen in the other option, where Discord sends it along.
fn chosen(ctx: Context<'_>) -> Option<What> {
    let value = ctx.args.iter().find(|option| option.name == "what").map(|option| &option.value)?;
    match value {
        // A choice goes by its place in the list.
        ResolvedValue::Integer(at) => usize::try_from(*at).ok().and_then(|at| What::ALL.get(at).copied()),
        _ => None,
    }
}

async fn completed(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let (Ok(snapshot), Some(what)) = (ctx.data().tables.in_channel(ctx.channel_id().into()).await, chosen(ctx)) else {
        return CreateAutocompleteResponse::new();
    };
    let choices = listed(&snapshot.state, what)
        .filter(|(label, _)| fits(label, typed))
        .filter_map(|(label, order)| Some(AutocompleteChoice::new(words::shortened(&label, 100), order_key(&order)?)))
        .take(25)
        .collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Put the position right: a mistake at the table, or a ruling of the house; it takes a second word.
#[poise::command(slash_command)]
pub(super) async fn correct(
    ctx: Context<'_>,
    #[description = "What kind of thing is put right"] what: What,
    #[description = "What is so from now on: type words of it, a name, a place"]
    #[autocomplete = "completed"]
    #[max_length = 100]
    is: String,
) -> Outcome {
    let snapshot = ctx.data().tables.in_channel(ctx.channel_id().into()).await?;
    let user = ctx.author().id.into();
    seat_in(&snapshot, user)?;
    let state = &snapshot.state;
    let order = match order_from_key(is.trim()) {
        Some(order @ Order::Correct { .. }) => order,
        _ => {
            let mut meant: Vec<(String, Order)> = listed(state, what).filter(|(label, _)| fits(label, &is)).take(7).collect();
            match (meant.len(), meant.pop()) {
                (1, Some((_, order))) => order,
                (0, _) | (_, None) => {
                    let why = if state.decision().is_some() {
                        "a decision waits to be made first"
                    } else if !state.round().battles_to_fight().is_empty() {
                        "a battle waits to be fought first"
                    } else {
                        "choose one that Discord offers as you type"
                    };
                    let typed = words::typed(is.trim(), 40);
                    return Err(CommandError::Say(format!("\"{typed}\" is nothing that can be put right now: {why}.")));
                }
                (_, Some((last, _))) => {
                    let mut labels: Vec<String> = meant.into_iter().map(|(label, _)| label).collect();
                    labels.push(last);
                    let typed = words::typed(is.trim(), 40);
                    let several = words::shortened(&labels.join("; "), 900);
                    return Err(CommandError::Say(format!("\"{typed}\" could be several: {several}. Say more of the one you mean.")));
                }
            }
        }
    };
    let seat = State::bystander();
    engine::game::Game::permit(state, seat, &order).map_err(|refusal| TableError::Refused(State::refused(state.pack(), &refusal)))?;
    let alone = snapshot.roster.players().count() < 2;
    let question = corrected::question(state, &order, alone, snapshot.campaign.id, snapshot.last_order).ok_or(TableError::UnknownOrder)?;
    answer(ctx, &question, true).await
}
