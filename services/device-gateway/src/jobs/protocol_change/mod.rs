//! Changes of protocol: a device has come by the new one, or has not in time.
mod end;
mod rows;
use std::time::Duration;

use kit::run_periodically;

pub use end::complete;

use crate::app::App;

const CHECK_INTERVAL: Duration = Duration::from_secs(5);

pub async fn run(app: App) -> anyhow::Result<()> {
    let failure = "changes of protocol that took too long are ended later";
    run_periodically(app.context.clone(), CHECK_INTERVAL, failure, || end::fail_expired(&app)).await
}
