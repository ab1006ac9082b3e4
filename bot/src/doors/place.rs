//! Where somebody asks: whether the umpire may post there, and whether they manage the server.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, PartialChannel, Permissions};

use crate::discord::permitted::{NEEDED, NEEDED_IN_THREADS};
use crate::doors::error::{CommandError, Context, Outcome};
use crate::model::ids::GuildId;
use crate::table::lifecycle::OnServer;

/// What somebody is told who asks for what is for whoever manages the server alone.
pub(crate) const MANAGERS_ONLY: &str = "That is for whoever manages this server: ask somebody with the permission Manage Server.";

/// Where on a server somebody asks, and whether Discord says that they manage it. Without a server it is in direct messages, where nobody manages
/// anything.
pub(crate) fn on_server(guild: Option<serenity::GuildId>, channel: serenity::ChannelId, member: Option<&serenity::Member>) -> OnServer {
    let permissions = member.and_then(|member| member.permissions).unwrap_or_default();
    OnServer {
        guild: guild.map_or(GuildId::DIRECT, Into::into),
        channel: channel.into(),
        manages: permissions.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR),
    }
}

/// Refuses a channel in which the umpire may not post.
pub(crate) fn lacks_permission(ctx: Context<'_>) -> Outcome {
    let asked = ctx.interaction;
    lacks(asked.app_permissions, asked.guild_id, asked.channel.as_ref())
}

/// The same for a button that was pressed there.
pub(crate) fn press_lacks_permission(press: &ComponentInteraction) -> Outcome {
    lacks(press.app_permissions, press.guild_id, press.channel.as_ref())
}

/// The same, by what Discord says the umpire may do there. In direct messages it may post always, and Discord's list, of what may be in a
/// message, does not name it.
fn lacks(given: Option<Permissions>, guild: Option<serenity::GuildId>, channel: Option<&PartialChannel>) -> Outcome {
    if guild.is_none() {
        return Ok(());
    }
    let is_thread = channel.is_some_and(|channel| channel.thread_metadata.is_some());
    let (needed, place) = if is_thread { (NEEDED_IN_THREADS, "thread") } else { (NEEDED, "channel") };
    match given.map(|given| needed - given).filter(|missing| !missing.is_empty()) {
        Some(missing) => Err(CommandError::Say(format!("I cannot play here: in this {place} I lack {missing}."))),
        None => Ok(()),
    }
}
