use kit::{Error, Result};
use policy::{Authorized, action, resource};

use super::reach::ensure_views;
use super::{record, worker};
use crate::app::App;
use crate::domain::backup::{BackupOrigin, BackupStatus};
use crate::store::backup::BackupKey;

pub struct BackupFile {
    pub name: String,
    pub content_type: &'static str,
    pub data: Vec<u8>,
}

/// The zip; of a site's file, its text.
pub async fn download(app: &App, right: &Authorized<resource::BackupFile, action::View>, id: i64) -> Result<BackupFile> {
    let key = BackupKey { project_id: right.project_id(), id };
    let found = app.backups.find(key).await?;
    ensure_views(app, right.caller(), &found).await?;
    if found.status != BackupStatus::Ready {
        return Err(Error::conflict("can't perform action"));
    }
    record::download(app, &worker(right.caller()), key, &found.name).await?;
    match found.origin {
        BackupOrigin::Site => {
            let data = app.backups.text(key).await?;
            Ok(BackupFile { name: format!("{}.yaml", found.name), content_type: "application/yaml", data })
        }
        _ => {
            let data = app.backups.zip(key).await?;
            Ok(BackupFile { name: format!("{}.zip", found.name), content_type: "application/zip", data })
        }
    }
}
