//! Makes and applies backups, and finds those that broke off.
use std::time::Duration;

use kit::Result;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::operation::backup;
use crate::store::lease::{Lease, Works};
use crate::store::work_queue::{Work, WorkKind};

/// How often works without a sign of life are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(15);

/// Runs until shutdown; works that go on then break off between two rows, and another replica continues them.
pub async fn run(app: App) -> anyhow::Result<()> {
    let mut works = JoinSet::new();
    let mut sweeps = interval(SWEEP_INTERVAL);
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = app.context.shutdown.cancelled() => break,
            Some(work) = app.backup_works.next() => {
                works.spawn(perform(app.clone(), work));
            }
            _ = sweeps.tick() => {
                if let Err(error) = sweep(&app).await {
                    tracing::warn!(%error, "backups that broke off are not looked for");
                }
            }
            Some(_) = works.join_next(), if !works.is_empty() => {}
        }
    }
    while works.join_next().await.is_some() {}
    Ok(())
}

async fn perform(app: App, work: Work) {
    let Work { kind, key, leases } = work;
    let engine = app.context.shutdown.run_until_cancelled(app.backup_works.engines.acquire()).await;
    if let Some(Ok(_engine)) = engine {
        let done = match kind {
            WorkKind::Make => backup::make(&app, key, &leases).await,
            WorkKind::Apply => backup::run(&app, key, &leases).await,
        };
        if let Err(error) = done {
            tracing::warn!(backup = key.id, ?kind, error = format!("{error:#}"), "a backup broke off");
        }
    }
    for lease in leases {
        lease.release().await;
    }
}

/// Whoever gets the lease of a work that has not ended is the one who goes on with it.
async fn sweep(app: &App) -> Result<()> {
    for key in Works(&app.context).all().await?.into_keys() {
        let Some(work) = Lease::acquire_work(&app.context, key).await? else { continue };
        match backup::resume(app, key).await {
            Ok(Some(apply)) => app.backup_works.push(Work { kind: WorkKind::Apply, key, leases: vec![apply, work] })?,
            Ok(None) => work.release().await,
            Err(error) => {
                tracing::warn!(backup = key.id, %error, "a backup that broke off is not continued");
                work.release().await;
            }
        }
    }
    Ok(())
}
