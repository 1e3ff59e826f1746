//! Reads the state of the panels, the databases, the queues and the REST interface.
use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result};
use device_protocol::{Event, IdentifierItem};
use e2e_harness::databases::owner_pool;
use e2e_harness::process::run;
use serde_json::{Value, json};
use sqlx::PgPool;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::expected::{Lists, cards_by_device};
use crate::ledger::{Entity, Known, Verb};
use crate::observed::{Account, Memory, Observed};
use crate::world::World;

/// Lists whose entities the changes are about.
const LISTS: [&str; 3] = ["identifiers", "access-rules", "users"];
/// The key of the details of an event with the number that the simulator gave it.
const NUMBER: &str = "sequence";
/// What the event log's numbers of categories mean.
const CATEGORIES: [&str; 5] = ["", "access", "info", "system", "emergency"];

/// An error while a component does not answer yet.
pub async fn everything(world: &mut World) -> Result<Observed> {
    world.check_parts()?;
    let devices = owner_pool(&world.environment, "device-gateway")?;
    let lists = lists(world).await?;
    let waiting = world.queues.look().await?;
    let observed = Observed {
        accounts: accounts(world).await?,
        stored: stored(&devices).await.context("the event log")?,
        memories: memories(world, &devices, &lists).await?,
        outboxes: outboxes(world).await?,
        waiting: waiting.waiting,
        dead: waiting.dead,
        not_notified: not_notified(world, &devices).await.context("notifications")?,
        entities: entities(&lists),
        audited: audited(world).await.context("the audit log")?,
        broken_chain: run(&world.environment, "audit verify", &[]).await.err().map(|error| format!("{error:#}")),
        fallen: world.fallen.clone(),
    };
    devices.close().await;
    Ok(observed)
}

async fn lists(world: &World) -> Result<Lists> {
    let api = &world.site.api;
    Ok(Lists {
        identifiers: api.all("/identifiers").await?,
        users: api.all("/users").await?,
        groups: api.all("/domains").await?,
        rules: api.all("/access-rules").await?,
    })
}

fn entities(lists: &Lists) -> BTreeMap<Entity, Known> {
    let known = |item: &Value| if item["revoked_at"].is_string() { Known::Revoked } else { Known::Present };
    let of_list = |list: &'static str, items: &[Value]| {
        items.iter().filter_map(|item| Some((Entity { list, id: item["id"].as_i64()? }, known(item)))).collect::<Vec<_>>()
    };
    let [identifiers, rules, users] = LISTS;
    [of_list(identifiers, &lists.identifiers), of_list(rules, &lists.rules), of_list(users, &lists.users)].concat().into_iter().collect()
}

async fn accounts(world: &World) -> Result<BTreeMap<String, Account>> {
    let pending: HashMap<String, u64> = world.simulator.panels().await?.into_iter().map(|panel| (panel.serial, panel.pending_events)).collect();
    let account = |(serial, ledger): (String, crate::simulator::Ledger)| {
        let sent = ledger.sent.into_iter().map(|event| (event.id, event.hash)).collect();
        let account = Account { sent, promised: ledger.promised.into_iter().collect(), pending: pending.get(&serial).copied().unwrap_or_default() };
        (serial, account)
    };
    Ok(world.simulator.ledgers().await?.into_iter().map(account).collect())
}

#[derive(sqlx::FromRow)]
struct StoredEvent {
    serial_number: String,
    device_event_id: i64,
    category: i16,
    code: String,
    info: Value,
    created_at: OffsetDateTime,
}

async fn stored(devices: &PgPool) -> Result<BTreeMap<String, BTreeMap<u64, String>>> {
    let rows: Vec<StoredEvent> = sqlx::query_as(
        "SELECT d.serial_number, e.device_event_id, e.category, e.code, e.info, e.created_at FROM events e JOIN devices d ON d.id = e.device_id",
    )
    .fetch_all(devices)
    .await?;
    let mut stored: BTreeMap<String, BTreeMap<u64, String>> = BTreeMap::new();
    for row in rows {
        let serial = row.serial_number.clone();
        let event = row.into_event()?;
        stored.entry(serial).or_default().insert(event.id, event.fingerprint());
    }
    Ok(stored)
}

impl StoredEvent {
    /// The event as the panel must have sent it.
    fn into_event(mut self) -> Result<Event> {
        let sent = self.info.as_object_mut().and_then(|info| if self.category == 0 { info.remove("category") } else { None });
        // Of a panel that speaks HTTP, whose events have no numbers of their own.
        let number = self.info.as_object_mut().and_then(|info| info.remove(NUMBER)).unwrap_or_else(|| self.device_event_id.into());
        let category = sent.unwrap_or_else(|| json!(CATEGORIES.get(self.category as usize)));
        let event = json!({
            "id": number, "created_at": self.created_at.format(&Rfc3339)?, "category": category, "code": self.code, "info": self.info,
        });
        serde_json::from_value(event).context("an event of the log")
    }
}

#[derive(sqlx::FromRow)]
struct Progress {
    id: i64,
    serial_number: String,
    desired_version: i64,
    actual_version: i64,
    open_tasks: Vec<String>,
}

async fn memories(world: &World, devices: &PgPool, lists: &Lists) -> Result<BTreeMap<String, Memory>> {
    let progress: Vec<Progress> = sqlx::query_as(
        "SELECT d.id, d.serial_number, s.desired_version, s.actual_version,
            ARRAY(SELECT format('%s status %s, %s attempts, next %s, %s, work at %s', t.kind, t.status, t.attempts, t.next_attempt_at, t.error, s.work_at)
                FROM tasks t WHERE t.device_id = d.id AND t.status IN (1, 2, 3, 4, 6)) AS open_tasks
         FROM devices d JOIN device_sync s ON s.device_id = d.id WHERE NOT d.deleted",
    )
    .fetch_all(devices)
    .await
    .context("the progress of devices")?;
    let wanted = wanted_bodies(devices).await?;
    let mut expected = cards_by_device(lists);
    let mut memories = BTreeMap::new();
    for device in progress {
        let held = world.simulator.held(&device.serial_number).await?;
        let bodies: BTreeSet<String> = held.iter().map(body).collect();
        let memory = Memory {
            held: held.iter().filter_map(|item| item.identifier_type.canonical(&item.identifier_number)).collect(),
            expected: expected.remove(&device.id).unwrap_or_default(),
            bodies_agree: wanted.get(&device.id).map_or(bodies.is_empty(), |wanted| *wanted == bodies),
            desired_version: device.desired_version,
            actual_version: device.actual_version,
            open_tasks: device.open_tasks,
        };
        memories.insert(device.serial_number, memory);
    }
    Ok(memories)
}

/// Identifiers as device-gateway wants each device to hold them.
async fn wanted_bodies(devices: &PgPool) -> Result<BTreeMap<i64, BTreeSet<String>>> {
    let rows: Vec<(i64, Value)> = sqlx::query_as("SELECT device_id, body FROM desired_items WHERE kind = 1 AND body IS NOT NULL")
        .fetch_all(devices)
        .await
        .context("wanted identifiers")?;
    let mut wanted: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
    for (device, item) in rows {
        let item: IdentifierItem = serde_json::from_value(item).context("a wanted identifier")?;
        wanted.entry(device).or_default().insert(body(&item));
    }
    Ok(wanted)
}

fn body(item: &IdentifierItem) -> String {
    json!(item).to_string()
}

async fn outboxes(world: &World) -> Result<BTreeMap<String, i64>> {
    let mut outboxes = BTreeMap::new();
    for service in e2e_harness::databases::services(&world.environment).await? {
        let database = owner_pool(&world.environment, &service)?;
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox").fetch_one(&database).await?;
        database.close().await;
        if rows > 0 {
            outboxes.insert(service, rows);
        }
    }
    Ok(outboxes)
}

/// Events of used or revoked identifiers without a notification. The administrator is always a recipient.
async fn not_notified(world: &World, devices: &PgPool) -> Result<Vec<i64>> {
    let events: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM events WHERE category = 1
           AND (code LIKE 'access\\_granted\\_by\\_%' AND identifier_id IS NOT NULL OR code LIKE 'access\\_denied\\_by\\_%' AND is_revoked) ORDER BY id",
    )
    .fetch_all(devices)
    .await?;
    let notifications = owner_pool(&world.environment, "notifications")?;
    let notified: Vec<i64> =
        sqlx::query_scalar("SELECT DISTINCT event_id FROM notifications WHERE event_id IS NOT NULL").fetch_all(&notifications).await?;
    notifications.close().await;
    let notified: BTreeSet<i64> = notified.into_iter().collect();
    Ok(events.into_iter().filter(|event| !notified.contains(event)).collect())
}

async fn audited(world: &World) -> Result<BTreeMap<(Entity, &'static str), i64>> {
    let identity = owner_pool(&world.environment, "identity")?;
    let rows: Vec<(String, i64, String, i64)> =
        sqlx::query_as("SELECT resource, resource_id, action, count(*) FROM audit_events GROUP BY 1, 2, 3").fetch_all(&identity).await?;
    identity.close().await;
    let of_row = |(resource, id, action, count): (String, i64, String, i64)| {
        let list = LISTS.into_iter().find(|list| *list == resource)?;
        let verb = [Verb::Create, Verb::Edit, Verb::Delete].into_iter().find(|verb| verb.action() == action)?;
        Some(((Entity { list, id }, verb.action()), count))
    };
    Ok(rows.into_iter().filter_map(of_row).collect())
}
