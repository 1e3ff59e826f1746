//! Mobile apps that licences count: what is over the count is suspended by the clock, and what is used is published.
use std::time::Duration;

use kit::{Result, run_periodically};
use license_limits::{publish_all, reconcile_all};

use crate::app::App;
use crate::store::license::MOBILE_APPS;

const INTERVAL: Duration = Duration::from_secs(30);

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "mobile apps are not counted for licences", || count(&app)).await
}

pub async fn count(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    reconcile_all(&mut tx, &MOBILE_APPS, now).await?;
    publish_all(&mut tx, &MOBILE_APPS, now).await?;
    Ok(tx.commit().await?)
}
