use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{announce, bump_lists};
use crate::store::opening::{self as store, NewOpening, OpeningState, ReportTimes, SpendingIdentifier};

/// A device has reported that the identifier opened. `is_asked`: after it had asked the platform, which holds an opening then;
/// only where there is none, the event is an opening of its own.
pub async fn report(
    connection: &mut PgConnection,
    project_id: i64,
    identifier: i64,
    new: &NewOpening,
    is_asked: bool,
    now: OffsetDateTime,
) -> Result<()> {
    let Some(mut locked) = store::lock(connection, project_id, identifier).await? else { return Ok(()) };
    let held = if is_asked { store::find_unfinished(connection, &locked, new.device_id).await? } else { None };
    match held {
        Some(opening) => {
            if store::finish(connection, &mut locked, opening, OpeningState::Done, now).await? {
                announce(connection, &locked, opening, false, now).await?;
            }
        }
        None => {
            if let Some(opening) = store::add_done(connection, &mut locked, new, now).await? {
                announce(connection, &locked, opening, false, now).await?;
            }
        }
    }
    bump_lists(connection, &locked).await
}

/// A device has reported that it opened because a guest's link asked for it. What the door had not said in time took place after all; an
/// opening is never added.
pub async fn report_by_link(connection: &mut PgConnection, project_id: i64, identifier: i64, device_id: i64, times: ReportTimes) -> Result<()> {
    let Some(mut locked) = store::lock(connection, project_id, identifier).await?.filter(SpendingIdentifier::is_guest_key) else { return Ok(()) };
    if let Some(opening) = store::finish_reported(connection, &mut locked, device_id, times).await? {
        announce(connection, &locked, opening, false, times.received_at).await?;
        bump_lists(connection, &locked).await?;
    }
    Ok(())
}
