//! Files beside the database: in the folder `VESTIBULE_BLOB_DIR`, which the replicas of a service share. A service writes the object first and
//! commits the row that names it afterwards; nothing here is ever served to a browser directly.
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::TryStreamExt;
use kit::settings::BlobVariables;
use kit::{Error, Result};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, PutPayload};
use time::OffsetDateTime;

/// Of one call; the store repeats what can be repeated within it.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Blobs(Arc<dyn ObjectStore>);

/// An object, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlobInfo {
    pub key: String,
    pub size: u64,
    pub modified_at: OffsetDateTime,
}

impl Blobs {
    /// Connects to nothing: a store that is away does not stop a process from starting.
    pub fn new(settings: &BlobVariables) -> Self {
        Blobs(Arc::new(PrefixStore::new(LocalFileSystem::new(), settings.blob_dir.as_str())))
    }

    /// Writes an object, or replaces it. Readers see all of it or what was there before.
    pub async fn put(&self, key: &str, data: Vec<u8>) -> Result<()> {
        within(self.0.put(&path(key)?, PutPayload::from(data))).await.map(|_| ())
    }

    /// `NotFound` for a key that has none.
    pub async fn get(&self, key: &str) -> Result<Bytes> {
        let path = path(key)?;
        within(async { self.0.get(&path).await?.bytes().await }).await
    }

    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Bytes> {
        within(self.0.get_range(&path(key)?, range)).await
    }

    /// Deleting what is not there does nothing.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match within(self.0.delete(&path(key)?)).await {
            Err(Error::NotFound) => Ok(()),
            done => done,
        }
    }

    /// Every object below a folder.
    pub async fn list(&self, folder: &str) -> Result<Vec<BlobInfo>> {
        let folder = path(folder)?;
        let found: Vec<_> = within(self.0.list(Some(&folder)).try_collect()).await?;
        let info = |meta: object_store::ObjectMeta| {
            let modified_at = OffsetDateTime::from_unix_timestamp(meta.last_modified.timestamp()).unwrap_or(OffsetDateTime::UNIX_EPOCH);
            BlobInfo { key: meta.location.to_string(), size: meta.size, modified_at }
        };
        Ok(found.into_iter().map(info).collect())
    }
}

/// A key has parts with slashes between them, each of letters, digits, `-`, `_` and `.`: never a way out of the store's folder.
fn path(key: &str) -> Result<Path> {
    Path::parse(key).map_err(Error::internal)
}

async fn within<T>(call: impl Future<Output = object_store::Result<T>>) -> Result<T> {
    let answer = tokio::time::timeout(CALL_TIMEOUT, call).await;
    let late = |_| Error::Unavailable(anyhow::anyhow!("the store of files gave no answer within {} s", CALL_TIMEOUT.as_secs()));
    answer.map_err(late)?.map_err(|error| match error {
        object_store::Error::NotFound { .. } => Error::NotFound,
        error => Error::Unavailable(error.into()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(folder: &std::path::Path) -> Blobs {
        Blobs::new(&BlobVariables { blob_dir: folder.to_str().unwrap().into() })
    }

    #[tokio::test]
    async fn an_object_is_read_whole_in_part_and_no_more_after_its_deletion() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = store(&folder.path().join("made by the store"));
        blobs.put("imports/1/a", b"first".to_vec()).await.unwrap();
        blobs.put("imports/1/a", b"a table".to_vec()).await.unwrap();
        blobs.put("faces/1/b", b"x".to_vec()).await.unwrap();
        assert_eq!(blobs.get("imports/1/a").await.unwrap(), "a table");
        assert_eq!(blobs.get_range("imports/1/a", 2..7).await.unwrap(), "table");
        let found = blobs.list("imports").await.unwrap();
        assert_eq!(found.iter().map(|info| (info.key.as_str(), info.size)).collect::<Vec<_>>(), [("imports/1/a", 7)]);
        for _ in 0..2 {
            blobs.delete("imports/1/a").await.unwrap();
        }
        assert!(matches!(blobs.get("imports/1/a").await, Err(Error::NotFound)));
    }

    #[tokio::test]
    async fn no_key_leaves_the_folder_of_the_store() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), "secret").unwrap();
        let blobs = store(&folder.path().join("store"));
        for key in ["../secret", "a/../../secret", "/../secret", "./../secret"] {
            assert!(blobs.get(key).await.is_err(), "{key}");
        }
    }
}
