//! What time it is at Discord, by the date of its answers (<https://www.rfc-editor.org/rfc/rfc9110#field.date>): a second opinion on the
//! machine's clock, before something is done that cannot be taken back.

use std::time::UNIX_EPOCH;

use poise::serenity_prelude as serenity;
use serenity::Http;
use serenity::http::{LightMethod, Request, Route};

/// Seconds since 1970; nothing if Discord does not say.
///
/// # Errors
///
/// If Discord cannot be reached.
pub(crate) async fn date(http: &Http) -> Result<Option<i64>, serenity::Error> {
    let answer = http.request(Request::new(Route::Gateway, LightMethod::Get)).await?;
    Ok(answer.headers().get(reqwest::header::DATE).and_then(|date| date.to_str().ok()).and_then(seconds))
}

fn seconds(date: &str) -> Option<i64> {
    let since = httpdate::parse_http_date(date).ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_as_http_writes_it_and_anything_else_is_none() {
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("yesterday"), None);
    }
}
