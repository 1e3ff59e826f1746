//! Work that is done now and then, by one replica of a service.
use std::fmt::Display;
use std::time::Duration;

use tokio::time::sleep;

use crate::Context;

/// Does the work at once and then `every` so often, while this process leads, until shutdown. A round that fails is told
/// as `failure`, and the next one makes up for it.
pub async fn rounds<F, T, E>(context: Context, every: Duration, failure: &'static str, round: impl Fn() -> F) -> anyhow::Result<()>
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
