//! `/pace`: how long one is given to act, quiet hours, more time, and rest.

use poise::serenity_prelude::{AutocompleteChoice, CreateAutocompleteResponse};

use crate::doors::answer::{and_post, answer, answer_done, defer};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::despatch::Despatch;
use crate::model::pace::{Pace, QuietHours, parse_quiet};
use crate::model::time_zone::{parse_time_zone, places_like};
use crate::table::error::TableError;

/// The pace of the campaign: when whoever is waited for is reminded.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("set", "extend", "pause"),
    subcommand_required,
    install_context = "Guild",
    interaction_context = "Guild"
)]
#[allow(clippy::unused_async, reason = "the framework's signature; Discord never calls a command that has subcommands")]
pub async fn pace(_ctx: Context<'_>) -> Outcome {
    Ok(())
}

async fn settle(
    ctx: Context<'_>,
    change: impl FnOnce(Option<Pace>, Option<QuietHours>) -> Result<Option<Pace>, TableError> + Send,
) -> Outcome {
    let (id, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    let (pace, quiet) = room.pace(id).await?;
    let pace = change(pace, quiet)?;
    defer(ctx, true).await?;
    let done = room.settle_pace(id, ctx.interaction.id.into(), ctx.author().id.into(), pace).await?;
    answer_done(ctx, done).await
}

/// The places whose clocks there are.
#[allow(clippy::unused_async, reason = "the framework's signature")]
async fn places(_ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let choices = places_like(typed, 25).into_iter().map(|name| AutocompleteChoice::new(name.replace('_', " "), name)).collect();
    CreateAutocompleteResponse::new().set_choices(choices)
}

/// Settle after how many hours whoever is waited for is reminded, and when nobody is.
#[poise::command(slash_command)]
async fn set(
    ctx: Context<'_>,
    #[description = "Hours after which whoever is waited for is reminded; 0: nobody is"]
    #[min = 0]
    #[max = 720]
    hours: u16,
    #[description = "Hours in which nobody is called, such as 22-7, or none; without it, as they are"]
    #[max_length = 20]
    quiet: Option<String>,
    #[description = "The clocks of the quiet hours: a city such as London, or +1, -8; without it, as they are"]
    #[max_length = 40]
    #[autocomplete = "places"]
    time_zone: Option<String>,
) -> Outcome {
    let zone =
        time_zone.as_deref().map(|text| parse_time_zone(text, ctx.data().rooms.journal().now())).transpose().map_err(CommandError::Say)?;
    let none = quiet.as_deref().is_some_and(|quiet| quiet.trim().eq_ignore_ascii_case("none"));
    let hushed = quiet.as_deref().filter(|_| !none).map(parse_quiet).transpose().map_err(CommandError::Say)?;
    settle(ctx, |_, before| {
        if hours == 0 {
            if quiet.is_some() || zone.is_some() {
                return Err(TableError::Refused(
                    "With `hours:0` nobody is called at any hour: leave out the quiet hours; those that you had are kept.".to_owned(),
                ));
            }
            return Ok(None);
        }
        // What is not said stays as it is.
        let zone = zone.or(before.map(|quiet| quiet.zone)).unwrap_or_default();
        let quiet = match hushed {
            Some((from, to)) => Some(QuietHours { from, to, zone }),
            None if none => None,
            None => before.map(|quiet| QuietHours { zone, ..quiet }),
        };
        if time_zone.is_some() && quiet.is_none() {
            return Err(TableError::Refused("A time zone is for quiet hours: say those with it, such as `quiet:22-7`.".to_owned()));
        }
        Ok(Some(Pace { hours, quiet, paused: false }))
    })
    .await
}

/// Give yourself, or whoever is waited for, more time before the next reminder.
#[poise::command(slash_command)]
async fn extend(
    ctx: Context<'_>,
    #[description = "How many hours more"]
    #[min = 1]
    #[max = 720]
    hours: u16,
) -> Outcome {
    let (campaign, room) = ctx.data().rooms.in_channel(ctx.channel_id().into()).await?;
    defer(ctx, true).await?;
    let done = room.extend(campaign, ctx.interaction.id.into(), ctx.author().id.into(), hours).await?;
    // It is no row of the journal.
    and_post(ctx, done.campaign, answer(ctx, &Despatch::saying("Done."), true)).await
}

/// Let the campaign rest: nobody is reminded until it goes on.
#[poise::command(slash_command)]
async fn pause(ctx: Context<'_>, #[description = "True: it rests; false: it goes on"] paused: bool) -> Outcome {
    settle(ctx, |pace, _| Ok(Some(Pace { paused, ..pace.ok_or(TableError::NoPace)? }))).await
}
