//! The users that the broker must have. For the platform itself, over all projects.
use kit::Result;
use sqlx::PgConnection;

/// A user that the broker should have: serial number and sealed password.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct BrokerUser {
    pub serial_number: String,
    pub mqtt_password: Vec<u8>,
}

pub async fn list(connection: &mut PgConnection) -> Result<Vec<BrokerUser>> {
    Ok(sqlx::query_as(
        "SELECT serial_number, mqtt_password FROM devices WHERE NOT deleted AND protocol = 2 AND mqtt_password IS NOT NULL ORDER BY id",
    )
    .fetch_all(connection)
    .await?)
}

pub async fn find(connection: &mut PgConnection, serial: &str) -> Result<Option<BrokerUser>> {
    Ok(sqlx::query_as(
        "SELECT serial_number, mqtt_password FROM devices WHERE serial_number = $1 AND NOT deleted AND protocol = 2 AND mqtt_password IS NOT NULL",
    )
    .bind(serial)
    .fetch_optional(connection)
    .await?)
}
