//! Where the devices of a project register.
use kit::Result;
use sqlx::PgConnection;

use crate::config::Config;
use crate::domain::realm;
use crate::domain::registrar::Registrar;

/// The installation's edge, or the address of the project's own settings. The realm is the project's, unless its settings
/// name another one.
pub async fn find(connection: &mut PgConnection, config: &Config, project_id: i64) -> Result<Registrar> {
    let configured: Option<(String, i32, String, String)> = sqlx::query_as(
        "SELECT proxy_address, proxy_port, transport, realm_address FROM project_sip WHERE project_id = $1 AND is_enabled AND proxy_address <> ''",
    )
    .bind(project_id)
    .fetch_optional(connection)
    .await?;
    let realm = realm::for_project(project_id, &config.domain);
    Ok(match configured {
        Some((address, port, transport, configured_realm)) => {
            let realm = if configured_realm.is_empty() { realm } else { configured_realm };
            Registrar { realm, address, port: port as u16, transport }
        }
        None => Registrar { realm, address: config.public_host.clone(), port: config.public_port, transport: "udp".into() },
    })
}
