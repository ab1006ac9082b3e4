//! How a game beside the campaign is begun: in the channel, or, where that has a game already, in a thread of its own.

use poise::serenity_prelude as serenity;
use serenity::AutoArchiveDuration;

use crate::discord::threads;
use crate::doors::data::Data;
use crate::doors::error::CommandError;
use crate::doors::seal;
use crate::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use crate::model::lifecycle::Terms;
use crate::table::error::TableError;
use crate::table::tables::{Done, Founding, Hosted};

/// A game that was begun.
pub(crate) struct Begun {
    /// What was done.
    pub(crate) done: Done,
    /// The thread that was opened for it, if one was.
    pub(crate) thread: Option<serenity::ChannelId>,
}

/// Where somebody begins a game.
#[derive(Clone, Copy)]
pub(crate) struct Where {
    /// The server; [`GuildId::DIRECT`] in direct messages.
    pub(crate) guild: GuildId,
    /// The channel.
    pub(crate) channel: serenity::ChannelId,
    /// Whether that is a thread, in which no other can be opened.
    pub(crate) is_thread: bool,
}

/// What is to be begun.
pub(crate) struct Beginning<G: Hosted> {
    /// Its pack.
    pub(crate) pack: G::Pack,
    /// What a thread for it is called.
    pub(crate) thread: String,
    /// The orders that begin it.
    pub(crate) orders: Vec<G::Order>,
    /// Who is asked to take the other side, if somebody is.
    pub(crate) calls: Option<UserId>,
}

/// What is said where there is a game already, and no thread for another.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    /// In direct messages.
    pub(crate) direct: &'static str,
    /// In a thread.
    pub(crate) thread: &'static str,
    /// Where no thread can be opened.
    pub(crate) no_thread: &'static str,
}

/// Refuses at once, before anything is asked, where no game can be begun: in direct messages with a game going on there.
pub(crate) async fn refuse_at_once(data: &Data, guild: GuildId, channel: ChannelId, taken: Taken) -> Result<(), CommandError> {
    if guild != GuildId::DIRECT || data.rooms.journal().campaign_in(channel).await.map_err(TableError::from)?.is_none() {
        return Ok(());
    }
    Err(CommandError::Say(taken.direct.to_owned()))
}

/// Begins a game with these orders; who is to be asked to take the other side is called.
pub(crate) async fn begin<G: Hosted>(
    data: &Data,
    http: &serenity::Http,
    place: Where,
    (interaction, user): (InteractionId, UserId),
    beginning: Beginning<G>,
    taken: Taken,
) -> Result<Begun, CommandError> {
    let tables = data.rooms.tables::<G>().ok_or_else(|| TableError::UnknownGame(G::NAME.to_owned()))?;
    let is_taken = data.rooms.journal().campaign_in(place.channel.into()).await.map_err(TableError::from)?.is_some();
    let thread = if is_taken { Some(thread_for(http, place, &beginning.thread, taken).await?) } else { None };
    let channel: ChannelId = thread.unwrap_or(place.channel).into();
    let orders = beginning.orders.into_iter().map(|order| (order, None)).collect();
    let founding = Founding { guild: place.guild, channel, pack: beginning.pack, orders };
    let terms = Terms { calls: beginning.calls, ..Terms::default() };
    match seal::begin(http, &tables, terms, founding, (interaction, user)).await {
        Ok(done) => Ok(Begun { done, thread }),
        Err(error) => {
            // Nothing is played in it.
            if let Some(thread) = thread
                && let Err(error) = thread.delete(http).await
            {
                tracing::info!(%error, "an empty thread stays");
            }
            Err(error)
        }
    }
}

async fn thread_for(http: &serenity::Http, place: Where, title: &str, taken: Taken) -> Result<serenity::ChannelId, CommandError> {
    if place.guild == GuildId::DIRECT {
        return Err(CommandError::Say(taken.direct.to_owned()));
    }
    if place.is_thread {
        return Err(CommandError::Say(taken.thread.to_owned()));
    }
    threads::open(http, place.channel, title, AutoArchiveDuration::OneWeek).await.map_err(|error| {
        tracing::info!(%error, "no thread for a game");
        CommandError::Say(taken.no_thread.to_owned())
    })
}
