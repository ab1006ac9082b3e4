//! The network client, and the bound on what its rate limiter remembers.

use crate::settings::Token;
use poise::serenity_prelude as serenity;
use serenity::{Http, HttpBuilder};
use std::sync::Arc;
use std::time::Duration;

/// Buckets the rate limiter may keep before those at rest are dropped. It makes one for every interaction.
pub(crate) const MOST_BUCKETS: usize = 2_000;

pub(crate) fn http(token: &Token, api: Option<&str>) -> Result<Http, reqwest::Error> {
    let client = reqwest::Client::builder().use_rustls_tls().timeout(Duration::from_secs(30)).build()?;
    let builder = HttpBuilder::new(token.reveal()).client(client);
    Ok(match api {
        // The limiter forgets the proxy (serenity 0.12): another address goes without it.
        Some(api) => builder.proxy(api).ratelimiter_disabled(true).build(),
        None => builder.build(),
    })
}

/// serenity's limiter keeps a bucket for every interaction for ever; those at rest are dropped now and then.
pub(crate) async fn bound_rate_limiter(http: Arc<Http>) {
    let mut round = tokio::time::interval(Duration::from_secs(60));
    loop {
        round.tick().await;
        let Some(limiter) = &http.ratelimiter else { return };
        let routes = limiter.routes();
        let mut routes = routes.write().await;
        if routes.len() > MOST_BUCKETS {
            routes.retain(|_, bucket| Arc::strong_count(bucket) > 1);
        }
    }
}
