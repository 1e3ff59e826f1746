//! Announces: what the clock does to them, and their sending. Work of the leading replica; the batches are repeatable, so that
//! two leaders for a moment do no harm.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::announce::{BatchOutcome, advance_due, work_batch};
use crate::store::announce::ExcludedAnnounces;

const INTERVAL: Duration = Duration::from_secs(1);

/// Everything that is due now. Projects take turns: one that sends to all of its people holds up no other.
pub async fn send_due(app: &App) -> Result<()> {
    while advance_due(app).await? {}
    let mut excluded = ExcludedAnnounces::default();
    loop {
        match work_batch(app, &excluded).await? {
            BatchOutcome::Idle if excluded.projects.is_empty() => return Ok(()),
            BatchOutcome::Idle => excluded.projects.clear(),
            BatchOutcome::Done(project_id) => excluded.projects.push(project_id),
            BatchOutcome::QueueFull(id) => excluded.ids.push(id),
        }
        if app.context.shutdown.is_cancelled() {
            return Ok(());
        }
    }
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "announces are sent later", || send_due(&app)).await
}
