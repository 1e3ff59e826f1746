//! The call history as a table, sent while it is read.
use std::sync::Arc;
use std::time::Duration;

use kit::{Context, Error, ListQuery, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::telephony::v1::DownloadCallHistoryRequest;
use sheet::{Format, Pieces, Rows};
use time::format_description::well_known::Rfc3339;
use tokio::sync::Semaphore;

use crate::store::call_history_list::{self as store, Row};

/// As long as the call itself may take.
const TIME_LIMIT: Duration = Duration::from_secs(3600);
const HEADINGS: [&str; 15] = [
    "created_at",
    "status",
    "type",
    "duration",
    "is_sos",
    "from_number",
    "from_name",
    "from_user",
    "from_device",
    "to_number",
    "to_name",
    "to_user",
    "to_device",
    "answered_number",
    "answered_user",
];

type Right = Authorized<resource::CallHistory, action::View>;

/// What the list shows with the same filters, sort and search, all pages of it.
pub fn begin(context: &Context, turns: &Arc<Semaphore>, right: Right, request: DownloadCallHistoryRequest) -> Result<Pieces> {
    let format = Format::of(request.export_format());
    let query = ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() };
    store::check(&right, &query)?;
    let (rows, pieces) = sheet::write(format, "call-history", &HEADINGS);
    let (context, turns) = (context.clone(), turns.clone());
    kit::telemetry::spawn(context.service, "fill a table", async move {
        let filled = tokio::time::timeout(TIME_LIMIT, fill(&context, &turns, &right, &query, &rows)).await;
        let late = |_| Error::Unavailable(anyhow::anyhow!("a table took longer than an hour"));
        rows.finish(filled.map_err(late).and_then(|result| result)).await;
    });
    Ok(pieces)
}

async fn fill(context: &Context, turns: &Semaphore, right: &Right, query: &ListQuery, rows: &Rows) -> Result<()> {
    let _turn = turns.acquire().await.map_err(Error::internal)?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    store::write_all(&mut tx, right, query, rows, cells).await?;
    Ok(tx.rollback().await?)
}

fn cells(row: Row) -> Vec<String> {
    vec![
        row.created_at.format(&Rfc3339).unwrap_or_default(),
        row.status,
        row.r#type,
        row.duration.to_string(),
        row.is_sos.to_string(),
        row.from_number,
        row.from_name,
        row.from_user_name,
        row.from_device_name,
        row.to_number,
        row.to_name,
        row.to_user_name,
        row.to_device_name,
        row.answered_number,
        row.answered_user_name,
    ]
}
