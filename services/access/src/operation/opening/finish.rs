use kit::Result;

use super::{announce, bump_lists};
use crate::app::App;
use crate::store::opening::{self as store, OpeningState};

/// Identifiers of one round.
const MAX_SETTLED: i64 = 500;

/// Says what has become of an opening.
pub async fn finish(app: &App, project_id: i64, identifier: i64, opening: i64, state: OpeningState) -> Result<()> {
    let mut tx = app.context.database.tenant(project_id).await?;
    let Some(mut locked) = store::lock(&mut tx, project_id, identifier).await? else { return Ok(()) };
    if store::finish(&mut tx, &mut locked, opening, state, app.context.clock.now()).await? {
        bump_lists(&mut tx, &locked).await?;
        if matches!(state, OpeningState::Done | OpeningState::Failed) {
            announce(&mut tx, &locked, opening, state == OpeningState::Failed, app.context.clock.now()).await?;
        }
    }
    Ok(tx.commit().await?)
}

/// Gives back passes of openings whose outcome did not arrive in time, and gives new versions to the lists of devices in which a visit is over.
pub async fn finish_overdue(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let mut system = app.context.database.system().await?;
    let mut due = store::overdue(&mut system, now, MAX_SETTLED).await?;
    due.extend(store::ended_visits(&mut system, now, MAX_SETTLED).await?);
    system.rollback().await?;
    due.sort_unstable();
    due.dedup();
    for (project_id, identifier) in due {
        let mut tx = app.context.database.tenant(project_id).await?;
        let Some(mut locked) = store::lock_in_any_case(&mut tx, project_id, identifier).await? else { continue };
        store::finish_overdue(&mut tx, &mut locked, now).await?;
        bump_lists(&mut tx, &locked).await?;
        tx.commit().await?;
    }
    Ok(())
}
