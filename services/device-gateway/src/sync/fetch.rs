//! The list of a device: from access, in the device's words, into the table.
use std::time::Duration;

use anyhow::Context as _;
use futures::TryStreamExt;
use jiff::tz::TimeZone;
use kit::Result;
use proto::vestibule::access::v1::device_lists_client::DeviceListsClient;
use proto::vestibule::access::v1::{DesiredIdentifier, DesiredSchedule, DeviceListPart, GetDeviceListRequest, RefusedIdentifier};
use serde::Serialize;
use uuid::Uuid;

use crate::domain::difference::ItemKind;
use crate::driver::bas_ip::{hash, identifier, schedule};
use crate::gateway::Gateway;
use crate::store::item::{self, Listed};
use crate::store::sync::Held;
use crate::store::{project, sync};

/// For the whole list.
const PATIENCE: Duration = Duration::from_secs(30);
/// Items of one list, far above what any device holds.
const MAX_ITEMS: usize = 200_000;

/// Says whether there is a list now; what went wrong is logged and counted.
pub async fn run(gateway: &Gateway, held: &Held) -> Result<bool> {
    let list = tokio::time::timeout(PATIENCE, ask(gateway, held)).await.context("access did not answer in time").and_then(|list| list);
    let now = gateway.context.clock.now();
    let mut tx = gateway.context.database.system().await?;
    let device_id = held.holder.device_id;
    let parts = match list {
        Ok(parts) => parts,
        Err(error) => {
            tracing::warn!(device_id, error = format!("{error:#}"), "the list of a device cannot be fetched");
            sync::failed(&mut tx, device_id).await?;
            tx.commit().await?;
            return Ok(false);
        }
    };
    // Planning and fetching exclude each other.
    let stored_version = sync::lock(&mut tx, device_id).await?.unwrap_or(0);
    if parts.version >= stored_version {
        let zone = project::zone(&mut tx, held.holder.project_id).await?;
        let changed = item::replace_desired(&mut tx, held.holder, &listed(&parts, held.device.capability().locks, &zone), now).await?;
        if changed {
            item::forget_refusals(&mut tx, device_id, false).await?;
        }
    }
    sync::fetched(&mut tx, device_id, parts.version.max(stored_version), held.fetch_asked, now).await?;
    tx.commit().await?;
    Ok(true)
}

/// The parts of a list, put together.
#[derive(Default)]
struct List {
    version: i64,
    identifiers: Vec<DesiredIdentifier>,
    schedules: Vec<DesiredSchedule>,
    refused: Vec<RefusedIdentifier>,
}

async fn ask(gateway: &Gateway, held: &Held) -> anyhow::Result<List> {
    let request = GetDeviceListRequest { project_id: held.holder.project_id, device_id: held.holder.device_id };
    let request = gateway.context.signer.as_service(gateway.context.service, held.holder.project_id, request);
    let mut client = DeviceListsClient::new(gateway.context.peers.peer("access"));
    let mut parts = client.get_device_list(request).await?.into_inner();
    let mut list: Option<List> = None;
    while let Some(part) = parts.try_next().await? {
        let list = list.get_or_insert_with(|| List { version: part.version, ..List::default() });
        list.add(part)?;
    }
    // An empty list still has a part that names its version: no part at all is no list.
    list.context("access sent no list")
}

impl List {
    fn add(&mut self, part: DeviceListPart) -> anyhow::Result<()> {
        anyhow::ensure!(part.version == self.version, "the list changed while it was sent");
        self.identifiers.extend(part.identifiers);
        self.schedules.extend(part.schedules);
        self.refused.extend(part.refused);
        anyhow::ensure!(self.identifiers.len() + self.schedules.len() + self.refused.len() <= MAX_ITEMS, "the list has more than {MAX_ITEMS} items");
        Ok(())
    }
}

/// In the device's words. An item whose id is none cannot be named and is left out.
fn listed(list: &List, locks: u8, zone: &TimeZone) -> Vec<Listed> {
    let identifiers = list
        .identifiers
        .iter()
        .filter_map(|desired| one(ItemKind::Identifier, &desired.link_id, desired.id, &desired.owner_name, identifier::item(desired, locks)));
    let schedules = list
        .schedules
        .iter()
        .filter_map(|desired| one(ItemKind::Schedule, &desired.link_id, desired.id, &desired.name, schedule::profile(desired, zone)));
    let refused = list.refused.iter().filter_map(|refused| one::<()>(ItemKind::Identifier, &refused.link_id, refused.id, "", Err(cause(refused))));
    let mut items: Vec<Listed> = identifiers.chain(schedules).chain(refused).collect();
    items.sort_by_key(|item| (item.kind, item.link_id));
    items.dedup_by_key(|item| (item.kind, item.link_id));
    items
}

/// What the device cannot hold says more than that it cannot.
fn cause(refused: &RefusedIdentifier) -> &str {
    if refused.cause.is_empty() { &refused.reason } else { &refused.cause }
}

fn one<T: Serialize>(kind: ItemKind, link_id: &str, entity_id: i64, name: &str, body: Result<T, &str>) -> Option<Listed> {
    let link_id = Uuid::try_parse(link_id).ok()?;
    let hash = body.as_ref().map(hash).unwrap_or_default();
    let body = body.map(|body| serde_json::to_value(body).expect("protocol types have string keys only")).map_err(str::to_string);
    Some(Listed { kind, link_id, entity_id, name: name.replace('\0', ""), hash, body })
}
