//! Objects that no row names: their service ended between writing the object and committing the row, or between deleting both.
use std::collections::HashSet;
use std::time::Duration;

use futures::StreamExt;
use kit::Result;
use time::OffsetDateTime;

use crate::Blobs;

pub const SWEEP_INTERVAL: Duration = Duration::from_secs(7 * 24 * 3600);
/// Younger objects may belong to a transaction that is not committed yet, or to work that continues within a day.
const MIN_AGE: time::Duration = time::Duration::hours(24);
const CHUNK: usize = 1_000;

/// Deletes what lies below the folder longer than a day without a row that names it. `named`: which of these keys rows name.
/// Returns how many objects were deleted. A failure of one ends it; the next sweep goes on.
pub async fn sweep<F>(blobs: &Blobs, folder: &str, now: OffsetDateTime, named: impl Fn(Vec<String>) -> F) -> Result<usize>
where
    F: Future<Output = Result<HashSet<String>>>,
{
    let mut chunks = std::pin::pin!(blobs.list_chunks(folder, CHUNK)?);
    let mut deleted = 0;
    while let Some(chunk) = chunks.next().await {
        let old: Vec<String> = chunk?.into_iter().filter(|info| info.modified_at + MIN_AGE < now).map(|info| info.key).collect();
        if old.is_empty() {
            continue;
        }
        let named = named(old.clone()).await?;
        for key in old.iter().filter(|key| !named.contains(*key)) {
            blobs.delete(key).await?;
            deleted += 1;
        }
    }
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use kit::settings::BlobVariables;

    use super::*;

    #[tokio::test]
    async fn what_no_row_names_goes_after_a_day_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::new(&BlobVariables::of_folder(folder.path().to_str().unwrap()));
        for key in ["faces/1/named", "faces/2/lost", "imports/1/other"] {
            blobs.put(key, b"x".to_vec()).await.unwrap();
        }
        let named = |_| async { Ok(HashSet::from(["faces/1/named".to_owned()])) };
        let now = kit::Clock::system().now();
        assert_eq!(sweep(&blobs, "faces", now + time::Duration::hours(23), named).await.unwrap(), 0);
        assert_eq!(sweep(&blobs, "faces", now + time::Duration::hours(25), named).await.unwrap(), 1);
        assert!(blobs.get("faces/1/named").await.is_ok() && blobs.get("faces/2/lost").await.is_err() && blobs.get("imports/1/other").await.is_ok());
    }
}
