//! Presses that undo: what was ordered last, or everything back to a labelled point; and the second word that takes.

use crate::despatches::undo;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, UserId};
use crate::presses::asked::{Act, Asked, is_private};
use crate::presses::here::{answer_done, line_chosen, room_here, turn_page};
use crate::presses::reason;
use crate::table::landmarks::BackTo;
use crate::table::undo::Undoing;
use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

/// Undoes what was ordered last, asks for the second word that it takes, or gives it.
pub(super) async fn last(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    revision: u32,
    asked_by: Option<UserId>,
) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let deed = room.last_deed(campaign).await?;
    let undoing = asked.doing(context, room.undo(campaign, asked.interaction(), asked.user(), Some(revision), asked_by)).await?;
    let (done, said) = match undoing {
        Undoing::Confirm(despatch) => {
            return Ok(asked.respond(context, CreateInteractionResponse::Message(asked.as_answer(&despatch, true))).await?);
        }
        Undoing::Asked(done) => (done, Despatch::saying("It takes a second word: the channel has been asked for it.")),
        Undoing::Done(done) => {
            // Farther back is offered beside. What is done is told and posted also where that cannot be read.
            let points = room.landmarks(campaign).await.unwrap_or_else(|error| {
                tracing::info!(campaign = campaign.0, %error, "no points to go back to are offered");
                Vec::new()
            });
            let menu = undo::menu(&points, campaign);
            (done, Despatch { menu, ..Despatch::saying(undo::said(deed.as_ref())) })
        }
    };
    // The question has its answer; a despatch is never changed but to mark it.
    let response = match asked.act {
        // A step back: what is legal now stands where the step was chosen.
        Act::Press(press) if is_private(&press.message) && asked_by.is_none() => {
            let board = room.seen(campaign, asked.user()).await.unwrap_or_else(|error| {
                tracing::info!(campaign = campaign.0, %error, "what is legal after an undo is not shown");
                said.clone()
            });
            CreateInteractionResponse::UpdateMessage(asked.as_answer(&board, true))
        }
        Act::Press(press) if is_private(&press.message) => CreateInteractionResponse::UpdateMessage(asked.as_answer(&said, true)),
        Act::Press(_) if asked_by.is_some() => {
            CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new()))
        }
        _ => CreateInteractionResponse::Message(asked.as_answer(&said, true)),
    };
    answer_done(context, data, asked, response, &done).await
}

/// Shows what going back to the point chosen takes back.
pub(super) async fn menu(context: &Context, data: &Data, asked: &Asked<'_>, press: &ComponentInteraction, campaign: CampaignId) -> Outcome {
    let first = line_chosen(press)?.parse().map_err(|_| CommandError::Say("Choose a line of the menu.".to_owned()))?;
    to(context, data, asked, campaign, BackTo { first, last: None, asked_by: None }).await
}

/// Goes back to a point, asks for the second word that it takes, or gives it.
pub(super) async fn to(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, back: BackTo) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let (done, said) = match asked.doing(context, room.undo_to(campaign, asked.interaction(), asked.user(), back)).await? {
        Undoing::Confirm(despatch) => return turn_page(context, asked, asked.as_answer(&despatch, true)).await,
        Undoing::Asked(done) => (done, Despatch::saying("The channel has been asked for the second word that it takes.")),
        Undoing::Done(done) => (done, Despatch::saying("Undone.")),
    };
    let response = match asked.act {
        Act::Press(press) if is_private(&press.message) => CreateInteractionResponse::UpdateMessage(asked.as_answer(&said, true)),
        Act::Press(_) => CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new())),
        Act::Form(_) => CreateInteractionResponse::Message(asked.as_answer(&said, true)),
    };
    answer_done(context, data, asked, response, &done).await
}

/// Declines to undo something, or takes back that it was asked for.
pub(super) async fn decline(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, asked_by: UserId) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let done = asked.doing(context, room.decline_undo(campaign, asked.interaction(), asked.user(), asked_by)).await?;
    let closed = CreateInteractionResponse::UpdateMessage(CreateInteractionResponseMessage::new().components(Vec::new()));
    answer_done(context, data, asked, closed, &done).await?;
    if asked_by == asked.user() {
        return Ok(());
    }
    reason::offer(context, asked, campaign, asked_by, 0).await
}
