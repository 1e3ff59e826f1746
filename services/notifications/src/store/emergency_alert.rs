//! The tables of emergency alerts.
use kit::listing::{Column, Kind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Caller, Resource, ResourceKind, action, resource};
use sqlx::{AssertSqlSafe, PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::emergency_alert::{AlertDeviceType, DoorMode, EmergencyAlertDraft};

pub static LISTING: Listing = Listing {
    resource: "emergency-alerts",
    select: COLUMNS,
    from: FROM,
    project: "a.project_id",
    key: "a.id",
    columns: FIELDS,
    default_sort: "name",
    search: &["a.name"],
    groups: GROUPS,
    own: "a.created_by = {}",
    filter: "",
    whole: WHOLE,
};

/// For changes and for runs: that somebody has made an alert does not let them act in groups that they have left.
static REACHED: Listing = Listing {
    resource: "emergency-alerts",
    select: COLUMNS,
    from: FROM,
    project: "a.project_id",
    key: "a.id",
    columns: FIELDS,
    default_sort: "name",
    search: &["a.name"],
    groups: GROUPS,
    own: "",
    filter: "",
    whole: WHOLE,
};

const FIELDS: &[Column] = &[
    sortable("name", "a.name", Kind::Text),
    sortable("created_at", "a.created_at", Kind::Time),
    sortable("id", "a.id", Kind::Int),
    column("device_type", "a.device_type", Kind::Choice(&[("monitor", 1), ("panel", 2), ("all", 3)])),
    column("door_mode", "a.door_mode", Kind::Choice(&[("none", 1), ("unlock", 2), ("lockdown", 3)])),
    related("domain_id", "EXISTS (SELECT 1 FROM emergency_alert_groups x WHERE x.alert_id = a.id AND x.group_id = {})"),
    related(
        "within_domain_id",
        "EXISTS (SELECT 1 FROM emergency_alert_groups x JOIN group_closure c ON c.descendant_id = x.group_id WHERE x.alert_id = a.id AND c.ancestor_id = {})",
    ),
    related(
        "named_domain_id",
        "a.id IN (SELECT x.alert_id FROM emergency_alert_groups x WHERE x.group_id = {} UNION SELECT x.alert_id FROM emergency_alert_pass_groups x WHERE x.group_id = {})",
    ),
    related("device_id", "EXISTS (SELECT 1 FROM emergency_alert_devices x WHERE x.alert_id = a.id AND x.device_id = {})"),
];

const FROM: &str = "emergency_alerts a LEFT JOIN alert_files f ON f.key = a.file_key";

/// An alert whose last recipient was a device that is deleted stays with those who reached the device: they mend it.
const GROUPS: &str = "a.id IN (SELECT ag.alert_id FROM emergency_alert_groups ag WHERE ag.group_id IN ({})) OR \
    a.id IN (SELECT ad.alert_id FROM devices d JOIN emergency_alert_devices ad ON ad.device_id = d.id WHERE d.group_id IN ({}) AND (NOT d.deleted OR NOT \
        (EXISTS (SELECT 1 FROM emergency_alert_groups og LEFT JOIN group_nodes gn ON gn.id = og.group_id WHERE og.alert_id = ad.alert_id AND NOT coalesce(gn.deleted, false)) \
        OR EXISTS (SELECT 1 FROM emergency_alert_devices od JOIN devices x ON x.id = od.device_id WHERE od.alert_id = ad.alert_id AND NOT x.deleted))))";
const WHOLE: &str = "NOT EXISTS (SELECT 1 FROM (
        SELECT ag.group_id FROM emergency_alert_groups ag LEFT JOIN group_nodes gn ON gn.id = ag.group_id
        WHERE ag.alert_id = a.id AND NOT coalesce(gn.deleted, false)
        UNION ALL SELECT d.group_id FROM emergency_alert_devices ad JOIN devices d ON d.id = ad.device_id WHERE ad.alert_id = a.id AND NOT d.deleted
    ) x WHERE x.group_id NOT IN ({}))";

/// Lists of an alert `a` of which all that they named was deleted; and `devices` where it has recipients, and no device that would do
/// anything is among them now (see `alert_run::targets`).
macro_rules! names_nothing {
    () => {
        "ARRAY(SELECT w.list FROM (VALUES
        ('recipients', NOT EXISTS (SELECT 1 FROM emergency_alert_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
                WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false))
            AND NOT EXISTS (SELECT 1 FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id WHERE x.alert_id = a.id AND NOT d.deleted)),
        ('devices', (EXISTS (SELECT 1 FROM emergency_alert_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
                    WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false))
                OR EXISTS (SELECT 1 FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id WHERE x.alert_id = a.id AND NOT d.deleted))
            AND NOT EXISTS (
                SELECT 1 FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id WHERE x.alert_id = a.id AND NOT d.deleted
                    AND (a.file_key IS NOT NULL AND d.type IN ('monitor', 'panel')
                        OR (a.open_locks OR a.door_mode > 1) AND d.type IN ('panel', 'accesscontroller') AND d.locks > 0))
            AND NOT EXISTS (
                SELECT 1 FROM emergency_alert_groups x JOIN group_closure c ON c.ancestor_id = x.group_id
                    JOIN devices d ON d.project_id = a.project_id AND d.group_id = c.descendant_id AND NOT d.deleted
                WHERE x.alert_id = a.id
                    AND (a.file_key IS NOT NULL AND (a.device_type <> 2 AND d.type = 'monitor' OR a.device_type <> 1 AND d.type = 'panel')
                        OR (a.open_locks OR a.door_mode > 1) AND d.type IN ('panel', 'accesscontroller') AND d.locks > 0))),
        ('pass_domains', EXISTS (SELECT 1 FROM emergency_alert_pass_groups x WHERE x.alert_id = a.id)
            AND NOT EXISTS (SELECT 1 FROM emergency_alert_pass_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
                WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false))),
        ('start_roles', cardinality(a.start_roles) > 0 AND NOT EXISTS (SELECT 1 FROM roles r
            WHERE r.project_id = a.project_id AND r.id = ANY(a.start_roles) AND cardinality(r.permissions) > 0)),
        ('release_roles', cardinality(a.release_roles) > 0 AND NOT EXISTS (SELECT 1 FROM roles r
            WHERE r.project_id = a.project_id AND r.id = ANY(a.release_roles) AND cardinality(r.permissions) > 0))
    ) w (list, is_empty) WHERE w.is_empty)"
    };
}
pub(crate) use names_nothing;

const COLUMNS: &str = concat!(
    "a.id, a.name, a.device_type, a.file_key, a.playback_duration, a.open_locks, a.door_mode, a.door_duration, a.start_roles,
    a.release_roles, a.message, a.created_by, a.created_by_name, a.created_at, a.updated_at, f.file_name, f.milliseconds,
    ARRAY(SELECT x.group_id FROM emergency_alert_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
        WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false) ORDER BY x.group_id) AS group_ids,
    ARRAY(SELECT coalesce(g.name, '') FROM emergency_alert_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
        WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false) ORDER BY x.group_id) AS group_names,
    ARRAY(SELECT x.group_id FROM emergency_alert_pass_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
        WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false) ORDER BY x.group_id) AS pass_group_ids,
    ARRAY(SELECT coalesce(g.name, '') FROM emergency_alert_pass_groups x LEFT JOIN group_nodes g ON g.id = x.group_id
        WHERE x.alert_id = a.id AND NOT coalesce(g.deleted, false) ORDER BY x.group_id) AS pass_group_names,
    ARRAY(SELECT d.id FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id AND NOT d.deleted WHERE x.alert_id = a.id ORDER BY d.id)
        AS device_ids,
    ARRAY(SELECT d.name FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id AND NOT d.deleted WHERE x.alert_id = a.id ORDER BY d.id)
        AS device_names,
    ",
    names_nothing!(),
    " AS names_nothing"
);

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct EmergencyAlertRow {
    pub id: i64,
    pub name: String,
    pub device_type: i16,
    pub file_key: Option<Uuid>,
    pub playback_duration: i32,
    pub open_locks: bool,
    pub door_mode: i16,
    pub door_duration: i32,
    pub start_roles: Vec<i64>,
    pub release_roles: Vec<i64>,
    pub message: Option<String>,
    pub created_by: Option<i64>,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub file_name: Option<String>,
    pub milliseconds: Option<i32>,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
    pub pass_group_ids: Vec<i64>,
    pub pass_group_names: Vec<String>,
    pub device_ids: Vec<i64>,
    pub device_names: Vec<String>,
    /// Lists of which all that they named was deleted; `devices` where nothing that it names would do anything.
    pub names_nothing: Vec<String>,
}

impl EmergencyAlertRow {
    pub fn door_mode(&self) -> DoorMode {
        DoorMode::from_number(self.door_mode.into())
    }

    /// Whether its locks are opened, by either of the two fields that say so.
    pub fn opens_locks(&self) -> bool {
        self.open_locks || self.door_mode() == DoorMode::Unlock
    }

    pub fn draft(&self) -> EmergencyAlertDraft {
        EmergencyAlertDraft {
            name: self.name.clone(),
            device_type: AlertDeviceType::from_number(self.device_type.into()),
            filename: self.file_key.map(|key| key.to_string()).unwrap_or_default(),
            playback_duration: self.playback_duration,
            open_locks: self.open_locks,
            groups: self.group_ids.clone(),
            devices: self.device_ids.clone(),
            door_mode: self.door_mode(),
            door_duration: self.door_duration,
            pass_groups: self.pass_group_ids.clone(),
            start_roles: self.start_roles.clone(),
            release_roles: self.release_roles.clone(),
            message: self.message.clone(),
        }
    }
}

type ViewRight = Authorized<resource::EmergencyAlert, action::View>;

pub async fn list(connection: &mut PgConnection, right: &ViewRight, query: &ListQuery) -> Result<Page<EmergencyAlertRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// `NotFound` for one that the caller does not see.
pub async fn find(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<EmergencyAlertRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM {FROM} WHERE a.project_id = "));
    sql.push_bind(caller.project_id).push(" AND a.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, &caller.scope(Resource::EmergencyAlert, Action::View));
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// The alert of a run, whoever sees it. It is as it was when the run started: no alert is changed or deleted while it runs.
pub async fn find_of_run(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<EmergencyAlertRow> {
    let sql = format!("SELECT {COLUMNS} FROM {FROM} WHERE a.project_id = $1 AND a.id = $2");
    let found = sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_optional(connection).await?;
    found.ok_or(Error::NotFound)
}

/// Locks first and reads then, so that the row comes with what a change before has left. `Forbidden` for one that the caller sees
/// and does not reach as a whole.
pub async fn find_for_update<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<R, A>,
    id: i64,
) -> Result<Permitted<EmergencyAlertRow, A>> {
    sqlx::query("SELECT id FROM emergency_alerts WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    match REACHED.find_for_update(connection, right, id).await {
        Err(Error::NotFound) => find(connection, right.caller(), id).await.and(Err(Error::Forbidden)),
        found => found,
    }
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::EmergencyAlert, action::Create>,
    draft: &EmergencyAlertDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO emergency_alerts (project_id, name, device_type, file_key, playback_duration, open_locks, door_mode, door_duration, start_roles,
             release_roles, message, created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.name.trim())
    .bind(draft.device_type as i16)
    .bind(draft.file_key())
    .bind(draft.playback_duration)
    .bind(draft.open_locks)
    .bind(draft.door_mode as i16)
    .bind(draft.door_duration)
    .bind(&draft.start_roles)
    .bind(&draft.release_roles)
    .bind(&draft.message)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    write_related(connection, right.project_id(), id, draft).await?;
    Ok(id)
}

pub async fn update(
    connection: &mut PgConnection,
    found: &Permitted<EmergencyAlertRow, action::Edit>,
    draft: &EmergencyAlertDraft,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE emergency_alerts SET name = $3, device_type = $4, file_key = $5, playback_duration = $6, open_locks = $7, door_mode = $8,
             door_duration = $9, start_roles = $10, release_roles = $11, message = $12, updated_at = $13
         WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(draft.name.trim())
    .bind(draft.device_type as i16)
    .bind(draft.file_key())
    .bind(draft.playback_duration)
    .bind(draft.open_locks)
    .bind(draft.door_mode as i16)
    .bind(draft.door_duration)
    .bind(&draft.start_roles)
    .bind(&draft.release_roles)
    .bind(&draft.message)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    write_related(connection, found.project_id(), found.id, draft).await
}

/// With its runs.
pub async fn delete(connection: &mut PgConnection, found: &Permitted<EmergencyAlertRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM emergency_alerts WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

async fn write_related(connection: &mut PgConnection, project_id: i64, id: i64, draft: &EmergencyAlertDraft) -> Result<()> {
    sqlx::query(
        "WITH groups_gone AS (DELETE FROM emergency_alert_groups WHERE alert_id = $1 AND group_id <> ALL($3)),
             pass_gone AS (DELETE FROM emergency_alert_pass_groups WHERE alert_id = $1 AND group_id <> ALL($4)),
             devices_gone AS (DELETE FROM emergency_alert_devices WHERE alert_id = $1 AND device_id <> ALL($5)),
             groups_new AS (INSERT INTO emergency_alert_groups (alert_id, group_id, project_id)
                 SELECT $1, g, $2 FROM unnest($3::bigint[]) g ON CONFLICT DO NOTHING),
             pass_new AS (INSERT INTO emergency_alert_pass_groups (alert_id, group_id, project_id)
                 SELECT $1, g, $2 FROM unnest($4::bigint[]) g ON CONFLICT DO NOTHING)
         INSERT INTO emergency_alert_devices (alert_id, device_id, project_id) SELECT $1, d, $2 FROM unnest($5::bigint[]) d ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(project_id)
    .bind(&draft.groups)
    .bind(&draft.pass_groups)
    .bind(&draft.devices)
    .execute(connection)
    .await?;
    Ok(())
}

/// Those of the roles that the project does not have; a deleted one is there without permissions.
pub async fn missing_roles(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT r FROM unnest($2::bigint[]) r WHERE NOT EXISTS (SELECT 1 FROM roles x WHERE x.project_id = $1 AND x.id = r AND x.permissions <> '{}')")
        .bind(project_id)
        .bind(ids)
        .fetch_all(connection)
        .await?)
}

/// Those of the devices that neither play a sound nor have a door.
pub async fn unsuitable_devices(connection: &mut PgConnection, project_id: i64, ids: &[i64], types: &[&str]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT d.id FROM devices d WHERE d.project_id = $1 AND d.id = ANY($2) AND d.type <> ALL($3)")
        .bind(project_id)
        .bind(ids)
        .bind(types)
        .fetch_all(connection)
        .await?)
}

/// Of alerts that name a group, as those that play, open or shut there or as those that are let in: how many each group has.
pub async fn count_by_group(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<(i64, i64)>> {
    Ok(sqlx::query_as(
        "SELECT n.group_id, count(*) FROM (
             SELECT group_id, alert_id FROM emergency_alert_groups WHERE project_id = $1 AND group_id = ANY($2)
             UNION SELECT group_id, alert_id FROM emergency_alert_pass_groups WHERE project_id = $1 AND group_id = ANY($2)
         ) n GROUP BY n.group_id",
    )
    .bind(project_id)
    .bind(groups)
    .fetch_all(connection)
    .await?)
}
