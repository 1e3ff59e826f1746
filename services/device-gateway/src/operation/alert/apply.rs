use kit::Result;
use proto::vestibule::events::v1::AlertRunChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::lockdown::add_doors;
use super::publish_outcomes;
use crate::domain::alert_run::RunStatus;
use crate::projection::alert_run as projection;

/// A snapshot of a run, by a call or by its event; what is not newer changes nothing. The lane does the rest after the commit.
/// A stop that comes before its start leaves nothing to start.
pub async fn apply(connection: &mut PgConnection, run: &AlertRunChanged, now: OffsetDateTime) -> Result<()> {
    let Some(stored) = projection::project(connection, run, now).await? else { return Ok(()) };
    match stored.status {
        RunStatus::Running if stored.is_new => {
            projection::insert_actions(connection, run, now).await?;
            add_doors(connection, stored.project_id, stored.id).await
        }
        RunStatus::Running => Ok(()),
        RunStatus::Stopped | RunStatus::Over => {
            projection::end_actions(connection, &stored, now).await?;
            // Of those that have nothing more to do the end is known at once.
            publish_outcomes(connection, stored.project_id, stored.id, None).await
        }
    }
}
