//! A person takes an alarm by a key of their telephone.
use kit::Result;
use policy::{Caller, action, resource};

use crate::app::App;
use crate::operation::device_alarm;

/// As if the person had done so at the console, where nobody had the alarm when they looked.
pub async fn take(app: &App, person: &Caller, alarm_id: i64) -> Result<()> {
    let right = person.authorize::<resource::DeviceAlarm, action::Edit>()?;
    device_alarm::take(app, &right, alarm_id, Some(true), 0).await?;
    Ok(())
}
