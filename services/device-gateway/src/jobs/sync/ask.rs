//! Calls to a claimed device.
use std::time::Duration;

use device_protocol::{Request, Response};
use kit::Result;

use crate::app::App;
use crate::device_link::{CallError, DeviceAddress};
use crate::domain::device::Protocol;
use crate::domain::retry;
use crate::jobs::contact;
use crate::store::device_sync::ClaimedDevice;

/// Stores whether the device was reached, where only a call says so.
pub async fn ask(app: &App, claimed: &ClaimedDevice, request: Request, timeout: Duration) -> Result<Result<Response, CallError>> {
    let address =
        DeviceAddress::new(&app.context.sealer, claimed.key.device_id, &claimed.device, claimed.page_password.as_deref(), claimed.broker_id);
    let answer = app.call_device(&address, request, timeout).await;
    if claimed.device.protocol == Protocol::Http {
        record_contact(app, claimed, &answer).await?;
    }
    Ok(answer)
}

async fn record_contact(app: &App, claimed: &ClaimedDevice, answer: &Result<Response, CallError>) -> Result<()> {
    let device_id = claimed.key.device_id;
    match answer {
        Err(error) if error.is_no_contact() => {
            let pause = retry::pause(claimed.contact_failures + 1, &mut rand::rng());
            let mut tx = app.context.database.system().await?;
            contact::record_failure(&mut tx, claimed, &error.to_string(), app.context.clock.now() + pause).await?;
            tx.commit().await?;
            tracing::info!(device_id, %error, "a device is not reached");
        }
        Ok(_) if claimed.contact_failures > 0 => {
            let mut tx = app.context.database.system().await?;
            contact::clear(&mut tx, device_id).await?;
            tx.commit().await?;
        }
        _ => {}
    }
    Ok(())
}
