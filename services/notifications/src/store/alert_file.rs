//! The table of converted sounds. Their bytes are in the blob store.
use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AlertFileRow {
    pub key: Uuid,
    pub project_id: i64,
    pub file_name: String,
    /// Bytes.
    pub size: i32,
    pub sha256: Vec<u8>,
    pub milliseconds: i32,
}

impl AlertFileRow {
    /// In the blob store.
    pub fn object_key(&self) -> String {
        object_key(self.project_id, self.key)
    }
}

/// The folder of all sounds in the blob store.
pub const FOLDER: &str = "alerts";

pub fn object_key(project_id: i64, key: Uuid) -> String {
    format!("{FOLDER}/{project_id}/{key}")
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::EmergencyAlert, action::Create>,
    file: &AlertFileRow,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO alert_files (key, project_id, file_name, size, sha256, milliseconds, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(file.key)
    .bind(right.project_id())
    .bind(&file.file_name)
    .bind(file.size)
    .bind(&file.sha256)
    .bind(file.milliseconds)
    .bind(right.caller().user_id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// How many sounds of the caller no alert has, counted up to `most`.
pub async fn count_unused(connection: &mut PgConnection, caller: &Caller, most: i64) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "SELECT count(*) FROM (
             SELECT 1 FROM alert_files f WHERE f.project_id = $1 AND f.created_by = $2
                 AND NOT EXISTS (SELECT 1 FROM emergency_alerts a WHERE a.file_key = f.key) LIMIT $3) unused",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(most)
    .fetch_one(connection)
    .await?)
}

/// Whether the caller may save an alert with it: they have uploaded it. It is kept from being deleted until the transaction ends.
pub async fn is_callers(connection: &mut PgConnection, caller: &Caller, key: Uuid) -> Result<bool> {
    let found: Option<Uuid> = sqlx::query_scalar("SELECT key FROM alert_files WHERE project_id = $1 AND key = $2 AND created_by = $3 FOR KEY SHARE")
        .bind(caller.project_id)
        .bind(key)
        .bind(caller.user_id)
        .fetch_optional(connection)
        .await?;
    Ok(found.is_some())
}

/// In any project: a signed link is the permission.
pub async fn by_key(connection: &mut PgConnection, key: Uuid) -> Result<AlertFileRow> {
    let file = sqlx::query_as("SELECT key, project_id, file_name, size, sha256, milliseconds FROM alert_files WHERE key = $1").bind(key);
    file.fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Those of the keys in the blob store that rows name.
pub async fn named(connection: &mut PgConnection, object_keys: &[String]) -> Result<Vec<String>> {
    let keys: Vec<Uuid> = object_keys.iter().filter_map(|key| key.rsplit('/').next()?.parse().ok()).collect();
    let found: Vec<(i64, Uuid)> =
        sqlx::query_as("SELECT project_id, key FROM alert_files WHERE key = ANY($1)").bind(keys).fetch_all(connection).await?;
    Ok(found.into_iter().map(|(project_id, key)| object_key(project_id, key)).collect())
}
