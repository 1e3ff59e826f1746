//! Devices: the list, and changes.
use std::collections::HashMap;
use std::ops::Deref;

use device_protocol::capability::Capability;
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::search::Searchable;
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Denied, ResourceKind, Scope, action, resource};
use serde_json::{Value, json};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::group_path::visible_groups;
use crate::domain::device::{Device, Protocol};
use crate::domain::model;
use crate::domain::settings::DeviceSettings;

/// The columns of a [`Device`], which has them under the same names but for what `record` says; what is written.
const FIELDS: &str = "name, description, type, model, ip_address, port, login, device_login, serial_number, domain_id, settings, get_logs, protocol,
    heartbeat, realtime_logging, keep_list, location_latitude, location_longitude";

const COLUMNS: &str = "d.id, d.project_id, d.version, d.name, d.description, d.type, d.model, d.ip_address, d.port, d.login, d.device_login, d.serial_number,
    d.domain_id, g.name AS domain_name, d.settings, d.get_logs, d.protocol, d.heartbeat, d.realtime_logging, d.keep_list, d.location_latitude, d.location_longitude,
    d.status, d.status_changed_at, d.firmware, d.broker_id, d.secrets_address, d.created_at, d.updated_at, d.created_by, d.created_by_name,
    (SELECT c.protocol FROM protocol_changes c WHERE c.device_id = d.id AND c.error IS NULL) AS pending_protocol,
    (SELECT c.error FROM protocol_changes c WHERE c.device_id = d.id) AS protocol_error, s.contact_error,
    (SELECT count(*) FROM desired_items i WHERE i.device_id = d.id AND i.kind = 1) AS desired_identifiers_count,
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
    whole: "",
};

pub static SEARCHABLE: Searchable = Searchable { kind: "device", listing: &DEVICES, name: "d.name", detail: "d.serial_number" };

/// A device with everything that an answer holds.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeviceRow {
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
    pub keep_list: bool,
    pub location_latitude: Option<f64>,
    pub location_longitude: Option<f64>,
    pub status: i16,
    pub status_changed_at: Option<OffsetDateTime>,
    pub firmware: Option<String>,
    /// Of the broker over which it came last; None for the installation's.
    pub broker_id: Option<i64>,
    /// To which its secrets may be sent by HTTP.
    pub secrets_address: Option<String>,
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
    pub pending_protocol: Option<i16>,
    pub protocol_error: Option<String>,
    pub contact_error: Option<String>,
    pub desired_identifiers_count: i64,
}

pub const ONLINE: i16 = 1;
pub const OFFLINE: i16 = 2;

impl DeviceRow {
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
            keep_list: self.keep_list,
            location_latitude: self.location_latitude,
            location_longitude: self.location_longitude,
        }
    }

    /// It has come by its protocol before.
    pub fn is_seen(&self) -> bool {
        self.status != 0
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
    /// The password of its number that is not sent to where the device is now.
    pub withheld_sip: Option<Option<Vec<u8>>>,
    /// Where the secrets may be sent by HTTP from now on; None: where they could be before.
    pub address: Option<String>,
}

pub async fn list<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    query: &ListQuery,
) -> Result<Page<DeviceRow>> {
    let mut page = DEVICES.page(connection, proof.project_id(), proof.scope(), query).await?;
    hide_domain_names(connection, proof, &mut page.items).await?;
    Ok(page)
}

/// One that the proof reaches.
pub async fn find<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, id: i64) -> Result<Option<DeviceRow>> {
    let mut row = in_scope(connection, proof.project_id(), proof.scope(), id, "").await?;
    hide_domain_names(connection, proof, row.as_mut_slice()).await?;
    Ok(row)
}

/// Who has created a device sees it wherever it is moved, and is not told the name of a group that they do not see.
async fn hide_domain_names<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    rows: &mut [DeviceRow],
) -> Result<()> {
    let caller = proof.caller();
    if proof.scope().all {
        return Ok(());
    }
    let is_own = |row: &&mut DeviceRow| row.created_by == Some(caller.user_id);
    let groups: Vec<i64> = rows.iter_mut().filter(is_own).map(|row| row.domain_id).collect();
    if groups.is_empty() {
        return Ok(());
    }
    let visible = visible_groups(connection, caller, &groups).await?;
    for row in rows.iter_mut().filter(is_own).filter(|row| !visible.contains(&row.domain_id)) {
        row.domain_name = None;
    }
    Ok(())
}

const LOCK: &str = " FOR NO KEY UPDATE OF d";

/// Others write rows that refer to the device meanwhile: events, tasks, items.
pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::Device, A>,
    id: i64,
) -> Result<Permitted<DeviceRow, A>> {
    DEVICES.find_for_update(connection, right, id).await
}

/// The same without the lock, for an action that does not change the row. `NotFound` where the caller does not see the device,
/// `Forbidden` where the caller sees it and may not do `A` to it.
pub async fn find_permitted<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Device, A>, id: i64) -> Result<DeviceRow> {
    if let Some(row) = in_scope(connection, right.project_id(), right.scope(), id, "").await? {
        return Ok(row);
    }
    let view = right.caller().scope(policy::Resource::Device, Action::View);
    match in_scope(connection, right.project_id(), &view, id, "").await? {
        Some(_) => Err(Denied::Forbidden.into()),
        None => Err(Error::NotFound),
    }
}

/// The device with this serial number in the project, whether or not the caller sees it: `find_permitted` tells.
pub async fn id_of_serial(connection: &mut PgConnection, project_id: i64, serial_number: &str) -> Result<Option<i64>> {
    let statement = "SELECT id FROM devices WHERE project_id = $1 AND serial_number = $2 AND NOT deleted";
    Ok(sqlx::query_scalar(statement).bind(project_id).bind(serial_number).fetch_optional(connection).await?)
}

/// In any project. For the platform itself.
pub async fn is_serial_number_used(connection: &mut PgConnection, serial_number: &str) -> Result<bool> {
    let statement = "SELECT EXISTS (SELECT 1 FROM devices WHERE serial_number = $1 AND NOT deleted)";
    Ok(sqlx::query_scalar(statement).bind(serial_number).fetch_one(connection).await?)
}

/// Devices that are in the group itself.
pub async fn ids_in_group(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<Vec<i64>> {
    let statement = "SELECT id FROM devices WHERE project_id = $1 AND domain_id = $2 AND NOT deleted ORDER BY id";
    Ok(sqlx::query_scalar(statement).bind(project_id).bind(group).fetch_all(connection).await?)
}

/// Locked, for what another service's event changes.
pub async fn find_for_projection(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<ProjectedDevice>> {
    Ok(in_scope(connection, project_id, &Scope::everything(), id, LOCK).await?.map(ProjectedDevice))
}

/// A device that an event or the platform itself changes, locked.
pub struct ProjectedDevice(DeviceRow);

impl ProjectedDevice {
    pub fn into_row(self) -> DeviceRow {
        self.0
    }
}

impl Deref for ProjectedDevice {
    type Target = DeviceRow;

    fn deref(&self) -> &DeviceRow {
        &self.0
    }
}

/// The one that the device has, and the one of its number that is withheld from it; sealed.
pub async fn sip_passwords(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<(Option<Vec<u8>>, Option<Vec<u8>>)> {
    let statement = "SELECT sip_password, withheld_sip_password FROM devices WHERE project_id = $1 AND id = $2";
    Ok(sqlx::query_as(statement).bind(project_id).bind(id).fetch_optional(connection).await?.unwrap_or_default())
}

/// Of the device's own page, sealed.
pub async fn page_password(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<Vec<u8>>> {
    let password: Option<Option<Vec<u8>>> = sqlx::query_scalar("SELECT password FROM devices WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(id)
        .fetch_optional(connection)
        .await?;
    Ok(password.flatten())
}

/// One of the project, for another service that has asked for the right itself.
pub async fn find_for_service(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<DeviceRow>> {
    in_scope(connection, project_id, &Scope::everything(), id, "").await
}

async fn in_scope(connection: &mut PgConnection, project_id: i64, scope: &Scope, id: i64, ending: &str) -> Result<Option<DeviceRow>> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT ");
    sql.push(COLUMNS).push(" FROM ").push(TABLES).push(" WHERE NOT d.deleted AND d.project_id = ").push_bind(project_id);
    sql.push(" AND d.id = ").push_bind(id);
    DEVICES.push_scope(&mut sql, scope);
    sql.push(ending);
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

pub struct NewDevice<'a> {
    pub device: &'a Device,
    pub secrets: SealedSecrets,
    pub now: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, right: &Authorized<resource::Device, action::Create>, new: &NewDevice<'_>) -> Result<i64> {
    let device = new.device;
    let sql = format!(
        "INSERT INTO devices (project_id, {FIELDS}, password, device_password, mqtt_password, sip_password, created_at, updated_at, created_by, created_by_name,
             secrets_address)
         SELECT $1, {FIELDS}, $3, $4, $5, $6, $7, $7, $8, $9, $10 FROM jsonb_populate_record(NULL::devices, $2) RETURNING id"
    );
    let id: i64 = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(right.project_id())
        .bind(record(device)?)
        .bind(new.secrets.password.clone().flatten())
        .bind(new.secrets.device_password.clone().flatten())
        .bind(new.secrets.mqtt.clone().flatten())
        .bind(new.secrets.sip.clone().flatten())
        .bind(new.now)
        .bind(right.caller().user_id)
        .bind(&right.caller().user_name)
        .bind(device.http_address())
        .fetch_one(&mut *connection)
        .await
        .map_err(serial_number_taken)?;
    sqlx::query("INSERT INTO device_sync (device_id, project_id) VALUES ($1, $2)").bind(id).bind(right.project_id()).execute(connection).await?;
    Ok(id)
}

pub async fn update(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceRow, action::Edit>,
    device: &Device,
    secrets: SealedSecrets,
    now: OffsetDateTime,
) -> Result<()> {
    write(connection, permitted, device, secrets, now).await
}

/// For what another service's event changes.
pub async fn update_from_projection(
    connection: &mut PgConnection,
    row: &ProjectedDevice,
    device: &Device,
    secrets: SealedSecrets,
    now: OffsetDateTime,
) -> Result<()> {
    write(connection, row, device, secrets, now).await
}

async fn write(connection: &mut PgConnection, row: &DeviceRow, device: &Device, secrets: SealedSecrets, now: OffsetDateTime) -> Result<()> {
    let sql = format!(
        "UPDATE devices SET version = version + 1, ({FIELDS}) = (SELECT {FIELDS} FROM jsonb_populate_record(NULL::devices, $3)), updated_at = $4,
             password = CASE WHEN $5 THEN $6 ELSE password END, device_password = CASE WHEN $7 THEN $8 ELSE device_password END,
             mqtt_password = CASE WHEN $9 THEN $10 ELSE mqtt_password END, sip_password = CASE WHEN $11 THEN $12 ELSE sip_password END,
             withheld_sip_password = CASE WHEN $13 THEN $14 ELSE withheld_sip_password END, secrets_address = coalesce($15, secrets_address)
         WHERE project_id = $1 AND id = $2"
    );
    sqlx::query(AssertSqlSafe(sql))
        .bind(row.project_id)
        .bind(row.id)
        .bind(record(device)?)
        .bind(now)
        .bind(secrets.password.is_some())
        .bind(secrets.password.flatten())
        .bind(secrets.device_password.is_some())
        .bind(secrets.device_password.flatten())
        .bind(secrets.mqtt.is_some())
        .bind(secrets.mqtt.flatten())
        .bind(secrets.sip.is_some())
        .bind(secrets.sip.flatten())
        .bind(secrets.withheld_sip.is_some())
        .bind(secrets.withheld_sip.flatten())
        .bind(secrets.address)
        .execute(connection)
        .await
        .map_err(serial_number_taken)?;
    Ok(())
}

/// Nothing but the secrets. For the platform itself.
pub async fn update_secrets(connection: &mut PgConnection, row: &ProjectedDevice, secrets: SealedSecrets) -> Result<()> {
    sqlx::query(
        "UPDATE devices SET mqtt_password = CASE WHEN $3 THEN $4 ELSE mqtt_password END, sip_password = CASE WHEN $5 THEN $6 ELSE sip_password END,
             withheld_sip_password = CASE WHEN $7 THEN $8 ELSE withheld_sip_password END, secrets_address = coalesce($9, secrets_address)
         WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id)
    .bind(row.id)
    .bind(secrets.mqtt.is_some())
    .bind(secrets.mqtt.flatten())
    .bind(secrets.sip.is_some())
    .bind(secrets.sip.flatten())
    .bind(secrets.withheld_sip.is_some())
    .bind(secrets.withheld_sip.flatten())
    .bind(secrets.address)
    .execute(connection)
    .await?;
    Ok(())
}

/// A device as a record of the table, by which its columns are written.
fn record(device: &Device) -> Result<Value> {
    let mut record = serde_json::to_value(device).map_err(Error::internal)?;
    record["protocol"] = json!(device.protocol as i16);
    record["settings"] = record["device_settings"].take();
    Ok(record)
}

/// Marks the device as deleted and deletes its secrets and its work. The row stays, because events refer to it.
pub async fn delete(connection: &mut PgConnection, permitted: &Permitted<DeviceRow, action::Delete>, now: OffsetDateTime) -> Result<()> {
    let row = permitted.row();
    sqlx::query(
        "UPDATE devices SET deleted = true, version = version + 1, updated_at = $3, status = 0, password = NULL, device_password = NULL, mqtt_password = NULL,
             sip_password = NULL, withheld_sip_password = NULL, broker_id = NULL WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id)
    .bind(row.id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    for table in [
        "tasks",
        "device_sync",
        "desired_items",
        "actual_items",
        "remote_sessions",
        "device_tokens",
        "http_presence",
        "protocol_changes",
        "sent_forwards",
        "broker_moves",
        "possible_brokers",
        "device_status_changes",
    ] {
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
fn serial_number_taken(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("devices_serial_number") => Error::conflict("serial number or e-mail already used"),
        _ => error.into(),
    }
}

/// How many locks each of these devices may have by its model. For the platform itself.
pub async fn list_max_locks(connection: &mut PgConnection, ids: &[i64]) -> Result<HashMap<i64, u8>> {
    let rows: Vec<(i64, i16, String)> =
        sqlx::query_as("SELECT id, type, model FROM devices WHERE id = ANY($1)").bind(ids).fetch_all(connection).await?;
    let max_locks = |kind, name: &str| model::find(kind, name).map_or(Capability::RELAY, |model| model.capability).max_locks;
    Ok(rows.into_iter().map(|(id, kind, name)| (id, max_locks(kind, &name))).collect())
}

/// How many devices each of these projects has. For the platform itself.
/// Of groups that have some.
pub async fn count_by_group(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<(i64, i64)>> {
    let statement = "SELECT domain_id, count(*) FROM devices WHERE project_id = $1 AND domain_id = ANY($2) AND NOT deleted GROUP BY domain_id";
    Ok(sqlx::query_as(statement).bind(project_id).bind(groups).fetch_all(connection).await?)
}

pub async fn count_by_project(connection: &mut PgConnection, project_ids: &[i64]) -> Result<Vec<(i64, i64)>> {
    Ok(sqlx::query_as("SELECT project_id, count(*) FROM devices WHERE project_id = ANY($1) AND NOT deleted GROUP BY project_id")
        .bind(project_ids)
        .fetch_all(connection)
        .await?)
}
