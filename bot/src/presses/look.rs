//! Presses that only look: sheets, the log, rolls, the map, odds, the board, rules.

use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::presses::asked::Asked;
use poise::serenity_prelude as serenity;
use std::sync::Arc;

use crate::despatches::rule::Book;
use crate::despatches::{campaign, log, odds, position, sheet};
use crate::drawing::charts;
use crate::drawing::survey::Survey;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::log_filter::LogFilter;
use crate::model::odds_subject::OddsSubject;
use crate::model::topic::Topic;
use crate::presses::here::{known_here, line_chosen, none_here, turn_page};
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

/// Opens the sheet of a topic, or turns its page.
pub(super) async fn sheet(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, topic: &str, page: u16) -> Outcome {
    let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
    let topic =
        Topic::of_word(topic).ok_or_else(|| CommandError::Say("That is no sheet I know: see what can be done with /turn.".to_owned()))?;
    let mut sheet = sheet::sheet(&snapshot.state, snapshot.standing(), topic, usize::from(page));
    sheet::with_draft(&mut sheet, campaign, &data.tables.draft_lines(&snapshot).await?);
    let message = asked.as_answer(&sheet, true);
    // A sheet turns its own pages; from a message of the channel it opens beside it.
    turn_page(context, asked, message).await
}

/// Turns a page of the log.
pub(super) async fn log(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, page: u16, filter: LogFilter) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    let rows = data.tables.log(campaign).await?;
    let message = asked.as_answer(&log::page(&snapshot.state, campaign, &rows, filter, page), true);
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
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    let number = line_chosen(press)?.parse::<u32>().ok();
    let rows = data.tables.log(campaign).await?;
    let Some(told) = rows.iter().find(|row| Some(row.revision) == number) else {
        return Err(CommandError::Say("The journal has no row of that number: open it again with /campaign log.".to_owned()));
    };
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&log::row(&snapshot.state, told), true))).await?)
}

/// Shows every roll of a row.
pub(super) async fn rolls(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32) -> Outcome {
    known_here(data, asked, campaign).await?;
    let Some((state, events)) = data.tables.row(campaign, revision).await? else {
        return Err(CommandError::Say("There are no rolls under that number.".to_owned()));
    };
    let despatch = campaign::all_rolls(&state, &events, revision);
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, true))).await?)
}

/// Shows the map.
pub(super) async fn map(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let caption = format!("Turn {}", snapshot.state.turn());
    let plate = data.atlas.plate(&snapshot.state, None, &caption).await?;
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
    let plate = if told.sheet.is_empty() { None } else { Some(charts::plate(&data.atlas, told.sheet).await?) };
    Ok(asked.edit(context, asked.as_edit(&told.despatch, plate)).await?)
}

/// Shows the board.
pub(super) async fn board(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let snapshot = data.tables.snapshot(known_here(data, asked, campaign).await?).await?;
    let despatch = crate::despatches::board::of(&snapshot);
    Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, true))).await?)
}

/// Goes back from a sheet to the board.
pub(super) async fn back(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let snapshot = data.tables.seen_by(known_here(data, asked, campaign).await?, asked.user()).await?;
    let mut board = crate::despatches::board::of(&snapshot);
    sheet::with_draft(&mut board, campaign, &data.tables.draft_lines(&snapshot).await?);
    Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(asked.as_answer(&board, true))).await?)
}

/// Shows the dice that laid the field of a battle.
pub(super) async fn terrain(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, battle: u32) -> Outcome {
    let state = data.tables.while_fought(known_here(data, asked, campaign).await?, battle).await?;
    let mut dice = data.tables.terrain_dice(campaign, battle).await?;
    let survey = Survey::of_battle(&state, &mut dice)?;
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let plate = survey.plate(&data.atlas).await?;
    Ok(asked.edit(context, asked.as_edit(&survey.told(), Some(plate))).await?)
}

/// Says what a rule says.
pub(super) async fn rule(context: &Context, data: &Data, asked: &Asked<'_>, subject: &str) -> Outcome {
    let snapshot = match asked.guild_channel() {
        Some(channel) => data.tables.in_channel(channel).await.map(Some).or_else(none_here)?,
        None => None,
    };
    let pack = Arc::clone(snapshot.as_ref().map_or(&data.pack, |snapshot| snapshot.state.pack()));
    let book = Book::of(&pack, snapshot.as_ref().map(|snapshot| &snapshot.state));
    let subject = book.of_key(subject).ok_or_else(|| CommandError::Say("That is no rule I know: ask for it with /rule.".to_owned()))?;
    let message = asked.as_answer(&book.tell(subject), true);
    turn_page(context, asked, message).await
}
