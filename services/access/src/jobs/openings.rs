//! Gives back passes of openings without an outcome, and ends visits that are over.
use std::time::Duration;

use kit::run_periodically;

use crate::app::App;
use crate::operation::opening::finish_overdue;

const FINISH_INTERVAL: Duration = Duration::from_secs(5);

pub async fn finish_openings(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, FINISH_INTERVAL, "openings cannot be finished", move || {
        let app = app.clone();
        async move { finish_due(&app).await }
    })
    .await
}

/// One round.
pub async fn finish_due(app: &App) -> kit::Result<()> {
    finish_overdue(app).await
}
