//! The event log.
use kit::listing::{Kind, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, ResourceKind};
use serde_json::Value;
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::reporting_device::ReportingDevice;
use crate::domain::event::{CATEGORIES, NewEvent, event_times};

const COLUMNS: &[kit::listing::Column] = &[
    sortable("id", "e.id", Kind::Int),
    sortable("created_at", "e.created_at", Kind::Time),
    column("received_at", "e.received_at", Kind::Time),
    column("code", "e.code", Kind::Text),
    column("category", "e.category", Kind::Choice(CATEGORIES)),
    column("device_id", "e.device_id", Kind::Int),
    column("domain_id", "e.domain_id", Kind::Int),
    column("user_id", "e.user_id", Kind::Int),
    column("identifier_id", "e.identifier_id", Kind::Int),
    column("identifier_number", "e.identifier_number", Kind::Text),
    column("is_revoked", "e.is_revoked", Kind::Bool),
];
const SELECT: &str =
    "e.id, e.category, e.code, e.device_id, d.name AS device_name, e.domain_id, g.name AS domain_name, e.device_event_id, e.identifier_type,
    e.identifier_number, e.identifier_id, e.identifier_name, e.user_id, e.user_name, e.lock_number, e.is_revoked, e.created_at, e.received_at, e.device_created_at,
    (SELECT s.path FROM event_images i JOIN event_snapshots s ON s.id = i.snapshot_id WHERE i.event_id = e.id AND s.size IS NOT NULL) AS image_path";
const TABLES: &str = "events e LEFT JOIN devices d ON d.id = e.device_id LEFT JOIN group_nodes g ON g.id = e.domain_id";
/// Events are seen as far as their devices are.
const GROUPS: &str = "e.device_id IN (SELECT s.id FROM devices s WHERE s.domain_id IN ({}))";
const OWN: &str = "e.device_id IN (SELECT s.id FROM devices s WHERE s.created_by = {})";

pub static EVENTS: Listing = Listing {
    resource: "events/devices",
    select: SELECT,
    from: TABLES,
    project: "e.project_id",
    key: "e.id",
    columns: COLUMNS,
    default_sort: "-id",
    search: &["e.identifier_number", "e.user_name", "d.name"],
    groups: GROUPS,
    own: OWN,
    filter: "",
    whole: "",
};

pub static ACCESS_EVENTS: Listing = Listing {
    resource: "events/access-control",
    select: SELECT,
    from: TABLES,
    project: "e.project_id",
    key: "e.id",
    columns: COLUMNS,
    default_sort: "-id",
    search: &["e.identifier_number", "e.user_name", "d.name"],
    groups: GROUPS,
    own: OWN,
    filter: "e.category = 1",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EventRow {
    pub id: i64,
    pub category: i16,
    pub code: String,
    pub device_id: i64,
    pub device_name: String,
    pub domain_id: i64,
    pub domain_name: Option<String>,
    pub device_event_id: i64,
    pub identifier_type: Option<String>,
    pub identifier_number: Option<String>,
    pub identifier_id: Option<i64>,
    pub identifier_name: Option<String>,
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
    pub lock_number: Option<i32>,
    pub is_revoked: bool,
    pub created_at: OffsetDateTime,
    pub received_at: OffsetDateTime,
    pub device_created_at: Option<OffsetDateTime>,
    /// Of its image, in the blob store.
    pub image_path: Option<String>,
}

/// A page of the log. `after_id`: only events after this one, for a client that fills a gap.
pub async fn list<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    listing: &Listing,
    proof: &Authorized<R, A>,
    query: &ListQuery,
    after_id: Option<i64>,
) -> Result<Page<EventRow>> {
    let after = |sql: &mut QueryBuilder<Postgres>| {
        if let Some(id) = after_id {
            sql.push(" AND e.id > ").push_bind(id);
        }
    };
    listing.page_where(connection, proof.project_id(), proof.scope(), query, after).await
}

/// Which log of events.
#[derive(Clone, Copy, Debug)]
pub enum EventLog {
    Devices,
    AccessControl,
}

impl EventLog {
    fn listing(self) -> &'static Listing {
        match self {
            EventLog::Devices => &EVENTS,
            EventLog::AccessControl => &ACCESS_EVENTS,
        }
    }

    /// Of a download, without its ending.
    pub fn file_name(self) -> &'static str {
        match self {
            EventLog::Devices => "device-events",
            EventLog::AccessControl => "access-control-events",
        }
    }
}

/// Rows that are read at a time.
const KEYSET_ROWS: usize = 1_000;

/// The order of a download: by the place in the log or by the device's clock, each with the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeysetOrder {
    by_time: bool,
    descends: bool,
}

impl KeysetOrder {
    /// Of the `sort` of a list; its default where there is none.
    pub fn parse(sort: &str) -> Result<KeysetOrder> {
        let order = |by_time, descends| Ok(KeysetOrder { by_time, descends });
        match sort.trim() {
            "" | "-id" => order(false, true),
            "id" => order(false, false),
            "created_at" => order(true, false),
            "-created_at" => order(true, true),
            _ => Err(Error::field("sort", "must be one of: id, -id, created_at, -created_at")),
        }
    }
}

/// A walk through every event of a query, page by page, each beginning where the one before ended. What is stored after it has
/// begun is not part of it, so that it ends.
pub struct Keyset {
    log: EventLog,
    order: KeysetOrder,
    newest: i64,
    last: Option<(OffsetDateTime, i64)>,
    is_over: bool,
}

impl Keyset {
    pub async fn begin<R: ResourceKind, A: ActionKind>(
        connection: &mut PgConnection,
        log: EventLog,
        proof: &Authorized<R, A>,
        order: KeysetOrder,
    ) -> Result<Keyset> {
        let newest: Option<i64> =
            sqlx::query_scalar("SELECT max(id) FROM events WHERE project_id = $1").bind(proof.project_id()).fetch_one(connection).await?;
        Ok(Keyset { log, order, newest: newest.unwrap_or(0), last: None, is_over: false })
    }

    /// None after the last page.
    pub async fn next<R: ResourceKind, A: ActionKind>(
        &mut self,
        connection: &mut PgConnection,
        proof: &Authorized<R, A>,
        query: &ListQuery,
    ) -> Result<Option<Vec<EventRow>>> {
        if self.is_over {
            return Ok(None);
        }
        let (newest, last, order) = (self.newest, self.last, self.order);
        let after = |sql: &mut QueryBuilder<Postgres>| {
            sql.push(" AND e.id <= ").push_bind(newest);
            let Some((at, id)) = last else { return };
            let sign = if order.descends { " < " } else { " > " };
            if order.by_time {
                sql.push(" AND (e.created_at, e.id)").push(sign).push("(").push_bind(at).push(", ").push_bind(id).push(")");
            } else {
                sql.push(" AND e.id").push(sign).push_bind(id);
            }
        };
        let mut sql = self.log.listing().everything_where(proof.project_id(), proof.scope(), query, KEYSET_ROWS as i64, after)?;
        let rows: Vec<EventRow> = sql.build_query_as().fetch_all(connection).await?;
        self.is_over = rows.len() < KEYSET_ROWS;
        self.last = rows.last().map(|row| (row.created_at, row.id));
        Ok((!rows.is_empty()).then_some(rows))
    }
}

/// Refuses a download with a wrong query before it begins.
pub fn validate_query<R: ResourceKind, A: ActionKind>(log: EventLog, proof: &Authorized<R, A>, query: &ListQuery) -> Result<()> {
    log.listing().everything(proof.project_id(), proof.scope(), query, 1).map(|_| ())
}

/// Whether the query has more events than `most`.
pub async fn has_more_than<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    log: EventLog,
    proof: &Authorized<R, A>,
    query: &ListQuery,
    most: i64,
) -> Result<bool> {
    // Nothing but the key: rows that are passed over are read as well.
    let mut sql = Listing { select: "e.id", ..*log.listing() }.everything(proof.project_id(), proof.scope(), query, 1)?;
    sql.push(" OFFSET ").push(most);
    Ok(sql.build_query_scalar::<i64>().fetch_optional(connection).await?.is_some())
}

/// An event that was not stored before.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StoredEvent {
    pub id: i64,
    pub project_id: i64,
    pub device_id: i64,
    pub domain_id: i64,
    pub device_event_id: i64,
    pub category: i16,
    pub code: String,
    pub identifier_type: Option<String>,
    pub identifier_number: Option<String>,
    pub identifier_id: Option<i64>,
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
    pub lock_number: Option<i32>,
    pub is_revoked: bool,
    pub created_at: OffsetDateTime,
    pub received_at: OffsetDateTime,
    pub device_created_at: Option<OffsetDateTime>,
}

/// Stores the events of several devices, each with the identifier and the user that its number belongs to; whether that
/// was void counts by the event's own time, since a device may have been away. One whose device's clock is far ahead counts as of its
/// arrival. What was stored before is left as it is. For the platform itself.
pub async fn insert(connection: &mut PgConnection, events: &[(&ReportingDevice, &NewEvent)], now: OffsetDateTime) -> Result<Vec<StoredEvent>> {
    // In one order, so that two processes which store the same events do not wait for each other in a circle.
    let mut events = events.to_vec();
    events.sort_by_key(|(device, event)| (device.id, event.device_event_id, event.created_at));
    let times = event_times(&events.iter().map(|(device, event)| (device.id, event.created_at)).collect::<Vec<_>>(), now);
    Ok(sqlx::query_as(
        "INSERT INTO events (project_id, device_id, domain_id, device_event_id, category, code, identifier_type, identifier_number, identifier_id, identifier_name,
             user_id, user_name, lock_number, is_revoked, info, created_at, received_at, device_created_at)
         SELECT n.project_id, n.device_id, n.domain_id, n.device_event_id, n.category, n.code, n.identifier_type, n.identifier_number, i.id, i.name,
             i.owner_id, i.owner_name, n.lock_number, coalesce((i.revoked OR i.deleted) AND (i.void_since IS NULL OR n.created_at >= i.void_since), false), n.info, n.created_at, $14, n.device_created_at
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int[],
             $12::jsonb[], $13::timestamptz[], $15::timestamptz[])
             WITH ORDINALITY n (project_id, device_id, domain_id, device_event_id, category, code, identifier_type, identifier_number, lookup_type, lookup_number, lock_number,
                 info, created_at, device_created_at, place)
         LEFT JOIN LATERAL (
             SELECT id, name, owner_id, owner_name, revoked, deleted, void_since FROM identifiers i
             WHERE i.project_id = n.project_id AND i.type = n.lookup_type AND i.number = n.lookup_number ORDER BY i.deleted, i.revoked, i.id DESC LIMIT 1) i ON true
         ORDER BY n.place
         ON CONFLICT (device_id, device_event_id, (coalesce(device_created_at, created_at))) DO NOTHING
         RETURNING id, project_id, device_id, domain_id, device_event_id, category, code, identifier_type, identifier_number, identifier_id, user_id, user_name, lock_number, is_revoked,
             created_at, received_at, device_created_at",
    )
    .bind(each(&events, |device, _| device.project_id))
    .bind(each(&events, |device, _| device.id))
    .bind(each(&events, |device, _| device.domain_id))
    .bind(each(&events, |_, event| event.device_event_id))
    .bind(each(&events, |_, event| event.category))
    .bind(each(&events, |_, event| event.code.as_str()))
    .bind(each(&events, |_, event| event.identifier_type.as_deref()))
    .bind(each(&events, |_, event| event.identifier_number.as_deref()))
    .bind(each(&events, |_, event| event.lookup.as_ref().map(|(kind, _)| kind.as_str())))
    .bind(each(&events, |_, event| event.lookup.as_ref().map(|(_, number)| number.as_str())))
    .bind(each(&events, |_, event| event.lock_number))
    .bind(each::<&Value>(&events, |_, event| &event.info))
    .bind(times.iter().map(|time| time.created_at).collect::<Vec<_>>())
    .bind(now)
    .bind(times.iter().map(|time| time.device_created_at).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?)
}

/// One column of the events.
fn each<'a, T>(events: &[(&'a ReportingDevice, &'a NewEvent)], value: impl Fn(&'a ReportingDevice, &'a NewEvent) -> T) -> Vec<T> {
    events.iter().map(|(device, event)| value(device, event)).collect()
}
