//! Events of a device that speaks HTTP.
use kit::Result;
use serde_json::Value;

use super::call_limit;
use crate::app::App;
use crate::domain::http_device::read_push;
use crate::intake;
use crate::store::reporting_device::ReportingDevice;

/// Returns after the commit: the device forgets what it is answered.
pub async fn put_logs(app: &App, device: &ReportingDevice, body: &Value) -> Result<()> {
    call_limit::count_push(app, device).await?;
    intake::store_http_push(app, device, read_push(device.id, body)?).await
}
