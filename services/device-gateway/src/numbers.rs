//! Devices register with their virtual numbers, which telephony gives them.
use anyhow::Context as _;
use kit::realtime::Push;
use kit::{Context, Error, Result, Tx};
use proto::vestibule::events::v1::NumberChanged;

use crate::domain::device::Device;
use crate::gateway::Gateway;
use crate::push;
use crate::store::device::{self, SealedSecrets};
use crate::store::item::Holder;
use crate::store::{number, place};
use crate::sync::follow_up;

/// What telephony seals passwords of numbers for.
const PURPOSE: &str = "telephony.number.password";

/// A number was given to a device, taken from one, or is another. What browsers that show these devices are told, once
/// it is committed.
pub async fn changed(tx: &mut Tx, gateway: &Gateway, event: &NumberChanged) -> Result<Vec<Push>> {
    let mut pushes = Vec::new();
    for device_id in number::apply(tx, event).await? {
        let Some(row) = device::lock_in_project(tx, event.project_id, device_id).await? else { continue };
        let path = place::paths(tx, &[row.domain_id]).await?.remove(&row.domain_id).unwrap_or_default();
        pushes.push(push::of_device(event.project_id, path, device_id, "device.changed"));
        let before = row.device();
        let (mut after, mut sealed) = (before.clone(), SealedSecrets::default());
        if !follow(tx, &gateway.context, event.project_id, device_id, &mut after, &mut sealed).await? {
            after.device_settings.sip.forget_account();
            sealed.sip = (!after.device_settings.sip.manual).then_some(None);
        }
        // Without an account there is no password to tell; with one, another is told.
        let has_another_password = sealed.sip.as_ref().is_some_and(Option::is_some);
        if before == after && !has_another_password {
            continue;
        }
        device::update(tx, &row, &after, sealed, gateway.context.clock.now()).await?;
        let holder = Holder { device_id, project_id: event.project_id };
        follow_up::run(tx, gateway, holder, (&before, &after), has_another_password).await?;
    }
    Ok(pushes)
}

/// Puts the account of the device's number into its settings, unless these are entered by hand. False when it has none.
pub async fn follow(
    tx: &mut Tx,
    context: &Context,
    project_id: i64,
    device_id: i64,
    device: &mut Device,
    sealed: &mut SealedSecrets,
) -> Result<bool> {
    let Some(kept) = number::of_device(tx, project_id, device_id).await? else { return Ok(false) };
    let sip = &mut device.device_settings.sip;
    if sip.manual {
        return Ok(true);
    }
    sip.follow(&kept.account);
    sealed.sip = None;
    if let Some(theirs) = kept.sealed_password {
        let password = context.sealer.open_for(PURPOSE, &theirs).context("the password of a number").map_err(Error::Internal)?;
        let known = device::sip_password(tx, project_id, device_id).await?.and_then(|own| context.sealer.open(&own).ok());
        if known.as_deref() != Some(&password) {
            sealed.sip = Some(Some(context.sealer.seal(&password)));
        }
    }
    Ok(true)
}
