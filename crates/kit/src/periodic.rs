//! Periodic work of one replica of a service.
use std::fmt::Display;
use std::time::Duration;

use tokio::time::sleep;

use crate::Context;

/// Does the work at once and then at the interval `every`, while this process leads, until shutdown. A round that fails is
/// logged as `failure`; the next one makes up for it.
pub async fn run_periodically<F, T, E>(context: Context, every: Duration, failure: &'static str, round: impl Fn() -> F) -> anyhow::Result<()>
where
    F: Future<Output = Result<T, E>>,
    E: Display,
{
    while context.shutdown.run_until_cancelled(context.leadership.held()).await.is_some() {
        if let Err(error) = round().await {
            tracing::warn!(service = context.service, error = format!("{error:#}"), "{failure}");
        }
        if context.shutdown.run_until_cancelled(sleep(every)).await.is_none() {
            break;
        }
    }
    Ok(())
}
