//! Accepts connections of other processes, until this one shuts down.
use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures::{Stream, StreamExt, stream};
use rustls::ServerConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_util::sync::CancellationToken;
use tonic::transport::server::TcpIncoming;

use crate::certificates::HANDSHAKE_LIMIT;

/// How long after the shutdown connections are awaited that the kernel has queued: tokio learns of them with a delay.
const ACCEPT_GRACE: Duration = Duration::from_millis(50);
/// Handshakes at a time; further connections wait.
const MAX_CONCURRENT_HANDSHAKES: usize = 128;

/// Connections after a handshake with certificates at both ends. Those made before the shutdown are still accepted: their
/// callers may have sent a call.
pub fn accept_mutual_tls(
    listener: TcpListener,
    tls: Arc<ServerConfig>,
    shutdown: CancellationToken,
) -> impl Stream<Item = io::Result<TlsStream<TcpStream>>> {
    let tls = TlsAcceptor::from(tls);
    let handshakes = accept_until(listener, shutdown).map(move |stream| handshake(tls.clone(), stream)).buffer_unordered(MAX_CONCURRENT_HANDSHAKES);
    handshakes.filter_map(std::future::ready)
}

/// None when the handshake fails: the peer has no certificate of this installation.
async fn handshake(tls: TlsAcceptor, stream: io::Result<TcpStream>) -> Option<io::Result<TlsStream<TcpStream>>> {
    let stream = match stream {
        Ok(stream) => stream,
        Err(error) => return Some(Err(error)),
    };
    let peer = stream.peer_addr().ok();
    match timeout(HANDSHAKE_LIMIT, tls.accept(stream)).await {
        Ok(Ok(stream)) => return Some(Ok(stream)),
        Ok(Err(error)) => tracing::debug!(?peer, %error, "a TLS handshake failed"),
        Err(_) => tracing::debug!(?peer, "a TLS handshake timed out"),
    }
    None
}

/// Accepts connections until the shutdown, and then those that are queued.
fn accept_until(listener: TcpListener, shutdown: CancellationToken) -> impl Stream<Item = io::Result<TcpStream>> {
    let waiting = TcpIncoming::from(listener).with_nodelay(Some(true));
    stream::unfold((waiting, shutdown), |(mut waiting, shutdown)| async move {
        let none_waits = async {
            shutdown.cancelled().await;
            sleep(ACCEPT_GRACE).await;
        };
        let accepted = tokio::select! {
            biased;
            accepted = waiting.next() => accepted?,
            _ = none_waits => return None,
        };
        Some((accepted, (waiting, shutdown)))
    })
}

#[cfg(test)]
mod tests;
