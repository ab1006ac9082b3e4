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
use tokio::sync::watch;
use tokio::task::JoinHandle;

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

/// Answers who asks until it is dropped.
pub struct Monitoring {
    task: JoinHandle<()>,
    watched: watch::Sender<Watched>,
}

impl Monitoring {
    /// Answers at an address from now on, of an umpire that has its journal and does not play yet.
    ///
    /// # Errors
    ///
    /// If nothing can listen there.
    pub async fn begin(address: SocketAddr, journal: Journal) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let (sender, watched) = watch::channel(Watched { journal, metrics: Arc::default() });
        Ok(Self { task: tokio::spawn(run(listener, watched)), watched: sender })
    }

    /// The umpire plays from now on, by this journal, with these figures.
    pub fn plays(&self, journal: Journal, metrics: Arc<Metrics>) {
        self.watched.send_replace(Watched { journal, metrics });
    }
}

impl Drop for Monitoring {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn run(listener: TcpListener, watched: watch::Receiver<Watched>) {
    let router =
        Router::new().route("/healthz", get(healthy)).route("/readyz", get(ready)).route("/metrics", get(figures)).with_state(watched);
    if let Err(error) = axum::serve(listener, router).await {
        tracing::error!(%error, "what supervises the umpire is answered no more");
    }
}

/// It works if its journal can be read.
async fn healthy(State(watched): State<watch::Receiver<Watched>>) -> impl IntoResponse {
    let watched = watched.borrow().clone();
    match watched.journal.looked_up().await {
        Ok(_) => (StatusCode::OK, "It works.\n".to_owned()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")),
    }
}

/// It plays if its journal can be read and the line to Discord is up.
async fn ready(State(watched): State<watch::Receiver<Watched>>) -> impl IntoResponse {
    let watched = watched.borrow().clone();
    match watched.journal.looked_up().await {
        Ok(_) if watched.metrics.connected() => (StatusCode::OK, "It plays.\n".to_owned()),
        Ok(_) => (StatusCode::SERVICE_UNAVAILABLE, "The line to Discord is down; it is made anew by itself.\n".to_owned()),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")),
    }
}

async fn figures(State(watched): State<watch::Receiver<Watched>>) -> impl IntoResponse {
    let watched = watched.borrow().clone();
    let looked_up = watched.journal.looked_up().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "figures without those of the journal");
        LookedUp::default()
    });
    ([(header::CONTENT_TYPE, OPEN_METRICS)], watched.metrics.text(looked_up))
}
