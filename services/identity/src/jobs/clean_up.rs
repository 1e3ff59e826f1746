//! Removes sessions that ended long ago, with their refresh tokens and the mobile clients that have no session left, and
//! registrations, invitations and recoveries whose code or link has expired.
use std::time::Duration;

use kit::{Context, Result, run_periodically};

use crate::store;

const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(3600);
/// How long an ended session is kept, so that its origin can still be looked up.
const SESSION_RETENTION: time::Duration = time::Duration::days(7);

pub async fn run(context: Context) -> anyhow::Result<()> {
    run_periodically(context.clone(), CLEAN_UP_INTERVAL, "expired rows stay for another hour", || clean_up(&context)).await
}

pub async fn clean_up(context: &Context) -> Result<()> {
    loop {
        let mut tx = context.database.system().await?;
        let now = context.clock.now();
        let sessions = store::session::clean_up(&mut tx, now - SESSION_RETENTION).await?
            + store::mobile_client::clean_up(&mut tx, now - SESSION_RETENTION).await?;
        let removed = sessions + store::outdated::clean_up(&mut tx, now).await?;
        tx.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
