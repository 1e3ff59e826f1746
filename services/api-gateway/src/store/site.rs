//! What a file manages: a sealed object `sites/{project}.json`, and the rows that the file has made, `sites/{project}.zip`.
use blob::SealedBlobs;
use kit::{Error, Result};

use crate::domain::site::ManagedRecord;

const FOLDER: &str = "sites";

#[derive(Clone)]
pub struct SiteStore {
    blobs: SealedBlobs,
}

impl SiteStore {
    pub fn new(blobs: SealedBlobs) -> Self {
        SiteStore { blobs }
    }

    /// None where nothing is managed.
    pub async fn find(&self, project_id: i64) -> Result<Option<ManagedRecord>> {
        match self.blobs.get(&record(project_id)).await {
            Ok(text) => serde_json::from_slice(&text).map(Some).map_err(Error::internal),
            Err(Error::NotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The rows first: a record without them says nothing.
    pub async fn put(&self, managed: &ManagedRecord, rows: &[u8]) -> Result<()> {
        let text = serde_json::to_vec(managed).map_err(Error::internal)?;
        self.blobs.put(&rows_of(managed.project_id), rows).await?;
        self.blobs.put(&record(managed.project_id), &text).await
    }

    pub async fn rows(&self, project_id: i64) -> Result<Vec<u8>> {
        self.blobs.get(&rows_of(project_id)).await
    }

    pub async fn delete(&self, project_id: i64) -> Result<()> {
        self.blobs.delete(&record(project_id)).await?;
        self.blobs.delete(&rows_of(project_id)).await
    }
}

fn record(project_id: i64) -> String {
    format!("{FOLDER}/{project_id}.json")
}

fn rows_of(project_id: i64) -> String {
    format!("{FOLDER}/{project_id}.zip")
}
