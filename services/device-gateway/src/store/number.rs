//! Projection of virtual numbers: what a device registers with.
use kit::Result;
use proto::vestibule::events::v1::NumberChanged;
use sqlx::PgConnection;

use crate::domain::sip_account::SipAccount;

/// A device's number with its password, which telephony has sealed.
pub struct Kept {
    pub account: SipAccount,
    pub sealed_password: Option<Vec<u8>>,
}

#[derive(sqlx::FromRow)]
struct Row {
    number: String,
    is_active: bool,
    realm: String,
    proxy_address: String,
    proxy_port: i32,
    transport: String,
    sealed_password: Option<Vec<u8>>,
}

/// Takes a snapshot unless a newer one was taken. Gives the devices whose number is another, or another's, by it.
pub async fn apply(connection: &mut PgConnection, number: &NumberChanged) -> Result<Vec<i64>> {
    let before: Option<Option<i64>> =
        sqlx::query_scalar("SELECT device_id FROM device_numbers WHERE id = $1").bind(number.id).fetch_optional(&mut *connection).await?;
    let device = Some(number.device_id).filter(|id| *id != 0 && !number.deleted);
    let taken = sqlx::query(
        "INSERT INTO device_numbers (id, project_id, device_id, number, is_active, realm, proxy_address, proxy_port, transport, sealed_password, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (id) DO UPDATE SET device_id = excluded.device_id, number = excluded.number, is_active = excluded.is_active, realm = excluded.realm,
             proxy_address = excluded.proxy_address, proxy_port = excluded.proxy_port, transport = excluded.transport,
             sealed_password = excluded.sealed_password, version = excluded.version
         WHERE device_numbers.version < excluded.version",
    )
    .bind(number.id)
    .bind(number.project_id)
    .bind(device)
    .bind(&number.number)
    .bind(number.is_active)
    .bind(&number.realm)
    .bind(&number.proxy_address)
    .bind(number.proxy_port)
    .bind(&number.transport)
    .bind(Some(&number.sealed_password).filter(|sealed| !sealed.is_empty()))
    .bind(number.version)
    .execute(connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(Vec::new());
    }
    let mut devices: Vec<i64> = before.flatten().into_iter().chain(device).collect();
    devices.sort_unstable();
    devices.dedup();
    Ok(devices)
}

/// The number of a device; a device has one at most.
pub async fn of_device(connection: &mut PgConnection, project_id: i64, device_id: i64) -> Result<Option<Kept>> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT number, is_active, realm, proxy_address, proxy_port, transport, sealed_password FROM device_numbers
         WHERE project_id = $1 AND device_id = $2 ORDER BY version DESC LIMIT 1",
    )
    .bind(project_id)
    .bind(device_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Kept {
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
