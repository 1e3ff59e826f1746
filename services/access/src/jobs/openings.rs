//! Passes of openings of which nothing was heard, and visits that are over.
use std::time::Duration;

use kit::run_periodically;

use crate::app::App;
use crate::operation::opening::settle_overdue;

const SETTLE_INTERVAL: Duration = Duration::from_secs(5);

pub async fn settle_openings(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, SETTLE_INTERVAL, "openings cannot be settled", move || {
        let app = app.clone();
        async move { settle_due(&app).await }
    })
    .await
}

/// One round.
pub async fn settle_due(app: &App) -> kit::Result<()> {
    settle_overdue(app).await
}
