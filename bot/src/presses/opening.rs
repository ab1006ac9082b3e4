//! Presses by which somebody comes to play: a campaign is begun step by step, a seat is taken, a trial is forgotten.

use std::sync::Arc;

use engine::campaign::Order;
use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage};

use crate::despatches::{lifecycle, opening as despatch};
use crate::doors::advice;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::doors::place::{on_server, press_lacks_permission};
use crate::doors::seal;
use crate::journal::error::JournalError;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::lifecycle::{Company, Terms, Trial};
use crate::model::opening::Opening;
use crate::model::optional;
use crate::presses::asked::Asked;
use crate::presses::here::{answer_done, post, room_here, turn_page};
use crate::table::error::TableError;
use crate::table::tables::Founding;

/// Asks the next question about a new campaign, or begins it.
pub(super) async fn begin(context: &Context, data: &Data, asked: &Asked<'_>, press: &ComponentInteraction, opening: Opening) -> Outcome {
    let (Some(guild), Some(channel)) = (press.guild_id, asked.channel()) else {
        return Err(CommandError::Say("A campaign is played in a server's channel.".to_owned()));
    };
    if data.rooms.journal().campaign_in(channel).await.map_err(TableError::from)?.is_some() {
        return Err(TableError::from(JournalError::ChannelTaken).into());
    }
    if let Some(next) = despatch::step(&data.packs, opening) {
        return turn_page(context, asked, asked.as_answer(&next, true)).await;
    }
    let Some((pack, scenario)) = despatch::chosen(&data.packs, opening) else {
        return Err(CommandError::Say("This umpire has no such campaign any more: begin again with /campaign start.".to_owned()));
    };
    press_lacks_permission(press)?;
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    let options = optional::options(opening.full.unwrap_or_default());
    let orders =
        vec![(Order::SetUp { scenario: scenario.key.clone(), options }, None), (Order::DrawCards, None), (Order::CheckRevolts, None)];
    let founding = Founding { guild: guild.into(), channel, pack: Arc::clone(pack), orders };
    let terms = Terms {
        trial: opening.trial.filter(|trial| *trial).map(|_| Trial::Trial),
        company: opening.alone.map(|alone| if alone { Company::Alone } else { Company::Group }),
        calls: None,
    };
    let done = seal::begin(&data.http, &data.tables, terms, founding, (asked.interaction(), asked.user())).await?;
    let answered = asked.edit(context, asked.as_edit(&despatch::begins(), None)).await;
    post(context, data, asked, [done.campaign]);
    Ok(answered?)
}

/// Takes a seat, and is welcomed.
pub(super) async fn join(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let done = room.join(campaign, asked.interaction(), asked.user(), false).await?;
    let welcomed = async {
        let welcome = advice::welcome(data, campaign, room.as_ref(), asked.user()).await?;
        Ok(asked.edit(context, asked.as_edit(&welcome, None)).await?)
    };
    let welcomed = welcomed.await;
    post(context, data, asked, [done.campaign]);
    welcomed
}

/// Ends a trial, once whoever may has read what that means.
pub(super) async fn forget(
    context: &Context,
    data: &Data,
    asked: &Asked<'_>,
    press: &ComponentInteraction,
    campaign: CampaignId,
    sure: bool,
) -> Outcome {
    let Some(guild) = press.guild_id else { return Err(CommandError::Say("A trial is forgotten on its server.".to_owned())) };
    let room = room_here(data, asked, campaign).await?;
    if !sure {
        let question = lifecycle::ask_forget(campaign);
        return turn_page(context, asked, asked.as_answer(&question, true)).await;
    }
    let place = on_server(Some(guild), press.channel_id, press.member.as_ref());
    let done = asked.doing(context, room.forget(campaign, asked.interaction(), asked.user(), place)).await?;
    let said = Despatch::saying("It is forgotten.");
    answer_done(context, data, asked, CreateInteractionResponse::UpdateMessage(asked.as_answer(&said, true)), &done).await
}
