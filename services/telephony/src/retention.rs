//! Keeps the calls of the last four hundred days.
use std::time::Duration;

use kit::{Context, Result, rounds};

use crate::store::call_history_list;

const PERIOD: Duration = Duration::from_secs(3600);

/// Forgets the others; answers how many.
pub async fn forget_old(context: &Context) -> Result<u64> {
    call_history_list::forget_old(&context.database, context.clock.now()).await
}

/// The job that does so every hour.
pub async fn keep(context: Context) -> anyhow::Result<()> {
    rounds(context.clone(), PERIOD, "old calls stay in the history", || forget_old(&context)).await
}
