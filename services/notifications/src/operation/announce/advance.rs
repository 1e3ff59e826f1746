//! What the clock does to announces: a scheduled one is sent, an active one ends.
use kit::realtime::Push;
use kit::{Error, Result, Tx};
use policy::{Action, Caller, CallerKind, PermissionSet, Resource};
use serde_json::json;

use super::{changed_pushes, ensure_may_be_sent};
use crate::app::App;
use crate::domain::announce::AnnounceStatus;
use crate::domain::notification_class::NotificationClass;
use crate::domain::notification_draft::NotificationDraft;
use crate::operation::notification::create::create as create_notification;
use crate::projection::user;
use crate::store::announce::{self as store, AnnounceRow, LockedAnnounce, StatusChange};
use crate::store::announce_recipient;
use crate::{publish, push};

/// One announce of any project. False when none was due.
pub async fn advance_due(app: &App) -> Result<bool> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let Some(locked) = store::lock_due(&mut tx, None, now).await? else { return Ok(false) };
    let pushes = advance(app, &mut tx, locked).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(true)
}

/// Of one project, before its announces are read or changed: a late job is not seen.
pub async fn advance_project(app: &App, project_id: i64) -> Result<()> {
    let now = app.context.clock.now();
    if !store::has_due(&mut *app.context.database.read(project_id).await?, project_id, now).await? {
        return Ok(());
    }
    let mut tx = app.context.database.tenant(project_id).await?;
    let mut pushes = Vec::new();
    while let Some(locked) = store::lock_due(&mut tx, Some(project_id), now).await? {
        pushes.extend(advance(app, &mut tx, locked).await?);
    }
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(())
}

async fn advance(app: &App, tx: &mut Tx, locked: LockedAnnounce) -> Result<Vec<Push>> {
    let now = app.context.clock.now();
    let (status, change) = match locked.status() {
        AnnounceStatus::Scheduled if may_be_sent(tx, &locked).await? => {
            (AnnounceStatus::Sending, StatusChange { begins_at: Some(now), ..StatusChange::default() })
        }
        AnnounceStatus::Scheduled => (AnnounceStatus::New, StatusChange::default()),
        AnnounceStatus::Active => (AnnounceStatus::Completed, StatusChange { finished_at: Some(now), ..StatusChange::default() }),
        status => (status, StatusChange::default()),
    };
    let has_error = status == AnnounceStatus::New;
    let advanced = store::set_status(tx, locked, status, change, now).await?;
    if status == AnnounceStatus::Completed && advanced.remind_cursor.is_some() {
        store::set_remind_cursor(tx, &advanced, None, advanced.reminded_at.unwrap_or(now)).await?;
    }
    if status == AnnounceStatus::Completed && advanced.reminded_at.is_some() {
        announce_recipient::cancel_reminders(tx, &advanced, now).await?;
    }
    status_changed(app, tx, &advanced, has_error).await
}

/// The event, and the notification of the author, of a status that the platform has changed.
pub async fn status_changed(app: &App, tx: &mut Tx, row: &AnnounceRow, has_error: bool) -> Result<Vec<Push>> {
    publish::announce_changed(tx, row, false).await?;
    let notification = NotificationDraft {
        project_id: row.project_id,
        class: NotificationClass::AnnounceStatusChanged,
        event_id: None,
        data: json!({ "announce": { "id": row.id, "name": row.name }, "name": row.name, "status": row.status().word(), "has_error": has_error }),
        user_id: row.created_by,
        rights: &[],
        group_id: 0,
    };
    let mut pushes = create_notification(app, tx, Some(notification)).await?;
    pushes.extend(changed_pushes(tx, row).await?);
    Ok(pushes)
}

/// Whoever scheduled it may have lost the right, or the people, since; and the people may have become too many, or none.
async fn may_be_sent(tx: &mut Tx, row: &AnnounceRow) -> Result<bool> {
    let Some(sender) = sender(tx, row).await? else { return Ok(false) };
    match ensure_may_be_sent(tx, &sender.scope(Resource::AnnounceRun, Action::Edit), &sender, &row.draft()).await {
        Ok(()) => Ok(true),
        Err(Error::Forbidden | Error::InvalidRelated { .. } | Error::Invalid(_) | Error::Conflict { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whoever started it, with the rights of now; None for a user who is not active any more.
async fn sender(tx: &mut Tx, row: &AnnounceRow) -> Result<Option<Caller>> {
    let Some(user_id) = row.started_by else { return Ok(None) };
    let Some((codes, domain_ids)) = user::find_rights(tx, row.project_id, user_id).await? else { return Ok(None) };
    let permissions = PermissionSet::from_codes(codes.iter().map(String::as_str));
    Ok(Some(Caller {
        project_id: row.project_id,
        user_id,
        user_name: row.started_by_name.clone(),
        permissions,
        domain_ids,
        kind: CallerKind::User,
        ..Caller::default()
    }))
}
