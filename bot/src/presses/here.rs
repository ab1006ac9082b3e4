//! The campaign a press belongs to, and what is done once it has been carried out.

use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::snapshot::Snapshot;
use crate::presses::asked::{Act, Asked};
use crate::table::error::TableError;
use crate::table::tables::Done;
use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

/// A channel without a campaign is nothing that went wrong.
pub(super) fn none_here(error: TableError) -> Result<Option<Snapshot>, TableError> {
    if matches!(error, TableError::NoCampaign) { Ok(None) } else { Err(error) }
}

/// The campaign, if it is the one of this channel: a button of another is not answered.
pub(super) async fn known_here(data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Result<CampaignId, CommandError> {
    let Some(channel) = asked.guild_channel() else { return Err(TableError::NoCampaign.into()) };
    data.tables.takes_orders(campaign, channel).await?;
    let here = data.tables.journal().campaign_in(channel).await.map_err(TableError::from)?;
    match data.tables.snapshot(campaign).await {
        Ok(snapshot) if snapshot.campaign.channel == channel || here == Some(campaign) => Ok(campaign),
        Ok(_) | Err(TableError::NoCampaign) => {
            Err(CommandError::Say("That button belongs to another campaign: use those of this channel, or /turn.".to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether a message is one that only its reader sees.
pub(super) fn is_private(press: &ComponentInteraction) -> bool {
    press.message.flags.is_some_and(|flags| flags.contains(serenity::MessageFlags::EPHEMERAL))
}

/// The one line chosen in a menu.
pub(super) fn line_chosen(press: &ComponentInteraction) -> Result<&str, CommandError> {
    match &press.data.kind {
        ComponentInteractionDataKind::StringSelect { values } if values.len() == 1 => Ok(&values[0]),
        _ => Err(CommandError::Say("Choose one line of the menu.".to_owned())),
    }
}

/// Shows a private message: one that only its reader sees turns its own pages; from a message of the channel it opens beside it.
pub(super) async fn turn_page(context: &Context, asked: &Asked<'_>, message: CreateInteractionResponseMessage) -> Outcome {
    let response = match asked.act {
        Act::Press(press) if is_private(press) => CreateInteractionResponse::UpdateMessage(message),
        _ => CreateInteractionResponse::Message(message),
    };
    Ok(asked.respond(context, response).await?)
}

pub(super) async fn publish(context: &Context, data: &Data, asked: &Asked<'_>, done: &Done) -> Outcome {
    match data.outbox.publish(done.campaign).await {
        Ok(()) => Ok(()),
        Err(error) => Ok(asked.follow_up(context, asked.as_follow_up(&Despatch::saying(error.sentence()), true)).await?),
    }
}
