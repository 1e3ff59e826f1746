//! Tells the other services which features a project has: at once when its licences change, and within a minute
//! when one begins or ends.
use std::time::Duration;

use kit::{Context, Result, outbox, rounds};
use proto::vestibule::events::v1::LicenseChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::license::{License, enabled};
use crate::store::{license, project_features};

/// How often licences are looked at for one that begins or ends.
const PERIOD: Duration = Duration::from_secs(60);
/// Projects a transaction.
const BATCH: i64 = 100;

/// Emits the features of a project when they differ from what was told last.
pub async fn tell(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<bool> {
    let told = project_features::lock(connection, project_id).await?;
    let licenses: Vec<License> = license::of_project(connection, project_id).await?.into_iter().map(|stored| stored.license).collect();
    let features: Vec<String> = enabled(&licenses, now).into_iter().map(String::from).collect();
    let version = match told {
        Some((_, told)) if told == features => return Ok(false),
        Some((version, _)) => version + 1,
        None => 1,
    };
    project_features::set(connection, project_id, version, &features).await?;
    let event = LicenseChanged { project_id, version, features };
    outbox::emit(connection, project_id, kit::features::TOPIC, &format!("license:{project_id}"), &event).await?;
    Ok(true)
}

/// Looks at every project once; answers how many had changed.
pub async fn tell_changed(context: &Context) -> Result<usize> {
    let (mut changed, mut last) = (0, 0);
    loop {
        let mut tx = context.database.system().await?;
        let projects = project_features::projects(&mut tx, last, BATCH).await?;
        let Some(newest) = projects.last() else { return Ok(changed) };
        last = *newest;
        for project_id in projects {
            changed += usize::from(tell(&mut tx, project_id, context.clock.now()).await?);
        }
        tx.commit().await?;
    }
}

/// The job that does so.
pub async fn keep_told(context: Context) -> anyhow::Result<()> {
    rounds(context.clone(), PERIOD, "licences that begin or end are told later", || tell_changed(&context)).await
}
