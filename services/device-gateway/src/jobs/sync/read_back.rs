//! Reads back what a device holds: it may have been reset, restored or replaced while it was away.
use std::time::Duration;

use device_protocol::link::PageQuery;
use device_protocol::{DeviceCall, IdentifierItem, Response, TimeProfile, digest};
use kit::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::{ask, firmware, items, queue};
use crate::app::App;
use crate::bas_ip::reported::{self, MAX_PAGES};
use crate::device_link::CallError;
use crate::domain::item::{ItemKind, ReportedItem};
use crate::store::device_sync::{self, ClaimedDevice};
use crate::store::item;

/// For one page.
const PAGE_TIMEOUT: Duration = Duration::from_secs(15);

/// The result of reading one kind of items.
enum Reading {
    /// The device holds what is stored.
    Unchanged,
    Items(Vec<ReportedItem>),
    /// The device cannot list its items: what is stored stays.
    Unknown,
}

/// Returns whether the device answered.
pub async fn run(app: &App, claimed: &ClaimedDevice) -> Result<bool> {
    let mut readings = Vec::new();
    for kind in [ItemKind::Schedule, ItemKind::Identifier] {
        match read(app, claimed, kind).await? {
            Some(reading) => readings.push((kind, reading)),
            None => {
                tracing::info!(device_id = claimed.key.device_id, "the device does not answer what it holds");
                let mut tx = app.context.database.system().await?;
                queue::record_failure(&mut tx, claimed.key.device_id).await?;
                tx.commit().await?;
                return Ok(false);
            }
        }
    }
    firmware::read(app, claimed).await?;
    let mut tx = app.context.database.system().await?;
    device_sync::lock(&mut tx, claimed.key.device_id).await?;
    let mut changed = false;
    let now = app.context.clock.now();
    for (kind, reading) in readings {
        if let Reading::Items(items) = reading {
            changed |= items::replace_actual(&mut tx, claimed.key, kind, &items, now).await?;
        }
    }
    // The device may accept now what it refused before.
    item::clear_refusals(&mut tx, claimed.key.device_id, false).await?;
    tracing::debug!(device_id = claimed.key.device_id, changed, "the device was read back");
    queue::record_read_back(&mut tx, claimed.key.device_id, claimed.read_asked).await?;
    tx.commit().await?;
    Ok(true)
}

/// None when the device did not answer.
async fn read(app: &App, claimed: &ClaimedDevice, kind: ItemKind) -> Result<Option<Reading>> {
    if let Some(expected) = expected_digest(app, claimed, kind).await? {
        match ask(app, claimed, digest_request(kind)).await? {
            Ok(response) if response.is_success() && response.digest() == Some(&expected) => return Ok(Some(Reading::Unchanged)),
            Ok(_) => {}
            Err(_) => return Ok(None),
        }
    }
    let mut items = Vec::new();
    for page_number in 1..=MAX_PAGES {
        let Ok(response) = ask(app, claimed, reported::page_request(kind, page_number)).await? else { return Ok(None) };
        match reported::page(kind, &response) {
            Ok((page, pages)) => {
                items.extend(page);
                if page_number >= pages {
                    break;
                }
            }
            Err(why) => {
                tracing::warn!(device_id = claimed.key.device_id, why, "the device cannot list what it holds");
                return Ok(Some(Reading::Unknown));
            }
        }
    }
    Ok(Some(Reading::Items(items)))
}

async fn ask(app: &App, claimed: &ClaimedDevice, call: DeviceCall) -> Result<Result<Response, CallError>> {
    ask::ask(app, claimed, call.request(Uuid::now_v7()), PAGE_TIMEOUT).await
}

fn digest_request(kind: ItemKind) -> DeviceCall {
    match kind {
        ItemKind::Identifier => DeviceCall::ReadIdentifiers(PageQuery::DIGEST),
        ItemKind::Schedule => DeviceCall::ReadTimeProfiles(PageQuery::DIGEST),
    }
}

/// The digest of what the device should hold by the stored items; None when the body of one of them is unknown.
async fn expected_digest(app: &App, claimed: &ClaimedDevice, kind: ItemKind) -> Result<Option<String>> {
    let mut tx = app.context.database.system().await?;
    let bodies = item::bodies_in_step(&mut tx, claimed.key.device_id, kind).await?;
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
