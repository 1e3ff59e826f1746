//! Records the end of support sessions that expired.
use std::time::Duration;

use kit::run_periodically;

use crate::app::App;
use crate::operation::project::record_ended;

const CHECK_INTERVAL: Duration = Duration::from_secs(15);

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), CHECK_INTERVAL, "ends of support sessions are recorded later", || record_ended(&app)).await
}
