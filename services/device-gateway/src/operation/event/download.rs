//! The event log as a table, written while it is read.
use kit::{Error, ListQuery, Result};
use policy::{Authorized, ResourceKind, action};
use spreadsheet::{Format, Pieces};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::app::App;
use crate::domain::event::category_word;
use crate::store::event::{self, EventLog, EventRow};

const HEADINGS: [&str; 15] = [
    "id",
    "created_at",
    "received_at",
    "category",
    "code",
    "device_id",
    "device_name",
    "group_name",
    "lock_number",
    "identifier_type",
    "identifier_number",
    "identifier_name",
    "user_id",
    "user_name",
    "is_revoked",
];

/// Every event that the list would show with these filters, sort and search.
pub async fn download<R: ResourceKind>(
    app: &App,
    right: Authorized<R, action::View>,
    log: EventLog,
    format: Format,
    query: ListQuery,
) -> Result<Pieces> {
    let order = event::KeysetOrder::parse(&query.sort)?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let most = app.config.max_sheet_rows;
    let is_too_long = format == Format::Xlsx && event::has_more_than(&mut reader, log, &right, &query, most).await?;
    // Also without that question a wrong query is refused before the file begins.
    event::validate_query(log, &right, &query)?;
    drop(reader);
    if is_too_long {
        return Err(Error::field("export_format", format!("too many items: at most {most}")));
    }
    let project_id = right.project_id();
    Ok(app.exports.stream_from_database(project_id, format, log.file_name(), &HEADINGS, move |tx, rows| {
        Box::pin(async move {
            let mut keyset = event::Keyset::begin(tx, log, &right, order).await?;
            while let Some(page) = keyset.next(tx, &right, &query).await? {
                for row in page {
                    if !rows.push(cells(row)).await {
                        return Ok(());
                    }
                }
            }
            Ok(())
        })
    }))
}

fn cells(row: EventRow) -> Vec<String> {
    let at = |at: OffsetDateTime| at.format(&Rfc3339).unwrap_or_default();
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    vec![
        row.id.to_string(),
        at(row.created_at),
        at(row.received_at),
        category_word(row.category).into(),
        row.code,
        row.device_id.to_string(),
        row.device_name,
        row.domain_name.unwrap_or_default(),
        number(row.lock_number.map(i64::from)),
        row.identifier_type.unwrap_or_default(),
        row.identifier_number.unwrap_or_default(),
        row.identifier_name.unwrap_or_default(),
        number(row.user_id),
        row.user_name.unwrap_or_default(),
        row.is_revoked.to_string(),
    ]
}
