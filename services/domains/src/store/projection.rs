//! What domains keep of people and devices. A snapshot that is not newer is passed over.
use kit::Result;
use proto::vestibule::events::v1::{DeviceChanged, UserChanged};
use sqlx::PgConnection;

pub async fn person(connection: &mut PgConnection, user: &UserChanged) -> Result<()> {
    let taken = sqlx::query(
        "INSERT INTO people (id, project_id, name, deleted, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, deleted = excluded.deleted, version = excluded.version
         WHERE people.version < excluded.version",
    )
    .bind(user.id)
    .bind(user.project_id)
    .bind(&user.name)
    .bind(user.deleted)
    .bind(user.version)
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(());
    }
    let groups: &[i64] = if user.deleted { &[] } else { &user.domain_ids };
    sqlx::query("DELETE FROM person_groups WHERE user_id = $1 AND group_id <> ALL($2)").bind(user.id).bind(groups).execute(&mut *connection).await?;
    sqlx::query("INSERT INTO person_groups (user_id, group_id, project_id) SELECT $1, g, $3 FROM unnest($2::bigint[]) g ON CONFLICT DO NOTHING")
        .bind(user.id)
        .bind(groups)
        .bind(user.project_id)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn device(connection: &mut PgConnection, device: &DeviceChanged) -> Result<()> {
    sqlx::query(
        "INSERT INTO devices (id, project_id, name, group_id, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, group_id = excluded.group_id, version = excluded.version
         WHERE devices.version < excluded.version",
    )
    .bind(device.id)
    .bind(device.project_id)
    .bind(&device.name)
    .bind(if device.deleted { 0 } else { device.domain_id })
    .bind(device.version)
    .execute(connection)
    .await?;
    Ok(())
}
