//! Publishes once more what holds: a service whose projection is empty, since it is new or its database was restored, obtains
//! it. One that has it already ignores the event, since its version is not newer.
use std::time::Duration;

use kit::{Result, run_periodically};

use crate::app::App;
use crate::operation::project_features::publish::republish;
use crate::operation::user_license;
use crate::store::{project_features, user_license as user_licenses};

/// At each start of the service, and so often.
const INTERVAL: Duration = Duration::from_secs(86_400);
/// Snapshots in one transaction.
const BATCH: i64 = 100;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "licences are not published once more", || republish_all(&app)).await
}

/// Returns the number of snapshots.
pub async fn republish_all(app: &App) -> Result<usize> {
    Ok(republish_projects(app).await? + republish_users(app).await?)
}

async fn republish_projects(app: &App) -> Result<usize> {
    let (mut published, mut last) = (0, 0);
    loop {
        let mut tx = app.context.database.system().await?;
        let projects = project_features::list_projects(&mut tx, last, BATCH).await?;
        let Some(newest) = projects.last() else { return Ok(published) };
        last = *newest;
        for project_id in projects {
            published += usize::from(republish(&mut tx, project_id, app.config.grace, app.context.clock.now()).await?);
        }
        tx.commit().await?;
    }
}

async fn republish_users(app: &App) -> Result<usize> {
    let (mut published, mut last) = (0, 0);
    loop {
        let mut tx = app.context.database.system().await?;
        let users = user_licenses::list_all(&mut tx, last, BATCH).await?;
        let Some(newest) = users.last() else { return Ok(published) };
        last = newest.user_id;
        for user in &users {
            user_license::publish(&mut tx, user.project_id, user.user_id, user.version, &user.draft()).await?;
        }
        published += users.len();
        tx.commit().await?;
    }
}
