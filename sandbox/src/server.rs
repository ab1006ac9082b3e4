//! The HTTP server: one port for the gateway, REST, attachments and the page, on 127.0.0.1 only.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::connection::{Connection, CutListener};
use crate::local::only_local;
use crate::model::session::Line;
use crate::settings::Settings;
use crate::snowflake::Id;
use crate::state::{Shared, World};
use crate::{control, gateway, page, rest};

/// A running server.
pub(crate) struct Server {
    /// What it serves.
    pub(crate) shared: Arc<Shared>,
    tasks: Vec<JoinHandle<()>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        // Gateway connections are tasks of their own; let the bot hear that there is no Discord any more.
        self.shared.write().gateway.send_all(|| Line::Drop);
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Begins to serve an empty world.
pub(crate) async fn start(settings: Settings) -> io::Result<Server> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port)).await?;
    let base = format!("http://{}", listener.local_addr()?);
    let shared = Arc::new(Shared::new(World::new(settings, Clock::default(), base)));
    let app = router(Arc::clone(&shared));
    let serving = tokio::spawn(async move {
        let service = app.into_make_service_with_connect_info::<Connection>();
        if let Err(error) = axum::serve(CutListener::new(listener), service).await {
            tracing::error!(%error, "the sandbox has stopped serving");
        }
    });
    let watched = Arc::clone(&shared);
    let watching = tokio::spawn(async move { watch_answers(&watched).await });
    Ok(Server { shared, tasks: vec![serving, watching] })
}

/// Lets unanswered interactions fail when their time is over.
async fn watch_answers(shared: &Shared) {
    let mut tick = tokio::time::interval(Duration::from_millis(25));
    loop {
        tick.tick().await;
        let has_late = shared.read().late_interaction().is_some();
        if has_late {
            shared.write().expire_interactions();
        }
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .nest("/page", page::router())
        .nest("/sandbox", control::router())
        .merge(page::files())
        .route("/attachments/{channel}/{file}/{name}", get(attachment))
        .route("/api/{*path}", any(rest::serve))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), gateway_first))
        // Around all of it, the gateway too: the usual token is no secret.
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), only_local))
        .layer(DefaultBodyLimit::max(64 * 1024 * 1024))
        .with_state(shared)
}

/// The gateway answers wherever a client knocks with a WebSocket, also at `/`: libraries differ in the path they take.
async fn gateway_first(
    state: State<Arc<Shared>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
    request: Request,
    next: Next,
) -> Response {
    match upgrade {
        Ok(upgrade) => gateway::connect(state, upgrade).await,
        Err(_) => next.run(request).await,
    }
}

/// `GET /attachments/{channel}/{id}/{name}`
async fn attachment(State(shared): State<Arc<Shared>>, Path((_, file, _)): Path<(Id, Id, String)>) -> Response {
    let world = shared.read();
    let Some(file) = world.files.get(&file) else { return StatusCode::NOT_FOUND.into_response() };
    Response::builder()
        .header(header::CONTENT_TYPE, &file.media_type)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        // A bot's SVG or HTML must not run as if it were the page.
        .header(header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .header(header::CACHE_CONTROL, "max-age=31536000, immutable")
        .body(Body::from(file.bytes.clone()))
        .unwrap_or_default()
}
