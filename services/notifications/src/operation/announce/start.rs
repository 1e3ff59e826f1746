use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Scope, action, resource};
use serde_json::Value;
use sqlx::PgConnection;

use super::{AnnounceView, MAX_RECIPIENTS, changed_pushes, ensure_recipients_in_reach, read, record};
use crate::app::App;
use crate::domain::announce::{AnnounceDraft, AnnounceStatus};
use crate::store::announce::{self as store, LockedAnnounce, StatusChange};
use crate::store::announce_recipient;
use crate::{publish, push};

/// Schedules it, or begins to send it. All recipients must be in reach of whoever starts it.
pub async fn start(app: &App, right: &Authorized<resource::AnnounceRun, action::Edit>, id: i64) -> Result<AnnounceView> {
    let caller = right.caller();
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    let status = found.status().start(found.execute_at, now)?;
    let draft = found.draft();
    draft.validate(now)?;
    ensure_may_be_sent(&mut tx, right.scope(), caller, &draft).await?;
    let before = found.row().clone();
    let change = match status {
        AnnounceStatus::Scheduled => StatusChange { starter: Some(caller), due_at: draft.execute_at, ..StatusChange::default() },
        _ => StatusChange { starter: Some(caller), begins_at: Some(now), ..StatusChange::default() },
    };
    let started = store::set_status(&mut tx, LockedAnnounce::of_permitted(found), status, change, now).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&started)).await?;
    publish::announce_changed(&mut tx, &started, false).await?;
    let pushes = changed_pushes(&mut tx, &started).await?;
    let view = read::view_of(app, &mut tx, caller, started.clone()).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(view)
}

/// Whoever starts it may, reaches all its recipients, and these are not too many.
pub async fn ensure_may_be_sent(connection: &mut PgConnection, scope: &Scope, caller: &Caller, draft: &AnnounceDraft) -> Result<()> {
    if scope.is_empty() {
        return Err(Error::Forbidden);
    }
    ensure_recipients_in_reach(connection, scope, caller, draft).await?;
    let (count, _) = announce_recipient::count_addressees(connection, caller.project_id, &draft.users, &draft.groups).await?;
    ensure_sendable(count)
}

/// Somebody receives it, and no more than the platform sends to.
fn ensure_sendable(recipients: i64) -> Result<()> {
    match recipients {
        0 => Err(Error::field("users", "required")),
        1..=MAX_RECIPIENTS => Ok(()),
        _ => Err(Error::Conflict { code: "too_many_items", message: format!("too many items: at most {MAX_RECIPIENTS}"), data: Value::Null }),
    }
}
