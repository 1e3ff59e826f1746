//! Ends restarts of the SIP edge whose process ended before they did.
use std::time::Duration;

use cluster::ABANDONED_AFTER;
use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::sip_service;
use crate::store::sip_service as store;

const INTERVAL: Duration = Duration::from_secs(30);

/// Every half minute.
pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "abandoned restarts of the SIP edge are not ended", || end_abandoned(&app)).await
}

pub async fn end_abandoned(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let found = store::abandoned_restart(&mut tx, app.context.clock.now() - ABANDONED_AFTER).await?;
    tx.rollback().await?;
    match found {
        Some(restart) => sip_service::finish_restart(app, &restart, Ok(())).await,
        None => Ok(()),
    }
}
