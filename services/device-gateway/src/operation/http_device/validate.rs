//! A device that speaks HTTP asks whether to open.
use device_protocol::remote::RemoteAnswer;
use kit::Result;
use serde_json::Value;

use super::call_limit;
use crate::app::App;
use crate::domain::http_device::read_check;
use crate::intake;
use crate::store::reporting_device::ReportingDevice;

pub async fn validate(app: &App, device: &ReportingDevice, body: &Value) -> Result<RemoteAnswer> {
    let check = read_check(body)?;
    call_limit::count_check(app, device).await?;
    Ok(intake::decide_in_time(app, device, &check).await)
}
