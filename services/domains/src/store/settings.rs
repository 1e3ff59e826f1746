//! Settings of a project: a document for each area.
use kit::error::violated;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::settings::Area;
use crate::publish::{self, PublishedSettings};
use crate::store::logo;

/// Proof that this transaction holds the lock on a project's settings, and may write them.
#[derive(Debug)]
pub struct LockedSettings {
    project_id: i64,
    /// The version that this change makes.
    version: i64,
}

impl LockedSettings {
    pub fn project_id(&self) -> i64 {
        self.project_id
    }
}

/// Locks the project's settings until the transaction ends.
pub async fn lock(connection: &mut PgConnection, right: &Authorized<resource::ProjectSettings, action::Edit>) -> Result<LockedSettings> {
    lock_for_event(connection, right.project_id()).await
}

/// For events of other services, which are of no caller.
pub async fn lock_for_event(connection: &mut PgConnection, project_id: i64) -> Result<LockedSettings> {
    let version = sqlx::query_scalar(
        "INSERT INTO project_settings_versions AS v (project_id, version) VALUES ($1, 1)
         ON CONFLICT (project_id) DO UPDATE SET version = v.version + 1 RETURNING version",
    );
    Ok(LockedSettings { project_id, version: version.bind(project_id).fetch_one(connection).await? })
}

/// The project's own settings of an area; None before the first change.
pub async fn find<A: Area>(connection: &mut PgConnection, project_id: i64) -> Result<Option<A>> {
    let document: Option<Value> = sqlx::query_scalar("SELECT settings FROM project_settings WHERE project_id = $1 AND area = $2")
        .bind(project_id)
        .bind(A::NAME)
        .fetch_optional(connection)
        .await?;
    document.map(serde_json::from_value).transpose().map_err(Error::internal)
}

pub async fn find_or_default<A: Area>(connection: &mut PgConnection, project_id: i64) -> Result<A> {
    Ok(find(connection, project_id).await?.unwrap_or_default())
}

pub async fn upsert<A: Area>(connection: &mut PgConnection, locked: &LockedSettings, settings: &A, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO project_settings (project_id, area, settings, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project_id, area) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at",
    )
    .bind(locked.project_id)
    .bind(A::NAME)
    .bind(serde_json::to_value(settings).map_err(Error::internal)?)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Reserves the project's invitation code, which no other project may have.
pub async fn set_invitation_code(connection: &mut PgConnection, locked: &LockedSettings, code: Option<&str>) -> Result<()> {
    let done = match code {
        None => sqlx::query("DELETE FROM invitation_codes WHERE project_id = $1").bind(locked.project_id).execute(connection).await,
        Some(code) => {
            let upsert =
                "INSERT INTO invitation_codes (project_id, code) VALUES ($1, $2) ON CONFLICT (project_id) DO UPDATE SET code = excluded.code";
            sqlx::query(upsert).bind(locked.project_id).bind(code).execute(connection).await
        }
    };
    match done {
        Ok(_) => Ok(()),
        Err(error) if violated(&error) == Some("invitation_codes_code") => {
            Err(Error::field("self_registration.invitation_code", "value must be unique"))
        }
        Err(error) => Err(error.into()),
    }
}

/// Publishes the settings as they are now.
pub async fn publish(connection: &mut PgConnection, locked: &LockedSettings) -> Result<()> {
    let LockedSettings { project_id, version } = *locked;
    let settings = PublishedSettings {
        general: find_or_default(connection, project_id).await?,
        mail: find_or_default(connection, project_id).await?,
        sip: find_or_default(connection, project_id).await?,
        white_label: find_or_default(connection, project_id).await?,
        apple_wallet: find_or_default(connection, project_id).await?,
        logo: logo::find_path(connection, project_id, None).await?,
    };
    publish::settings_changed(connection, project_id, version, settings).await
}
