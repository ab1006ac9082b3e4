//! The network clients, and the bounds on what they remember.
//!
//! Answers to interactions have one of their own. serenity's limiter (0.12) takes the answers to all interactions for one route, though Discord
//! limits each by itself, so that whoever answers many would wait for the limits of one; and Discord's limit for all requests of a bot does not
//! count them (<https://discord.com/developers/docs/interactions/receiving-and-responding>).

use crate::settings::Token;
use poise::serenity_prelude as serenity;
use serenity::{Http, HttpBuilder};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Buckets the rate limiter may keep before those at rest are dropped. It makes some for every channel and thread.
pub(crate) const MOST_BUCKETS: usize = 2_000;

/// The connections to Discord, which all clients have in common.
pub(crate) fn line() -> Result<reqwest::Client, reqwest::Error> {
    reqwest::Client::builder().use_rustls_tls().timeout(Duration::from_secs(30)).build()
}

/// A client that heeds Discord's limits: it waits before it asks too often.
pub(crate) fn http(line: &reqwest::Client, token: &Token, api: Option<&str>) -> Http {
    let builder = HttpBuilder::new(token.reveal()).client(line.clone());
    match api {
        // The limiter forgets the proxy (serenity 0.12): another address goes without it.
        Some(api) => builder.proxy(api).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// A client for answers to interactions, and for what is done by their tokens: it never waits, and is told where it asks too often.
pub(crate) fn answering(line: &reqwest::Client, token: &Token, api: Option<&str>) -> Http {
    let builder = HttpBuilder::new(token.reveal()).client(line.clone()).ratelimiter_disabled(true);
    match api {
        Some(api) => builder.proxy(api).build(),
        None => builder.build(),
    }
}

/// What serenity is to remember of what Discord tells: nothing. An interaction brings its own member, permissions and channel with it, all else
/// is in the journal, and the little that is not is asked for when it is wanted.
pub(crate) fn nothing_remembered() -> serenity::cache::Settings {
    let mut settings = serenity::cache::Settings::default();
    settings.max_messages = 0;
    settings.cache_guilds = false;
    settings.cache_channels = false;
    settings.cache_users = false;
    settings
}

/// serenity's limiter keeps a bucket for every channel and thread for ever, 0.3 KiB each; those at rest are dropped now and then, so that
/// there are never more than [`MOST_BUCKETS`] and those of a minute. What Discord said of a bucket that is dropped it says again with the
/// next answer; the one request that may come too early is refused once and tried again.
pub(crate) async fn bound_rate_limiter(client: Arc<Http>) {
    let mut round = tokio::time::interval(Duration::from_secs(60));
    loop {
        round.tick().await;
        if let Some(limiter) = client.ratelimiter.as_ref() {
            drop_those_at_rest(&mut *limiter.routes().write().await);
        }
    }
}

/// Drops those of the buckets that nobody holds, if they are too many.
fn drop_those_at_rest<Route, Bucket>(buckets: &mut HashMap<Route, Arc<Bucket>>) {
    if buckets.len() > MOST_BUCKETS {
        buckets.retain(|_, bucket| Arc::strong_count(bucket) > 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poise::serenity_prelude::{Cache, GuildCreateEvent};

    #[test]
    fn nobodys_answer_waits_for_the_limits_of_anothers_and_all_else_heeds_them() {
        let (line, token) = (line().unwrap(), Token::new("a token"));
        assert!(answering(&line, &token, None).ratelimiter.is_none());
        assert!(http(&line, &token, None).ratelimiter.is_some());
    }

    #[test]
    fn of_many_buckets_only_those_in_use_are_kept_and_of_few_all() {
        let mut buckets: HashMap<usize, Arc<()>> = (0..MOST_BUCKETS).map(|number| (number, Arc::default())).collect();
        let in_use = Arc::clone(&buckets[&7]);
        drop_those_at_rest(&mut buckets);
        assert_eq!(buckets.len(), MOST_BUCKETS);
        buckets.insert(MOST_BUCKETS, Arc::default());
        drop_those_at_rest(&mut buckets);
        assert_eq!((buckets.keys().copied().collect::<Vec<_>>(), Arc::strong_count(&in_use)), (vec![7], 2));
    }

    #[test]
    fn of_a_server_that_discord_tells_of_nothing_is_remembered() {
        let told: GuildCreateEvent = serde_json::from_value(serde_json::json!({
            "id": "1", "name": "The Mess", "owner_id": "2", "afk_timeout": 300, "default_message_notifications": 0, "mfa_level": 0,
            "verification_level": 0, "explicit_content_filter": 0, "nsfw_level": 0, "premium_tier": 0, "system_channel_flags": 0,
            "preferred_locale": "en-GB", "premium_progress_bar_enabled": false, "features": [], "emojis": [], "stickers": [], "roles": [],
            "joined_at": "2026-01-01T00:00:00Z", "large": false, "member_count": 1, "voice_states": [], "presences": [], "threads": [],
            "stage_instances": [], "guild_scheduled_events": [], "unavailable": false,
            "members": [{ "user": { "id": "2", "username": "rich", "discriminator": "0", "avatar": null }, "roles": [], "deaf": false,
                          "mute": false, "flags": 0, "joined_at": "2026-01-01T00:00:00Z" }],
            "channels": [{ "id": "3", "guild_id": "1", "type": 0, "name": "general", "position": 0 }],
        }))
        .unwrap();
        let (usual, ours) = (Cache::new(), Cache::new_with_settings(nothing_remembered()));
        for cache in [&usual, &ours] {
            cache.update(&mut told.clone());
        }
        let kept = |cache: &Cache| (cache.guild_count(), cache.guild_channel_count(), cache.user_count(), cache.settings().max_messages);
        assert_eq!((kept(&usual), kept(&ours)), ((1, 1, 1, 0), (0, 0, 0, 0)));
    }
}
