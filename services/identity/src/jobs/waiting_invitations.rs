//! Sends invitations that waited because their project had sent as many as it may within an hour.
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::invitation;
use crate::store;

const CHECK_INTERVAL: Duration = Duration::from_secs(60);
/// Invitations of one transaction.
const BATCH: i64 = 500;

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), CHECK_INTERVAL, "invitations wait for another minute", || send_waiting(&app)).await
}

/// Of every project as many as it may send now, those that have waited longest first. What fails in one project keeps none of another
/// waiting.
pub async fn send_waiting(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let projects = projects(&mut tx).await?;
    tx.rollback().await?;
    for project_id in projects {
        if let Err(error) = send_of_project(app, project_id).await {
            tracing::warn!(project = project_id, error = format!("{error:#}"), "invitations of a project wait for another minute");
        }
    }
    Ok(())
}

async fn send_of_project(app: &App, project_id: i64) -> Result<()> {
    while send_batch(app, project_id).await? {}
    Ok(())
}

/// Those of one inviter: whoever sends invitations locks users, and then what the project may send; with another inviter's users
/// after that, two could wait for each other. Returns whether there may be more to be sent.
async fn send_batch(app: &App, project_id: i64) -> Result<bool> {
    let mut tx = app.context.database.system().await?;
    let most = invitation::most_of_many(app.invitations_per_hour);
    let room = most - store::invitation::count_sent(&mut tx, project_id, app.context.clock.now()).await?;
    if room <= 0 {
        return Ok(false);
    }
    let waiting = longest_waiting(&mut tx, project_id, room.min(BATCH)).await?;
    let Some((_, inviter)) = waiting.first() else { return Ok(false) };
    let user_ids: Vec<i64> = waiting.iter().take_while(|(_, other)| other == inviter).map(|(user_id, _)| *user_id).collect();
    invitation::send_waiting(app, &mut tx, project_id, inviter, &user_ids).await?;
    tx.commit().await?;
    Ok(true)
}

/// Those of a suspended project, where no link is good, wait until it is resumed.
async fn projects(connection: &mut PgConnection) -> Result<Vec<i64>> {
    let projects = "SELECT p.id FROM projects p WHERE NOT p.suspended
        AND EXISTS (SELECT 1 FROM waiting_invitations w WHERE w.project_id = p.id) ORDER BY p.id";
    Ok(sqlx::query_scalar(projects).fetch_all(connection).await?)
}

/// Users with the names of who invites them.
async fn longest_waiting(connection: &mut PgConnection, project_id: i64, most: i64) -> Result<Vec<(i64, String)>> {
    let waiting = "SELECT user_id, inviter FROM waiting_invitations WHERE project_id = $1 ORDER BY created_at, user_id LIMIT $2";
    Ok(sqlx::query_as(waiting).bind(project_id).bind(most).fetch_all(connection).await?)
}
