//! Tables that are streamed as xlsx or csv while their rows are read. An export may hold a connection to the database until
//! its rows are read, so only a few run at a time, and one of each project; the others wait. A slow receiver holds none: the file is written
//! to a temporary one first.
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{Stream, TryStreamExt};
use kit::{Context, Database, Error, Result, Tx};
use spreadsheet::{Format, Pieces, Rows};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Exports of one process of a service.
const MAX_CONCURRENT: usize = 3;
/// Of reading the rows, and of waiting for a place.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(600);

/// Cheap to clone.
#[derive(Clone)]
pub struct Exports {
    database: Database,
    service: &'static str,
    places: Places,
}

/// Cheap to clone.
#[derive(Clone)]
struct Places {
    all: Arc<Semaphore>,
    of_projects: Arc<Mutex<HashMap<i64, Weak<Semaphore>>>>,
}

/// Free again when it is dropped.
struct Place {
    _of_project: Option<OwnedSemaphorePermit>,
    _of_all: OwnedSemaphorePermit,
}

impl Places {
    fn new(number: usize) -> Places {
        Places { all: Arc::new(Semaphore::new(number)), of_projects: Arc::default() }
    }

    /// The place of the project comes first: what waits for it takes none from others.
    async fn take(&self, project_id: Option<i64>) -> Result<Place> {
        let of_project = match project_id {
            Some(id) => Some(self.of_project(id).acquire_owned().await.map_err(Error::internal)?),
            None => None,
        };
        Ok(Place { _of_project: of_project, _of_all: self.all.clone().acquire_owned().await.map_err(Error::internal)? })
    }

    fn of_project(&self, id: i64) -> Arc<Semaphore> {
        let mut projects = self.of_projects.lock().unwrap_or_else(PoisonError::into_inner);
        projects.retain(|_, place| place.strong_count() > 0);
        if let Some(place) = projects.get(&id).and_then(Weak::upgrade) {
            return place;
        }
        let place = Arc::new(Semaphore::new(1));
        projects.insert(id, Arc::downgrade(&place));
        place
    }
}

impl Exports {
    pub fn new(context: &Context) -> Self {
        Exports { database: context.database.clone(), service: context.service, places: Places::new(MAX_CONCURRENT) }
    }

    /// A table `name` with these headings. `write` writes its rows from a transaction of the project, in which every statement sees what the
    /// first one saw. It cannot write to the database.
    pub fn stream_from_database<F>(&self, project_id: i64, format: Format, name: &str, headings: &[&str], write: F) -> Pieces
    where
        F: for<'a> FnOnce(&'a mut Tx, &'a Rows) -> BoxFuture<'a, Result<()>> + Send + 'static,
    {
        let database = self.database.clone();
        self.stream_of(Some(project_id), format, name, headings, move |rows| {
            Box::pin(async move {
                let mut tx = database.tenant(project_id).await?;
                tx.freeze().await?;
                tx.set_statement_timeout(EXPORT_TIMEOUT).await?;
                write(&mut tx, rows).await?;
                Ok(tx.rollback().await?)
            })
        })
    }

    /// A table `name` with these headings, whose rows `write` gets from anywhere.
    pub fn stream<F>(&self, format: Format, name: &str, headings: &[&str], write: F) -> Pieces
    where
        F: for<'a> FnOnce(&'a Rows) -> BoxFuture<'a, Result<()>> + Send + 'static,
    {
        self.stream_of(None, format, name, headings, write)
    }

    fn stream_of<F>(&self, project_id: Option<i64>, format: Format, name: &str, headings: &[&str], write: F) -> Pieces
    where
        F: for<'a> FnOnce(&'a Rows) -> BoxFuture<'a, Result<()>> + Send + 'static,
    {
        let (rows, pieces) = spreadsheet::write(format, name, headings);
        let places = self.places.clone();
        kit::telemetry::spawn(self.service, "write an export", async move {
            let written = match within_limit(places.take(project_id)).await {
                Ok(place) => {
                    let written = within_limit(write(&rows)).await;
                    drop(place);
                    written
                }
                Err(error) => Err(error),
            };
            rows.finish(written).await;
        });
        pieces
    }
}

async fn within_limit<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    let timed_out = |_| Error::Unavailable(anyhow::anyhow!("an export took longer than ten minutes"));
    tokio::time::timeout(EXPORT_TIMEOUT, work).await.map_err(timed_out)?
}

/// Writes one row after the other into a table, until there are no more or nobody takes them.
pub async fn write_all<T, E: Into<Error>>(found: impl Stream<Item = Result<T, E>>, rows: &Rows, cells: fn(T) -> Vec<String>) -> Result<()> {
    let mut found = std::pin::pin!(found);
    while let Some(row) = found.try_next().await.map_err(Into::into)? {
        if !rows.push(cells(row)).await {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn exports_of_one_project_leave_places_to_others() {
        let places = Places::new(2);
        let take = |project_id| places.take(Some(project_id)).now_or_never().map(|taken| taken.unwrap());
        let first = take(1).expect("a place");
        assert!(take(1).is_none(), "the project has one");
        let second = take(2).expect("a place");
        assert!(take(3).is_none(), "there are two");
        drop(first);
        let third = take(3).expect("a place");
        assert!(take(1).is_none());
        drop((second, third));
        assert!(take(1).is_some(), "all are free again");
    }
}
