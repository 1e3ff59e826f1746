//! Deletes images of events that are older than their projects store them, and once a week what no row names.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::event_image;

const INTERVAL: Duration = Duration::from_secs(60);
/// Of one round: 1.4 million a day.
const MAX_IMAGES: i64 = 1_000;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "images of events could not be deleted", || delete(&app)).await
}

pub async fn sweep(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), blob::SWEEP_INTERVAL, "images of events could not be swept", || event_image::sweep(&app)).await
}

async fn delete(app: &App) -> Result<()> {
    event_image::delete_expired(app, MAX_IMAGES).await.map(drop)
}
