//! A device logs in with its serial number and its password, and renews its token.
use kit::rate_limit::{self, Limit, Permit};
use kit::{Error, Result, networks};
use rand::Rng;
use serde_json::Value;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use time::OffsetDateTime;

use super::authenticate;
use crate::app::App;
use crate::domain::device::Protocol;
use crate::domain::http_device::{REFRESHED_TTL, TOKEN_TTL, token_hash};
use crate::jobs::{presence, protocol_change};
use crate::operation::device_search::unclaimed;
use crate::store::device;
use crate::store::device_token::{self, HttpLoginRow};

/// Longer ones are nobody's.
const MAX_TEXT: usize = 64;

pub struct IssuedToken {
    pub token: String,
    pub expires_at: OffsetDateTime,
}

/// An unknown serial number is answered like a wrong password. While Redis is away nobody logs in: what has a token goes on.
pub async fn login(app: &App, address: &str, body: &Value) -> Result<IssuedToken> {
    let text = |name: &str| body.get(name).and_then(Value::as_str).filter(|text| !text.is_empty() && text.len() <= MAX_TEXT);
    let (Some(serial), Some(password)) = (text("login"), text("password")) else { return Err(Error::InvalidCredentials) };
    let permit = acquire(app, serial, address).await?;
    let mut tx = app.context.database.system().await?;
    let row = device_token::find_login(&mut tx, serial).await?;
    let is_unknown = row.is_none() && !device::is_serial_number_used(&mut tx, serial).await?;
    let Some(row) = row.filter(|row| is_password(app, row, password)) else {
        tracing::info!(serial, "a device was refused its login");
        if is_unknown {
            unclaimed::remember(app, serial, password, address).await;
        }
        return Err(Error::InvalidCredentials);
    };
    let completed = protocol_change::complete(&mut tx, app, &[serial.to_owned()], Protocol::Http).await?;
    let issued = issue(app);
    device_token::insert(&mut tx, row.project_id, row.id, &token_hash(&issued.token), issued.expires_at).await?;
    tx.commit().await?;
    completed.follow_up(app);
    if let Err(error) = permit.reset().await {
        tracing::warn!(%error, "a right login of a device stayed counted");
    }
    Ok(issued)
}

/// The old token stays good for a minute, because the answer may be lost.
pub async fn refresh(app: &App, token: Option<&str>) -> Result<IssuedToken> {
    let device = authenticate(app, token).await?;
    let now = app.context.clock.now();
    let issued = issue(app);
    let mut tx = app.context.database.system().await?;
    device_token::update_expiry(&mut tx, &token_hash(token.unwrap_or_default()), now + REFRESHED_TTL).await?;
    device_token::insert(&mut tx, device.project_id, device.id, &token_hash(&issued.token), issued.expires_at).await?;
    tx.commit().await?;
    presence::record_http_call(app, &device).await?;
    Ok(issued)
}

async fn acquire(app: &App, serial: &str, address: &str) -> Result<Permit> {
    let (context, limits) = (&app.context, app.config.http_login_limits);
    let limit = |counter, most: u32| Limit { counter, most: most.into(), window: limits.window };
    let from_address = format!("{serial} {}", networks::client_network(address));
    let of_both = limit(rate_limit::counter(context, "http-device-serial-address", &from_address), limits.serial_from_address);
    let of_serial = limit(rate_limit::counter(context, "http-device-serial", serial), limits.serial);
    let of_address = limit(rate_limit::counter_of_address(context, "http-device-address", address), limits.address);
    // A right login resets the first one.
    rate_limit::acquire(context, vec![of_both, of_serial, of_address]).await
}

/// Digests are compared, so that neither the length nor the place of a difference takes another time.
fn is_password(app: &App, row: &HttpLoginRow, password: &str) -> bool {
    let Some(stored) = row.mqtt_password.as_ref().and_then(|sealed| app.context.sealer.open(sealed).ok()) else { return false };
    Sha256::digest(stored.as_bytes()).ct_eq(&Sha256::digest(password)).into()
}

fn issue(app: &App) -> IssuedToken {
    let bytes: [u8; 32] = rand::rng().random();
    IssuedToken { token: hex::encode(bytes), expires_at: app.context.clock.now() + TOKEN_TTL }
}
