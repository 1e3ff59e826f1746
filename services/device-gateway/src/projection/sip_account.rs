//! Projection of SIP numbers: the account that a device registers with.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::NumberChanged;
use sqlx::PgConnection;

use crate::domain::sip_account::SipAccount;

/// A device's number with its password, which telephony has sealed.
pub struct AssignedSipAccount {
    pub account: SipAccount,
    pub sealed_password: Option<Vec<u8>>,
}

#[derive(sqlx::FromRow)]
struct SipAccountRow {
    number: String,
    is_active: bool,
    realm: String,
    proxy_address: String,
    proxy_port: i32,
    transport: String,
    sealed_password: Option<Vec<u8>>,
}

/// Stores a snapshot, unless a newer one is stored. Returns the devices whose number changed by it.
pub async fn project(connection: &mut PgConnection, number: &NumberChanged) -> Result<Vec<i64>> {
    let before: Option<Option<i64>> =
        sqlx::query_scalar("SELECT device_id FROM device_numbers WHERE id = $1").bind(number.id).fetch_optional(&mut *connection).await?;
    let device = Some(number.device_id).filter(|id| *id != 0 && !number.deleted);
    let row = Snapshot::new("device_numbers", "id")
        .set("id", number.id)
        .set("project_id", number.project_id)
        .set("device_id", device)
        .set("number", &number.number)
        .set("is_active", number.is_active)
        .set("realm", &number.realm)
        .set("proxy_address", &number.proxy_address)
        .set("proxy_port", number.proxy_port)
        .set("transport", &number.transport)
        .set("sealed_password", Some(&number.sealed_password).filter(|sealed| !sealed.is_empty()));
    if !row.store(connection, number.version).await? {
        return Ok(Vec::new());
    }
    let mut devices: Vec<i64> = before.flatten().into_iter().chain(device).collect();
    devices.sort_unstable();
    devices.dedup();
    Ok(devices)
}

/// The number of a device; a device has one at most.
pub async fn find_by_device(connection: &mut PgConnection, project_id: i64, device_id: i64) -> Result<Option<AssignedSipAccount>> {
    let row: Option<SipAccountRow> = sqlx::query_as(
        "SELECT number, is_active, realm, proxy_address, proxy_port, transport, sealed_password FROM device_numbers
         WHERE project_id = $1 AND device_id = $2 ORDER BY version DESC LIMIT 1",
    )
    .bind(project_id)
    .bind(device_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| AssignedSipAccount {
        account: SipAccount {
            number: row.number,
            is_active: row.is_active,
            realm: row.realm,
            proxy_address: row.proxy_address,
            proxy_port: row.proxy_port,
            transport: row.transport,
        },
        sealed_password: row.sealed_password,
    }))
}
