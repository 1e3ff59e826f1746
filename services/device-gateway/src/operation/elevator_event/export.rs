use kit::{Error, ListQuery, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::device::v1::DownloadElevatorEventsRequest;
use spreadsheet::{Format, Pieces};
use time::format_description::well_known::Rfc3339;

use crate::app::App;
use crate::domain::event::category_word;
use crate::domain::lift::STATES;
use crate::store::lift_event::{self, LiftEventRow};

const HEADINGS: [&str; 14] =
    ["id", "created_at", "received_at", "category", "code", "elevator", "device", "domain", "user", "panel", "floors", "direction", "state", "error"];

/// What the list shows with the same filters, sort and search, all pages of it; an error rather than a sheet without some of them.
pub async fn export(app: &App, right: Authorized<resource::ElevatorEvent, action::View>, request: DownloadElevatorEventsRequest) -> Result<Pieces> {
    let format = Format::from_export(request.export_format());
    let query = ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() };
    lift_event::check(&right, &query)?;
    let (project_id, most) = (right.project_id(), app.config.max_sheet_rows);
    if format == Format::Xlsx {
        let mut reader = app.context.database.read(project_id).await?;
        if lift_event::has_more_than(&mut reader, &right, &query, most).await? {
            return Err(Error::field("export_format", format!("too many items: at most {most}")));
        }
    }
    Ok(app.exports.stream_from_database(project_id, format, "elevator-events", &HEADINGS, move |tx, rows| {
        Box::pin(async move { lift_event::write_all(tx, &right, &query, rows, cells).await })
    }))
}

fn cells(event: LiftEventRow) -> Vec<String> {
    let at = |at: time::OffsetDateTime| at.format(&Rfc3339).unwrap_or_default();
    let floors: Vec<String> = event.floors.iter().map(i32::to_string).collect();
    // Of what a controller has reported there is no state.
    let state = STATES.iter().find(|(_, number)| *number == event.state && event.state != 0).map_or("", |(word, _)| word);
    vec![
        event.id.to_string(),
        at(event.created_at),
        at(event.received_at),
        category_word(event.category).into(),
        event.code,
        event.elevator_name.unwrap_or_default(),
        event.device_name,
        event.domain_name.unwrap_or_default(),
        event.user_name.unwrap_or_default(),
        event.panel_name.unwrap_or_default(),
        floors.join(" "),
        event.direction.unwrap_or_default(),
        state.into(),
        event.error.unwrap_or_default(),
    ]
}
