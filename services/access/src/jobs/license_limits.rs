//! ukey2 that licences count: what is over the count is suspended by the clock, and what is used is published.
use std::time::Duration;

use kit::{Clock, Result, Tx, run_periodically};
use license_limits::{publish_all, reconcile, reconcile_all};

use crate::app::App;
use crate::operation::device_list::bump_list_versions;
use crate::store::device_list::devices_by_identifier;
use crate::store::license::UKEY2;

const INTERVAL: Duration = Duration::from_secs(30);

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "ukey2 are not counted for licences", || count(&app)).await
}

pub async fn count(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    for (project_id, ids) in reconcile_all(&mut tx, &UKEY2, now).await? {
        devices_follow(&mut tx, project_id, &ids).await?;
    }
    publish_all(&mut tx, &UKEY2, now).await?;
    Ok(tx.commit().await?)
}

/// After the limits of a project have changed.
pub async fn reconcile_project(tx: &mut Tx, project_id: i64, clock: &Clock) -> Result<()> {
    let ids = reconcile(tx, &UKEY2, project_id, clock.now()).await?;
    devices_follow(tx, project_id, &ids).await
}

/// Devices forget keys that are suspended, and get back those that are not any more.
async fn devices_follow(tx: &mut Tx, project_id: i64, ids: &[i64]) -> Result<()> {
    let mut devices = Vec::new();
    for id in ids {
        devices.extend(devices_by_identifier(tx, *id, None).await?);
    }
    bump_list_versions(tx, project_id, devices).await
}
