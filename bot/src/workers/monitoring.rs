//! What a supervisor asks the umpire over HTTP, on this machine alone: `/healthz`, whether it works; `/readyz`, whether it plays; `/metrics`,
//! its figures.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::journal::store::Journal;
use crate::metrics::{LookedUp, Metrics};

/// What is asked about.
#[derive(Clone)]
struct Watched {
    journal: Journal,
    metrics: Arc<Metrics>,
}

/// The media type of the figures.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Listens at an address.
///
/// # Errors
///
/// If that cannot be done.
pub async fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    TcpListener::bind(address).await
}

/// Answers until the umpire stops.
pub async fn run(listener: TcpListener, journal: Journal, metrics: Arc<Metrics>) {
    let router = Router::new()
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .route("/metrics", get(figures))
        .with_state(Watched { journal, metrics });
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "what supervises the umpire is answered no more");
    }
}

/// It works if its journal can be read.
async fn healthy(State(watched): State<Watched>) -> impl IntoResponse {
    match watched.journal.looked_up().await {
        Ok(_) => (StatusCode::OK, "It works.\n".to_owned()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")),
    }
}

/// It plays if its journal can be read and the line to Discord is up.
async fn ready(State(watched): State<Watched>) -> impl IntoResponse {
    match watched.journal.looked_up().await {
        Ok(_) if watched.metrics.connected() => (StatusCode::OK, "It plays.\n".to_owned()),
        Ok(_) => (StatusCode::SERVICE_UNAVAILABLE, "The line to Discord is down; it is made anew by itself.\n".to_owned()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")),
    }
}

async fn figures(State(watched): State<Watched>) -> impl IntoResponse {
    let looked_up = watched.journal.looked_up().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "figures without those of the journal");
        LookedUp::default()
    });
    ([(header::CONTENT_TYPE, OPEN_METRICS)], watched.metrics.text(looked_up))
}
