//! A reason for a decline: declining is one press, and who likes to say why does it afterwards.

use crate::despatches::group;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::custom_id::CustomId;
use crate::model::ids::{CampaignId, UserId};
use crate::presses::asked::Asked;
use crate::presses::form::{optional_field, typed};
use crate::presses::here::{answer_done, room_here};
use crate::table::undo::Declined;
use poise::serenity_prelude as serenity;
use serenity::{Context, CreateInteractionResponse, CreateModal, ModalInteraction};

/// Offers whoever declined something to say why.
pub(super) async fn offer(context: &Context, asked: &Asked<'_>, campaign: CampaignId, asked_by: UserId, proposal: u32) -> Outcome {
    Ok(asked.follow_up(context, asked.as_follow_up(&group::offer_reason(campaign, asked_by, proposal), true)).await?)
}

/// Opens the form.
pub(super) async fn ask(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    campaign: CampaignId,
    asked_by: UserId,
    proposal: u32,
) -> Outcome {
    room_here(data, asked, campaign).await?;
    let modal = CreateModal::new(CustomId::Reason { campaign, asked_by, proposal }.to_string(), "Why it is declined")
        .components(vec![optional_field("why", "Why, in a sentence", "the ships are wanted elsewhere", None)]);
    Ok(asked.respond(context, CreateInteractionResponse::Modal(modal)).await?)
}

/// Posts what was typed into it.
pub(super) async fn give(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    form: &ModalInteraction,
    campaign: CampaignId,
    asked_by: UserId,
    proposal: u32,
) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let Some(why) = typed(form, "why") else { return Err(CommandError::Say("Nothing was typed, so nothing is posted.".to_owned())) };
    let declined = Declined { asked_by, proposal };
    let done = asked.doing(context, room.say_why(campaign, asked.interaction(), asked.user(), declined, why)).await?;
    answer_done(context, data, asked, CreateInteractionResponse::Acknowledge, &done).await
}
