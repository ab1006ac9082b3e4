//! `/campaign log`: the journal, row by row.

use crate::model::log_filter::{LogFilter, LogSubject};
use poise::serenity_prelude::{CreateAutocompleteResponse, User};

use crate::commands::places;
use crate::despatches::log::place_number;
use crate::doors::answer::{answer, defer};
use crate::doors::error::{CommandError, Context, Outcome};

/// What the rows are about.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub enum Kind {
    /// By land.
    #[name = "Marches"]
    Marches,
    /// By sea.
    #[name = "Voyages"]
    Voyages,
    /// Battles.
    #[name = "Battles"]
    Battles,
    /// Cards.
    #[name = "Cards"]
    Cards,
    /// The rebellion.
    #[name = "Rebellion"]
    Rebellion,
    /// Sieges.
    #[name = "Sieges"]
    Sieges,
    /// Replacements.
    #[name = "Replacements"]
    Replacements,
    /// The group's own business.
    #[name = "Group"]
    Group,
    /// Rolls at the table.
    #[name = "Rolls at the table"]
    Rolls,
    /// Corrections.
    #[name = "Corrections"]
    Corrections,
}

impl Kind {
    const fn about(self) -> LogSubject {
        match self {
            Self::Marches => LogSubject::Marches,
            Self::Voyages => LogSubject::Voyages,
            Self::Battles => LogSubject::Battles,
            Self::Cards => LogSubject::Cards,
            Self::Rebellion => LogSubject::Rebellion,
            Self::Sieges => LogSubject::Sieges,
            Self::Replacements => LogSubject::Replacements,
            Self::Group => LogSubject::Group,
            Self::Rolls => LogSubject::Rolls,
            Self::Corrections => LogSubject::Corrections,
        }
    }
}

async fn spaces(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    places::complete(ctx, typed, |_, _, name| name.to_owned()).await
}

/// The journal of this channel's campaign, the newest row first: who did what, and what came of it.
#[poise::command(slash_command)]
pub async fn log(
    ctx: Context<'_>,
    #[description = "Only what this member did"] member: Option<User>,
    #[description = "Only what is about this"] kind: Option<Kind>,
    #[description = "Only what tells of this place"]
    #[autocomplete = "spaces"]
    #[max_length = 100]
    place: Option<String>,
    #[description = "Only this turn"]
    #[min = 1]
    #[max = 255]
    turn: Option<u8>,
    #[description = "One row, by its number, with all its rolls"]
    #[min = 1]
    #[max = 4_294_967_295_i64]
    number: Option<u32>,
) -> Outcome {
    let (id, room) = ctx.data().rooms.remembered_in(ctx.channel_id().into()).await?;
    let place = match place {
        Some(typed) => places::find(ctx.data().tables.snapshot(id).await?.state.pack(), &typed).map(place_number)?,
        None => None,
    };
    let filter = LogFilter { member: member.map(|member| member.id.into()), about: kind.map(Kind::about), place, turn };
    defer(ctx, true).await?;
    let reader = ctx.author().id.into();
    let despatch = match number {
        Some(number) => room
            .log_row(id, reader, number)
            .await?
            .map_err(|latest| CommandError::Say(format!("The journal has no No. {number}: it goes up to {latest}.")))?,
        None => room.log_page(id, reader, filter, 0).await?,
    };
    answer(ctx, &despatch, true).await
}
