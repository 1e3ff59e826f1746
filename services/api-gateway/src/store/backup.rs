//! Records and zips of backups: sealed objects `backups/{project}/{id}.json` and `.zip`; of a site's file `.yaml` in place of the zip,
//! and `.secrets` and `.planned` while it is applied; of one that was made before an apply `.journal`, by which that is undone. While
//! somebody works on one, `backup-works/{project}/{id}.work` says so: Redis may forget it. An id begins with the time.
use blob::{Blobs, SealKeys, SealedBlobs};
use futures::{StreamExt, TryStreamExt, stream};
use kit::{Context, Error, Result};
use rand::Rng;
use site_backup::archive::ArchiveKey;
use site_backup::journal::Journal;
use time::OffsetDateTime;

use crate::domain::backup::{BackupRecord, LIFETIME};
use crate::domain::site::StoredSecret;

const FOLDER: &str = "backups";
const WORKS: &str = "backup-works";
/// Records that are read at once.
const MAX_READS: usize = 16;

#[derive(Clone)]
pub struct BackupStore {
    pub blobs: SealedBlobs,
    pub key: ArchiveKey,
}

/// Where a backup is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BackupKey {
    pub project_id: i64,
    pub id: i64,
}

impl BackupKey {
    fn record(self) -> String {
        format!("{FOLDER}/{}/{}.json", self.project_id, self.id)
    }

    fn zip(self) -> String {
        format!("{FOLDER}/{}/{}.zip", self.project_id, self.id)
    }

    fn text(self) -> String {
        format!("{FOLDER}/{}/{}.yaml", self.project_id, self.id)
    }

    fn secrets(self) -> String {
        format!("{FOLDER}/{}/{}.secrets", self.project_id, self.id)
    }

    fn planned(self) -> String {
        format!("{FOLDER}/{}/{}.planned", self.project_id, self.id)
    }

    fn journal(self) -> String {
        format!("{FOLDER}/{}/{}.journal", self.project_id, self.id)
    }

    fn work(self) -> String {
        format!("{WORKS}/{}/{}.work", self.project_id, self.id)
    }

    fn of_object(key: &str) -> Option<BackupKey> {
        let mut parts = key.split('/').skip(1);
        let (project_id, file) = (parts.next()?.parse().ok()?, parts.next()?);
        Some(BackupKey { project_id, id: file.split_once('.')?.0.parse().ok()? })
    }

    fn has_expired(self, now: OffsetDateTime) -> bool {
        let made_at = OffsetDateTime::from_unix_timestamp(self.id / 1_000_000).unwrap_or(OffsetDateTime::UNIX_EPOCH);
        made_at + LIFETIME <= now
    }
}

impl From<&BackupRecord> for BackupKey {
    fn from(record: &BackupRecord) -> Self {
        BackupKey { project_id: record.project_id, id: record.id }
    }
}

/// Milliseconds and a random number: it fits into the numbers of JavaScript until 2255.
pub fn new_id(now: OffsetDateTime) -> i64 {
    (now.unix_timestamp_nanos() / 1_000_000) as i64 * 1_000 + rand::rng().random_range(0..1_000)
}

impl BackupStore {
    pub fn new(context: &Context) -> Self {
        let settings = &context.settings;
        let keys: Vec<&[u8]> = std::iter::once(&settings.seal_key).chain(&settings.former_seal_keys).map(Vec::as_slice).collect();
        let blobs = Blobs::with_authorities(&settings.blob, &settings.certificate_authorities);
        BackupStore { key: ArchiveKey::new(&keys), blobs: blobs.sealed(SealKeys::new(&keys)) }
    }

    pub async fn list(&self, project_id: i64, now: OffsetDateTime) -> Result<Vec<BackupRecord>> {
        let objects = self.blobs.list(&format!("{FOLDER}/{project_id}")).await?;
        let keys: Vec<BackupKey> =
            objects.iter().filter(|object| object.key.ends_with(".json")).filter_map(|object| BackupKey::of_object(&object.key)).collect();
        let read = |key: BackupKey| async move {
            match self.find(key).await {
                Ok(record) => Ok(Some(record)),
                // Deleted meanwhile.
                Err(Error::NotFound) => Ok(None),
                Err(error) => Err(error),
            }
        };
        let records: Vec<Option<BackupRecord>> = stream::iter(keys.into_iter().map(read)).buffer_unordered(MAX_READS).try_collect().await?;
        Ok(records.into_iter().flatten().filter(|record| !record.has_expired(now)).collect())
    }

    pub async fn find(&self, key: BackupKey) -> Result<BackupRecord> {
        let text = self.blobs.get(&key.record()).await?;
        serde_json::from_slice(&text).map_err(Error::internal)
    }

    pub async fn put(&self, record: &BackupRecord) -> Result<()> {
        let text = serde_json::to_vec(record).map_err(Error::internal)?;
        self.blobs.put(&BackupKey::from(record).record(), &text).await
    }

    pub async fn put_zip(&self, key: BackupKey, zip: &[u8]) -> Result<()> {
        self.blobs.put(&key.zip(), zip).await
    }

    pub async fn zip(&self, key: BackupKey) -> Result<Vec<u8>> {
        self.blobs.get(&key.zip()).await
    }

    /// The text of a site's file.
    pub async fn put_text(&self, key: BackupKey, text: &[u8]) -> Result<()> {
        self.blobs.put(&key.text(), text).await
    }

    pub async fn text(&self, key: BackupKey) -> Result<Vec<u8>> {
        self.blobs.get(&key.text()).await
    }

    /// For as long as they wait for their rows.
    pub async fn put_secrets(&self, key: BackupKey, secrets: &[StoredSecret]) -> Result<()> {
        let text = serde_json::to_vec(secrets).map_err(Error::internal)?;
        self.blobs.put(&key.secrets(), &text).await
    }

    pub async fn secrets(&self, key: BackupKey) -> Result<Vec<StoredSecret>> {
        match self.blobs.get(&key.secrets()).await {
            Ok(text) => serde_json::from_slice(&text).map_err(Error::internal),
            Err(Error::NotFound) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// The rows of a plan, for as long as it is applied.
    pub async fn put_planned(&self, key: BackupKey, planned: &Journal) -> Result<()> {
        self.put_json(&key.planned(), planned).await
    }

    pub async fn planned(&self, key: BackupKey) -> Result<Journal> {
        self.json(&key.planned()).await
    }

    /// What an apply has done; `before`: what was made before it.
    pub async fn put_journal(&self, before: BackupKey, done: &Journal) -> Result<()> {
        self.put_json(&before.journal(), done).await
    }

    pub async fn journal(&self, before: BackupKey) -> Result<Journal> {
        self.json(&before.journal()).await
    }

    async fn put_json(&self, object: &str, journal: &Journal) -> Result<()> {
        let text = serde_json::to_vec(journal).map_err(Error::internal)?;
        self.blobs.put(object, &text).await
    }

    async fn json(&self, object: &str) -> Result<Journal> {
        let text = self.blobs.get(object).await?;
        serde_json::from_slice(&text).map_err(Error::internal)
    }

    /// That a work was begun, and has not ended.
    pub async fn put_work(&self, key: BackupKey) -> Result<()> {
        self.blobs.put(&key.work(), &[]).await
    }

    pub async fn delete_work(&self, key: BackupKey) -> Result<()> {
        self.blobs.delete(&key.work()).await
    }

    /// Of every project: works that have not ended.
    pub async fn works(&self) -> Result<Vec<BackupKey>> {
        let objects = self.blobs.list(WORKS).await?;
        Ok(objects.iter().filter_map(|object| BackupKey::of_object(&object.key)).collect())
    }

    pub async fn delete_planned(&self, key: BackupKey) -> Result<()> {
        self.blobs.delete(&key.planned()).await
    }

    pub async fn delete_secrets(&self, key: BackupKey) -> Result<()> {
        self.blobs.delete(&key.secrets()).await
    }

    /// The record first: what it does not name is not offered any more.
    pub async fn delete(&self, key: BackupKey) -> Result<()> {
        self.blobs.delete(&key.record()).await?;
        for object in [key.secrets(), key.planned(), key.journal(), key.text(), key.zip()] {
            self.blobs.delete(&object).await?;
        }
        Ok(())
    }

    /// Of every project; what a crash left behind goes with it.
    pub async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize> {
        let objects = self.blobs.list(FOLDER).await?;
        let mut deleted = 0;
        for object in objects {
            if BackupKey::of_object(&object.key).is_some_and(|key| key.has_expired(now)) {
                self.blobs.delete(&object.key).await?;
                deleted += 1;
            }
        }
        Ok(deleted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_when_it_was_made_and_fits_into_a_number_of_javascript() {
        let now = OffsetDateTime::from_unix_timestamp(1_795_000_000).unwrap();
        let key = BackupKey { project_id: 7, id: new_id(now) };
        assert!(key.id < 1 << 53);
        assert!(!key.has_expired(now + LIFETIME - time::Duration::seconds(2)) && key.has_expired(now + LIFETIME));
        assert_eq!(BackupKey::of_object(&key.record()), Some(key));
        for object in [key.zip(), key.text(), key.secrets(), key.planned(), key.journal(), key.work()] {
            assert_eq!(BackupKey::of_object(&object), Some(key));
        }
    }
}
