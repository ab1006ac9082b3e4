//! Posting what was done, beside: whoever asked has their answer first, and is told besides if Discord did not take what was posted.

use crate::discord::{errors, render, retry};
use crate::doors::data::Data;
use crate::doors::error::Context;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, InteractionId};
use poise::serenity_prelude as serenity;
use std::sync::Arc;

/// Who asked: their interaction and what Discord lets it be answered with.
pub(crate) struct Asker {
    pub(crate) http: Arc<serenity::Http>,
    pub(crate) interaction: InteractionId,
    pub(crate) token: String,
    /// Whether their answer says no more than what the channel tells them: then it is taken back once that is posted.
    pub(crate) is_told_by_the_channel: bool,
}

impl Asker {
    /// Whoever gave a command, of which their answer tells them more than the channel.
    pub(crate) fn of(ctx: Context<'_>) -> Self {
        Self {
            http: Arc::clone(&ctx.serenity_context().http),
            interaction: ctx.interaction.id.into(),
            token: ctx.interaction.token.clone(),
            is_told_by_the_channel: false,
        }
    }
}

/// Posts what waits in some games, one after the other. Returns at once; what could not be posted is told to whoever asked as a message beside
/// their answer.
pub(crate) fn post(data: &Data, asker: Asker, campaigns: Vec<CampaignId>) {
    let (outbox, deed) = (Arc::clone(&data.outbox), data.under_way.deed(asker.interaction));
    tokio::spawn(async move {
        let _deed = deed;
        let mut failed = None;
        for campaign in campaigns {
            if let Err(error) = outbox.publish(campaign).await {
                tracing::info!(campaign = campaign.0, %error, "what was asked for is not posted yet");
                failed = Some(error.sentence());
            }
        }
        let Some(sentence) = failed else {
            if asker.is_told_by_the_channel {
                take_back_answer(&asker).await;
            }
            return;
        };
        let message = render::follow_up(&Despatch::saying(sentence), true);
        let told = || asker.http.create_followup_message(&asker.token, &message, Vec::new());
        if let Err(error) = retry::again(&retry::WITH_AN_ANSWER, "what was not posted", told).await {
            tracing::info!(%error, "whoever asked could not be told that something is not posted");
        }
    });
}

/// Takes back an answer after which nothing more is to be known.
async fn take_back_answer(asker: &Asker) {
    let deletion = || asker.http.delete_original_interaction_response(&asker.token);
    if let Err(error) = retry::again(&retry::WITH_A_DESPATCH, "an answer that is not needed", deletion).await
        && !errors::is_gone(&error)
    {
        tracing::info!(%error, "an answer that is not needed stays");
    }
}
