//! Removes sessions that are long over, with their refresh tokens and the mobile clients that have none, and what
//! waited for its code or link in vain.
use std::time::Duration;

use kit::{Context, Result, rounds};

use crate::store;

const EVERY: Duration = Duration::from_secs(3600);
/// How long a session is kept after its end, for whoever asks where it came from.
const KEEP: time::Duration = time::Duration::days(7);

pub async fn run(context: Context) -> anyhow::Result<()> {
    rounds(context.clone(), EVERY, "what is outdated stays for another hour", || clean_up(&context)).await
}

pub async fn clean_up(context: &Context) -> Result<()> {
    loop {
        let mut tx = context.database.system().await?;
        let now = context.clock.now();
        let sessions = store::session::clean_up(&mut tx, now - KEEP).await? + store::mobile_client::clean_up(&mut tx, now - KEEP).await?;
        let removed = sessions + store::outdated::clean_up(&mut tx, now).await?;
        tx.commit().await?;
        if removed == 0 {
            return Ok(());
        }
    }
}
