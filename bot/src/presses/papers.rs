//! The press that deletes a campaign.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

use super::{Asked, publish};
use crate::commands::papers::on_server;
use crate::commands::{CommandError, Data, Outcome};
use crate::journal::CampaignId;

/// Deletes the campaign, once whoever may has read what that means.
pub(super) async fn delete(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    press: &ComponentInteraction,
    campaign: CampaignId,
) -> Outcome {
    let Some(guild) = press.guild_id else { return Err(CommandError::Say("A campaign is deleted on its server.".to_owned())) };
    let place = on_server(guild, press.channel_id, press.member.as_ref());
    let done = data.tables.delete(campaign, asked.interaction(), asked.user(), place).await?;
    let message = CreateInteractionResponseMessage::new().content("The campaign is deleted.").embeds(Vec::new()).components(Vec::new());
    asked.respond(context, CreateInteractionResponse::UpdateMessage(message)).await?;
    publish(context, data, asked, &done).await
}
