//! Events that notifications publishes, by the outbox: in the transaction of the change.
use kit::clock::to_proto;
use kit::{Result, outbox};
use proto::vestibule::events::v1::{AlertRunChanged, AlertRunTarget, AnnounceChanged, ConversationChanged};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::store::alert_run::{AlertTargetRow, LockedRun};
use crate::store::announce::AnnounceRow;
use crate::store::conversation::ConversationRow;

const ALERT_RUN_CHANGED: &str = "notifications.alert_run.changed";
const ANNOUNCE_CHANGED: &str = "notifications.announce.changed";
const CONVERSATION_CHANGED: &str = "notifications.conversation.changed";

/// The announce as it is after a change.
pub async fn announce_changed(connection: &mut PgConnection, row: &AnnounceRow, is_deleted: bool) -> Result<()> {
    let event = AnnounceChanged {
        project_id: row.project_id,
        id: row.id,
        version: if is_deleted { row.version + 1 } else { row.version },
        deleted: is_deleted,
        name: row.name.clone(),
        r#type: row.kind().word().into(),
        status: row.status().word().into(),
    };
    outbox::emit(connection, row.project_id, ANNOUNCE_CHANGED, &format!("announce:{}", row.id), &event).await
}

/// What the first snapshot of a run says besides.
#[derive(Clone, Debug, Default)]
pub struct StartedRun {
    /// Signed; empty without a sound.
    pub audio_url: String,
    /// Of a lockdown.
    pub group_ids: Vec<i64>,
    pub device_ids: Vec<i64>,
    pub pass_group_ids: Vec<i64>,
    pub targets: Vec<AlertTargetRow>,
}

/// The run as it is after a change. Returns the event: device-gateway is called with it, ahead of the outbox.
pub async fn alert_run_changed(
    connection: &mut PgConnection,
    run: &LockedRun,
    started: Option<StartedRun>,
    now: OffsetDateTime,
) -> Result<AlertRunChanged> {
    let event = alert_run_snapshot(run, started, now);
    emit_alert_run(connection, &event).await?;
    Ok(event)
}

/// The first snapshot of a run that still runs, once more, with its version: who has it ignores it.
pub async fn alert_run_repeated(connection: &mut PgConnection, run: &LockedRun, started: StartedRun, now: OffsetDateTime) -> Result<()> {
    let event = AlertRunChanged { is_repeated: true, ..alert_run_snapshot(run, Some(started), now) };
    emit_alert_run(connection, &event).await
}

fn alert_run_snapshot(run: &LockedRun, started: Option<StartedRun>, now: OffsetDateTime) -> AlertRunChanged {
    let started = started.unwrap_or_default();
    let target = |target: AlertTargetRow| AlertRunTarget {
        device_id: target.device_id,
        plays: target.plays,
        locks: target.lock_count,
        has_door: target.has_door,
    };
    AlertRunChanged {
        project_id: run.project_id,
        id: run.id,
        version: run.version,
        alert_id: run.alert_id,
        alert_name: run.alert_name.clone(),
        status: run.status(now).word().into(),
        is_drill: run.is_drill,
        audio_url: started.audio_url,
        open_locks: run.open_locks,
        door_mode: run.door_mode().word().into(),
        started_at: Some(to_proto(run.started_at)),
        sound_ends_at: Some(to_proto(run.sound_ends_at)),
        ends_at: Some(to_proto(run.ends_at)),
        targets: started.targets.into_iter().map(target).collect(),
        domain_ids: started.group_ids,
        device_ids: started.device_ids,
        pass_domain_ids: started.pass_group_ids,
        user_id: run.started_by,
        user_name: run.started_by_name.clone(),
        is_repeated: false,
    }
}

async fn emit_alert_run(connection: &mut PgConnection, run: &AlertRunChanged) -> Result<()> {
    outbox::emit(connection, run.project_id, ALERT_RUN_CHANGED, &format!("alert-run:{}", run.id), run).await
}

/// A conversation with the staff of a group. What two people write to each other is nobody else's.
pub async fn conversation_changed(connection: &mut PgConnection, row: &ConversationRow, now: OffsetDateTime) -> Result<()> {
    let Some(group_id) = row.group_id else { return Ok(()) };
    let event = ConversationChanged {
        project_id: row.project_id,
        id: row.id,
        last_message_id: row.last_message_id,
        domain_id: group_id,
        at: Some(to_proto(now)),
    };
    outbox::emit(connection, row.project_id, CONVERSATION_CHANGED, &format!("conversation:{}", row.id), &event).await
}
