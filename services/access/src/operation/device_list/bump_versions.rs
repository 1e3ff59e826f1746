use kit::Result;
use sqlx::PgConnection;

use crate::publish;
use crate::store::device_list::{MAX_DEVICES, increment_versions};

/// Gives the lists of the devices new versions and publishes them. The lists themselves are compiled when device-gateway
/// asks for them.
pub async fn bump_list_versions(connection: &mut PgConnection, project_id: i64, mut devices: Vec<i64>) -> Result<()> {
    devices.sort_unstable();
    devices.dedup();
    for chunk in devices.chunks(MAX_DEVICES) {
        let versions = increment_versions(connection, project_id, chunk).await?;
        publish::device_lists_changed(connection, project_id, &versions).await?;
    }
    Ok(())
}
