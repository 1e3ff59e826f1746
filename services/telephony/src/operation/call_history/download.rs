use kit::{ListQuery, Result};
use policy::{Authorized, action, resource};
use spreadsheet::{Format, Pieces};
use time::format_description::well_known::Rfc3339;

use crate::app::App;
use crate::operation::related::visible;
use crate::store::call_history::{self as store, CallHistoryRow};
use crate::store::visible::all_of_project;

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

/// Every call that the list would show with these filters, sort and search, sent while it is read.
pub fn download(app: &App, right: Right, format: Format, query: ListQuery) -> Result<Pieces> {
    store::validate_query(&right, &query)?;
    Ok(app.exports.stream_from_database(right.project_id(), format, "call-history", &HEADINGS, move |tx, rows| {
        Box::pin(async move {
            // Calls are sent while they are read: what the caller sees is asked before.
            let named = all_of_project(tx, right.project_id()).await?;
            let seen = visible(tx, right.caller(), named).await?;
            store::write_all(tx, &right, &query, &seen, rows, cells).await
        })
    }))
}

fn cells(row: CallHistoryRow) -> Vec<String> {
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
