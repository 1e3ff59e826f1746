use jiff::Timestamp;
use kit::zone::timestamp;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use schedule::Period;
use time::{Duration, OffsetDateTime};

use crate::app::App;
use crate::domain::time_rule::TimeRuleDraft;
use crate::projection::project::time_zone;
use crate::store::time_rule as store;

const MAX_PERIODS: usize = 1000;
const MAX_WINDOW: Duration = Duration::days(366);

/// What to preview.
#[derive(Clone, Debug)]
pub enum PreviewSource {
    Saved(i64),
    Draft(Box<TimeRuleDraft>),
}

/// The periods of a schedule in a window.
#[derive(Clone, Debug)]
pub struct Preview {
    pub periods: Vec<Period>,
    /// The window has more than `MAX_PERIODS` of them.
    pub is_truncated: bool,
    pub is_open_now: bool,
    pub next_change: Option<Timestamp>,
}

pub async fn preview(
    app: &App,
    right: &Authorized<resource::TimeRule, action::View>,
    source: PreviewSource,
    (from, to): (OffsetDateTime, OffsetDateTime),
) -> Result<Preview> {
    match to - from {
        length if length <= Duration::ZERO => return Err(Error::field("to", "must be greater than from")),
        length if length > MAX_WINDOW => return Err(Error::field("to", "must be within 366 days")),
        _ => {}
    }
    let mut reader = app.context.database.read(right.project_id()).await?;
    let schedule = match source {
        PreviewSource::Saved(id) => store::find(&mut reader, right, id).await?.schedule.0,
        PreviewSource::Draft(draft) => draft.validate_schedule(&time_zone(&mut reader, right.project_id()).await?)?,
    };
    drop(reader);
    let timetable = schedule.timetable();
    let mut periods = timetable.periods(timestamp(from), timestamp(to), MAX_PERIODS + 1);
    let is_truncated = periods.len() > MAX_PERIODS;
    periods.truncate(MAX_PERIODS);
    let now = timestamp(app.context.clock.now());
    Ok(Preview { periods, is_truncated, is_open_now: timetable.contains(now), next_change: timetable.next_change(now) })
}
