//! The way to Discord over TLS, at whose end another address stands: as a proxy that the umpire is told of in its environment.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

const CERTIFICATE: &[u8] = include_bytes!("discord.der");
const KEY: &[u8] = include_bytes!("discord.key.der");

/// Somebody who takes connections to discord.com, as the umpire's proxy, and hands what is said on to the sandbox at `to`.
async fn on_the_way(to: SocketAddr) -> SocketAddr {
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(KEY));
    let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider())).with_safe_default_protocol_versions().unwrap();
    let tls = tls.with_no_client_auth().with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key).unwrap();
    let (listener, tls) = (TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap(), TlsAcceptor::from(Arc::new(tls)));
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut asks, _)) = listener.accept().await {
            let tls = tls.clone();
            tokio::spawn(async move {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(asks.read_u8().await?);
                }
                if !head.starts_with(b"CONNECT discord.com:443 ") {
                    return asks.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").await;
                }
                asks.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
                let (mut asks, mut discord) = (tls.accept(asks).await?, TcpStream::connect(to).await?);
                tokio::io::copy_bidirectional(&mut asks, &mut discord).await.map(|_| ())
            });
        }
    });
    address
}

/// Has a program go to Discord itself, over TLS, and find there what stands at `base`, such as `http://127.0.0.1:4000`.
pub(crate) async fn as_to_discord(command: &mut Command, base: &str) {
    let proxy = on_the_way(base.trim_start_matches("http://").parse().unwrap()).await;
    let authority = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/limiter/authority.pem");
    command.env_remove("UMPIRE_DISCORD_API").env("SSL_CERT_FILE", authority).env("HTTPS_PROXY", format!("http://{proxy}"));
}
