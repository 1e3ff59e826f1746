//! The secrets of a request: checked, sealed, and never answered.
use kit::patch::{self, Secret};
use kit::seal::Sealer;
use kit::{Fields, Mask, Result};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::device::{Device, Protocol, Secrets};
use crate::domain::password;
use crate::operation::sip_account;
use crate::store::device::{DeviceRow, SealedSecrets};

const MAX_PASSWORD: usize = 64;

/// The paths of the API, for messages and masks.
const PASSWORD: &str = "password";
const DEVICE_PASSWORD: &str = "device_password";
const MQTT: &str = "device_settings.mqtt.password";
const SIP: &str = "device_settings.sip.password";

/// Of a new device, which gets a password for the broker if the request has none.
pub fn seal_for_create(fields: &mut Fields, secrets: &Secrets, sealer: &Sealer) -> SealedSecrets {
    let mqtt = match patch::secret(true, secrets.mqtt.as_deref()) {
        Secret::Set(password) => {
            password::check_mqtt(fields, MQTT, password);
            password.to_string()
        }
        Secret::Unchanged | Secret::Cleared => password::generate(&mut rand::rng()),
    };
    let mut sealed = seal_others(fields, secrets, sealer, |_| true);
    sealed.mqtt = Some(Some(sealer.seal(&mqtt)));
    sealed
}

/// Of a change. The password for the broker can be changed and never taken away.
pub fn seal_for_update(fields: &mut Fields, secrets: &Secrets, sealer: &Sealer, mask: &Mask) -> SealedSecrets {
    let mut sealed = seal_others(fields, secrets, sealer, |path| mask.has(path));
    if let Secret::Set(password) = patch::secret(mask.has(MQTT), secrets.mqtt.as_deref()) {
        password::check_mqtt(fields, MQTT, password);
        sealed.mqtt = Some(Some(sealer.seal(password)));
    }
    sealed
}

/// Secrets never follow a changed address. A device that speaks HTTP is called at its address, and whoever is there now would be sent them,
/// also when the address was changed while the device spoke something else. The password of the SIP account has to be entered again, or
/// changed in telephony, and the one for the platform, which no person need know, is made anew. Without a login for its page nothing is sent
/// to the device, and it keeps what it has until one is entered. `before`: as stored; `is_sip_entered`: by this request. Returns whether the
/// device is called elsewhere now.
pub async fn withdraw(
    connection: &mut PgConnection,
    app: &App,
    before: &DeviceRow,
    after: &Device,
    sealed: &mut SealedSecrets,
    is_sip_entered: bool,
) -> Result<bool> {
    let address = after.http_address();
    let of_before = before.secrets_address.clone().unwrap_or_else(|| before.device().http_address());
    let has_login = after.login.is_some() && sealed.password.as_ref().map_or(before.has_password, Option::is_some);
    if after.protocol != Protocol::Http || !has_login || of_before == address {
        return Ok(false);
    }
    if !is_sip_entered {
        sealed.sip = Some(None);
    }
    sip_account::withhold(connection, &app.context, before, sealed).await?;
    if sealed.mqtt.is_none() {
        sealed.mqtt = Some(Some(app.context.sealer.seal(&password::generate(&mut rand::rng()))));
    }
    sealed.address = Some(address);
    Ok(true)
}

/// A secret that the request does not carry, `null` included, stays as it is; an empty one is cleared.
fn seal_others(fields: &mut Fields, secrets: &Secrets, sealer: &Sealer, is_named: impl Fn(&str) -> bool) -> SealedSecrets {
    let mut sealed = |path: &str, value: &Option<String>, check: fn(&mut Fields, &str, &str)| match patch::secret(is_named(path), value.as_deref()) {
        Secret::Unchanged => None,
        Secret::Cleared => Some(None),
        Secret::Set(password) => {
            check(fields, path, password);
            Some(Some(sealer.seal(password)))
        }
    };
    let length: fn(&mut Fields, &str, &str) = |fields, path, password| fields.optional_text(path, Some(password), MAX_PASSWORD);
    SealedSecrets {
        password: sealed(PASSWORD, &secrets.password, length),
        device_password: sealed(DEVICE_PASSWORD, &secrets.device_password, length),
        sip: sealed(SIP, &secrets.sip, password::check_sip),
        ..SealedSecrets::default()
    }
}
