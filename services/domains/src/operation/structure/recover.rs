//! Imports that were left half-way, as by a crash: what is made is finished, all else is undone.
use std::time::Duration;

use kit::{Context, Result};
use tokio_util::sync::CancellationToken;

use super::others::Others;
use crate::store::structure_import::{self as running, Left};

const PAUSE: Duration = Duration::from_secs(30);

pub async fn run(context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
    while !shutdown.is_cancelled() {
        if let Err(error) = once(&context).await {
            tracing::warn!(error = format!("{error:#}"), "imports that were left are looked for again");
        }
        tokio::select! {
            _ = shutdown.cancelled() => {}
            _ = tokio::time::sleep(PAUSE) => {}
        }
    }
    Ok(())
}

/// One round. An import that cannot be dealt with now is tried again once its lease is over.
pub async fn once(context: &Context) -> Result<()> {
    let mut tx = context.database.system().await?;
    let left = running::left(&mut tx, context.clock.now()).await?;
    tx.commit().await?;
    for import in left {
        let import_id = import.import_id;
        match settle(context, &import).await {
            Ok(()) => tracing::info!(%import_id, is_made = import.is_made, "an import that was left is settled"),
            Err(error) => tracing::warn!(%import_id, error = format!("{error:#}"), "an import that was left stays so for now"),
        }
    }
    Ok(())
}

async fn settle(context: &Context, import: &Left) -> Result<()> {
    let others = Others::new(context, import.import_id);
    match import.is_made {
        true => others.finish(import.project_id).await?,
        false => others.undo(import.project_id).await?,
    }
    let mut tx = context.database.tenant(import.project_id).await?;
    running::end(&mut tx, import.project_id, import.import_id).await?;
    Ok(tx.commit().await?)
}
