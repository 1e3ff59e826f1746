//! The devices that events come from. For the platform itself, over all projects.
use kit::Result;
use sqlx::PgConnection;

/// A device as an event is stored with.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReportingDevice {
    pub id: i64,
    pub project_id: i64,
    pub serial_number: String,
    pub name: String,
    pub domain_id: i64,
    pub domain_name: Option<String>,
    /// A lift controller: its events are in the log of elevators, too.
    pub drives_lift: bool,
}

/// Those that speak MQTT, or are changing to it.
pub async fn find_many(connection: &mut PgConnection, serials: &[String]) -> Result<Vec<ReportingDevice>> {
    Ok(sqlx::query_as(
        "SELECT d.id, d.project_id, d.serial_number, d.name, d.domain_id, g.name AS domain_name, d.type = 4 AS drives_lift
         FROM devices d LEFT JOIN group_nodes g ON g.id = d.domain_id WHERE d.serial_number = ANY($1) AND NOT d.deleted
           AND (d.protocol = 2 OR EXISTS (SELECT 1 FROM protocol_changes c WHERE c.device_id = d.id AND c.protocol = 2 AND c.error IS NULL))",
    )
    .bind(serials)
    .fetch_all(connection)
    .await?)
}
