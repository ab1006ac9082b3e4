//! The campaign a press belongs to, and what is done once it has been carried out.

use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::doors::posting::{self, Asker};
use crate::drawing::plate::Plate;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::snapshot::Snapshot;
use crate::presses::asked::{Act, Asked, is_private};
use crate::table::error::TableError;
use crate::table::room::Room;
use crate::table::tables::Done;
use poise::serenity_prelude as serenity;
use std::sync::Arc;

use serenity::{ComponentInteraction, ComponentInteractionDataKind, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

/// A channel without a campaign is nothing that went wrong.
pub(super) fn none_here(error: TableError) -> Result<Option<Snapshot>, TableError> {
    if matches!(error, TableError::NoCampaign | TableError::OtherGame) { Ok(None) } else { Err(error) }
}

/// The room of a game, if it is the one of this channel: a button of another is not answered.
pub(super) async fn room_here(data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Result<Arc<dyn Room>, CommandError> {
    let channel = asked.channel().ok_or(TableError::NoCampaign)?;
    Ok(data.rooms.here(campaign, channel).await?)
}

/// The same for what only a campaign has.
pub(super) async fn known_here(data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Result<CampaignId, CommandError> {
    room_here(data, asked, campaign).await.map(|_| campaign)
}

/// The one line chosen in a menu.
pub(super) fn line_chosen(press: &ComponentInteraction) -> Result<&str, CommandError> {
    match lines_chosen(press)? {
        [line] => Ok(line),
        _ => Err(CommandError::Say("Choose one line of the menu.".to_owned())),
    }
}

/// The lines chosen in a menu, one or several.
pub(super) fn lines_chosen(press: &ComponentInteraction) -> Result<&[String], CommandError> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } if !values.is_empty() => Ok(values),
        _ => Err(CommandError::Say("Choose a line of the menu.".to_owned())),
    }
}

/// The picture of a private answer, as its reader may see it. An answer without its picture is better than none.
pub(super) async fn private_plate(data: &Data, room: &dyn Room, asked: &Asked<'_>, campaign: CampaignId, told: &Despatch) -> Option<Plate> {
    let picture = told.picture.as_ref()?;
    let atlas = data.atlas_of(asked.user());
    let drawing = room.plate(&atlas, campaign, u32::MAX, picture, Some(asked.user()));
    let drawn = data.sheets.newest(asked.user(), campaign, drawing).await?;
    drawn.inspect_err(|error| tracing::error!(%error, "no picture for a sheet")).ok()
}

/// Shows a private message: one that only its reader sees turns its own pages; from a message of the channel it opens beside it.
pub(super) async fn turn_page(context: &Context, asked: &Asked<'_>, message: CreateInteractionResponseMessage) -> Outcome {
    let response = match asked.act {
        Act::Press(press) if is_private(&press.message) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message),
    };
    Ok(asked.respond(context, response).await?)
}

/// Answers, and posts what was done, whatever becomes of the answer.
pub(super) async fn answer_done(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    response: CreateInteractionResponse,
    done: &Done,
) -> Outcome {
    let answered = asked.respond(context, response).await;
    post(context, data, asked, [done.campaign]);
    Ok(answered?)
}

/// Posts what was done beside: whoever asked has their answer, and is told besides if it could not be posted.
pub(super) fn post(context: &Context, data: &Data, asked: &Asked<'_>, campaigns: impl IntoIterator<Item = CampaignId>) {
    let asker = Asker {
        http: Arc::clone(&context.http),
        interaction: asked.interaction(),
        token: asked.token().to_owned(),
        is_told_by_the_channel: false,
    };
    posting::post(data, asker, campaigns.into_iter().collect());
}
