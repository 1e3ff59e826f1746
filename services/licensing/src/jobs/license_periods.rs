//! Publishes the features of projects whose licences have begun or ended.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::project_features::publish::publish;
use crate::store::project_features;

/// Services learn of a licence that begins or ends with this delay at most.
const INTERVAL: Duration = Duration::from_secs(60);
/// Projects in one transaction.
const BATCH: i64 = 100;

/// Returns the number of projects whose features have changed.
pub async fn publish_changed(app: &App) -> Result<usize> {
    let (mut changed, mut last) = (0, 0);
    loop {
        let mut tx = app.context.database.system().await?;
        let projects = project_features::list_projects(&mut tx, last, BATCH).await?;
        let Some(newest) = projects.last() else { return Ok(changed) };
        last = *newest;
        for project_id in projects {
            changed += usize::from(publish(&mut tx, project_id, app.config.grace, app.context.clock.now()).await?);
        }
        tx.commit().await?;
    }
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "licences that have begun or ended are published later", || publish_changed(&app)).await
}
