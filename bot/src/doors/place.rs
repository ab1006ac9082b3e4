//! Where somebody asks: whether the umpire may post there, and whether they manage the server.

use poise::serenity_prelude as serenity;
use serenity::{ChannelType, ComponentInteraction, InteractionContext, PartialChannel, Permissions};

use crate::discord::permitted::{is_thread, needed};
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

/// Whether what is asked without a server is asked in the direct messages with the umpire, and not in a conversation between others: there
/// somebody who has installed it for themselves may ask it, and it answers them, but posts nothing. Where Discord does not say, it is taken for
/// the former.
pub(crate) fn is_with_the_umpire(context: Option<InteractionContext>) -> bool {
    context.is_none_or(|context| context == InteractionContext::BotDm)
}

/// Refuses a channel in which the umpire may not post.
pub(crate) fn lacks_permission(ctx: Context<'_>) -> Outcome {
    let asked = ctx.interaction;
    lacks(asked.app_permissions, asked.guild_id, asked.context, asked.channel.as_ref())
}

/// The same for a button that was pressed there.
pub(crate) fn press_lacks_permission(press: &ComponentInteraction) -> Outcome {
    lacks(press.app_permissions, press.guild_id, press.context, press.channel.as_ref())
}

/// The same, by what Discord says the umpire may do there. In direct messages with the umpire it may post always, and Discord's list, of what may
/// be in a message, does not name it.
fn lacks(
    given: Option<Permissions>,
    guild: Option<serenity::GuildId>,
    context: Option<InteractionContext>,
    channel: Option<&PartialChannel>,
) -> Outcome {
    if guild.is_none() {
        return if is_with_the_umpire(context) {
            Ok(())
        } else {
            Err(CommandError::Say("I cannot play here: in a private conversation I may not post.".to_owned()))
        };
    }
    let kind = channel.map_or(ChannelType::Text, |channel| channel.kind);
    let place = if is_thread(kind) { "thread" } else { "channel" };
    match given.map(|given| needed(kind) - given).filter(|missing| !missing.is_empty()) {
        Some(missing) => Err(CommandError::Say(format!("I cannot play here: in this {place} I lack {missing}."))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(outcome: Outcome) -> Option<String> {
        outcome.err().and_then(|error| error.sentence())
    }

    #[test]
    fn without_a_server_the_umpire_plays_in_direct_messages_with_it_and_in_no_conversation_between_others() {
        let in_a_message = Some(Permissions::EMBED_LINKS | Permissions::ATTACH_FILES);
        for context in [None, Some(InteractionContext::BotDm)] {
            assert_eq!(said(lacks(in_a_message, None, context, None)), None, "{context:?}");
        }
        let refused = said(lacks(in_a_message, None, Some(InteractionContext::PrivateChannel), None));
        assert_eq!(refused.as_deref(), Some("I cannot play here: in a private conversation I may not post."));
    }

    #[test]
    fn in_the_chat_of_a_voice_channel_or_a_stage_the_umpire_has_to_be_let_in_and_elsewhere_there_is_no_coming_in() {
        let (given, guild) = (Some(needed(ChannelType::Text)), Some(serenity::GuildId::new(1)));
        let channel = |kind: u8| serde_json::from_value::<PartialChannel>(serde_json::json!({ "id": "2", "type": kind })).unwrap();
        for (kind, wanted) in [(0, None), (5, None), (2, Some("Connect")), (13, Some("Connect"))] {
            let refused = said(lacks(given, guild, Some(InteractionContext::Guild), Some(&channel(kind))));
            assert_eq!(refused, wanted.map(|wanted| format!("I cannot play here: in this channel I lack {wanted}.")), "{kind}");
        }
    }
}
