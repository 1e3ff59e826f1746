//! The account of a device's number, in the settings of the device.
use anyhow::Context as _;
use kit::{Context, Error, Result};
use sqlx::PgConnection;

use crate::domain::device::Device;
use crate::projection::sip_account::{self, AssignedSipAccount};
use crate::store::device::{self, SealedSecrets};

/// Purpose for which telephony seals passwords of numbers.
const PURPOSE: &str = "telephony.number.password";

/// Writes the account of the device's number into its settings, unless these are entered by hand. A password that is withheld from the
/// device is left out. False when the device has no number.
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
    if let Some(password) = open_password(context, &assigned)? {
        let (stored, withheld) = device::sip_passwords(connection, project_id, device_id).await?;
        let is = |sealed: Option<&Vec<u8>>| sealed.and_then(|sealed| context.sealer.open(sealed).ok()).is_some_and(|opened| opened == password);
        if is(withheld.as_ref()) {
            sealed.sip = stored.is_some().then_some(None);
        } else if !is(stored.as_ref()) {
            sealed.sip = Some(Some(context.sealer.seal(&password)));
            sealed.withheld_sip = Some(None);
        }
    }
    Ok(true)
}

/// The password of a device's number.
pub(super) fn open_password(context: &Context, assigned: &AssignedSipAccount) -> Result<Option<String>> {
    let open = |sealed: &Vec<u8>| context.sealer.open_for(PURPOSE, sealed).context("the password of a number").map_err(Error::Internal);
    assigned.sealed_password.as_ref().map(open).transpose()
}
