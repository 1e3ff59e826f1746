//! Whether an alarm still waits for somebody, and who may take it.
use kit::Result;
use policy::{Caller, action, resource};

use crate::app::App;
use crate::domain::device_alarm::AlarmState;
use crate::store::device_alarm;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AlarmCheck {
    pub is_waiting: bool,
    pub user_ids: Vec<i64>,
}

/// `people`: of the project, as who they are known to the service that asks.
pub async fn check(app: &App, project_id: i64, alarm_id: i64, people: &[Caller]) -> Result<AlarmCheck> {
    let mut reader = app.context.database.read(project_id).await?;
    let found = device_alarm::find_many(&mut reader, &[alarm_id]).await?;
    if !found.iter().any(|alarm| alarm.project_id == project_id && alarm.taken_by.is_none() && alarm.state != AlarmState::Processed as i16) {
        return Ok(AlarmCheck::default());
    }
    let mut user_ids = Vec::new();
    for person in people {
        let Ok(right) = person.authorize::<resource::DeviceAlarm, action::Edit>() else { continue };
        if device_alarm::find(&mut reader, &right, alarm_id).await?.is_some() {
            user_ids.push(person.user_id);
        }
    }
    Ok(AlarmCheck { is_waiting: true, user_ids })
}
