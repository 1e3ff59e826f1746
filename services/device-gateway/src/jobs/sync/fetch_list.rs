//! Fetches the list of a device from access, translates it into the device's terms, and stores it.
use std::time::Duration;

use anyhow::Context as _;
use futures::TryStreamExt;
use jiff::tz::TimeZone;
use kit::Result;
use proto::vestibule::access::v1::device_lists_client::DeviceListsClient;
use proto::vestibule::access::v1::{DesiredIdentifier, DesiredSchedule, DeviceListPart, GetDeviceListRequest, RefusedIdentifier};
use serde::Serialize;
use uuid::Uuid;

use super::{items, queue};
use crate::app::App;
use crate::bas_ip::{hash, identifier, schedule};
use crate::domain::item::ItemKind;
use crate::projection::project;
use crate::store::device_clock;
use crate::store::device_sync::{self, ClaimedDevice};
use crate::store::item::{self, ListedItem};

/// For the whole list.
const FETCH_TIMEOUT: Duration = Duration::from_secs(30);
/// Items of one list, far above what any device holds.
const MAX_ITEMS: usize = 200_000;
/// Why a device is not sent what depends on a schedule: it did not take the zone of its project.
const CLOCK_IN_ANOTHER_ZONE: &str = "clock_in_another_zone";

/// Returns whether the list was fetched; a failure is logged and counted.
pub async fn run(app: &App, claimed: &ClaimedDevice) -> Result<bool> {
    let list = tokio::time::timeout(FETCH_TIMEOUT, fetch(app, claimed)).await.context("access did not answer in time").and_then(|list| list);
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let device_id = claimed.key.device_id;
    let parts = match list {
        Ok(parts) => parts,
        Err(error) => {
            tracing::warn!(device_id, error = format!("{error:#}"), "the list of a device cannot be fetched");
            queue::record_failure(&mut tx, device_id).await?;
            tx.commit().await?;
            return Ok(false);
        }
    };
    // Planning and fetching exclude each other.
    let stored_version = device_sync::lock(&mut tx, device_id).await?.unwrap_or(0);
    if parts.version >= stored_version {
        let zone = project::zone_name(&mut tx, claimed.key.project_id).await?;
        let clock = device_clock::holds_schedules(&mut tx, device_id, &zone).await?.then(|| TimeZone::get(&zone).unwrap_or(TimeZone::UTC));
        let items = listed(&parts, claimed.device.capability().locks, clock.as_ref());
        let changed = items::replace_desired(&mut tx, claimed.key, &items, now).await?;
        if changed {
            item::clear_refusals(&mut tx, device_id, false).await?;
        }
    }
    queue::record_fetch(&mut tx, device_id, parts.version.max(stored_version), claimed.fetch_asked, now).await?;
    tx.commit().await?;
    Ok(true)
}

/// A list, joined from its parts.
#[derive(Default)]
struct List {
    version: i64,
    identifiers: Vec<DesiredIdentifier>,
    schedules: Vec<DesiredSchedule>,
    refused: Vec<RefusedIdentifier>,
}

async fn fetch(app: &App, claimed: &ClaimedDevice) -> anyhow::Result<List> {
    let request = GetDeviceListRequest { project_id: claimed.key.project_id, device_id: claimed.key.device_id };
    let request = app.context.signer.as_service(app.context.service, claimed.key.project_id, request);
    let mut client = DeviceListsClient::new(app.context.peers.peer("access"));
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

/// In the device's terms. An item whose id is not a UUID cannot be sent and is left out. `clock`: the zone of the device's clock; a
/// device that does not know its zone holds no schedules, and nothing that depends on them: it asks the platform at the door.
fn listed(list: &List, locks: u8, clock: Option<&TimeZone>) -> Vec<ListedItem> {
    let identifiers = list.identifiers.iter().filter_map(|desired| {
        let body = match clock {
            None if !desired.schedule_link_ids.is_empty() => Err(CLOCK_IN_ANOTHER_ZONE),
            _ => identifier::item(desired, locks),
        };
        list_item(ItemKind::Identifier, &desired.link_id, desired.id, &desired.owner_name, body)
    });
    let schedules = list.schedules.iter().filter_map(|desired| {
        let body = clock.ok_or(CLOCK_IN_ANOTHER_ZONE).and_then(|zone| schedule::profile(desired, zone));
        list_item(ItemKind::Schedule, &desired.link_id, desired.id, &desired.name, body)
    });
    let refused =
        list.refused.iter().filter_map(|refused| list_item::<()>(ItemKind::Identifier, &refused.link_id, refused.id, "", Err(cause(refused))));
    let mut items: Vec<ListedItem> = identifiers.chain(schedules).chain(refused).collect();
    items.sort_by_key(|item| (item.kind, item.link_id));
    items.dedup_by_key(|item| (item.kind, item.link_id));
    items
}

/// The cause, where access gives one, says more than the reason.
fn cause(refused: &RefusedIdentifier) -> &str {
    if refused.cause.is_empty() { &refused.reason } else { &refused.cause }
}

fn list_item<T: Serialize>(kind: ItemKind, link_id: &str, entity_id: i64, name: &str, body: Result<T, &str>) -> Option<ListedItem> {
    let link_id = Uuid::try_parse(link_id).ok()?;
    let hash = body.as_ref().map(hash).unwrap_or_default();
    let body = body.map(|body| serde_json::to_value(body).expect("protocol types have string keys only")).map_err(str::to_string);
    Some(ListedItem { kind, link_id, entity_id, name: name.replace('\0', ""), hash, body })
}
