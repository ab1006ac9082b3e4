//! What the umpire may do in channels, as Discord says of each.

use std::collections::BTreeMap;

use poise::serenity_prelude as serenity;
use serenity::{ChannelType, Http, Permissions};

use crate::discord::errors::{self, Meaning};
use crate::model::ids::{ChannelId, GuildId};

/// What it has to be permitted wherever it is to post, besides to send messages there. Where it may not read what was written before, Discord
/// shows it an empty channel: it would find neither what lies below the board nor a despatch of which only the answer was lost.
const WHEREVER: Permissions =
    Permissions::VIEW_CHANNEL.union(Permissions::EMBED_LINKS).union(Permissions::ATTACH_FILES).union(Permissions::READ_MESSAGE_HISTORY);

/// Whether a channel of this kind is a thread.
pub(crate) const fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::NewsThread | ChannelType::PublicThread | ChannelType::PrivateThread)
}

/// What it has to be permitted where it is to post: for a thread in the channel that it hangs in, where Discord asks for no other leave to
/// send; for the chat of a voice channel or a stage to come in besides, since Discord lets nobody else write there.
pub(crate) const fn needed(kind: ChannelType) -> Permissions {
    match kind {
        ChannelType::Voice | ChannelType::Stage => WHEREVER.union(Permissions::SEND_MESSAGES).union(Permissions::CONNECT),
        _ if is_thread(kind) => WHEREVER.union(Permissions::SEND_MESSAGES_IN_THREADS),
        _ => WHEREVER.union(Permissions::SEND_MESSAGES),
    }
}

/// What is in the way of posting in some channels of a server, in words; nothing of those in which nothing is. `own` is the umpire's own user.
///
/// # Errors
///
/// If Discord does not say.
pub(crate) async fn in_the_way(
    http: &Http,
    own: serenity::UserId,
    guild: GuildId,
    channels: &[ChannelId],
) -> Result<BTreeMap<ChannelId, String>, serenity::Error> {
    let of_all = |says: &str| channels.iter().map(|channel| (*channel, says.to_owned())).collect();
    let server = match http.get_guild(guild.into()).await {
        Err(error) if matches!(errors::meaning(&error), Meaning::Gone | Meaning::Forbidden) => {
            return Ok(of_all("the umpire is not on its server any more"));
        }
        other => other?,
    };
    let (all, own) = (server.id.channels(http).await?, http.get_member(server.id, own).await?);
    let mut found = BTreeMap::new();
    for channel in channels {
        let place = serenity::ChannelId::from(*channel);
        let place = match all.get(&place) {
            Some(place) => Some((place.clone(), place.kind)),
            // A thread, which is under the rules of the channel that it hangs in.
            None => match http.get_channel(place).await {
                Ok(other) => other.guild().and_then(|thread| Some((all.get(&thread.parent_id?)?.clone(), thread.kind))),
                Err(error) if matches!(errors::meaning(&error), Meaning::Gone | Meaning::Forbidden) => None,
                Err(error) => return Err(error),
            },
        };
        let Some((place, kind)) = place else {
            found.insert(*channel, "it is gone, or the umpire does not see it".to_owned());
            continue;
        };
        let missing = needed(kind) - server.user_permissions_in(&place, &own);
        if !missing.is_empty() {
            found.insert(*channel, format!("the umpire lacks {missing} there"));
        }
    }
    Ok(found)
}
