//! Tables that are streamed as xlsx or csv while their rows are read. An export may hold a connection to the database until
//! it ends, so only a few run at a time; the others wait.
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::{Stream, TryStreamExt};
use kit::{Context, Database, Error, Result, Tx};
use spreadsheet::{Format, Pieces, Rows};
use tokio::sync::Semaphore;

/// Exports of one process of a service.
const MAX_CONCURRENT: usize = 3;
/// Of the whole request: as long as the gateway lets a download take.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(3600);

/// Cheap to clone.
#[derive(Clone)]
pub struct Exports {
    database: Database,
    service: &'static str,
    permits: Arc<Semaphore>,
}

impl Exports {
    pub fn new(context: &Context) -> Self {
        Exports { database: context.database.clone(), service: context.service, permits: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
    }

    /// A table `name` with these headings. `write` writes its rows from a transaction of the project.
    pub fn stream_from_database<F>(&self, project_id: i64, format: Format, name: &str, headings: &[&str], write: F) -> Pieces
    where
        F: for<'a> FnOnce(&'a mut Tx, &'a Rows) -> BoxFuture<'a, Result<()>> + Send + 'static,
    {
        let database = self.database.clone();
        self.stream(format, name, headings, move |rows| {
            Box::pin(async move {
                let mut tx = database.tenant(project_id).await?;
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
        let (rows, pieces) = spreadsheet::write(format, name, headings);
        let permits = self.permits.clone();
        kit::telemetry::spawn(self.service, "write an export", async move {
            let written = tokio::time::timeout(EXPORT_TIMEOUT, async {
                let _permit = permits.acquire().await.map_err(Error::internal)?;
                write(&rows).await
            });
            let timed_out = |_| Error::Unavailable(anyhow::anyhow!("an export took longer than an hour"));
            let written = written.await.map_err(timed_out).and_then(|result| result);
            rows.finish(written).await;
        });
        pieces
    }
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
