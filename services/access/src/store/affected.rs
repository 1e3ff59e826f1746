//! Which devices' lists a change touches. Their versions grow in the change's transaction, and device-gateway
//! is told; the list itself is compiled when it is asked for.
use kit::{Result, outbox};
use proto::vestibule::events::v1::DeviceListChanged;
use sqlx::PgConnection;

pub const TOPIC: &str = "access.device_list.changed";

pub async fn by_time_rule(connection: &mut PgConnection, time_rule: i64) -> Result<Vec<i64>> {
    let devices = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM rule_time_rules rt JOIN rule_devices rd ON rd.rule_id = rt.rule_id WHERE rt.time_rule_id = $1",
    );
    Ok(devices.bind(time_rule).fetch_all(connection).await?)
}

/// By the rules that name the users, or groups that hold them.
pub async fn by_people(connection: &mut PgConnection, users: &[i64]) -> Result<Vec<i64>> {
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

/// By the rules that name the identifier, and by those of its owner.
pub async fn by_identifier(connection: &mut PgConnection, identifier: i64, owner: Option<i64>) -> Result<Vec<i64>> {
    let named = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM rule_identifiers ri JOIN rule_devices rd ON rd.rule_id = ri.rule_id WHERE ri.identifier_id = $1",
    );
    let mut devices: Vec<i64> = named.bind(identifier).fetch_all(&mut *connection).await?;
    if let Some(owner) = owner {
        devices.extend(by_people(connection, &[owner]).await?);
    }
    Ok(devices)
}

/// By the rules that name a group or one above it: whoever is in it is named by them.
pub async fn by_group(connection: &mut PgConnection, group: i64) -> Result<Vec<i64>> {
    let devices = sqlx::query_scalar(
        "SELECT DISTINCT rd.device_id FROM group_closure c JOIN rule_groups rg ON rg.group_id = c.ancestor_id
         JOIN rule_devices rd ON rd.rule_id = rg.rule_id WHERE c.descendant_id = $1",
    );
    Ok(devices.bind(group).fetch_all(connection).await?)
}

pub async fn whole_project(connection: &mut PgConnection, project_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM doors WHERE project_id = $1 AND NOT deleted").bind(project_id).fetch_all(connection).await?)
}

/// Takes the devices' lists a version further and says so.
pub async fn touch(connection: &mut PgConnection, project_id: i64, mut devices: Vec<i64>) -> Result<()> {
    // In one order always: two changes that touch the same doors must not wait for each other.
    devices.sort_unstable();
    devices.dedup();
    for chunk in devices.chunks(1000) {
        let touched: Vec<(i64, i64)> = sqlx::query_as(
            "UPDATE doors SET list_version = list_version + 1
             WHERE id IN (SELECT id FROM doors WHERE id = ANY($1) AND project_id = $2 AND NOT deleted ORDER BY id FOR UPDATE)
             RETURNING id, list_version",
        )
        .bind(chunk)
        .bind(project_id)
        .fetch_all(&mut *connection)
        .await?;
        for (device_id, version) in touched {
            let event = DeviceListChanged { project_id, device_id, version };
            outbox::emit(connection, project_id, TOPIC, &format!("device:{device_id}"), &event).await?;
        }
    }
    Ok(())
}
