//! Devices that call with a serial number that no project has: who knows serial number and password may take them in. For platforms
//! that cannot reach the network of a site.
use std::time::Duration;

use device_protocol::Serial;
use kit::rate_limit::{self, Limit};
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use redis::AsyncCommands;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use time::OffsetDateTime;

use super::state::unavailable;
use crate::app::App;

const UNCLAIMED_TTL: Duration = Duration::from_secs(24 * 60 * 60);
/// Calls that are remembered of a serial number. Whoever knows the number may call with it, and does not hide the device: so many logins
/// may be wrong in 15 minutes.
const MAX_CALLS: isize = 20;
/// Of its sealed password.
const PURPOSE: &str = "device-gateway.unclaimed";
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// Wrong passwords within the window, for a serial number and of a person.
const MAX_OF_SERIAL: u64 = 5;
const MAX_OF_USER: u64 = 60;

#[derive(Serialize, Deserialize)]
struct UnclaimedEntry {
    address: String,
    #[serde(with = "time::serde::rfc3339")]
    seen_at: OffsetDateTime,
    /// Sealed, as hexadecimal digits.
    password: String,
}

pub struct UnclaimedDevice {
    pub serial_number: String,
    pub address: String,
    pub seen_at: OffsetDateTime,
}

/// That it cannot be stored is no error of the device.
pub async fn remember(app: &App, serial: &str, password: &str, address: &str) {
    let Ok(serial) = Serial::new(serial) else { return };
    let entry = UnclaimedEntry {
        address: address.into(),
        seen_at: app.context.clock.now(),
        password: hex::encode(app.context.sealer.seal_for(PURPOSE, password)),
    };
    let text = serde_json::to_string(&entry).expect("an entry is JSON");
    let key = key(app, &serial);
    let mut transaction = redis::pipe();
    transaction.atomic().lpush(&key, text).ltrim(&key, 0, MAX_CALLS - 1).expire(&key, UNCLAIMED_TTL.as_secs() as i64);
    if let Err(error) = transaction.exec_async(&mut app.context.redis.clone()).await {
        tracing::warn!(%error, "a device that nobody has claimed is not remembered");
    }
}

/// The last call with this password. Not found without one.
pub async fn find(app: &App, right: &Authorized<resource::Device, action::Create>, serial: &str, password: &str) -> Result<UnclaimedDevice> {
    let serial = Serial::new(serial.trim()).map_err(|_| Error::NotFound)?;
    let limit = |kind, of: &str, most| Limit { counter: rate_limit::counter(&app.context, kind, of), most, window: WINDOW };
    let limits =
        vec![limit("unclaimed-serial", serial.as_str(), MAX_OF_SERIAL), limit("unclaimed-user", &right.caller().user_id.to_string(), MAX_OF_USER)];
    let permit = rate_limit::acquire(&app.context, limits).await?;
    let calls: Vec<String> = app.context.redis.clone().lrange(key(app, &serial), 0, -1).await.map_err(unavailable)?;
    let mut calls = calls.iter().filter_map(|text| serde_json::from_str::<UnclaimedEntry>(text).ok());
    let entry = calls.find(|entry| is_password(app, entry, password)).ok_or(Error::NotFound)?;
    permit.reset().await?;
    Ok(UnclaimedDevice { serial_number: serial.into(), address: entry.address, seen_at: entry.seen_at })
}

fn is_password(app: &App, entry: &UnclaimedEntry, password: &str) -> bool {
    let sealed = hex::decode(&entry.password).ok();
    let known = sealed.and_then(|sealed| app.context.sealer.open_for(PURPOSE, &sealed).ok());
    known.is_some_and(|known| Sha256::digest(known).ct_eq(&Sha256::digest(password)).into())
}

fn key(app: &App, serial: &Serial) -> String {
    app.context.settings.redis_name(&format!("unclaimed-calls:{serial}"))
}
