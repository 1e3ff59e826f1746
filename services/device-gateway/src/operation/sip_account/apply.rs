//! The account of a device's number, in the settings of the device.
use anyhow::Context as _;
use kit::{Context, Error, Result};
use sqlx::PgConnection;

use crate::domain::device::Device;
use crate::projection::sip_account;
use crate::store::device::{self, SealedSecrets};

/// Purpose for which telephony seals passwords of numbers.
const PURPOSE: &str = "telephony.number.password";

/// Writes the account of the device's number into its settings, unless these are entered by hand. False when the device has
/// no number.
pub async fn apply(
    connection: &mut PgConnection,
    context: &Context,
    project_id: i64,
    device_id: i64,
    device: &mut Device,
    sealed: &mut SealedSecrets,
) -> Result<bool> {
    let Some(assigned) = sip_account::find_by_device(connection, project_id, device_id).await? else { return Ok(false) };
    let sip = &mut device.device_settings.sip;
    if sip.manual {
        return Ok(true);
    }
    sip.apply_account(&assigned.account);
    sealed.sip = None;
    if let Some(theirs) = assigned.sealed_password {
        let password = context.sealer.open_for(PURPOSE, &theirs).context("the password of a number").map_err(Error::Internal)?;
        let stored = device::sip_password(connection, project_id, device_id).await?.and_then(|own| context.sealer.open(&own).ok());
        if stored.as_deref() != Some(&password) {
            sealed.sip = Some(Some(context.sealer.seal(&password)));
        }
    }
    Ok(true)
}
