//! Presses that only look: sheets, the log, rolls, the map, odds, the board, rules.

use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::doors::ration;
use crate::presses::asked::{Act, Asked, is_private};
use poise::serenity_prelude as serenity;
use std::sync::Arc;

use crate::despatches::rule::Book;
use crate::despatches::{battle, odds, position};
use crate::drawing::charts;
use crate::drawing::survey::Survey;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::log_filter::LogFilter;
use crate::model::odds_subject::OddsSubject;
use crate::presses::here::{known_here, line_chosen, none_here, private_plate, room_here, turn_page};
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

/// Opens the sheet of a topic, or turns its page.
pub(super) async fn sheet(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, topic: &str, page: u16) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let sheet = room.sheet(campaign, asked.user(), topic, usize::from(page)).await?;
    let sheet = sheet.ok_or_else(|| CommandError::Say("That is no sheet I know: see what can be done with /turn.".to_owned()))?;
    if sheet.picture.is_some() {
        return with_picture(context, data, asked, campaign, &sheet).await;
    }
    let message = asked.as_answer(&sheet, true);
    // A sheet turns its own pages; from a message of the channel it opens beside it.
    turn_page(context, asked, message).await
}

/// Answers with a sheet and its picture, which its reader alone may see.
async fn with_picture(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, sheet: &Despatch) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let wait = CreateInteractionResponseMessage::new().ephemeral(true);
    let response = match asked.act {
        Act::Press(press) if is_private(&press.message) => CreateInteractionResponse::Acknowledge,
        _ => CreateInteractionResponse::Defer(wait),
    };
    asked.respond(context, response).await?;
    let plate = private_plate(data, room.as_ref(), asked, campaign, sheet).await;
    Ok(asked.edit(context, asked.as_edit(sheet, plate)).await?)
}

/// Counts a look at what takes long to read as one of those that a member may ask for, like a command of the kind.
fn rationed(data: &Data, asked: &Asked<'_>) -> Outcome {
    let taken = data.rations.take(asked.user(), data.rooms.journal().now());
    taken.map_err(|again| CommandError::Say(ration::sentence(again)))
}

/// Turns a page of the log.
pub(super) async fn log(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, page: u16, filter: LogFilter) -> Outcome {
    rationed(data, asked)?;
    let told = room_here(data, asked, campaign).await?.log_page(campaign, asked.user(), filter, page).await?;
    let message = asked.as_answer(&told, true);
    turn_page(context, asked, message).await
}

/// Opens a row of the log.
pub(super) async fn log_row(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    press: &ComponentInteraction,
    campaign: CampaignId,
) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let number = line_chosen(press)?.parse().unwrap_or(0);
    rationed(data, asked)?;
    let Ok(told) = room.log_row(campaign, asked.user(), number).await? else {
        return Err(CommandError::Say("The journal has no row of that number: open it again with /campaign log.".to_owned()));
    };
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&told, true))).await?)
}

/// Shows every roll of a row.
pub(super) async fn rolls(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let Some(despatch) = room.rolls(campaign, asked.user(), revision).await? else {
        return Err(CommandError::Say("There are no rolls under that number.".to_owned()));
    };
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, true))).await?)
}

/// Shows the map.
pub(super) async fn map(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let caption = format!("Turn {}", snapshot.state.turn());
    let plate = data.atlas_of(asked.user()).plate(&snapshot.state, &[], &caption).await?;
    let despatch = Despatch {
        footer: position::footer(&snapshot.state, snapshot.campaign.revision),
        ..Despatch::saying(format!("**{}: turn {}.**", snapshot.state.pack().outline.short_title, snapshot.state.turn()))
    };
    let edit = asked.as_edit(&despatch, Some(plate));
    Ok(asked.edit(context, edit).await?)
}

/// Shows the odds that bear on what is to be done now.
pub(super) async fn odds(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, about: Option<OddsSubject>) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    let told = odds::now::told(&snapshot.state, snapshot.standing(), about).ok_or_else(|| {
        CommandError::Say("There is nothing to reckon with here any more: see where the turn stands with /turn.".to_owned())
    })?;
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let plate = if told.sheet.is_empty() { None } else { Some(charts::plate(&data.atlas_of(asked.user()), told.sheet).await?) };
    Ok(asked.edit(context, asked.as_edit(&told.despatch, plate)).await?)
}

/// Shows the board.
pub(super) async fn board(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let despatch = room_here(data, asked, campaign).await?.seen(campaign, asked.user()).await?;
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, true))).await?)
}

/// Goes back from a sheet to the board.
pub(super) async fn back(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let board = room_here(data, asked, campaign).await?.seen(campaign, asked.user()).await?;
    Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.as_answer(&board, true))).await?)
}

/// Shows the field of a battle: its table, how both sides are set up on it, and the dice.
pub(super) async fn terrain(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, row: u32) -> Outcome {
    let state = data.tables.while_fought(known_here(data, asked, campaign).await?, row).await?;
    let mut dice = data.tables.terrain_dice(campaign, row).await?;
    let survey = Survey::of_battle(&state, &mut dice)?;
    let told = battle::field(&state, &data.tables.lots(campaign, row).await?, survey.told());
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let plate = survey.plate(&data.atlas_of(asked.user())).await?;
    Ok(asked.edit(context, asked.as_edit(&told, Some(plate))).await?)
}

/// Says what a rule says.
pub(super) async fn rule(context: &Context, data: &Data, asked: &Asked<'_>, subject: &str) -> Outcome {
    let snapshot = match asked.channel() {
        Some(channel) => data.tables.in_channel(channel).await.map(Some).or_else(none_here)?,
        None => None,
    };
    let pack = Arc::clone(snapshot.as_ref().map_or(&data.pack, |snapshot| snapshot.state.pack()));
    let book = Book::of(&pack, snapshot.as_ref().map(|snapshot| &snapshot.state));
    let subject = book.of_key(subject).ok_or_else(|| CommandError::Say("That is no rule I know: ask for it with /rule.".to_owned()))?;
    let message = asked.as_answer(&book.tell(subject), true);
    turn_page(context, asked, message).await
}
