//! Presses about the group: votes, and the sides of a battle.

use crate::doors::data::Data;
use crate::doors::error::Outcome;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::presses::asked::Asked;
use crate::presses::here::{answer_done, known_here, post};
use poise::serenity_prelude as serenity;
use serenity::{Context, CreateInteractionResponse};

/// Votes on the commander in chief.
pub(super) async fn vote(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, dismiss: bool) -> Outcome {
    known_here(data, asked, campaign).await?;
    let done = asked.doing(context, data.tables.vote(campaign, asked.interaction(), asked.user(), dismiss)).await?;
    let said = Despatch::saying("Your vote is counted; how you voted is in the journal, and is not posted.");
    answer_done(context, data, asked, CreateInteractionResponse::Message(asked.as_answer(&said, true)), &done).await
}

/// Votes on a house rule.
pub(super) async fn vote_on_option(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, agree: bool) -> Outcome {
    known_here(data, asked, campaign).await?;
    let done = asked.doing(context, data.tables.vote_on_option(campaign, asked.interaction(), asked.user(), agree)).await?;
    let said = Despatch::saying("Your vote is counted; how you voted is in the journal, and is not posted.");
    answer_done(context, data, asked, CreateInteractionResponse::Message(asked.as_answer(&said, true)), &done).await
}

/// Changes sides in a battle, or lays a command down.
pub(super) async fn side(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, battle: u32, away: bool) -> Outcome {
    known_here(data, asked, campaign).await?;
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    let done = data.tables.change_side(campaign, asked.interaction(), asked.user(), battle, away).await?;
    post(context, data, asked, [done.campaign]);
    Ok(())
}
