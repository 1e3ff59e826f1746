//! Which devices' lists depend on what, and the versions of the lists.
use kit::Result;
use sqlx::PgConnection;

/// Devices of one statement: so many rows are locked at once.
pub const MAX_DEVICES: usize = 1000;

pub async fn devices_by_time_rule(connection: &mut PgConnection, time_rule: i64) -> Result<Vec<i64>> {
    let devices = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM rule_time_rules rt JOIN rule_devices rd ON rd.rule_id = rt.rule_id WHERE rt.time_rule_id = $1",
    );
    Ok(devices.bind(time_rule).fetch_all(connection).await?)
}

/// Devices of the rules that name the users, or a group that they are in.
pub async fn devices_by_users(connection: &mut PgConnection, users: &[i64]) -> Result<Vec<i64>> {
    let devices = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM rule_devices rd WHERE rd.rule_id IN (
             SELECT ru.rule_id FROM rule_users ru WHERE ru.user_id = ANY($1)
             UNION
             SELECT rg.rule_id FROM person_groups pg
             JOIN group_closure c ON c.descendant_id = pg.group_id
             JOIN rule_groups rg ON rg.group_id = c.ancestor_id
             WHERE pg.user_id = ANY($1))",
    );
    Ok(devices.bind(users).fetch_all(connection).await?)
}

/// Devices of the rules that name the identifier or its owner.
pub async fn devices_by_identifier(connection: &mut PgConnection, identifier: i64, owner: Option<i64>) -> Result<Vec<i64>> {
    let named = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM rule_identifiers ri JOIN rule_devices rd ON rd.rule_id = ri.rule_id WHERE ri.identifier_id = $1",
    );
    let mut devices: Vec<i64> = named.bind(identifier).fetch_all(&mut *connection).await?;
    if let Some(owner) = owner {
        devices.extend(devices_by_users(connection, &[owner]).await?);
    }
    Ok(devices)
}

/// Devices of the rules that name the group or one above it: those rules hold for its users.
pub async fn devices_by_group(connection: &mut PgConnection, group: i64) -> Result<Vec<i64>> {
    let devices = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM group_closure c JOIN rule_groups rg ON rg.group_id = c.ancestor_id
         JOIN rule_devices rd ON rd.rule_id = rg.rule_id WHERE c.descendant_id = $1",
    );
    Ok(devices.bind(group).fetch_all(connection).await?)
}

pub async fn devices_of_project(connection: &mut PgConnection, project_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM doors WHERE project_id = $1 AND NOT deleted").bind(project_id).fetch_all(connection).await?)
}

/// Returns each device with its new version. Rows are locked in the order of ids, so that two changes of the same devices
/// never wait for each other in a circle: pass the ids in order, too.
pub async fn increment_versions(connection: &mut PgConnection, project_id: i64, devices: &[i64]) -> Result<Vec<(i64, i64)>> {
    let versions = sqlx::query_as(
        "UPDATE doors SET list_version = list_version + 1
         WHERE id IN (SELECT id FROM doors WHERE id = ANY($1) AND project_id = $2 AND NOT deleted ORDER BY id FOR UPDATE)
         RETURNING id, list_version",
    );
    Ok(versions.bind(devices).bind(project_id).fetch_all(connection).await?)
}
