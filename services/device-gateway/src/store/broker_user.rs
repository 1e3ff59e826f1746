//! The users that the broker must have: devices that speak MQTT, or are changing to it. For the platform itself, over all projects.
use kit::Result;
use sqlx::PgConnection;

/// A user that the broker should have: serial number and sealed password.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct BrokerUser {
    pub serial_number: String,
    pub mqtt_password: Vec<u8>,
}

/// Of one project or of all.
pub async fn list(connection: &mut PgConnection, project_id: Option<i64>) -> Result<Vec<BrokerUser>> {
    Ok(sqlx::query_as(
        "SELECT serial_number, mqtt_password FROM devices d WHERE NOT d.deleted AND d.mqtt_password IS NOT NULL AND ($1::bigint IS NULL OR d.project_id = $1)
           AND (d.protocol = 2 OR EXISTS (SELECT 1 FROM protocol_changes c WHERE c.device_id = d.id AND c.protocol = 2 AND c.error IS NULL)) ORDER BY d.id",
    )
    .bind(project_id)
    .fetch_all(connection)
    .await?)
}

pub async fn find(connection: &mut PgConnection, project_id: Option<i64>, serial: &str) -> Result<Option<BrokerUser>> {
    Ok(sqlx::query_as(
        "SELECT serial_number, mqtt_password FROM devices d WHERE d.serial_number = $2 AND NOT d.deleted AND d.mqtt_password IS NOT NULL AND ($1::bigint IS NULL OR d.project_id = $1)
           AND (d.protocol = 2 OR EXISTS (SELECT 1 FROM protocol_changes c WHERE c.device_id = d.id AND c.protocol = 2 AND c.error IS NULL))",
    )
    .bind(project_id)
    .bind(serial)
    .fetch_optional(connection)
    .await?)
}
