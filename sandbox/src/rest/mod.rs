//! REST: everything a bot may ask over HTTP.
//!
//! One door for all: a request is read, hit by a fault if one was ordered, checked for its token, led to its route
//! and written into the record. Routes are plain functions over the [`World`](crate::state::World), one file for
//! each resource.

pub(crate) mod application;
pub(crate) mod call;
pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod member;
pub(crate) mod message;
pub(crate) mod pin;
pub(crate) mod reaction;
pub(crate) mod role;
pub(crate) mod route;
pub(crate) mod thread;
pub(crate) mod webhook;

use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::connection::Connection;
use crate::errors::ApiError;
use crate::faults::Fault;
use crate::limit;
use crate::model::record::Request as Recorded;
use crate::state::{Shared, World};
use call::{Call, Reply};

/// Takes any request below `/api`.
pub(crate) async fn serve(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let path = below_version(uri.path()).to_owned();
    let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(call::decoded).collect();
    let segments: Vec<&str> = parts.iter().map(String::as_str).collect();
    let media = headers.get("content-type").and_then(|media| media.to_str().ok()).unwrap_or_default();
    let has_files = media.starts_with("multipart/");
    let (begun, fault, left) = {
        let mut world = shared.write();
        let fault = world.faults.take(method.as_str(), &segments, has_files);
        let fault = fault.or_else(|| too_often(&mut world, &segments));
        (world.record.turn(), fault, limit::token(&segments).map(|token| world.token_limits.left(token)))
    };
    let query = uri.query().unwrap_or_default().trim_start_matches('&');
    let mut call = Call {
        method: method.as_str().to_owned(),
        path: if query.is_empty() { path.clone() } else { format!("{path}?{query}") },
        query: call::query(query),
        is_authorized: is_authorized(&shared, &headers),
        ..Call::default()
    };
    let read = call::read_body(&headers, bytes).await.map(|(body, uploads)| {
        call.body = body;
        call.uploads = uploads;
    });
    let mut recorded = Recorded {
        method: call.method.clone(),
        path: call.path.clone(),
        body: call.body.clone(),
        files: call.uploads.iter().map(|upload| upload.name.clone()).collect(),
        status: 0,
        response: Value::Null,
        injected: false,
        begun,
        ended: begun,
    };
    match &fault {
        Some(Fault::RateLimited { retry_after, global }) => {
            let answer = rate_limited(retry_after.as_secs_f64(), *global);
            recorded.status = 429;
            recorded.injected = true;
            keep(&shared, recorded);
            return answer;
        }
        Some(Fault::Status(status)) => {
            recorded.status = *status;
            recorded.injected = true;
            keep(&shared, recorded);
            return in_trouble(*status);
        }
        Some(Fault::Refused { status, code }) => {
            let refusal = ApiError::new(*status, *code, "This was ordered to be refused");
            let reply = Reply { status: refusal.status, body: Some(refusal.body()) };
            recorded.status = *status;
            recorded.response = refusal.body();
            recorded.injected = true;
            keep(&shared, recorded);
            return dated(&shared, answer(&reply, &call.method, &segments, left));
        }
        Some(Fault::DropBefore) => {
            recorded.injected = true;
            keep(&shared, recorded);
            connection.cut();
            return Response::new(Body::empty());
        }
        Some(Fault::Delay(time)) => tokio::time::sleep(*time).await,
        Some(Fault::DropAfter | Fault::StatusAfter(_) | Fault::Garbled) | None => {}
    }
    let outcome = read.and_then(|()| {
        let mut world = shared.write();
        world.expire_interactions();
        route::route(&mut world, &call, &segments)
    });
    let reply = outcome.unwrap_or_else(|error| Reply { status: error.status, body: Some(error.body()) });
    recorded.status = reply.status;
    recorded.response = reply.body.clone().unwrap_or_default();
    match fault {
        Some(Fault::DropAfter) => {
            recorded.status = 0;
            recorded.injected = true;
            keep(&shared, recorded);
            connection.cut();
            return Response::new(Body::empty());
        }
        Some(Fault::StatusAfter(status)) => {
            recorded.status = status;
            recorded.injected = true;
            keep(&shared, recorded);
            return in_trouble(status);
        }
        Some(Fault::Garbled) => {
            recorded.status = 200;
            recorded.injected = true;
            keep(&shared, recorded);
            let response = Response::builder().header(header::CONTENT_TYPE, "application/json");
            return response.body(Body::from("{\"id\": \"")).unwrap_or_default();
        }
        _ => keep(&shared, recorded),
    }
    dated(&shared, answer(&reply, &call.method, &segments, left))
}

/// An answer with the sandbox's own time, which may be ahead of the machine's.
fn dated(shared: &Shared, mut response: Response) -> Response {
    let date = httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(shared.read().now()));
    if let Ok(date) = HeaderValue::try_from(date) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

/// The limit that a request goes beyond, if there is one and it does.
fn too_often(world: &mut World, segments: &[&str]) -> Option<Fault> {
    let now = world.now();
    if let Some(token) = limit::token(segments) {
        return world.token_limits.take(now, token).err().map(|retry_after| Fault::RateLimited { retry_after, global: false });
    }
    let most = world.settings.requests_a_second.filter(|_| limit::counts(segments))?;
    world.limit.take(now, most).map(|retry_after| Fault::RateLimited { retry_after, global: true })
}

fn keep(shared: &Shared, recorded: Recorded) {
    let mut world = shared.write();
    let now = world.now();
    world.record.request(now, recorded);
}

fn is_authorized(shared: &Shared, headers: &HeaderMap) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    given.and_then(|given| given.strip_prefix("Bot ")).is_some_and(|token| token == shared.read().settings.token)
}

/// The path without `/api` and the version.
fn below_version(path: &str) -> &str {
    let path = path.strip_prefix("/api").unwrap_or(path);
    let Some(rest) = path.strip_prefix("/v") else { return path };
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    if digits == 0 { path } else { rest.get(digits..).unwrap_or_default() }
}

/// The bucket Discord would name: one for each method and route with the ids of what comes first.
fn bucket(method: &str, segments: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let shape = segments.iter().enumerate().map(|(index, part)| {
        let is_id = part.len() > 15;
        if is_id && index > 1 { "*" } else { part }
    });
    for byte in std::iter::once(method).chain(shape).flat_map(str::bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}{:016x}", hash.rotate_left(29))
}

fn answer(reply: &Reply, method: &str, segments: &[&str], left: Option<u32>) -> Response {
    let mut response = Response::builder().status(StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR));
    if !matches!(segments.first(), Some(&"interactions" | &"gateway")) {
        let (most, remaining, seconds) = left.map_or((50, 49, 1.0), |left| (limit::MOST_BY_TOKEN, left, 2.0));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        response = response
            .header("x-ratelimit-limit", most.to_string())
            .header("x-ratelimit-remaining", remaining.to_string())
            .header("x-ratelimit-reset", format!("{:.3}", now + seconds))
            .header("x-ratelimit-reset-after", format!("{seconds:.3}"))
            .header("x-ratelimit-bucket", bucket(method, segments));
    }
    let built = match &reply.body {
        Some(body) => response.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_string())),
        None => response.body(Body::empty()),
    };
    built.unwrap_or_default()
}

fn rate_limited(seconds: f64, global: bool) -> Response {
    let body = json!({"message": "You are being rate limited.", "retry_after": seconds, "global": global});
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
    let mut response = Response::builder()
        .status(StatusCode::TOO_MANY_REQUESTS)
        .header(header::CONTENT_TYPE, "application/json")
        // discord.py takes a 429 without this for a ban by what stands before Discord, and gives up.
        .header(header::VIA, "1.1 google")
        .header(header::RETRY_AFTER, format!("{}", seconds.ceil()))
        .header("x-ratelimit-scope", if global { "global" } else { "user" });
    if global {
        response = response.header("x-ratelimit-global", "true");
    } else {
        response = response
            .header("x-ratelimit-limit", "5")
            .header("x-ratelimit-remaining", "0")
            .header("x-ratelimit-reset", format!("{:.3}", now + seconds))
            .header("x-ratelimit-reset-after", format!("{seconds:.3}"))
            .header("x-ratelimit-bucket", "5a9d0cbe00aa5a9d0cbe00aa5a9d0cbe");
    }
    response.body(Body::from(body.to_string())).unwrap_or_default()
}

/// What a proxy in front of Discord says when Discord does not.
fn in_trouble(status: u16) -> Response {
    Response::builder()
        .status(StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_GATEWAY))
        .header(header::CONTENT_TYPE, "text/html")
        .body(Body::from(format!("<html><body>{status}</body></html>")))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_leads_to_the_same_routes() {
        for path in ["/api/v10/users/@me", "/api/v9/users/@me", "/api/users/@me"] {
            assert_eq!(below_version(path), "/users/@me");
        }
        assert_eq!(below_version("/api/voice/regions"), "/voice/regions");
    }

    #[test]
    fn messages_of_one_channel_share_a_bucket() {
        let one = bucket("PATCH", &["channels", "1100000000000000001", "messages", "1100000000000000002"]);
        let two = bucket("PATCH", &["channels", "1100000000000000001", "messages", "1100000000000000003"]);
        let other = bucket("PATCH", &["channels", "1100000000000000009", "messages", "1100000000000000003"]);
        assert_eq!(one, two);
        assert_ne!(one, other);
    }
}
