//! What an earlier try has left on Discord, of which only the answer was lost: it is looked for before the same is done again.

use poise::serenity_prelude as serenity;
use serenity::{GetMessages, Http};

use crate::despatches::no_film;
use crate::discord::errors::{self, Meaning};
use crate::model::ids::MessageId;
use crate::model::outbox_row::Waiting;

/// The most messages of a channel that Discord gives at once.
const PAGE: u8 = 100;

/// By how many seconds Discord's clock and ours may differ.
const CLOCKS_DIFFER: i64 = 60;

/// A despatch that may have been posted before a crash: our own message with the same words and number, or with those by which it begins in
/// the campaign's channel. The channel is read back to the time of the attempt, in seconds since 1970, however much was said since.
///
/// # Errors
///
/// If Discord stumbles: not to know is no reason to post it twice.
pub(crate) async fn message(
    http: &Http,
    channel: serenity::ChannelId,
    waiting: &Waiting,
    in_channel: Option<&str>,
    attempted_at: i64,
) -> Result<Option<MessageId>, serenity::Error> {
    let (despatch, since) = (&waiting.despatch, attempted_at - CLOCKS_DIFFER);
    let footer = &despatch.footer;
    // What has nothing but its sentence is posted without an embed, and so without a footer.
    let is_bare = despatch.body().is_empty();
    let is_it = |message: &&serenity::Message| {
        let content = message.content.as_str();
        if despatch.is_a_film() && no_film::is_instead(content) {
            return message.author.bot && no_film::is_instead_of(waiting, content);
        }
        let begins_so = content.starts_with(&despatch.sentence) || in_channel.is_some_and(|sentence| content.starts_with(sentence));
        // In plain messages the footer is their end.
        let ends_so = message.embeds.first().map_or(is_bare || content.ends_with(footer), |embed| {
            embed.footer.as_ref().map_or("", |footer| footer.text.as_str()) == footer
        });
        message.author.bot && begins_so && ends_so
    };
    let mut page = GetMessages::new().limit(PAGE);
    loop {
        let messages = match channel.messages(http, page).await {
            Ok(messages) => messages,
            Err(error) if errors::meaning(&error) == Meaning::Stumbles => return Err(error),
            // Where the channel may not be read, a second copy is better than none.
            Err(_) => return Ok(None),
        };
        let is_of_then = |message: &&serenity::Message| message.timestamp.unix_timestamp() >= since;
        if let Some(found) = messages.iter().filter(is_of_then).find(is_it) {
            return Ok(Some(found.id.into()));
        }
        // The newest come first.
        match messages.last() {
            Some(oldest) if is_of_then(&oldest) && messages.len() >= usize::from(PAGE) => {
                page = GetMessages::new().limit(PAGE).before(oldest.id);
            }
            _ => return Ok(None),
        }
    }
}

/// A thread of a channel by its name, opened since the time of the attempt, in seconds since 1970. Where the threads may not be seen, there
/// is none.
///
/// # Errors
///
/// If Discord stumbles.
pub(crate) async fn thread(
    http: &Http,
    guild: serenity::GuildId,
    channel: serenity::ChannelId,
    name: &str,
    attempted_at: i64,
) -> Result<Option<serenity::ChannelId>, serenity::Error> {
    let active = match guild.get_active_threads(http).await {
        Ok(active) => active,
        Err(error) if errors::meaning(&error) == Meaning::Stumbles => return Err(error),
        Err(_) => return Ok(None),
    };
    let since = attempted_at - CLOCKS_DIFFER;
    let is_it = |thread: &serenity::GuildChannel| {
        thread.parent_id == Some(channel) && thread.name == name && thread.id.created_at().unix_timestamp() >= since
    };
    Ok(active.threads.into_iter().find(is_it).map(|thread| thread.id))
}
