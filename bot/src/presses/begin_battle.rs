//! Presses by which a battle on the gridded board is begun, step by step.

use engine::tabletop::options::Options;
use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, Context, CreateInteractionResponse};

use crate::despatches::field::beginning;
use crate::doors::battle;
use crate::doors::data::Data;
use crate::doors::error::Outcome;
use crate::doors::founding::{Begun, Where, refuse_at_once};
use crate::doors::place::press_lacks_permission;
use crate::model::despatch::Despatch;
use crate::model::ids::GuildId;
use crate::model::skirmish::Skirmish;
use crate::presses::asked::Asked;
use crate::presses::here::{post, turn_page};

/// Asks the next question about a new battle, or begins it.
pub(super) async fn begin(context: &Context, data: &Data, asked: &Asked<'_>, press: &ComponentInteraction, skirmish: Skirmish) -> Outcome {
    let guild = press.guild_id.map_or(GuildId::DIRECT, Into::into);
    if let Some(next) = beginning::step(&data.battle_pack, skirmish, guild == GuildId::DIRECT) {
        refuse_at_once(data, guild, press.channel_id.into(), battle::TAKEN).await?;
        return turn_page(context, asked, asked.as_answer(&next, true)).await;
    }
    press_lacks_permission(press)?;
    asked.respond(context, CreateInteractionResponse::Acknowledge).await?;
    let is_thread = press.channel.as_ref().is_some_and(|channel| channel.thread_metadata.is_some());
    let place = Where { guild, channel: press.channel_id, is_thread };
    let by = (asked.interaction(), asked.user());
    let Begun { done, thread } = battle::begin(data, &data.http, place, by, (skirmish, Options::default(), None)).await?;
    let said = thread.map_or_else(|| "It begins.".to_owned(), |thread| format!("It begins in <#{thread}>."));
    let answered = asked.edit(context, asked.as_edit(&Despatch::saying(said), None)).await;
    post(context, data, asked, [done.campaign]);
    Ok(answered?)
}
