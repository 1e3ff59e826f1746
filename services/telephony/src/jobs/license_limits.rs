//! Numbers that licences count: what is over the count is suspended by the clock, and what is used is published.
use std::time::Duration;

use kit::{Result, run_periodically};
use license_limits::{publish_all, reconcile_all};

use crate::app::App;
use crate::store::license::{NUMBERS, numbers_by_ids};

const INTERVAL: Duration = Duration::from_secs(30);

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "numbers are not counted for licences", || count(&app)).await
}

pub async fn count(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let changed = reconcile_all(&mut tx, &NUMBERS, now).await?;
    let ids: Vec<i64> = changed.into_iter().flat_map(|(_, ids)| ids).collect();
    let suspended = numbers_by_ids(&mut tx, &ids).await?;
    publish_all(&mut tx, &NUMBERS, now).await?;
    tx.commit().await?;
    for (project_id, number) in suspended {
        app.remove_registrations(project_id, &number).await;
    }
    Ok(())
}
