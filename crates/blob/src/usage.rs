//! How much lies in the store, for the operator.
use std::collections::BTreeMap;
use std::time::Duration;

use futures::StreamExt;
use kit::outgoing::Authorities;
use kit::settings::BlobVariables;
use kit::{Error, Result};
use object_store::ObjectStore;
use tokio::time::{Instant, timeout_at};

use crate::{backend, store_error};

/// Objects that are counted, at most: a bucket says a thousand in an answer.
const MAX_OBJECTS: u64 = 100_000;
/// After this long the count ends with what it has.
const COUNT_TIME: Duration = Duration::from_secs(8);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// By the folder at the top of the store.
    pub folders: BTreeMap<String, FolderUsage>,
    /// False when there are more objects than were counted.
    pub is_complete: bool,
    /// Of the disk that a folder lies on; None for a bucket.
    pub disk: Option<Disk>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FolderUsage {
    pub objects: u64,
    pub bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    pub bytes: u64,
    /// For processes without special rights.
    pub free_bytes: u64,
}

pub async fn usage(settings: &BlobVariables, authorities: &Authorities) -> Result<Usage> {
    let store = backend::connect(settings, authorities);
    let mut usage = count(&*store, MAX_OBJECTS, Instant::now() + COUNT_TIME).await?;
    if settings.blob_s3_bucket.is_empty() {
        let folder = settings.blob_dir.clone();
        usage.disk = tokio::task::spawn_blocking(move || disk(&folder)).await.map_err(Error::internal)?;
    }
    Ok(usage)
}

async fn count(store: &dyn ObjectStore, limit: u64, end: Instant) -> Result<Usage> {
    let (mut usage, mut objects) = (Usage { is_complete: true, ..Usage::default() }, 0);
    let mut found = store.list(None);
    loop {
        let object = match timeout_at(end, found.next()).await {
            Ok(None) => break,
            // A folder that nothing was written to yet.
            Ok(Some(Err(object_store::Error::NotFound { .. }))) => continue,
            Ok(Some(object)) if objects < limit => object.map_err(store_error)?,
            Ok(Some(_)) | Err(_) => {
                usage.is_complete = false;
                break;
            }
        };
        objects += 1;
        let folder = object.location.parts().next().map(|part| part.as_ref().to_string()).unwrap_or_default();
        let entry = usage.folders.entry(folder).or_default();
        entry.objects += 1;
        entry.bytes += object.size;
    }
    Ok(usage)
}

/// None where the folder is not there yet, or the system does not say.
fn disk(folder: &str) -> Option<Disk> {
    let about = rustix::fs::statvfs(folder).ok()?;
    Some(Disk { bytes: about.f_blocks.saturating_mul(about.f_frsize), free_bytes: about.f_bavail.saturating_mul(about.f_frsize) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Blobs;

    #[tokio::test]
    async fn a_folder_says_what_lies_in_it_and_how_much_its_disk_has() {
        let folder = tempfile::tempdir().unwrap();
        let settings = BlobVariables::of_folder(folder.path().to_str().unwrap());
        let blobs = Blobs::new(&settings);
        for (key, size) in [("images/1/a", 5), ("images/1/b", 7), ("backups/1/c", 11)] {
            blobs.put(key, vec![0u8; size]).await.unwrap();
        }
        let found = usage(&settings, &Authorities::default()).await.unwrap();
        let folders: Vec<_> = found.folders.iter().map(|(name, used)| (name.as_str(), used.objects, used.bytes)).collect();
        assert_eq!(folders, [("backups", 1, 11), ("images", 2, 12)]);
        let disk = found.disk.unwrap();
        assert!(found.is_complete && disk.free_bytes <= disk.bytes && disk.bytes > 0);
    }

    #[tokio::test]
    async fn a_store_that_nothing_was_written_to_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let settings = BlobVariables::of_folder(folder.path().join("not there yet").to_str().unwrap());
        let found = usage(&settings, &Authorities::default()).await.unwrap();
        assert_eq!((found.folders.len(), found.is_complete, found.disk), (0, true, None));
    }

    #[tokio::test]
    async fn a_count_ends_at_its_limit_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let settings = BlobVariables::of_folder(folder.path().to_str().unwrap());
        for key in ["a/1", "a/2", "a/3"] {
            Blobs::new(&settings).put(key, vec![0]).await.unwrap();
        }
        let store = backend::connect(&settings, &Authorities::default());
        let found = count(&*store, 2, Instant::now() + COUNT_TIME).await.unwrap();
        assert_eq!((found.folders["a"].objects, found.is_complete), (2, false));
    }
}
