//! The HTTP server: one port for the gateway, REST, attachments and the page, on 127.0.0.1 only.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::connect_info::Connected;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::clock::Clock;
use crate::gateway::session::Line;
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
        if let Err(error) = axum::serve(CutListener(listener), service).await {
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
        .nest("/page", page::router(Arc::clone(&shared)))
        .nest("/sandbox", control::router(Arc::clone(&shared)))
        .merge(page::files(Arc::clone(&shared)))
        .route("/attachments/{channel}/{file}/{name}", get(attachment))
        .route("/api/{*path}", any(rest::serve))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), gateway_first))
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

/// The connection a request came on; it can be cut, as a bad network does.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    is_cut: Arc<AtomicBool>,
}

impl Connection {
    /// Lets everything written from now on fail, so that no answer goes out.
    pub(crate) fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
    }
}

impl Connected<IncomingStream<'_, CutListener>> for Connection {
    fn connect_info(stream: IncomingStream<'_, CutListener>) -> Self {
        Self { is_cut: Arc::clone(&stream.io().is_cut) }
    }
}

/// A listener whose connections can be cut.
pub(crate) struct CutListener(TcpListener);

impl Listener for CutListener {
    type Io = CutStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            match self.0.accept().await {
                Ok((stream, address)) => {
                    let _ = stream.set_nodelay(true);
                    return (CutStream { stream, is_cut: Arc::default() }, address);
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.0.local_addr()
    }
}

/// A connection that can be cut.
pub(crate) struct CutStream {
    stream: TcpStream,
    is_cut: Arc<AtomicBool>,
}

impl CutStream {
    fn check(&self) -> io::Result<()> {
        if self.is_cut.load(Ordering::Relaxed) {
            return Err(io::Error::from(io::ErrorKind::ConnectionReset));
        }
        Ok(())
    }
}

impl AsyncRead for CutStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for CutStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &[u8]) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write(context, buffer)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
