//! Where somebody asks: whether the umpire may post there, and whether they manage the server.

use poise::serenity_prelude as serenity;
use serenity::Permissions;

use crate::discord::permitted::NEEDED;
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
    lacks(ctx.interaction.app_permissions)
}

/// The same, by what Discord says the umpire may do there.
pub(crate) fn lacks(given: Option<Permissions>) -> Outcome {
    match given.map(|given| NEEDED - given).filter(|missing| !missing.is_empty()) {
        Some(missing) => Err(CommandError::Say(format!("I cannot play here: in this channel I lack {missing}."))),
        None => Ok(()),
    }
}
