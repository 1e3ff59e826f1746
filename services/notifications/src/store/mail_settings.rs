//! The projection of projects' mail settings.
use kit::Result;
use proto::vestibule::events::v1::ProjectMail;
use sqlx::PgConnection;

/// The mail server that a project sends by.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MailSettings {
    pub host: String,
    pub port: i32,
    pub encryption: String,
    pub user_name: String,
    pub sealed_password: Vec<u8>,
    pub from_email: String,
    pub from_name: String,
}

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, project_id: i64, version: i64, mail: &ProjectMail) -> Result<()> {
    sqlx::query(
        "INSERT INTO mail_settings (project_id, version, is_enabled, host, port, encryption, user_name, sealed_password, from_email, from_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version, is_enabled = excluded.is_enabled, host = excluded.host,
             port = excluded.port, encryption = excluded.encryption, user_name = excluded.user_name,
             sealed_password = excluded.sealed_password, from_email = excluded.from_email, from_name = excluded.from_name
         WHERE mail_settings.version < excluded.version",
    )
    .bind(project_id)
    .bind(version)
    .bind(mail.is_enabled)
    .bind(&mail.host)
    .bind(mail.port)
    .bind(&mail.encryption)
    .bind(&mail.user_name)
    .bind(&mail.sealed_password[..])
    .bind(&mail.from_email)
    .bind(&mail.from_name)
    .execute(connection)
    .await?;
    Ok(())
}

/// None where the project sends by the installation's server.
pub async fn enabled(connection: &mut PgConnection, project_id: i64) -> Result<Option<MailSettings>> {
    Ok(sqlx::query_as(
        "SELECT host, port, encryption, user_name, sealed_password, from_email, from_name FROM mail_settings WHERE project_id = $1 AND is_enabled",
    )
    .bind(project_id)
    .fetch_optional(connection)
    .await?)
}
