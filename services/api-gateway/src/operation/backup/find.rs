use kit::{Error, Result};
use policy::{Authorized, action, resource};

use super::ensure_found;
use super::reach::{ensure_views, retain_viewed};
use crate::app::App;
use crate::domain::backup::BackupRecord;
use crate::store::backup::BackupKey;
use crate::store::lease::{WorkProgress, Works};

const SIZES: &[i32] = &[10, 20, 50, 100];
const DEFAULT_SIZE: i32 = 20;

pub struct ListedBackups {
    pub items: Vec<(BackupRecord, WorkProgress)>,
    pub total: usize,
    pub page: i32,
    pub size: i32,
}

pub async fn find(app: &App, right: &Authorized<resource::Backup, action::View>, id: i64) -> Result<(BackupRecord, WorkProgress)> {
    let key = BackupKey { project_id: right.project_id(), id };
    let record = app.backups.find(key).await?;
    ensure_views(app, right.caller(), &record).await?;
    ensure_found(app, &record).await;
    let progress = if record.is_busy() { progress(app, key).await } else { WorkProgress::default() };
    Ok((record, progress))
}

/// How far it is says less than the record: without Redis it is not known.
async fn progress(app: &App, key: BackupKey) -> WorkProgress {
    Works(&app.context).all().await.ok().and_then(|works| works.get(&key).copied()).unwrap_or_default()
}

pub async fn list(
    app: &App,
    right: &Authorized<resource::Backup, action::View>,
    page: i32,
    size: i32,
    sort: &str,
    search: &str,
) -> Result<ListedBackups> {
    let size = if size == 0 { DEFAULT_SIZE } else { size };
    if !SIZES.contains(&size) {
        return Err(Error::field("size", "must be one of: 10, 20, 50, 100"));
    }
    let page = page.max(1);
    let mut records = app.backups.list(right.project_id(), app.context.clock.now()).await?;
    let search = search.trim().to_lowercase();
    records.retain(|record| record.name.to_lowercase().contains(&search));
    retain_viewed(app, right.caller(), &mut records).await?;
    let by_name = |record: &BackupRecord| (record.name.to_lowercase(), record.id);
    match sort {
        "" | "-created_at" => records.sort_by_key(|record| std::cmp::Reverse(record.id)),
        "created_at" => records.sort_by_key(|record| record.id),
        "name" => records.sort_by_key(by_name),
        "-name" => records.sort_by_key(|record| std::cmp::Reverse(by_name(record))),
        _ => return Err(Error::field("sort", "must be one of: name, created_at")),
    }
    for record in &records {
        ensure_found(app, record).await;
    }
    let works = match records.iter().any(BackupRecord::is_busy) {
        true => Works(&app.context).all().await.unwrap_or_default(),
        false => Default::default(),
    };
    let total = records.len();
    let first = (page as usize - 1).saturating_mul(size as usize);
    let items = records.into_iter().skip(first).take(size as usize);
    let items = items.map(|record| {
        let progress = works.get(&BackupKey::from(&record)).copied().unwrap_or_default();
        (record, progress)
    });
    Ok(ListedBackups { items: items.collect(), total, page, size })
}
