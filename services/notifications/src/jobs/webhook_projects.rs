//! Which projects have webhooks, as each replica keeps it: most events are of projects without any, and cost nothing.
use std::collections::HashSet;
use std::time::Duration;

use kit::{Database, Result};

use crate::app::App;

/// A webhook that another replica has saved gets events from then on, at the latest.
const INTERVAL: Duration = Duration::from_secs(1);

pub async fn refresh(app: &App) -> Result<()> {
    app.webhook_projects.set(list(&app.context.database).await?);
    Ok(())
}

/// Until shutdown. While the database is away, the projects of before are kept.
pub async fn run(app: App) -> anyhow::Result<()> {
    let shutdown = app.context.shutdown.clone();
    while !shutdown.is_cancelled() {
        if let Err(error) = refresh(&app).await {
            tracing::warn!(error = format!("{error:#}"), "projects with webhooks are not read");
        }
        tokio::select! {
            _ = shutdown.cancelled() => {}
            _ = tokio::time::sleep(INTERVAL) => {}
        }
    }
    Ok(())
}

async fn list(database: &Database) -> Result<HashSet<i64>> {
    let mut tx = database.system().await?;
    let projects: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT project_id FROM webhooks WHERE is_enabled").fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    Ok(projects.into_iter().collect())
}
