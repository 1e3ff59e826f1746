//! Asks a device what it holds: it may have been reset, restored or replaced while it was away.
use std::time::Duration;

use device_protocol::link::PageQuery;
use device_protocol::{DeviceCall, IdentifierItem, Response, Serial, TimeProfile, digest};
use kit::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use crate::domain::difference::ItemKind;
use crate::driver::bas_ip::held::{self, Held as HeldItem, MAX_PAGES};
use crate::driver::mqtt::CallError;
use crate::gateway::Gateway;
use crate::store::sync::Held;
use crate::store::{item, sync};

/// For one page.
const PATIENCE: Duration = Duration::from_secs(15);

/// What came of asking.
enum Reading {
    /// As believed.
    Unchanged,
    Items(Vec<HeldItem>),
    /// It cannot say: what is believed stays.
    Unknown,
}

/// Says whether the device answered.
pub async fn run(gateway: &Gateway, held: &Held) -> Result<bool> {
    let Ok(serial) = Serial::new(held.device.serial_number.clone()) else { return Ok(false) };
    let mut readings = Vec::new();
    for kind in [ItemKind::Schedule, ItemKind::Identifier] {
        match read(gateway, held, &serial, kind).await? {
            Some(reading) => readings.push((kind, reading)),
            None => {
                tracing::info!(device_id = held.holder.device_id, "the device does not say what it holds");
                let mut tx = gateway.context.database.system().await?;
                sync::failed(&mut tx, held.holder.device_id).await?;
                tx.commit().await?;
                return Ok(false);
            }
        }
    }
    let mut tx = gateway.context.database.system().await?;
    let mut changed = false;
    for (kind, reading) in readings {
        if let Reading::Items(items) = reading {
            changed |= item::replace_actual(&mut tx, held.holder, kind, &items).await?;
        }
    }
    // What was refused before may be taken now.
    item::forget_refusals(&mut tx, held.holder.device_id, false).await?;
    tracing::debug!(device_id = held.holder.device_id, changed, "the device said what it holds");
    sync::was_read(&mut tx, held.holder.device_id, held.read_asked).await?;
    tx.commit().await?;
    Ok(true)
}

/// None when the device did not answer.
async fn read(gateway: &Gateway, held: &Held, serial: &Serial, kind: ItemKind) -> Result<Option<Reading>> {
    if let Some(expected) = expected_digest(gateway, held, kind).await? {
        match ask(gateway, serial, digest_question(kind)).await {
            Ok(response) if response.is_success() && response.digest() == Some(&expected) => return Ok(Some(Reading::Unchanged)),
            Ok(_) => {}
            Err(_) => return Ok(None),
        }
    }
    let mut items = Vec::new();
    for page_number in 1..=MAX_PAGES {
        let Ok(response) = ask(gateway, serial, held::question(kind, page_number)).await else { return Ok(None) };
        match held::page(kind, &response) {
            Ok((page, pages)) => {
                items.extend(page);
                if page_number >= pages {
                    break;
                }
            }
            Err(why) => {
                tracing::warn!(%serial, why, "the device cannot say what it holds");
                return Ok(Some(Reading::Unknown));
            }
        }
    }
    Ok(Some(Reading::Items(items)))
}

async fn ask(gateway: &Gateway, serial: &Serial, call: DeviceCall) -> Result<Response, CallError> {
    gateway.link.call(serial, call.request(Uuid::now_v7()), PATIENCE).await
}

fn digest_question(kind: ItemKind) -> DeviceCall {
    match kind {
        ItemKind::Identifier => DeviceCall::ReadIdentifiers(PageQuery::DIGEST),
        ItemKind::Schedule => DeviceCall::ReadTimeProfiles(PageQuery::DIGEST),
    }
}

/// The digest of what the device is believed to hold; none when some of it is not known.
async fn expected_digest(gateway: &Gateway, held: &Held, kind: ItemKind) -> Result<Option<String>> {
    let mut tx = gateway.context.database.system().await?;
    let bodies = item::bodies_in_step(&mut tx, held.holder.device_id, kind).await?;
    tx.commit().await?;
    Ok(bodies.and_then(|bodies| match kind {
        ItemKind::Identifier => digest_of::<IdentifierItem>(&bodies),
        ItemKind::Schedule => digest_of::<TimeProfile>(&bodies),
    }))
}

/// Over the typed bodies: the digest depends on the order of keys, which the table does not keep.
fn digest_of<T: DeserializeOwned + Serialize>(bodies: &[Value]) -> Option<String> {
    let items: Vec<T> = bodies.iter().map(|body| T::deserialize(body).ok()).collect::<Option<_>>()?;
    Some(digest::of_set(&items))
}
