//! Devices: lists, changes, and what others are told of them.
use kit::listing::{Kind, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, ResourceKind, Scope};
use proto::vestibule::events::v1::DeviceChanged;
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::device::{Device, Protocol};
use crate::domain::model;
use crate::domain::settings::DeviceSettings;

pub const CHANGED: &str = "device.device.changed";

const COLUMNS: &str = "d.id, d.project_id, d.version, d.name, d.description, d.type, d.model, d.ip_address, d.port, d.login, d.device_login, d.serial_number,
    d.domain_id, g.name AS domain_name, d.settings, d.get_logs, d.protocol, d.heartbeat, d.realtime_logging, d.location_latitude, d.location_longitude,
    d.status, d.status_changed_at, d.firmware, d.created_at, d.updated_at, d.created_by, d.created_by_name,
    d.password IS NOT NULL AS has_password, d.device_password IS NOT NULL AS has_device_password,
    d.mqtt_password IS NOT NULL AS has_mqtt_password, d.sip_password IS NOT NULL AS has_sip_password,
    coalesce(s.desired_version, 0) AS desired_version, coalesce(s.actual_version, 0) AS actual_version,
    (SELECT count(*) FROM actual_items a WHERE a.device_id = d.id AND a.kind = 1 AND a.hash IS NOT NULL) AS identifiers_count,
    (SELECT count(*) FROM tasks t WHERE t.device_id = d.id AND t.status IN (1, 2, 3, 4)) AS tasks_waiting,
    (SELECT count(*) FROM tasks t WHERE t.device_id = d.id AND t.status = 6) AS tasks_failed,
    (SELECT count(*) FROM actual_items a WHERE a.device_id = d.id AND a.error IS NOT NULL)
        + (SELECT count(*) FROM desired_items i WHERE i.device_id = d.id AND i.refused IS NOT NULL) AS sync_errors_count";
const TABLES: &str = "devices d LEFT JOIN device_sync s ON s.device_id = d.id LEFT JOIN group_nodes g ON g.id = d.domain_id AND NOT g.deleted";

pub static DEVICES: Listing = Listing {
    resource: "devices",
    select: COLUMNS,
    from: TABLES,
    project: "d.project_id",
    key: "d.id",
    columns: &[
        sortable("id", "d.id", Kind::Int),
        sortable("name", "d.name", Kind::Text),
        sortable("type", "d.type", Kind::Choice(model::TYPES)),
        sortable("model", "d.model", Kind::Text),
        sortable("serial_number", "d.serial_number", Kind::Text),
        sortable("domain_id", "d.domain_id", Kind::Int),
        sortable("protocol", "d.protocol", Kind::Choice(Protocol::CHOICES)),
        sortable("status", "d.status", Kind::Choice(&[("unspecified", 0), ("online", 1), ("offline", 2)])),
        sortable("created_at", "d.created_at", Kind::Time),
        related("within_domain_id", "d.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
        column("ip_address", "d.ip_address", Kind::Text),
    ],
    default_sort: "name",
    search: &["d.name", "d.serial_number"],
    groups: "d.domain_id IN ({})",
    own: "d.created_by = {}",
    filter: "NOT d.deleted",
};

/// A device with everything that an answer holds.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: i64,
    pub project_id: i64,
    pub version: i64,
    pub name: String,
    pub description: Option<String>,
    #[sqlx(rename = "type")]
    pub kind: i16,
    pub model: String,
    pub ip_address: Option<String>,
    pub port: i32,
    pub login: Option<String>,
    pub device_login: Option<String>,
    pub serial_number: String,
    pub domain_id: i64,
    pub domain_name: Option<String>,
    pub settings: Json<DeviceSettings>,
    pub get_logs: bool,
    pub protocol: i16,
    pub heartbeat: bool,
    pub realtime_logging: bool,
    pub location_latitude: Option<f64>,
    pub location_longitude: Option<f64>,
    pub status: i16,
    pub status_changed_at: Option<OffsetDateTime>,
    pub firmware: Option<String>,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub created_by: Option<i64>,
    pub created_by_name: Option<String>,
    pub has_password: bool,
    pub has_device_password: bool,
    pub has_mqtt_password: bool,
    pub has_sip_password: bool,
    pub desired_version: i64,
    pub actual_version: i64,
    pub identifiers_count: i64,
    pub tasks_waiting: i64,
    pub tasks_failed: i64,
    pub sync_errors_count: i64,
}

pub const ONLINE: i16 = 1;
pub const OFFLINE: i16 = 2;

impl Row {
    pub fn device(&self) -> Device {
        Device {
            name: self.name.clone(),
            description: self.description.clone(),
            kind: self.kind,
            model: self.model.clone(),
            ip_address: self.ip_address.clone(),
            port: self.port,
            login: self.login.clone(),
            device_login: self.device_login.clone(),
            serial_number: self.serial_number.clone(),
            domain_id: self.domain_id,
            device_settings: self.settings.0.clone(),
            get_logs: self.get_logs,
            protocol: Protocol::from_number(self.protocol),
            heartbeat: self.heartbeat,
            realtime_logging: self.realtime_logging,
            location_latitude: self.location_latitude,
            location_longitude: self.location_longitude,
        }
    }

    pub fn is_online(&self) -> bool {
        self.status == ONLINE
    }
}

/// Sealed secrets to be written; `None` leaves the column as it is, `Some(None)` clears it.
#[derive(Clone, Debug, Default)]
pub struct SealedSecrets {
    pub password: Option<Option<Vec<u8>>>,
    pub device_password: Option<Option<Vec<u8>>>,
    pub mqtt: Option<Option<Vec<u8>>>,
    pub sip: Option<Option<Vec<u8>>>,
}

pub async fn list<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, query: &ListQuery) -> Result<Page<Row>> {
    DEVICES.page(connection, proof.project_id(), proof.scope(), query).await
}

/// One that the proof reaches.
pub async fn find<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, id: i64) -> Result<Option<Row>> {
    in_scope(connection, proof.project_id(), proof.scope(), id, "").await
}

/// The same, locked against other changes until the transaction ends.
pub async fn lock<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, id: i64) -> Result<Option<Row>> {
    // Its tasks and desired items may be written meanwhile, by whoever holds its row of device_sync: a lock of the key
    // would have each wait for the other.
    in_scope(connection, proof.project_id(), proof.scope(), id, " FOR NO KEY UPDATE OF d").await
}

/// What has this serial number in the project, in sight or not: `find` says which.
pub async fn id_of_serial(connection: &mut PgConnection, project_id: i64, serial_number: &str) -> Result<Option<i64>> {
    let statement = "SELECT id FROM devices WHERE project_id = $1 AND serial_number = $2 AND NOT deleted";
    Ok(sqlx::query_scalar(statement).bind(project_id).bind(serial_number).fetch_optional(connection).await?)
}

/// For what other services say of a device, locked in the same way.
pub async fn lock_in_project(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<Row>> {
    in_scope(connection, project_id, &Scope::everything(), id, " FOR NO KEY UPDATE OF d").await
}

/// Sealed.
pub async fn sip_password(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<Vec<u8>>> {
    let password: Option<Option<Vec<u8>>> = sqlx::query_scalar("SELECT sip_password FROM devices WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(id)
        .fetch_optional(connection)
        .await?;
    Ok(password.flatten())
}

/// One of the project, for another service that has asked for the right itself.
pub async fn find_for_service(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<Row>> {
    in_scope(connection, project_id, &Scope::everything(), id, "").await
}

async fn in_scope(connection: &mut PgConnection, project_id: i64, scope: &Scope, id: i64, ending: &str) -> Result<Option<Row>> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT ");
    sql.push(COLUMNS).push(" FROM ").push(TABLES).push(" WHERE NOT d.deleted AND d.project_id = ").push_bind(project_id);
    sql.push(" AND d.id = ").push_bind(id);
    DEVICES.push_scope(&mut sql, scope);
    sql.push(ending);
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

pub struct NewDevice<'a> {
    pub project_id: i64,
    pub device: &'a Device,
    pub secrets: SealedSecrets,
    pub created_by: i64,
    pub created_by_name: &'a str,
    pub now: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, new: &NewDevice<'_>) -> Result<i64> {
    let device = new.device;
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO devices (project_id, name, description, type, model, ip_address, port, login, password, device_login, device_password, serial_number, domain_id,
             settings, mqtt_password, sip_password, get_logs, protocol, heartbeat, realtime_logging, location_latitude, location_longitude, created_at, updated_at,
             created_by, created_by_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $23, $24, $25) RETURNING id",
    )
    .bind(new.project_id)
    .bind(&device.name)
    .bind(&device.description)
    .bind(device.kind)
    .bind(&device.model)
    .bind(&device.ip_address)
    .bind(device.port)
    .bind(&device.login)
    .bind(new.secrets.password.clone().flatten())
    .bind(&device.device_login)
    .bind(new.secrets.device_password.clone().flatten())
    .bind(&device.serial_number)
    .bind(device.domain_id)
    .bind(Json(&device.device_settings))
    .bind(new.secrets.mqtt.clone().flatten())
    .bind(new.secrets.sip.clone().flatten())
    .bind(device.get_logs)
    .bind(device.protocol as i16)
    .bind(device.heartbeat)
    .bind(device.realtime_logging)
    .bind(device.location_latitude)
    .bind(device.location_longitude)
    .bind(new.now)
    .bind(new.created_by)
    .bind(new.created_by_name)
    .fetch_one(&mut *connection)
    .await
    .map_err(taken)?;
    sqlx::query("INSERT INTO device_sync (device_id, project_id) VALUES ($1, $2)").bind(id).bind(new.project_id).execute(connection).await?;
    Ok(id)
}

/// Writes a device that `lock` gave, with what became of it.
pub async fn update(connection: &mut PgConnection, row: &Row, device: &Device, secrets: SealedSecrets, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE devices SET version = version + 1, name = $3, description = $4, type = $5, model = $6, ip_address = $7, port = $8, login = $9, device_login = $10,
             serial_number = $11, domain_id = $12, settings = $13, get_logs = $14, protocol = $15, heartbeat = $16, realtime_logging = $17, location_latitude = $18,
             location_longitude = $19, updated_at = $20,
             password = CASE WHEN $21 THEN $22 ELSE password END, device_password = CASE WHEN $23 THEN $24 ELSE device_password END,
             mqtt_password = CASE WHEN $25 THEN $26 ELSE mqtt_password END, sip_password = CASE WHEN $27 THEN $28 ELSE sip_password END
         WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id)
    .bind(row.id)
    .bind(&device.name)
    .bind(&device.description)
    .bind(device.kind)
    .bind(&device.model)
    .bind(&device.ip_address)
    .bind(device.port)
    .bind(&device.login)
    .bind(&device.device_login)
    .bind(&device.serial_number)
    .bind(device.domain_id)
    .bind(Json(&device.device_settings))
    .bind(device.get_logs)
    .bind(device.protocol as i16)
    .bind(device.heartbeat)
    .bind(device.realtime_logging)
    .bind(device.location_latitude)
    .bind(device.location_longitude)
    .bind(now)
    .bind(secrets.password.is_some())
    .bind(secrets.password.flatten())
    .bind(secrets.device_password.is_some())
    .bind(secrets.device_password.flatten())
    .bind(secrets.mqtt.is_some())
    .bind(secrets.mqtt.flatten())
    .bind(secrets.sip.is_some())
    .bind(secrets.sip.flatten())
    .execute(connection)
    .await
    .map_err(taken)?;
    Ok(())
}

/// Leaves the row for the events that name it, without its secrets, and nothing of its work.
pub async fn delete(connection: &mut PgConnection, row: &Row, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE devices SET deleted = true, version = version + 1, updated_at = $3, status = 0, password = NULL, device_password = NULL, mqtt_password = NULL,
             sip_password = NULL WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id)
    .bind(row.id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    for table in ["tasks", "desired_items", "actual_items", "device_sync", "remote_sessions"] {
        QueryBuilder::<Postgres>::new(format!("DELETE FROM {table} WHERE project_id = "))
            .push_bind(row.project_id)
            .push(" AND device_id = ")
            .push_bind(row.id)
            .build()
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The serial number is unique over all projects, which row-level security hides: only the index knows.
fn taken(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("devices_serial_number") => Error::conflict("serial number or e-mail already used"),
        _ => error.into(),
    }
}

/// The snapshot that other services project.
pub fn changed(id: i64, project_id: i64, version: i64, device: &Device, deleted: bool) -> DeviceChanged {
    let model = model::find(device.kind, &device.model);
    DeviceChanged {
        project_id,
        id,
        version,
        deleted,
        name: device.name.clone(),
        serial_number: device.serial_number.clone(),
        r#type: model::type_word(device.kind).into(),
        model: device.model.clone(),
        domain_id: device.domain_id,
        protocol: device.protocol.word().into(),
        locks: device.capability().locks.into(),
        identifier_types: model.map(|model| model::identifier_words(&model)).unwrap_or_default(),
    }
}
