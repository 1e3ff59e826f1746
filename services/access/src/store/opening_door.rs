//! Doors that a guest's key names.
use kit::Result;
use sqlx::PgConnection;

/// Locks that one page shows.
const MAX_DOORS: i64 = 100;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DoorRow {
    pub id: i64,
    pub name: String,
    pub is_online: bool,
    /// 0 for all.
    pub lock_number: i16,
}

/// Those of its rules that grant, by name and id of the device.
pub async fn of_key(connection: &mut PgConnection, project_id: i64, identifier: i64) -> Result<Vec<DoorRow>> {
    let doors = sqlx::query_as(
        "SELECT DISTINCT d.name, d.id, d.is_online, x.lock_number FROM rule_identifiers y JOIN access_rules r ON r.id = y.rule_id
         JOIN rule_devices x ON x.rule_id = r.id JOIN doors d ON d.id = x.device_id
         WHERE y.project_id = $1 AND y.identifier_id = $2 AND NOT r.prohibition AND NOT d.deleted AND d.locks > 0
         ORDER BY d.name, d.id, x.lock_number LIMIT $3",
    );
    Ok(doors.bind(project_id).bind(identifier).bind(MAX_DOORS).fetch_all(connection).await?)
}
