//! SIGTERM and SIGINT, once: the second one ends the process at once.
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

pub fn token() -> anyhow::Result<CancellationToken> {
    let shutdown = CancellationToken::new();
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let token = shutdown.clone();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            if token.is_cancelled() {
                std::process::exit(130);
            }
            token.cancel();
        }
    });
    Ok(shutdown)
}
