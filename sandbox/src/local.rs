//! Who may come in at all: this machine only, and of its browsers the sandbox's own page only, whichever door they knock at. And what the
//! sandbox's own ways in over HTTP have in common, the page's and those that order trouble: they take JSON, and refuse in a sentence.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::state::Shared;

/// A host's name and port: 80 where none is named, since browsers leave that one out.
fn parted(host: &str) -> (&str, &str) {
    match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|digit| digit.is_ascii_digit()) => (name, port),
        _ => (host, "80"),
    }
}

/// Whether a host, perhaps with a port, is this machine.
fn is_local(host: &str) -> bool {
    matches!(parted(host).0, "127.0.0.1" | "localhost" | "[::1]")
}

/// Whether a page of this origin is the sandbox's own, which is served at a port of this machine.
fn is_own(origin: &str, port: &str) -> bool {
    origin.strip_prefix("http://").is_some_and(|host| is_local(host) && parted(host).1 == port)
}

/// Whether a request comes by a name under which a bot asks: this machine's, or Discord's own for the API, where something on the way hands
/// on what is said to Discord. No page can choose that name for itself.
fn is_asked_by_name(host: &str, path: &str) -> bool {
    is_local(host) || (path.starts_with("/api/") && parted(host).0 == "discord.com")
}

/// Refuses requests that come by another name, or from a foreign page: what stands open in somebody's browser must neither play here nor
/// listen to what the bot is told.
pub(crate) async fn only_local(State(shared): State<Arc<Shared>>, headers: HeaderMap, request: Request, next: Next) -> Response {
    let of = |name| headers.get(name).map(|value: &header::HeaderValue| value.to_str().unwrap_or_default());
    let host = of(header::HOST).unwrap_or_default();
    let port = shared.read().base.rsplit(':').next().map(str::to_owned).unwrap_or_default();
    let is_foreign = of(header::ORIGIN).is_some_and(|origin| !is_own(origin, &port));
    if is_foreign || !is_asked_by_name(host, request.uri().path()) {
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
    use super::{is_asked_by_name, is_local, is_own};

    #[test]
    fn only_this_machine_is_local() {
        assert!(is_local("127.0.0.1:3000") && is_local("localhost") && is_local("[::1]:80"));
        assert!(!is_local("evil.example:3000") && !is_local("127.0.0.1.evil.example") && !is_local(""));
    }

    #[test]
    fn a_page_is_the_sandboxs_own_at_its_port_which_browsers_do_not_name_if_it_is_80() {
        assert!(is_own("http://localhost:3000", "3000") && is_own("http://127.0.0.1", "80") && is_own("http://[::1]", "80"));
        for origin in ["http://localhost", "http://localhost:13000", "https://localhost:3000", "http://evil.example:3000", "null", ""] {
            assert!(!is_own(origin, "3000"), "{origin}");
        }
    }

    #[test]
    fn by_discords_name_only_its_api_is_asked() {
        assert!(is_asked_by_name("discord.com", "/api/v10/gateway") && is_asked_by_name("localhost:3000", "/page/state"));
        assert!(!is_asked_by_name("discord.com", "/page/state") && !is_asked_by_name("discord.com.evil.example", "/api/v10/gateway"));
    }
}
