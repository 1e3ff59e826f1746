//! Whose a backup is: of those who view all that it holds. For others it is not there, whatever their right to backups.
use std::collections::HashSet;

use kit::{Error, Result};
use policy::Caller;

use super::worker;
use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::BackupRecord;
use crate::domain::backup_view::{GroupPaths, views};

/// `NotFound` where the caller does not view all that the backup holds, and after its time.
pub async fn ensure_views(app: &App, caller: &Caller, record: &BackupRecord) -> Result<()> {
    if record.has_expired(app.context.clock.now()) {
        return Err(Error::NotFound);
    }
    let paths = paths(app, caller, std::slice::from_ref(record)).await?;
    if views(caller, record, &paths) { Ok(()) } else { Err(Error::NotFound) }
}

/// Leaves those of which the caller views all that they hold.
pub async fn retain_viewed(app: &App, caller: &Caller, records: &mut Vec<BackupRecord>) -> Result<()> {
    let paths = paths(app, caller, records).await?;
    records.retain(|record| views(caller, record, &paths));
    Ok(())
}

/// Of the groups that have to be looked at, those that the caller sees.
async fn paths(app: &App, caller: &Caller, records: &[BackupRecord]) -> Result<GroupPaths> {
    let unsure = records.iter().filter(|record| !views(caller, record, &GroupPaths::new()));
    let ids: HashSet<i64> = unsure.flat_map(|record| &record.held).flat_map(|held| held.group_ids.iter().copied()).collect();
    let site = ApiSite { app: app.clone(), worker: worker(caller) };
    site.group_paths(&ids.into_iter().collect::<Vec<_>>()).await
}
