//! Tables that are sent while they are read. A download holds a connection to the database for as long as it is read,
//! so that few are made at a time.
use std::time::Duration;

use futures::future::BoxFuture;
use kit::{Error, Result, Tx};
use sheet::{Format, Pieces, Rows};

use crate::parts::Parts;

/// Tables made at a time.
pub const AT_ONCE: usize = 3;
/// As long as the call itself may take.
const TIME_LIMIT: Duration = Duration::from_secs(3600);

/// A table `name` with these headings, filled by `fill` from a transaction of the project.
pub fn table<F>(parts: &Parts, project_id: i64, format: Format, name: &str, headings: &[&str], fill: F) -> Pieces
where
    F: for<'a> FnOnce(&'a mut Tx, &'a Rows) -> BoxFuture<'a, Result<()>> + Send + 'static,
{
    let (rows, pieces) = sheet::write(format, name, headings);
    let parts = parts.clone();
    kit::telemetry::spawn(parts.context.service, "fill a table", async move {
        let filled = tokio::time::timeout(TIME_LIMIT, filled(&parts, project_id, &rows, fill)).await;
        let late = |_| Error::Unavailable(anyhow::anyhow!("a table took longer than an hour"));
        rows.finish(filled.map_err(late).and_then(|result| result)).await;
    });
    pieces
}

async fn filled<F>(parts: &Parts, project_id: i64, rows: &Rows, fill: F) -> Result<()>
where
    F: for<'a> FnOnce(&'a mut Tx, &'a Rows) -> BoxFuture<'a, Result<()>>,
{
    let _turn = parts.downloads.acquire().await.map_err(Error::internal)?;
    let mut tx = parts.context.database.tenant(project_id).await?;
    fill(&mut tx, rows).await?;
    Ok(tx.rollback().await?)
}
