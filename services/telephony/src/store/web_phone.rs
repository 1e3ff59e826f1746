//! Settings and numbers of a web phone.
use kit::Result;
use sqlx::PgConnection;

#[derive(Debug, sqlx::FromRow)]
pub struct WebPhoneSettings {
    pub is_enabled: bool,
    /// None for the installation's edge.
    pub proxy_address: Option<String>,
    pub stun_address: String,
    pub stun_port: i32,
    pub turn_address: String,
    pub turn_port: i32,
    pub turn_user_name: String,
    pub sealed_turn_password: Vec<u8>,
}

/// A project that has no SIP settings yet uses the installation's edge.
pub async fn settings(connection: &mut PgConnection, project_id: i64) -> Result<WebPhoneSettings> {
    let settings: Option<WebPhoneSettings> = sqlx::query_as(
        "SELECT is_enabled, nullif(proxy_address, '') AS proxy_address, stun_address, stun_port, turn_address, turn_port, turn_user_name,
             sealed_turn_password
         FROM project_sip WHERE project_id = $1",
    )
    .bind(project_id)
    .fetch_optional(connection)
    .await?;
    Ok(settings.unwrap_or_else(|| WebPhoneSettings {
        is_enabled: true,
        proxy_address: None,
        stun_address: String::new(),
        stun_port: 0,
        turn_address: String::new(),
        turn_port: 0,
        turn_user_name: String::new(),
        sealed_turn_password: Vec::new(),
    }))
}

/// The user's numbers that are switched on, the lowest first.
pub async fn numbers(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar(
        "SELECT number FROM sip_numbers WHERE project_id = $1 AND user_id = $2 AND is_active
             AND NOT EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = sip_numbers.id) ORDER BY length(number), number",
    )
    .bind(project_id)
    .bind(user_id)
    .fetch_all(connection)
    .await?)
}
