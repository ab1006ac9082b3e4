//! Edits of messages that stand: by what the last press on them lets one do, and otherwise as of any message.
//!
//! A press brings a token, by which the message it was made on can be edited for fifteen minutes. Such an edit does not count among the fifty
//! requests a second that Discord takes of a bot
//! (<https://discord.com/developers/docs/interactions/receiving-and-responding>). Where Discord does not take it, the message is edited like
//! any other, so that nothing depends on it: the tokens are kept in memory alone, and only so many of them.
//!
//! Messages of more than an hour Discord lets a bot edit only a few times in a while (error 30046); how many it does not say, and who has used
//! them up waits for it with all else that is edited in the channel. So an old message that was edited a moment ago is said to be spent
//! (`Edits::is_spent`), and what it should show goes into a new one.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use serenity::{ApplicationId, CreateAttachment, EditMessage, Http};

use crate::discord::errors;
use crate::discord::rate::Rate;
use crate::model::ids::MessageId;
use crate::model::shards::Shards;

/// How long a token is used: less than the fifteen minutes that Discord takes it, so that none runs out on the way.
const LENT_FOR: Duration = Duration::from_secs(14 * 60);

/// The most tokens that are kept; each is some three hundred characters.
const MOST_TOKENS: usize = 5_000;

/// Discord takes five requests by a token within two seconds: four are edits of the message, the other is left to whoever pressed.
const EDITS: usize = 4;

/// The two seconds, and some time on the way.
const WITHIN: Duration = Duration::from_millis(2_500);

/// From what age on a message is old, in seconds: some minutes less than Discord's hour, which is by its own clock.
const OLD: i64 = 55 * 60;

/// How long the old messages of a channel are let be when one was edited, in seconds.
const LET_BE: i64 = 60;

/// How long an edit may wait for Discord. Whoever waits longer holds up the other edits in the channel.
const PATIENCE: Duration = Duration::from_secs(30);

/// How a message reads from now on.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    /// Its words, buttons and embed, and which files it has besides those it keeps.
    pub message: EditMessage,
    /// Those files once more: what is sent by a token takes them apart from the rest.
    pub files: Vec<CreateAttachment>,
}

/// Edits messages.
#[derive(Debug)]
pub struct Edits {
    http: Arc<Http>,
    /// What edits by tokens: it does not wait for limits, since that would be for those of other tokens.
    by_token: Http,
    lent: Mutex<Lent>,
    /// The turns of all that is posted and edited, but for edits by tokens.
    rate: Rate,
    old: Mutex<Old>,
}

impl Edits {
    /// Edits made through `http`, by the process that serves these shards, and those by tokens through a client that heeds no limits.
    #[must_use]
    pub fn new(http: Arc<Http>, by_token: Http, shards: Shards) -> Self {
        let rate = Rate::of(&http, shards);
        Self { http, by_token, lent: Mutex::default(), rate, old: Mutex::default() }
    }

    /// The turns of what is posted and edited.
    pub(crate) const fn rate(&self) -> &Rate {
        &self.rate
    }

    /// Whether a message is old at a time, in seconds since 1970, and an old one was edited in its channel a moment ago: another edit may be one
    /// more than Discord takes.
    pub(crate) fn is_spent(&self, channel: serenity::ChannelId, message: MessageId, now: i64) -> bool {
        self.old().is_spent(channel, message, now)
    }

    /// Discord has just posted a message: the time that stands in its number is now.
    pub(crate) fn posted(&self, message: MessageId, now: i64) {
        self.old().ahead = now - posted_at(message);
    }

    fn old(&self) -> MutexGuard<'_, Old> {
        self.old.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A press on a message has had its first answer: from now on its token serves to edit the message.
    ///
    /// Where that answer says that the message stays, or changes it, it is the original one of the interaction, and is edited as that; otherwise
    /// by its number, of which Discord's page says nothing.
    pub(crate) fn lend(&self, application: ApplicationId, message: MessageId, token: &str, is_original: bool) {
        if self.by_token.application_id().is_none() {
            self.by_token.set_application_id(application);
        }
        self.lent().lend(message, token, is_original, Instant::now());
    }

    /// Edits a message, at a time in seconds since 1970.
    ///
    /// # Errors
    ///
    /// Those of an edit that is made without a token.
    pub(crate) async fn edit(
        &self,
        (channel, message): (serenity::ChannelId, MessageId),
        edit: Edit,
        now: i64,
    ) -> Result<(), serenity::Error> {
        // A file's number in its message is settled where a message is sent: of two that are taken apart both would be the first.
        let token = if edit.files.len() <= 1 { self.lent().of(message, Instant::now()) } else { None };
        if let Some((token, is_original)) = token {
            let edited = if is_original {
                self.by_token.edit_original_interaction_response(&token, &edit.message, edit.files).await
            } else {
                self.by_token.edit_followup_message(&token, message.into(), &edit.message, edit.files).await
            };
            match edited {
                Ok(_) => {
                    self.old().edited(channel, message, now);
                    return Ok(());
                }
                Err(error) => {
                    tracing::debug!(%error, "a message is not edited by the press on it");
                    self.lent().forget(message, &token);
                }
            }
        }
        self.rate.turn().await;
        let edited = tokio::time::timeout(PATIENCE, channel.edit_message(&self.http, message, edit.message)).await;
        let edited = edited.unwrap_or(Err(serenity::Error::Other("Discord lets nothing be edited there for now"))).map(|_| ());
        // What Discord stumbled over may be taken when it is asked again.
        if edited.as_ref().map_or_else(errors::is_rationed, |()| true) {
            self.old().edited(channel, message, now);
        }
        edited
    }

    fn lent(&self) -> MutexGuard<'_, Lent> {
        self.lent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When a message was posted, in seconds since 1970: it stands in its number
/// (<https://discord.com/developers/docs/reference#snowflakes>).
fn posted_at(message: MessageId) -> i64 {
    serenity::MessageId::from(message).created_at().unix_timestamp()
}

/// Where old messages were edited of late.
#[derive(Debug, Default)]
struct Old {
    /// How far the machine's clock is ahead of Discord's, in seconds, as far as that is known.
    ahead: i64,
    /// When it was, channel by channel.
    edited: HashMap<serenity::ChannelId, i64>,
}

impl Old {
    fn is_spent(&self, channel: serenity::ChannelId, message: MessageId, now: i64) -> bool {
        self.is_old(message, now) && self.edited.get(&channel).is_some_and(|at| (0..LET_BE).contains(&(now - at)))
    }

    fn edited(&mut self, channel: serenity::ChannelId, message: MessageId, now: i64) {
        if self.is_old(message, now) {
            self.edited.retain(|_, at| (0..LET_BE).contains(&(now - *at)));
            self.edited.insert(channel, now);
        }
    }

    fn is_old(&self, message: MessageId, now: i64) -> bool {
        now - self.ahead - posted_at(message) >= OLD
    }
}

/// What a press lets one do with its message.
struct Token {
    letters: Arc<str>,
    /// Whether the message is the original one of the press.
    is_original: bool,
    at: Instant,
    /// When the message was edited by it of late.
    edits: Vec<Instant>,
}

/// The tokens of the last presses on messages.
#[derive(Default)]
struct Lent {
    tokens: HashMap<MessageId, Token>,
    /// Which message was pressed when, the first first; one that was pressed again since stands in it more than once.
    order: VecDeque<(MessageId, Instant)>,
}

impl Lent {
    fn lend(&mut self, message: MessageId, token: &str, is_original: bool, now: Instant) {
        // By its number a message is edited only where it cannot be as the original one.
        let better = self.tokens.get(&message).is_some_and(|token| token.is_original && now.saturating_duration_since(token.at) < LENT_FOR);
        if better && !is_original {
            return;
        }
        self.tokens.insert(message, Token { letters: token.into(), is_original, at: now, edits: Vec::new() });
        self.order.push_back((message, now));
        while let Some(&(message, at)) = self.order.front()
            && (self.order.len() > MOST_TOKENS || now.saturating_duration_since(at) >= LENT_FOR)
        {
            self.order.pop_front();
            if self.tokens.get(&message).is_some_and(|token| token.at <= at) {
                self.tokens.remove(&message);
            }
        }
    }

    /// The token for an edit that is made now, and whether the message is its original one; nothing where there is none, or it was used so often of late that Discord would refuse it.
    fn of(&mut self, message: MessageId, now: Instant) -> Option<(Arc<str>, bool)> {
        let token = self.tokens.get_mut(&message).filter(|token| now.saturating_duration_since(token.at) < LENT_FOR)?;
        token.edits.retain(|at| now.saturating_duration_since(*at) < WITHIN);
        if token.edits.len() >= EDITS {
            return None;
        }
        token.edits.push(now);
        Some((Arc::clone(&token.letters), token.is_original))
    }

    /// Discord did not take an edit by a token: it is not tried again, but one that was lent since is.
    fn forget(&mut self, message: MessageId, token: &Arc<str>) {
        if self.tokens.get(&message).is_some_and(|lent| Arc::ptr_eq(&lent.letters, token)) {
            self.tokens.remove(&message);
        }
    }
}

impl std::fmt::Debug for Lent {
    /// Tokens are nobody else's to read.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Lent").field("tokens", &self.tokens.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(token: Option<(Arc<str>, bool)>) -> Option<Arc<str>> {
        token.map(|(letters, _)| letters)
    }

    #[test]
    fn the_token_of_the_last_press_on_a_message_serves_until_shortly_before_discord_takes_it_no_more() {
        let (mut lent, begun) = (Lent::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        lent.lend(MessageId(1), "first", true, begun);
        lent.lend(MessageId(1), "second", true, after(60));
        assert_eq!(letters(lent.of(MessageId(1), after(899))).as_deref(), Some("second"));
        assert_eq!((lent.of(MessageId(1), after(900)), lent.of(MessageId(2), begun)), (None, None));
        lent.lend(MessageId(2), "third", true, after(850));
        assert_eq!(letters(lent.of(MessageId(1), after(850))).as_deref(), Some("second"), "the first press is over, the second not");
        let old = letters(lent.of(MessageId(1), after(853))).unwrap();
        lent.lend(MessageId(1), "fourth", true, after(854));
        lent.forget(MessageId(1), &old);
        let new = letters(lent.of(MessageId(1), after(855))).unwrap();
        assert_eq!(&*new, "fourth", "what was lent since is good");
        lent.forget(MessageId(1), &new);
        assert_eq!(lent.of(MessageId(1), after(855)), None);
    }

    /// A message that was posted so many seconds after Discord's first.
    fn posted(seconds: u64) -> MessageId {
        MessageId((seconds * 1_000) << 22 | 1)
    }

    const FIRST: i64 = 1_420_070_400;

    #[test]
    fn where_an_old_message_was_edited_none_of_its_channel_is_for_a_minute_and_young_ones_are_as_often_as_one_likes() {
        let (here, there) = (serenity::ChannelId::new(1), serenity::ChannelId::new(2));
        let (young, old, older) = (posted(10_000), posted(6_700), posted(2_000));
        let (mut edits, now) = (Old::default(), FIRST + 10_000);
        edits.edited(here, young, now);
        assert!(!edits.is_spent(here, young, now) && !edits.is_spent(here, old, now), "nothing old was edited");
        edits.edited(here, old, now);
        assert!(edits.is_spent(here, old, now) && edits.is_spent(here, older, now + 59));
        assert!(!edits.is_spent(here, young, now + 59) && !edits.is_spent(there, older, now) && !edits.is_spent(here, old, now + 60));
        assert!(!edits.is_spent(here, old, now - 1), "a clock that was set back says nothing");
    }

    #[test]
    fn how_old_a_message_is_goes_by_discords_clock_as_far_as_it_is_known() {
        let (here, year) = (serenity::ChannelId::new(1), 365 * 86_400);
        let (edits, now) = (Edits::new(Arc::new(Http::new("")), Http::new(""), Shards::all(1)), FIRST + 10_000 + year);
        edits.posted(posted(10_000), now);
        edits.old().edited(here, posted(9_000), now);
        assert!(!edits.is_spent(here, posted(9_000), now), "it is a quarter of an hour old");
        edits.old().edited(here, posted(5_000), now);
        assert!(edits.is_spent(here, posted(5_000), now));
    }

    #[test]
    fn a_press_by_which_a_message_is_edited_as_the_original_one_is_kept_before_one_by_its_number() {
        let (mut lent, begun) = (Lent::default(), Instant::now());
        lent.lend(MessageId(1), "original", true, begun);
        lent.lend(MessageId(1), "by its number", false, begun);
        assert_eq!(lent.of(MessageId(1), begun), Some(("original".into(), true)));
        let later = begun + LENT_FOR;
        lent.lend(MessageId(1), "by its number", false, later);
        assert_eq!(lent.of(MessageId(1), later), Some(("by its number".into(), false)));
    }

    #[test]
    fn a_token_is_used_no_oftener_than_discord_takes_it() {
        let (mut lent, begun) = (Lent::default(), Instant::now());
        lent.lend(MessageId(1), "a token", true, begun);
        let edits = (0..100).filter(|tenth| lent.of(MessageId(1), begun + Duration::from_millis(100 * tenth)).is_some());
        assert_eq!(edits.collect::<Vec<_>>(), [0, 1, 2, 3, 25, 26, 27, 28, 50, 51, 52, 53, 75, 76, 77, 78]);
    }

    #[test]
    fn only_so_many_tokens_are_kept_and_none_is_shown() {
        let (mut lent, now) = (Lent::default(), Instant::now());
        for message in 0..3 * MOST_TOKENS as u64 {
            lent.lend(MessageId(message), "aFewLetters", true, now);
        }
        assert_eq!((lent.tokens.len(), lent.order.len()), (MOST_TOKENS, MOST_TOKENS));
        assert!(!format!("{lent:?}").contains("aFewLetters"));
    }
}
