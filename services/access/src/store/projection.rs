//! What access keeps of people, doors and projects. A snapshot that is not newer is passed over.
use kit::Result;
use proto::vestibule::events::v1::{DeviceChanged, ProjectChanged, UserChanged};
use sqlx::PgConnection;

/// True when it was news.
pub async fn person(connection: &mut PgConnection, user: &UserChanged) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO people (id, project_id, name, is_active, deleted, version) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, is_active = excluded.is_active, deleted = excluded.deleted, version = excluded.version
         WHERE people.version < excluded.version",
    )
    .bind(user.id)
    .bind(user.project_id)
    .bind(&user.name)
    .bind(user.is_active)
    .bind(user.deleted)
    .bind(user.version)
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    let groups: &[i64] = if user.deleted { &[] } else { &user.domain_ids };
    sqlx::query("DELETE FROM person_groups WHERE user_id = $1 AND group_id <> ALL($2)").bind(user.id).bind(groups).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO person_groups (user_id, group_id, project_id) SELECT $1, g, $3 FROM unnest($2::bigint[]) g ON CONFLICT DO NOTHING")
        .bind(user.id)
        .bind(groups)
        .bind(user.project_id)
        .execute(connection)
        .await?;
    Ok(true)
}

pub async fn door(connection: &mut PgConnection, device: &DeviceChanged) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO doors (id, project_id, name, domain_id, type, model, locks, identifier_types, deleted, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, domain_id = excluded.domain_id, type = excluded.type, model = excluded.model,
             locks = excluded.locks, identifier_types = excluded.identifier_types, deleted = excluded.deleted, version = excluded.version
         WHERE doors.version < excluded.version",
    )
    .bind(device.id)
    .bind(device.project_id)
    .bind(&device.name)
    .bind(device.domain_id)
    .bind(&device.r#type)
    .bind(&device.model)
    .bind(device.locks as i16)
    .bind(&device.identifier_types)
    .bind(device.deleted)
    .bind(device.version)
    .execute(&mut *connection)
    .await?;
    if device.deleted {
        sqlx::query("DELETE FROM rule_devices WHERE device_id = $1").bind(device.id).execute(connection).await?;
    }
    Ok(taken.rows_affected() == 1)
}

pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO projects (project_id, time_zone, version) VALUES ($1, $2, $3)
         ON CONFLICT (project_id) DO UPDATE SET time_zone = excluded.time_zone, version = excluded.version WHERE projects.version < excluded.version",
    )
    .bind(project.id)
    .bind(&project.time_zone)
    .bind(project.version)
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// As `time_zone`, and keeps the zone from changing until the transaction ends: what is written by it is not overtaken.
pub async fn time_zone_to_write_by(connection: &mut PgConnection, project_id: i64) -> Result<String> {
    sqlx::query("SELECT 1 FROM projects WHERE project_id = $1 FOR SHARE").bind(project_id).execute(&mut *connection).await?;
    time_zone(connection, project_id).await
}

/// The project's zone; UTC until the project is heard of.
pub async fn time_zone(connection: &mut PgConnection, project_id: i64) -> Result<String> {
    let zone: Option<String> =
        sqlx::query_scalar("SELECT time_zone FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(zone.unwrap_or_else(|| "UTC".into()))
}
