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

/// Of every project as many as it may send now, those that have waited longest first.
pub async fn send_waiting(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let projects = projects(&mut tx).await?;
    tx.rollback().await?;
    for project_id in projects {
        while send_batch(app, project_id).await? {}
    }
    Ok(())
}

/// Returns whether there may be more to be sent.
async fn send_batch(app: &App, project_id: i64) -> Result<bool> {
    let mut tx = app.context.database.system().await?;
    let most = invitation::most_of_many(app.invitations_per_hour);
    let room = most - store::invitation::count_sent(&mut tx, project_id, app.context.clock.now()).await?;
    if room <= 0 {
        return Ok(false);
    }
    let waiting = longest_waiting(&mut tx, project_id, room.min(BATCH)).await?;
    for of_inviter in waiting.chunk_by(|(_, one), (_, other)| one == other) {
        let user_ids: Vec<i64> = of_inviter.iter().map(|(user_id, _)| *user_id).collect();
        invitation::send(app, &mut tx, project_id, &of_inviter[0].1, &user_ids).await?;
    }
    tx.commit().await?;
    Ok(!waiting.is_empty())
}

async fn projects(connection: &mut PgConnection) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT DISTINCT project_id FROM waiting_invitations ORDER BY project_id").fetch_all(connection).await?)
}

/// Users with the names of who invites them.
async fn longest_waiting(connection: &mut PgConnection, project_id: i64, most: i64) -> Result<Vec<(i64, String)>> {
    let waiting = "SELECT user_id, inviter FROM waiting_invitations WHERE project_id = $1 ORDER BY created_at, user_id LIMIT $2";
    Ok(sqlx::query_as(waiting).bind(project_id).bind(most).fetch_all(connection).await?)
}
