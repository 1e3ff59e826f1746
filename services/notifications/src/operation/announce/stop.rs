use kit::Result;
use policy::{Action, Authorized, action, resource};

use super::{AnnounceView, changed_pushes, read, record};
use crate::app::App;
use crate::domain::announce::AnnounceStatus;
use crate::store::announce::{self as store, LockedAnnounce, StatusChange};
use crate::store::announce_recipient;
use crate::{publish, push};

/// Mails that are not sent yet never are; what people have they keep, and polls take no more answers.
pub async fn stop(app: &App, right: &Authorized<resource::AnnounceRun, action::Edit>, id: i64) -> Result<AnnounceView> {
    super::advance_project(app, right.project_id()).await?;
    let caller = right.caller();
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    let status = found.status().stop()?;
    let before = found.row().clone();
    let locked = LockedAnnounce::of_permitted(found);
    let change = StatusChange { finished_at: (status == AnnounceStatus::Stopped).then_some(now), ..StatusChange::default() };
    let stopped = store::set_status(&mut tx, locked, status, change, now).await?;
    if status == AnnounceStatus::Stopped {
        announce_recipient::cancel_queued(&mut tx, &stopped, now).await?;
        store::set_remind_cursor(&mut tx, &stopped, None, stopped.reminded_at.unwrap_or(now)).await?;
    }
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&stopped)).await?;
    publish::announce_changed(&mut tx, &stopped, false).await?;
    let pushes = changed_pushes(&mut tx, &stopped).await?;
    let view = read::view_of(app, &mut tx, caller, stopped.clone()).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(view)
}
