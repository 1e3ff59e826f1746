//! Connections of other processes, until this one ends.
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

/// The system tells of connections that wait with a delay.
const LINGER: Duration = Duration::from_millis(50);
/// Handshakes that are under way; further ones wait for their turn.
const AT_ONCE: usize = 128;

/// Those whose peers have proved who they are. Who has connected by the shutdown is still let in, and may bring a call.
pub fn proved(listener: TcpListener, tls: Arc<ServerConfig>, shutdown: CancellationToken) -> impl Stream<Item = io::Result<TlsStream<TcpStream>>> {
    let tls = TlsAcceptor::from(tls);
    let handshakes = made(listener, shutdown).map(move |stream| handshake(tls.clone(), stream)).buffer_unordered(AT_ONCE);
    handshakes.filter_map(std::future::ready)
}

/// None where the peer is none of ours.
async fn handshake(tls: TlsAcceptor, stream: io::Result<TcpStream>) -> Option<io::Result<TlsStream<TcpStream>>> {
    let stream = match stream {
        Ok(stream) => stream,
        Err(error) => return Some(Err(error)),
    };
    let peer = stream.peer_addr().ok();
    match timeout(HANDSHAKE_LIMIT, tls.accept(stream)).await {
        Ok(Ok(stream)) => return Some(Ok(stream)),
        Ok(Err(error)) => tracing::debug!(?peer, %error, "a connection that proves nothing"),
        Err(_) => tracing::debug!(?peer, "a connection that says nothing"),
    }
    None
}

/// Connections, those included that wait at the shutdown.
fn made(listener: TcpListener, shutdown: CancellationToken) -> impl Stream<Item = io::Result<TcpStream>> {
    let waiting = TcpIncoming::from(listener).with_nodelay(Some(true));
    stream::unfold((waiting, shutdown), |(mut waiting, shutdown)| async move {
        let none_waits = async {
            shutdown.cancelled().await;
            sleep(LINGER).await;
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
