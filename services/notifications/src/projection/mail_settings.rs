//! The projection of projects' mail settings.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::ProjectMail;
use sqlx::PgConnection;

/// The mail server of a project.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MailSettingsRow {
    pub host: String,
    pub port: i32,
    pub encryption: String,
    pub user_name: String,
    pub sealed_password: Vec<u8>,
    pub from_email: String,
    pub from_name: String,
}

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, project_id: i64, version: i64, mail: &ProjectMail) -> Result<()> {
    let row = Snapshot::new("mail_settings", "project_id")
        .set("project_id", project_id)
        .set("is_enabled", mail.is_enabled)
        .set("host", &mail.host)
        .set("port", mail.port)
        .set("encryption", &mail.encryption)
        .set("user_name", &mail.user_name)
        .set("sealed_password", &mail.sealed_password[..])
        .set("from_email", &mail.from_email)
        .set("from_name", &mail.from_name);
    row.store(connection, version).await?;
    Ok(())
}

/// None where the project uses the installation's server.
pub async fn find_enabled(connection: &mut PgConnection, project_id: i64) -> Result<Option<MailSettingsRow>> {
    Ok(sqlx::query_as(
        "SELECT host, port, encryption, user_name, sealed_password, from_email, from_name FROM mail_settings WHERE project_id = $1 AND is_enabled",
    )
    .bind(project_id)
    .fetch_optional(connection)
    .await?)
}
