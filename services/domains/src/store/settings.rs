//! Settings of a project, and the snapshot of them that other services are told.
use kit::error::violated;
use kit::{Error, Result, outbox};
use proto::vestibule::events::v1::ProjectSettingsChanged;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::settings::Area;
use crate::domain::settings::general::General;
use crate::domain::settings::mail::Mail;
use crate::domain::settings::sip::Sip;
use crate::domain::white_label::WhiteLabel;
use crate::store::logo;

pub const TOPIC: &str = "domains.settings.changed";

/// Locks the project's settings until the transaction ends, and gives the version that this change makes.
pub async fn lock(connection: &mut PgConnection, project_id: i64) -> Result<i64> {
    let version = sqlx::query_scalar(
        "INSERT INTO project_settings_versions AS v (project_id, version) VALUES ($1, 1)
         ON CONFLICT (project_id) DO UPDATE SET version = v.version + 1 RETURNING version",
    );
    Ok(version.bind(project_id).fetch_one(connection).await?)
}

/// What the project has of its own.
pub async fn find<A: Area>(connection: &mut PgConnection, project_id: i64) -> Result<Option<A>> {
    let document: Option<Value> = sqlx::query_scalar("SELECT settings FROM project_settings WHERE project_id = $1 AND area = $2")
        .bind(project_id)
        .bind(A::NAME)
        .fetch_optional(connection)
        .await?;
    document.map(serde_json::from_value).transpose().map_err(Error::internal)
}

pub async fn get<A: Area>(connection: &mut PgConnection, project_id: i64) -> Result<A> {
    Ok(find(connection, project_id).await?.unwrap_or_default())
}

pub async fn put<A: Area>(connection: &mut PgConnection, project_id: i64, settings: &A, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO project_settings (project_id, area, settings, updated_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project_id, area) DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at",
    )
    .bind(project_id)
    .bind(A::NAME)
    .bind(serde_json::to_value(settings).map_err(Error::internal)?)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps the project's code, unless another project has it.
pub async fn keep_code(connection: &mut PgConnection, project_id: i64, code: Option<&str>) -> Result<()> {
    let kept = match code {
        None => sqlx::query("DELETE FROM invitation_codes WHERE project_id = $1").bind(project_id).execute(connection).await,
        Some(code) => {
            let keep = "INSERT INTO invitation_codes (project_id, code) VALUES ($1, $2) ON CONFLICT (project_id) DO UPDATE SET code = excluded.code";
            sqlx::query(keep).bind(project_id).bind(code).execute(connection).await
        }
    };
    match kept {
        Ok(_) => Ok(()),
        Err(error) if violated(&error) == Some("invitation_codes_code") => {
            Err(Error::field("self_registration.invitation_code", "value must be unique"))
        }
        Err(error) => Err(error.into()),
    }
}

/// Tells the other services what they need of the settings, as they are now.
pub async fn tell(connection: &mut PgConnection, project_id: i64, version: i64) -> Result<()> {
    let general: General = get(connection, project_id).await?;
    let mail: Mail = get(connection, project_id).await?;
    let sip: Sip = get(connection, project_id).await?;
    let white_label: WhiteLabel = get(connection, project_id).await?;
    let logo = logo::path_of(connection, project_id, None).await?;
    let event = ProjectSettingsChanged {
        project_id,
        version,
        general: Some(general.into_event()),
        mail: Some(mail.into_event()),
        whitelabel: Some(white_label.into_event(logo)),
        sip: Some(sip.into_event()),
    };
    outbox::emit(connection, project_id, TOPIC, &format!("settings:{project_id}"), &event).await
}
