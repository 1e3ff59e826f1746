//! The audit log as a table.
use kit::{ListQuery, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1::DownloadAuditEventsRequest;
use spreadsheet::{Format, Pieces};
use time::format_description::well_known::Rfc3339;

use crate::app::App;
use crate::store::audit_event::{self, EventRow};

const HEADINGS: [&str; 13] =
    ["id", "at", "user_id", "user_name", "ip", "action", "resource", "resource_id", "resource_name", "before", "after", "request_id", "token_name"];

/// What the list shows with the same filters, sort and search, all pages of it.
pub fn export(app: &App, right: Authorized<resource::AuditEvent, action::View>, request: DownloadAuditEventsRequest) -> Result<Pieces> {
    let format = Format::from_export(request.export_format());
    let query = ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() };
    audit_event::check(&right, &query)?;
    let project_id = right.project_id();
    Ok(app.exports.stream_from_database(project_id, format, "audit-events", &HEADINGS, move |tx, rows| {
        Box::pin(async move { audit_event::write_all(tx, &right, &query, rows, cells).await })
    }))
}

fn cells(event: EventRow) -> Vec<String> {
    vec![
        event.sequence.to_string(),
        event.at.format(&Rfc3339).unwrap_or_default(),
        if event.user_id == 0 { String::new() } else { event.user_id.to_string() },
        event.user_name,
        event.ip,
        event.action,
        event.resource,
        if event.resource_id == 0 { String::new() } else { event.resource_id.to_string() },
        event.resource_name,
        event.before,
        event.after,
        event.request_id,
        event.token_name,
    ]
}
