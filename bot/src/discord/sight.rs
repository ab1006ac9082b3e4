//! Who sees which channel of a server, as Discord says it: asked when somebody asks of games in other channels, and not kept at hand. Of ten
//! thousand servers the channels and roles would fill the memory, and one list in a month is all that they are for.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serenity::{ChannelType, GuildChannel, Http, Member, PartialGuild};

use crate::discord::errors::{self, Meaning};
use crate::model::ids::{ChannelId, GuildId};

/// How long Discord has to say who sees what: whoever asked has been told that it is looked up.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long what Discord said is good enough to complete what somebody types.
const LATELY: Duration = Duration::from_secs(30);

/// Servers of which what Discord said lately is kept.
const KEPT: usize = 64;

/// A channel that is not among those of its server.
#[derive(Clone, Copy)]
enum Other {
    /// A thread.
    Thread {
        /// The channel it hangs in.
        parent: ChannelId,
        /// Whether only those see it who were put into it, or manage threads.
        is_private: bool,
    },
    /// It is not there any more.
    Gone,
    /// The umpire itself does not see it.
    Hidden,
}

/// The channels and roles of a server, as Discord told them.
pub(crate) struct Sight {
    guild: PartialGuild,
    channels: HashMap<serenity::ChannelId, GuildChannel>,
    /// What was asked of other channels.
    others: Mutex<HashMap<ChannelId, Other>>,
}

impl Sight {
    /// Asks Discord, once more if it stumbles; nothing if it does not say.
    async fn ask(http: &Http, guild: GuildId) -> Option<Arc<Self>> {
        let guild = serenity::GuildId::from(guild);
        let both = || async { tokio::try_join!(http.get_guild(guild), guild.channels(http)) };
        let asked = async {
            match both().await {
                Err(error) if errors::is_passing(&error) => both().await,
                said => said,
            }
        };
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(Ok((guild, channels))) => Some(Arc::new(Self { guild, channels, others: Mutex::default() })),
            Ok(Err(error)) => {
                tracing::info!(%error, server = %guild, "Discord did not say who sees which channel: games in other channels are left out");
                None
            }
            Err(_) => {
                tracing::info!(server = %guild, "Discord did not say in time who sees which channel: games in other channels are left out");
                None
            }
        }
    }

    /// Whether somebody sees a channel of the server, who is in the game that is played there if `is_in_it`. One that is gone is no secret any
    /// more; one of which nothing can be learnt is.
    pub(crate) async fn shows(&self, http: &Http, channel: ChannelId, member: &Member, is_in_it: bool) -> bool {
        let (mut place, mut is_private) = (channel, false);
        if !self.channels.contains_key(&place.into()) {
            match self.other(http, channel).await {
                // Who sees a thread is whoever sees the channel it hangs in; of a private one only some of them, and who was put into it
                // besides those who play there Discord would have to be asked for each.
                Some(Other::Thread { parent, is_private: for_some }) => (place, is_private) = (parent, for_some),
                Some(Other::Gone) => return true,
                Some(Other::Hidden) | None => return false,
            }
        }
        let Some(place) = self.channels.get(&place.into()) else { return false };
        let may = self.guild.user_permissions_in(place, member);
        may.view_channel() && (!is_private || is_in_it || may.manage_threads())
    }

    /// What a channel is that is not among those of the server: as it was found before, or as Discord says now.
    async fn other(&self, http: &Http, channel: ChannelId) -> Option<Other> {
        let known = self.others.lock().unwrap_or_else(PoisonError::into_inner).get(&channel).copied();
        if known.is_some() {
            return known;
        }
        let said = tokio::time::timeout(PATIENCE, http.get_channel(channel.into())).await.ok()?;
        let other = match said {
            Ok(said) => {
                let thread = said.guild().filter(|channel| channel.thread_metadata.is_some())?;
                Other::Thread { parent: thread.parent_id?.into(), is_private: thread.kind == ChannelType::PrivateThread }
            }
            Err(error) => match errors::meaning(&error) {
                Meaning::Gone => Other::Gone,
                Meaning::Forbidden => Other::Hidden,
                _ => return None,
            },
        };
        self.others.lock().unwrap_or_else(PoisonError::into_inner).insert(channel, other);
        Some(other)
    }
}

/// What Discord said lately of the servers it was asked about.
#[derive(Default)]
pub struct Sights(Mutex<VecDeque<(GuildId, Instant, Arc<Sight>)>>);

impl Sights {
    /// As it is now.
    pub(crate) async fn now(&self, http: &Http, guild: GuildId) -> Option<Arc<Sight>> {
        let sight = Sight::ask(http, guild).await?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(of, at, _)| *of != guild && at.elapsed() < LATELY);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((guild, Instant::now(), Arc::clone(&sight)));
        Some(sight)
    }

    /// As it was some seconds ago, if it was asked then: completion asks at every letter.
    pub(crate) async fn lately(&self, http: &Http, guild: GuildId) -> Option<Arc<Sight>> {
        let known = {
            let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.iter().find(|(of, at, _)| *of == guild && at.elapsed() < LATELY).map(|(_, _, sight)| Arc::clone(sight))
        };
        match known {
            Some(sight) => Some(sight),
            None => self.now(http, guild).await,
        }
    }
}

/// Whether the umpire is on a server; nothing if Discord does not say.
pub(crate) async fn is_on(http: &Http, guild: GuildId) -> Option<bool> {
    let said = tokio::time::timeout(PATIENCE, http.get_guild(guild.into())).await.ok()?;
    match said {
        Ok(_) => Some(true),
        Err(error) => matches!(errors::meaning(&error), Meaning::Gone | Meaning::Forbidden).then_some(false),
    }
}
