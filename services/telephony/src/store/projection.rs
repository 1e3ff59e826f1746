//! What telephony keeps of people, devices, projects and their settings. A snapshot that is not newer is passed over.
use forwarding::Queue;
use kit::Result;
use proto::vestibule::events::v1::{DeviceChanged, GroupSettingsChanged, ProjectChanged, ProjectSip, RoleChanged, UserChanged};
use sqlx::PgConnection;
use sqlx::types::Json;

/// True when it was news.
pub async fn person(connection: &mut PgConnection, user: &UserChanged) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO people (id, project_id, name, description, role_id, is_active, deleted, version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, role_id = excluded.role_id,
             is_active = excluded.is_active, deleted = excluded.deleted, version = excluded.version
         WHERE people.version < excluded.version",
    )
    .bind(user.id)
    .bind(user.project_id)
    .bind(&user.name)
    .bind(&user.description)
    .bind(user.role_id)
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
        .execute(&mut *connection)
        .await?;
    if user.deleted {
        sqlx::query("DELETE FROM interceptions WHERE user_id = $1").bind(user.id).execute(connection).await?;
    }
    Ok(true)
}

/// True when it was news.
pub async fn device(connection: &mut PgConnection, device: &DeviceChanged) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO devices (id, project_id, name, domain_id, type, model, deleted, version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, domain_id = excluded.domain_id, type = excluded.type, model = excluded.model,
             deleted = excluded.deleted, version = excluded.version
         WHERE devices.version < excluded.version",
    )
    .bind(device.id)
    .bind(device.project_id)
    .bind(&device.name)
    .bind(device.domain_id)
    .bind(&device.r#type)
    .bind(&device.model)
    .bind(device.deleted)
    .bind(device.version)
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// The row of a deleted role stays without permissions, so that an old snapshot does not bring them back.
pub async fn role(connection: &mut PgConnection, role: &RoleChanged) -> Result<()> {
    let permissions: &[String] = if role.deleted { &[] } else { &role.permissions };
    sqlx::query(
        "INSERT INTO roles (id, project_id, permissions, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET permissions = excluded.permissions, version = excluded.version WHERE roles.version < excluded.version",
    )
    .bind(role.id)
    .bind(role.project_id)
    .bind(permissions)
    .bind(role.version)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn project(connection: &mut PgConnection, project: &ProjectChanged) -> Result<()> {
    sqlx::query(
        "INSERT INTO projects (project_id, name, time_zone, locale, suspended, version) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (project_id) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone, locale = excluded.locale,
             suspended = excluded.suspended, version = excluded.version
         WHERE projects.version < excluded.version",
    )
    .bind(project.id)
    .bind(&project.name)
    .bind(&project.time_zone)
    .bind(&project.locale)
    .bind(project.suspended)
    .bind(project.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// True when it was news.
pub async fn sip_settings(connection: &mut PgConnection, project_id: i64, version: i64, sip: &ProjectSip) -> Result<bool> {
    let taken = sqlx::query(
        "INSERT INTO project_sip (project_id, is_enabled, proxy_address, proxy_port, transport, stun_address, stun_port, turn_address, turn_port,
             turn_user_name, sealed_turn_password, talk_timeout, first_number, last_number, version, realm_address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT (project_id) DO UPDATE SET is_enabled = excluded.is_enabled, proxy_address = excluded.proxy_address, proxy_port = excluded.proxy_port,
             transport = excluded.transport, stun_address = excluded.stun_address, stun_port = excluded.stun_port, turn_address = excluded.turn_address,
             turn_port = excluded.turn_port, turn_user_name = excluded.turn_user_name, sealed_turn_password = excluded.sealed_turn_password,
             talk_timeout = excluded.talk_timeout, first_number = excluded.first_number, last_number = excluded.last_number, version = excluded.version,
             realm_address = excluded.realm_address
         WHERE project_sip.version < excluded.version",
    )
    .bind(project_id)
    .bind(sip.is_enabled)
    .bind(&sip.proxy_address)
    .bind(sip.proxy_port)
    .bind(&sip.transport)
    .bind(&sip.stun_address)
    .bind(sip.stun_port)
    .bind(&sip.turn_address)
    .bind(sip.turn_port)
    .bind(&sip.turn_user_name)
    .bind(&sip.sealed_turn_password[..])
    .bind(sip.talk_timeout)
    .bind(&sip.first_number)
    .bind(&sip.last_number)
    .bind(version)
    .bind(&sip.realm_address)
    .execute(connection)
    .await?;
    Ok(taken.rows_affected() == 1)
}

pub async fn group_settings(connection: &mut PgConnection, changed: &GroupSettingsChanged) -> Result<()> {
    let (forward, trunk) = (changed.forward.clone().unwrap_or_default(), changed.trunk.clone().unwrap_or_default());
    let queues: Vec<Queue> = forward.queues.into_iter().map(Queue::from_api).collect();
    sqlx::query(
        "INSERT INTO group_settings (group_id, project_id, forward_is_active, forward_queues, trunk_is_enabled, outgoing_number, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (group_id) DO UPDATE SET forward_is_active = excluded.forward_is_active, forward_queues = excluded.forward_queues,
             trunk_is_enabled = excluded.trunk_is_enabled, outgoing_number = excluded.outgoing_number, version = excluded.version
         WHERE group_settings.version < excluded.version",
    )
    .bind(changed.id)
    .bind(changed.project_id)
    .bind(forward.is_active)
    .bind(Json(queues))
    .bind(trunk.is_enabled)
    .bind(&trunk.outgoing_number)
    .bind(changed.version)
    .execute(connection)
    .await?;
    Ok(())
}

/// What named a deleted group names it no longer.
pub async fn forget_group(connection: &mut PgConnection, group_id: i64) -> Result<()> {
    for statement in [
        "DELETE FROM group_settings WHERE group_id = $1",
        "DELETE FROM sip_trunk_groups WHERE group_id = $1",
        "DELETE FROM interception_groups WHERE group_id = $1",
        "DELETE FROM person_groups WHERE group_id = $1",
    ] {
        sqlx::query(statement).bind(group_id).execute(&mut *connection).await?;
    }
    Ok(())
}
