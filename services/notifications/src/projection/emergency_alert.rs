//! Emergency alerts of which a list names nothing any more, because the last that it named was deleted elsewhere; and those that reach
//! nothing any more, because their last device was deleted, or is elsewhere. What is deleted stays in the tables of alerts until somebody
//! saves the alert, so that an alert which has lost its recipients is told from others.
use kit::{Result, tree};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, RoleChanged};
use sqlx::{AssertSqlSafe, PgConnection};

use crate::domain::emergency_alert_rules::EmptiedAlert;
use crate::store::emergency_alert::names_nothing;

/// The list of an alert that reaches nothing.
const DEVICES: &str = "devices";

/// Alerts that reach something before an event.
pub struct ReachingAlerts(Vec<i64>);

/// Those that name the device, or a group that it is in.
pub async fn reaching_device(connection: &mut PgConnection, device: &DeviceChanged) -> Result<ReachingAlerts> {
    let named = "a.id IN (SELECT x.alert_id FROM emergency_alert_devices x WHERE x.device_id = $2
        UNION SELECT x.alert_id FROM devices d JOIN group_closure c ON c.descendant_id = d.group_id
            JOIN emergency_alert_groups x ON x.group_id = c.ancestor_id WHERE d.id = $2)";
    list_reaching(connection, device.project_id, device.id, named).await
}

/// Those that name a group above the group or the group itself; of a group that is deleted those that name it and none above it: its
/// devices move to the group above.
pub async fn reaching_group(connection: &mut PgConnection, group: &GroupChanged) -> Result<ReachingAlerts> {
    let named = if group.deleted {
        "a.id IN (SELECT x.alert_id FROM emergency_alert_groups x WHERE x.group_id = $2)
         AND a.id NOT IN (SELECT x.alert_id FROM group_closure c JOIN emergency_alert_groups x ON x.group_id = c.ancestor_id
             WHERE c.descendant_id = $2 AND c.depth > 0)"
    } else {
        "a.id IN (SELECT x.alert_id FROM group_closure c JOIN emergency_alert_groups x ON x.group_id = c.ancestor_id WHERE c.descendant_id = $2)"
    };
    list_reaching(connection, group.project_id, group.id, named).await
}

async fn list_reaching(connection: &mut PgConnection, project_id: i64, id: i64, named: &str) -> Result<ReachingAlerts> {
    let sql = format!(
        concat!(
            "SELECT a.id FROM emergency_alerts a WHERE a.project_id = $1 AND {named} AND NOT ",
            names_nothing!(),
            " && ARRAY['recipients', 'devices']"
        ),
        named = named
    );
    Ok(ReachingAlerts(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_all(connection).await?))
}

/// Of those that had something to do the ones that have recipients, and no device among them any more. `group`: where an alert is left
/// without a group or a device of its own.
pub async fn idle(connection: &mut PgConnection, project_id: i64, before: ReachingAlerts, group: i64) -> Result<Vec<EmptiedAlert>> {
    if before.0.is_empty() {
        return Ok(Vec::new());
    }
    list_emptied(connection, project_id, &before.0, "a.id = ANY($2)", DEVICES, group).await
}

/// After the deletion of a group.
pub async fn emptied_by_group(connection: &mut PgConnection, group: &GroupChanged) -> Result<Vec<EmptiedAlert>> {
    let above = tree::nearest_existing(connection, group.id).await?.unwrap_or_default();
    let mut emptied = Vec::new();
    for (list, table) in [("recipients", "emergency_alert_groups"), ("pass_domains", "emergency_alert_pass_groups")] {
        let named = format!("a.id IN (SELECT x.alert_id FROM {table} x WHERE x.project_id = $1 AND x.group_id = ANY($2))");
        emptied.extend(list_emptied(connection, group.project_id, &[group.id], &named, list, above).await?);
    }
    Ok(emptied)
}

/// After the deletion of a device.
pub async fn emptied_by_device(connection: &mut PgConnection, device: &DeviceChanged) -> Result<Vec<EmptiedAlert>> {
    let named = "a.id IN (SELECT x.alert_id FROM emergency_alert_devices x WHERE x.project_id = $1 AND x.device_id = ANY($2))";
    list_emptied(connection, device.project_id, &[device.id], named, "recipients", device.domain_id).await
}

/// After the deletion of a role.
pub async fn emptied_by_role(connection: &mut PgConnection, role: &RoleChanged) -> Result<Vec<EmptiedAlert>> {
    let mut emptied = Vec::new();
    for list in ["start_roles", "release_roles"] {
        emptied.extend(list_emptied(connection, role.project_id, &[role.id], &format!("a.{list} && $2::bigint[]"), list, 0).await?);
    }
    Ok(emptied)
}

/// Alerts that have named one of `ids` in `list`, and name nothing there now. `group`: of what was deleted, where the alert is left
/// without a group or a device of its own.
async fn list_emptied(connection: &mut PgConnection, project_id: i64, ids: &[i64], named: &str, list: &str, group: i64) -> Result<Vec<EmptiedAlert>> {
    let sql = format!(
        concat!(
            "SELECT w.id, w.name, w.created_by, coalesce(w.group_id, $4) FROM (
                 SELECT a.id, a.name, coalesce(a.created_by, 0) AS created_by, ",
            names_nothing!(),
            " AS names_nothing,
                     coalesce(
                         (SELECT min(x.group_id) FROM emergency_alert_groups x JOIN group_nodes g ON g.id = x.group_id
                             WHERE x.alert_id = a.id AND NOT g.deleted),
                         (SELECT min(d.group_id) FROM emergency_alert_devices x JOIN devices d ON d.id = x.device_id
                             WHERE x.alert_id = a.id AND NOT d.deleted)
                     ) AS group_id
                 FROM emergency_alerts a WHERE a.project_id = $1 AND {named}
             ) w WHERE $3 = ANY(w.names_nothing) ORDER BY w.id"
        ),
        named = named
    );
    let rows: Vec<(i64, String, i64, i64)> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(ids).bind(list).bind(group).fetch_all(connection).await?;
    let emptied =
        |(id, name, created_by, group_id)| EmptiedAlert { id, project_id, name, created_by, group_id, names_nothing: vec![list.to_owned()] };
    Ok(rows.into_iter().map(emptied).collect())
}
