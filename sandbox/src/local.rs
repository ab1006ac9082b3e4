//! What the sandbox's own ways in over HTTP have in common, the page's and those that order trouble: they answer this
//! machine only, take JSON, and refuse in a sentence. Discord's API has nothing of this; see `rest` for that.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::state::Shared;

/// Whether a host, perhaps with a port, is this machine.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

/// Refuses requests that come by another name: a foreign page in the developer's browser must not play here.
pub(crate) async fn only_local(State(shared): State<Arc<Shared>>, headers: HeaderMap, request: Request, next: Next) -> Response {
    let of = |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok());
    let host = of(header::HOST).unwrap_or_default();
    let origin = of(header::ORIGIN);
    let port = shared.read().base.rsplit(':').next().map(str::to_owned).unwrap_or_default();
    let is_own = |origin: &str| {
        let host = origin.strip_prefix("http://").unwrap_or_default();
        is_local(host) && host.ends_with(&format!(":{port}"))
    };
    if !is_local(host) || origin.is_some_and(|origin| !is_own(origin)) {
        return Refusal(StatusCode::FORBIDDEN, "the sandbox is for this machine only".to_owned()).into_response();
    }
    next.run(request).await
}

/// A refusal in a sentence, for people.
pub(crate) struct Refusal(pub(crate) StatusCode, pub(crate) String);

impl Refusal {
    /// 404: there is no such thing.
    pub(crate) fn missing(what: &str) -> Self {
        Self(StatusCode::NOT_FOUND, format!("there is no such {what}"))
    }

    /// 400: it cannot be done, and why.
    pub(crate) fn bad(why: &str) -> Self {
        Self(StatusCode::BAD_REQUEST, why.to_owned())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

/// What a handler gives.
pub(crate) type Answer = Result<Json<serde_json::Value>, Refusal>;

/// A JSON body; one that is none is refused in the same form as everything else.
pub(crate) struct Body(pub(crate) Value);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(error) => Err(Refusal::bad(&error.body_text())),
        }
    }
}

/// A text of a body.
pub(crate) fn text<'a>(body: &'a Value, key: &str) -> Result<&'a str, Refusal> {
    body[key].as_str().ok_or_else(|| Refusal::bad(&format!("`{key}` is missing")))
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn only_this_machine_is_local() {
        assert!(is_local("127.0.0.1:3000") && is_local("localhost") && is_local("[::1]:80"));
        assert!(!is_local("evil.example:3000") && !is_local("127.0.0.1.evil.example") && !is_local(""));
    }
}
