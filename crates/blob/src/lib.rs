//! Files beside the database: in the bucket of a server of S3, or in the folder `VESTIBULE_BLOB_DIR`, which the replicas of a service
//! share. A service writes the object first and commits the row that names it afterwards; it deletes the row first, and the object
//! when that is committed. What a crash leaves behind is removed by [`sweep`]. Nothing here is ever served to a browser directly.
mod backend;
mod sealed;
mod sweep;
mod usage;

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::{Stream, StreamExt, TryStreamExt};
use kit::outgoing::Authorities;
use kit::settings::BlobVariables;
use kit::{Error, Result};
use object_store::path::Path;
use object_store::{ObjectStore, PutPayload, WriteMultipart};
use time::OffsetDateTime;

pub use sealed::{SealKeys, SealedBlobs};
pub use sweep::{SWEEP_INTERVAL, sweep};
pub use usage::{Disk, FolderUsage, Usage, usage};

/// Of one call; the store repeats what can be repeated within it.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);
/// Parts of an upload that are on their way at once, of 5 MiB each.
const MAX_PARTS: usize = 2;

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
    /// Connects to nothing: a store that is away does not stop a process from starting. Settings that cannot be used let every call
    /// fail.
    pub fn new(settings: &BlobVariables) -> Self {
        Blobs::with_authorities(settings, &Authorities::default())
    }

    /// As `new`, for a server whose certificate an organisation has signed itself.
    pub fn with_authorities(settings: &BlobVariables, authorities: &Authorities) -> Self {
        Blobs(backend::connect(settings, authorities))
    }

    /// The same store for what must not be read there: every object is sealed.
    pub fn sealed(&self, keys: SealKeys) -> SealedBlobs {
        SealedBlobs::new(self.clone(), keys)
    }

    /// Writes an object, or replaces it. Readers see all of it or what was there before.
    pub async fn put(&self, key: &str, data: impl Into<Bytes>) -> Result<()> {
        within(self.0.put(&path(key)?, PutPayload::from(data.into()))).await.map(|_| ())
    }

    /// As `put`, without the whole in memory. A stream that fails leaves what was there before. Returns the size.
    pub async fn put_stream(&self, key: &str, data: impl Stream<Item = Result<Bytes>>) -> Result<u64> {
        let upload = within(self.0.put_multipart(&path(key)?)).await?;
        let mut writer = WriteMultipart::new(upload);
        match write_parts(&mut writer, data).await {
            Ok(size) => within(writer.finish()).await.map(|_| size),
            Err(error) => {
                // The server removes parts of uploads that were never finished by itself, too.
                within(writer.abort()).await.ok();
                Err(error)
            }
        }
    }

    /// `NotFound` for a key that has none.
    pub async fn get(&self, key: &str) -> Result<Bytes> {
        let path = path(key)?;
        within(async { self.0.get(&path).await?.bytes().await }).await
    }

    /// As `get`, without the whole in memory.
    pub async fn get_stream(&self, key: &str) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        let path = path(key)?;
        let found = within(self.0.get(&path)).await?;
        Ok(found.into_stream().map_err(store_error))
    }

    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Bytes> {
        within(self.0.get_range(&path(key)?, range)).await
    }

    /// `NotFound` for a key that has none.
    pub async fn size(&self, key: &str) -> Result<u64> {
        Ok(within(self.0.head(&path(key)?)).await?.size)
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
        within(self.0.list(Some(&folder)).map_ok(info).try_collect()).await
    }

    /// As `list`, in parts of up to `size`.
    fn list_chunks(&self, folder: &str, size: usize) -> Result<impl Stream<Item = Result<Vec<BlobInfo>>>> {
        let folder = path(folder)?;
        Ok(self.0.list(Some(&folder)).map_ok(info).map_err(store_error).try_chunks(size).map_err(|error| error.1))
    }
}

async fn write_parts(writer: &mut WriteMultipart, data: impl Stream<Item = Result<Bytes>>) -> Result<u64> {
    let mut data = std::pin::pin!(data);
    let mut size = 0;
    while let Some(part) = data.next().await {
        let part = part?;
        size += part.len() as u64;
        within(writer.wait_for_capacity(MAX_PARTS)).await?;
        writer.put(part);
    }
    Ok(size)
}

fn info(meta: object_store::ObjectMeta) -> BlobInfo {
    let modified_at = OffsetDateTime::from_unix_timestamp(meta.last_modified.timestamp()).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    BlobInfo { key: meta.location.to_string(), size: meta.size, modified_at }
}

/// A key has parts with slashes between them, each of letters, digits, `-`, `_` and `.`: never a way out of the store's folder.
fn path(key: &str) -> Result<Path> {
    Path::parse(key).map_err(Error::internal)
}

async fn within<T>(call: impl Future<Output = object_store::Result<T>>) -> Result<T> {
    let answer = tokio::time::timeout(CALL_TIMEOUT, call).await;
    let late = |_| Error::Unavailable(anyhow::anyhow!("the store of files gave no answer within {} s", CALL_TIMEOUT.as_secs()));
    answer.map_err(late)?.map_err(store_error)
}

fn store_error(error: object_store::Error) -> Error {
    match error {
        object_store::Error::NotFound { .. } => Error::NotFound,
        error => Error::Unavailable(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(folder: &std::path::Path) -> Blobs {
        Blobs::new(&BlobVariables::of_folder(folder.to_str().unwrap()))
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

    #[tokio::test]
    async fn a_stream_that_fails_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = store(folder.path());
        let parts = |last: Result<Bytes>| futures::stream::iter([Ok(Bytes::from_static(b"first ")), last]);
        assert_eq!(blobs.put_stream("backups/a", parts(Ok(Bytes::from_static(b"second")))).await.unwrap(), 12);
        assert!(blobs.put_stream("backups/a", parts(Err(Error::NotFound))).await.is_err());
        assert_eq!(blobs.get("backups/a").await.unwrap(), "first second");
        let read: Vec<Bytes> = blobs.get_stream("backups/a").await.unwrap().try_collect().await.unwrap();
        assert_eq!((read.concat().as_slice(), blobs.size("backups/a").await.unwrap()), (&b"first second"[..], 12));
        assert_eq!(blobs.list("backups").await.unwrap().len(), 1);
    }
}
