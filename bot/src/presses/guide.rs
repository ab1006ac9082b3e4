//! A turn that is shown: a thread of one's own, a campaign in it that is forgotten, and its steps.

use std::sync::Arc;

use engine::campaign::{Options, Order};
use poise::serenity_prelude as serenity;
use serenity::{
    AutoArchiveDuration, ChannelType, ComponentInteraction, Context, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateThread,
};

use crate::despatches::guide;
use crate::discord::threads;
use crate::doors::data::Data;
use crate::doors::error::{CommandError, Outcome};
use crate::model::campaign::Seed;
use crate::model::despatch::Despatch;
use crate::model::ids::CampaignId;
use crate::model::lifecycle::{Company, Terms, Trial};
use crate::presses::asked::Asked;
use crate::presses::here::{post, room_here};
use crate::table::tables::{Founding, Given};

/// What its thread is called.
const THREAD: &str = "Show me: a first turn";

/// What somebody is told where no thread can be opened.
const NO_THREAD: &str = "I cannot open a thread for you here: ask again in an ordinary text channel where I have the permissions Create Private \
                         Threads (or Create Public Threads) and Send Messages in Threads; or begin a trial with /campaign start.";

/// Opens a thread for the one who asks: a private one, or where that may not be a public one.
async fn thread_for(data: &Data, press: &ComponentInteraction) -> Result<serenity::ChannelId, CommandError> {
    let private =
        CreateThread::new(THREAD).kind(ChannelType::PrivateThread).invitable(false).auto_archive_duration(AutoArchiveDuration::OneDay);
    let opened = match press.channel_id.create_thread(&data.http, private).await {
        Ok(opened) => opened.id,
        Err(error) => {
            tracing::info!(%error, "no private thread");
            threads::open(&data.http, press.channel_id, THREAD, AutoArchiveDuration::OneDay).await.map_err(|error| {
                tracing::info!(%error, "no thread");
                CommandError::Say(NO_THREAD.to_owned())
            })?
        }
    };
    // Whoever may write in the thread is called into it by its first message anyway.
    if let Err(error) = opened.add_thread_member(&data.http, press.user.id).await {
        tracing::info!(%error, "nobody could be put into a thread");
    }
    Ok(opened)
}

/// Shows how a turn is played.
pub(super) async fn show_me(context: &Context, data: &Data, asked: &Asked<'_>, press: &ComponentInteraction) -> Outcome {
    let Some(guild) = press.guild_id else {
        return Err(CommandError::Say("A turn is shown in a thread of a server's channel: ask there with /help.".to_owned()));
    };
    let Some(scenario) = data.pack.scenarios.first() else {
        return Err(CommandError::Say("This umpire's campaign has no scenario to show.".to_owned()));
    };
    asked.respond(context, CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true))).await?;
    let thread = thread_for(data, press).await?;
    let orders = vec![(Order::SetUp { scenario: scenario.key.clone(), options: Options::default() }, None)];
    let founding = Founding { guild: guild.into(), channel: thread.into(), pack: Arc::clone(&data.pack), orders };
    let terms = Terms { trial: Some(Trial::Demonstration), company: Some(Company::Alone), calls: None };
    let founded = data.tables.found_on(terms, founding, Seed(guide::SEED), asked.interaction(), asked.user()).await;
    let done = match founded {
        Ok(done) => done,
        Err(error) => {
            // Nothing is shown in it.
            if let Err(error) = thread.delete(&data.http).await {
                tracing::info!(%error, "an empty thread stays");
            }
            return Err(error.into());
        }
    };
    let told = Despatch::saying(format!("It begins in <#{thread}>: about a dozen presses, and you have played a turn."));
    let answered = asked.edit(context, asked.as_edit(&told, None)).await;
    post(context, data, asked, [done.campaign]);
    Ok(answered?)
}

/// Takes the next step.
pub(super) async fn next(context: &Context, data: &Data, asked: &Asked<'_>, campaign: CampaignId, revision: u32) -> Outcome {
    let room = room_here(data, asked, campaign).await?;
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    match room.take_step(campaign, asked.interaction(), asked.user(), revision).await? {
        Given::Done(done) | Given::Proposed(done) => post(context, data, asked, [done.campaign]),
        Given::Drafted => {}
    }
    Ok(())
}
