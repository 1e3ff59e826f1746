//! Announces: what the clock does to them, and their sending. Work of the leading replica; the batches are repeatable, so that
//! two leaders for a moment do no harm.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::announce::{BatchOutcome, advance_due, work_batch};

const INTERVAL: Duration = Duration::from_secs(1);

/// Everything that is due now.
pub async fn send_due(app: &App) -> Result<()> {
    while advance_due(app).await? {}
    let mut waiting = Vec::new();
    loop {
        match work_batch(app, &waiting).await? {
            BatchOutcome::Idle => return Ok(()),
            BatchOutcome::Done => {}
            BatchOutcome::QueueFull(id) => waiting.push(id),
        }
        if app.context.shutdown.is_cancelled() {
            return Ok(());
        }
    }
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "announces are sent later", || send_due(&app)).await
}
