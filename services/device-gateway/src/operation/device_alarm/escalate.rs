//! The next steps of alarms that nobody has taken in time. Each step, its line in the log and its event are one transaction.
use std::collections::HashMap;

use kit::{Result, clock, outbox};
use proto::vestibule::events::v1::DeviceAlarmEscalated;
use time::OffsetDateTime;

use super::publish;
use crate::app::App;
use crate::domain::alarm_escalation::{EscalationStep, next_due};
use crate::domain::device_alarm::{AlarmChange, severity_word};
use crate::store::alarm_escalation::{self, DueEscalationRow};
use crate::store::device_alarm::{self, DeviceAlarmRow};
use crate::store::{event_image, group_path};

const TOPIC: &str = "device.alarm.escalated";

/// Up to `limit` alarms. Returns how many.
pub async fn escalate_due(app: &App, limit: i64) -> Result<usize> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let due = alarm_escalation::list_due_for_update(&mut tx, now, limit).await?;
    if due.is_empty() {
        tx.rollback().await?;
        return Ok(0);
    }
    let ids: Vec<i64> = due.iter().map(|row| row.alarm_id).collect();
    let mut events = Vec::new();
    let alarms: HashMap<i64, DeviceAlarmRow> = device_alarm::find_many(&mut tx, &ids).await?.into_iter().map(|row| (row.id, row)).collect();
    let pictured = event_image::find_events_of_alarms(&mut tx, &ids).await?;
    for row in &due {
        let index = usize::try_from(row.next_step).unwrap_or_default();
        alarm_escalation::advance(&mut tx, row, next_due(&row.steps, index, row.due_at)).await?;
        if let (Some(step), Some(alarm)) = (row.steps.get(index), alarms.get(&row.alarm_id)) {
            device_alarm::insert_escalation_log(&mut tx, alarm, row.next_step + 1, step, now).await?;
            events.push(build_event(alarm, row, step, pictured.get(&alarm.id).copied().unwrap_or_default(), now));
        }
    }
    outbox::emit_all(&mut tx, TOPIC, &events).await?;
    let groups: Vec<i64> = alarms.values().map(|alarm| alarm.domain_id).collect();
    let paths = group_path::find_many(&mut tx, &groups).await?;
    tx.commit().await?;
    let path = |alarm: &DeviceAlarmRow| paths.get(&alarm.domain_id).cloned().unwrap_or_default();
    app.pusher.send(alarms.values().map(|alarm| publish::build_push(alarm, AlarmChange::Escalated.as_str(), false, path(alarm))).collect());
    Ok(due.len())
}

fn build_event(
    alarm: &DeviceAlarmRow,
    row: &DueEscalationRow,
    step: &EscalationStep,
    event_id: i64,
    now: OffsetDateTime,
) -> outbox::Outgoing<DeviceAlarmEscalated> {
    outbox::Outgoing {
        project_id: alarm.project_id,
        aggregate: format!("device-alarm:{}", alarm.id),
        event: DeviceAlarmEscalated {
            project_id: alarm.project_id,
            alarm_id: alarm.id,
            step: row.next_step + 1,
            by: step.by.clone(),
            user_ids: step.recipients.iter().map(|recipient| recipient.id).collect(),
            severity: severity_word(alarm.severity).into(),
            code: alarm.code.clone(),
            device_id: alarm.device_id,
            device_name: alarm.device_name.clone(),
            domain_id: alarm.domain_id,
            domain_name: alarm.domain_name.clone().unwrap_or_default(),
            lock_number: alarm.lock_number,
            count: alarm.count,
            first_at: Some(clock::to_proto(alarm.first_at)),
            at: Some(clock::to_proto(now)),
            event_id,
        },
    }
}
