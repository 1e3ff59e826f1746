//! Uploads that are in memory at once. A project has a part of the places: one whose uploads come slowly holds up no other.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kit_core::{Error, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// For all bytes of one upload: 20 MiB by 0.6 Mbit/s, 64 MiB by 1.8 Mbit/s.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(300);
/// How long an upload waits for its place, before its bytes are taken.
const PLACE_TIMEOUT: Duration = Duration::from_secs(20);
/// What a caller waits who has got none.
const RETRY_AFTER_SECONDS: u64 = 30;

pub struct UploadPlaces {
    free: Arc<Semaphore>,
    of_project: usize,
    projects: Mutex<HashMap<i64, Arc<Semaphore>>>,
}

/// Free again once it is dropped.
#[derive(Debug)]
pub struct UploadPlace {
    _of_project: OwnedSemaphorePermit,
    _of_process: OwnedSemaphorePermit,
}

impl UploadPlaces {
    /// `of_project`: how many of `all` one project may have.
    pub fn new(all: usize, of_project: usize) -> UploadPlaces {
        UploadPlaces { free: Arc::new(Semaphore::new(all)), of_project, projects: Mutex::default() }
    }

    /// Waits behind the uploads of the same project first: who waits there takes no place from others. `TooManyRequests` where none
    /// becomes free in time.
    pub async fn acquire(&self, project_id: i64) -> Result<UploadPlace> {
        self.acquire_within(PLACE_TIMEOUT, project_id).await
    }

    async fn acquire_within(&self, limit: Duration, project_id: i64) -> Result<UploadPlace> {
        let busy = |_elapsed| Error::TooManyRequests { retry_after_seconds: RETRY_AFTER_SECONDS };
        timeout(limit, self.acquire_at_last(project_id)).await.map_err(busy)?
    }

    async fn acquire_at_last(&self, project_id: i64) -> Result<UploadPlace> {
        let of_project = self.project(project_id).acquire_owned().await.map_err(Error::internal)?;
        let of_process = self.free.clone().acquire_owned().await.map_err(Error::internal)?;
        Ok(UploadPlace { _of_project: of_project, _of_process: of_process })
    }

    fn project(&self, project_id: i64) -> Arc<Semaphore> {
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever has a place, or waits for one, has the semaphore too.
        projects.retain(|_, places| Arc::strong_count(places) > 1);
        projects.entry(project_id).or_insert_with(|| Arc::new(Semaphore::new(self.of_project))).clone()
    }
}

/// An upload that does not end in time was cut off.
pub async fn in_time<T>(collected: impl Future<Output = Result<T>>) -> Result<T> {
    within(UPLOAD_TIMEOUT, collected).await
}

async fn within<T>(limit: Duration, collected: impl Future<Output = Result<T>>) -> Result<T> {
    match timeout(limit, collected).await {
        Ok(collected) => collected,
        Err(_elapsed) => Err(Error::wrong_file_body("the upload was cut off")),
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_project_that_takes_all_of_its_places_leaves_some_to_others() {
        let places = UploadPlaces::new(4, 2);
        let taken = [places.acquire(1).await.unwrap(), places.acquire(1).await.unwrap()];
        let mut waiting = Box::pin(places.acquire(1));
        assert!((&mut waiting).now_or_never().is_none(), "a third one of the project waits");
        let other = places.acquire(2).now_or_never().expect("another project does not").unwrap();
        drop(taken);
        drop(waiting.now_or_never().expect("its turn has come").unwrap());
        drop(other);
        drop(places.acquire(3).await.unwrap());
        assert_eq!(places.projects.lock().unwrap().len(), 1, "projects without uploads are forgotten");
    }

    #[tokio::test]
    async fn an_upload_that_gets_no_place_in_time_is_refused() {
        let places = UploadPlaces::new(2, 1);
        let _taken = places.acquire(1).await.unwrap();
        let refused = places.acquire_within(Duration::from_millis(1), 1).await.unwrap_err();
        assert!(matches!(refused, Error::TooManyRequests { .. }));
    }

    #[tokio::test]
    async fn an_upload_that_never_ends_is_cut_off() {
        let cut_off = within(Duration::ZERO, std::future::pending::<Result<()>>()).await;
        assert!(matches!(cut_off, Err(Error::Conflict { code: "wrong_file_body", .. })));
    }
}
