//! What the umpire may do in channels, as Discord says of each.

use std::collections::BTreeMap;

use poise::serenity_prelude as serenity;
use serenity::{Http, Permissions};

use crate::discord::errors::{self, Meaning};
use crate::model::ids::{ChannelId, GuildId};

/// What it has to be permitted wherever it is to post, besides to send messages there.
const WHEREVER: Permissions = Permissions::VIEW_CHANNEL.union(Permissions::EMBED_LINKS).union(Permissions::ATTACH_FILES);

/// What it has to be permitted in a channel where it is to post.
pub(crate) const NEEDED: Permissions = WHEREVER.union(Permissions::SEND_MESSAGES);

/// What it has to be permitted in a channel in a thread of which it is to post: Discord asks for no other leave to send there.
pub(crate) const NEEDED_IN_THREADS: Permissions = WHEREVER.union(Permissions::SEND_MESSAGES_IN_THREADS);

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
            Some(place) => Some((place.clone(), NEEDED)),
            // A thread, which is under the rules of the channel that it hangs in.
            None => match http.get_channel(place).await {
                Ok(other) => {
                    let parent = other.guild().and_then(|thread| all.get(&thread.parent_id?).cloned());
                    parent.map(|parent| (parent, NEEDED_IN_THREADS))
                }
                Err(error) if matches!(errors::meaning(&error), Meaning::Gone | Meaning::Forbidden) => None,
                Err(error) => return Err(error),
            },
        };
        let Some((place, needed)) = place else {
            found.insert(*channel, "it is gone, or the umpire does not see it".to_owned());
            continue;
        };
        let missing = needed - server.user_permissions_in(&place, &own);
        if !missing.is_empty() {
            found.insert(*channel, format!("the umpire lacks {missing} there"));
        }
    }
    Ok(found)
}
