//! A device has come to another address: whoever is there is not sent the password of its number.
use kit::{Context, Result};
use sqlx::PgConnection;

use super::apply::open_password;
use crate::projection::sip_account;
use crate::store::device::{DeviceRow, SealedSecrets};

/// Until telephony gives the number another password, or takes it from the device.
pub async fn withhold(connection: &mut PgConnection, context: &Context, device: &DeviceRow, sealed: &mut SealedSecrets) -> Result<()> {
    let assigned = sip_account::find_by_device(connection, device.project_id, device.id).await?;
    if let Some(password) = assigned.map(|assigned| open_password(context, &assigned)).transpose()?.flatten() {
        sealed.withheld_sip = Some(Some(context.sealer.seal(&password)));
    }
    Ok(())
}
