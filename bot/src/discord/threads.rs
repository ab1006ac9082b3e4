//! Threads that hang on no message.

use poise::serenity_prelude as serenity;
use serenity::{AutoArchiveDuration, ChannelType, CreateThread, Http};

use crate::discord::errors::{self, Meaning};

/// Opens a thread for all who see the channel. Those of an announcement channel are of a kind of their own, and Discord takes no other there: what
/// the channel is, is asked only where the usual kind is refused.
///
/// # Errors
///
/// If Discord does not open it, or does not say what the channel is.
pub(crate) async fn open(
    http: &Http,
    channel: serenity::ChannelId,
    name: &str,
    closes_after: AutoArchiveDuration,
) -> Result<serenity::ChannelId, serenity::Error> {
    let thread = |kind| CreateThread::new(name).kind(kind).auto_archive_duration(closes_after);
    let refused = match channel.create_thread(http, thread(ChannelType::PublicThread)).await {
        Ok(opened) => return Ok(opened.id),
        Err(error) if errors::meaning(&error) == Meaning::Refused => error,
        Err(error) => return Err(error),
    };
    let kind = http.get_channel(channel).await?.guild().map(|channel| channel.kind);
    if kind != Some(ChannelType::News) {
        return Err(refused);
    }
    Ok(channel.create_thread(http, thread(ChannelType::NewsThread)).await?.id)
}
