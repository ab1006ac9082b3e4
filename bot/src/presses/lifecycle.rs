//! Presses that end a campaign: close it, delete it, or leave it be.

use std::collections::BTreeSet;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

use crate::despatches::set_aside;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::doors::place::{MANAGERS_ONLY, on_server};
use crate::model::ids::CampaignId;
use crate::presses::asked::Asked;
use crate::presses::here::{answer_done, post, room_here};
use crate::table::error::TableError;

/// Deletes the campaign, once whoever may has read what that means.
pub(super) async fn delete(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    press: &ComponentInteraction,
    campaign: CampaignId,
) -> Outcome {
    let place = on_server(press.guild_id, press.channel_id, press.member.as_ref());
    let room = data.rooms.known(campaign).await?;
    let done = asked.doing(context, room.delete(campaign, asked.interaction(), asked.user(), place)).await?;
    let message = CreateInteractionResponseMessage::new()
        .content(format!("The {} is deleted.", room.commands().noun))
        .embeds(Vec::new())
        .components(Vec::new());
    answer_done(context, data, asked, CreateInteractionResponse::UpdateMessage(message), &done).await
}

/// Closes a campaign.
pub(super) async fn close(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    let message = CreateInteractionResponseMessage::new()
        .content(format!("The {} is closed.", room.commands().noun))
        .embeds(Vec::new())
        .components(Vec::new());
    let done = asked.doing(context, room.close(campaign, asked.interaction(), asked.user())).await?;
    answer_done(context, data, asked, CreateInteractionResponse::UpdateMessage(message), &done).await
}

/// Sends the despatches of a server again that were set aside, for whoever manages it.
pub(super) async fn send_again(context: &Context, data: &Data, asked: &Asked<'_>, press: &ComponentInteraction) -> Outcome {
    let Some(guild) = press.guild_id else { return Err(CommandError::Say("Despatches are sent again on their server.".to_owned())) };
    let place = on_server(Some(guild), press.channel_id, press.member.as_ref());
    if !place.manages {
        return Err(CommandError::Say(MANAGERS_ONLY.to_owned()));
    }
    let campaigns = asked.doing(context, async { data.rooms.journal().send_again(place.guild).await.map_err(TableError::from) }).await?;
    let message = CreateInteractionResponseMessage::new()
        .content(set_aside::sent_again(campaigns.len()).sentence)
        .embeds(Vec::new())
        .components(Vec::new());
    let answered = asked.respond(context, CreateInteractionResponse::UpdateMessage(message)).await;
    post(context, data, asked, campaigns.into_iter().collect::<BTreeSet<_>>());
    Ok(answered?)
}

/// Leaves a campaign as it is.
pub(super) async fn leave(context: &Context, asked: &Asked<'_>) -> Outcome {
    let message = CreateInteractionResponseMessage::new().content("It goes on.").embeds(Vec::new()).components(Vec::new());
    Ok(asked.respond(context, CreateInteractionResponse::UpdateMessage(message)).await?)
}
