//! Connections that can be cut: a request's answer then never goes out, as on a bad network.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

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

impl CutListener {
    /// Takes connections where this listener does.
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self(listener)
    }
}

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
