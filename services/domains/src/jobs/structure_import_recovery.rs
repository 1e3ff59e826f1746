//! Abandoned imports of structures, as after a crash: an import whose groups were created is finished, any other undone.
use std::time::Duration;

use kit::{Context, Result};
use tokio_util::sync::CancellationToken;

use crate::peers::structure_import::StructureImportPeers;
use crate::store::structure_import::{self, AbandonedImport};

const RECOVERY_INTERVAL: Duration = Duration::from_secs(30);

pub async fn run(context: Context, shutdown: CancellationToken) -> anyhow::Result<()> {
    while !shutdown.is_cancelled() {
        if let Err(error) = recover(&context).await {
            tracing::warn!(error = format!("{error:#}"), "abandoned imports cannot be read: tried again");
        }
        tokio::select! {
            _ = shutdown.cancelled() => {}
            _ = tokio::time::sleep(RECOVERY_INTERVAL) => {}
        }
    }
    Ok(())
}

/// Recovers the imports that are abandoned now. One that fails is tried again when its new lease has run out.
pub async fn recover(context: &Context) -> Result<()> {
    let mut tx = context.database.system().await?;
    let abandoned = structure_import::claim_abandoned(&mut tx, context.clock.now()).await?;
    tx.commit().await?;
    for import in abandoned {
        let import_id = import.lease.import_id();
        match finish_or_undo(context, &import).await {
            Ok(()) => tracing::info!(%import_id, is_made = import.is_made, "recovered an abandoned import"),
            Err(error) => tracing::warn!(%import_id, error = format!("{error:#}"), "an abandoned import cannot be recovered: tried again later"),
        }
    }
    Ok(())
}

async fn finish_or_undo(context: &Context, import: &AbandonedImport) -> Result<()> {
    let (lease, project_id) = (&import.lease, import.lease.project_id());
    let peers = StructureImportPeers::new(context, lease.import_id());
    match import.is_made {
        true => peers.finish(project_id).await?,
        false => peers.undo(project_id).await?,
    }
    let mut tx = context.database.tenant(project_id).await?;
    structure_import::delete(&mut tx, lease).await?;
    Ok(tx.commit().await?)
}
