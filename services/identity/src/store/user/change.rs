//! Changing users.
use std::collections::BTreeSet;

use kit::listing::Permitted;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::list::FIELDS;
use super::{UserRow, related};
use crate::domain::profile::{self, IDENTIFIER_FORMATS, TIME_FORMATS};
use crate::domain::user::UserDraft;
use crate::publish::user as publish;
use crate::store::account::email_used;

/// A user to be made, with what the request does not say.
pub struct NewUser<'a> {
    pub draft: &'a UserDraft,
    pub account_id: Option<i64>,
    pub has_password: bool,
    pub locale: &'a str,
    /// None for the platform itself.
    pub created_by: Option<i64>,
    pub now: OffsetDateTime,
}

/// As somebody who may create users.
pub async fn insert(connection: &mut PgConnection, right: &Authorized<resource::User, action::Create>, user: &NewUser<'_>) -> Result<i64> {
    insert_first(connection, right.project_id(), user).await
}

/// As the platform, which makes a project's first user and those who register.
pub async fn insert_first(connection: &mut PgConnection, project_id: i64, user: &NewUser<'_>) -> Result<i64> {
    let draft = user.draft;
    let sql = format!(
        "INSERT INTO users (project_id, {FIELDS}, account_id, has_password, activated_at, locale, created_by, created_at, updated_at, identifier_format, time_format)
         SELECT $1, {FIELDS}, $3, $4, $5, $6, $7, $8, $8,
             coalesce((SELECT s.identifier_format FROM project_settings s WHERE s.project_id = $1), 1),
             coalesce((SELECT s.time_format FROM project_settings s WHERE s.project_id = $1), 1)
         FROM jsonb_populate_record(NULL::users, $2) RETURNING id"
    );
    let made = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(project_id)
        .bind(Json(draft))
        .bind(user.account_id)
        .bind(user.has_password)
        .bind(draft.is_active.then_some(user.now))
        .bind(user.locale)
        .bind(user.created_by)
        .bind(user.now)
        .fetch_one(&mut *connection)
        .await;
    let id = made.map_err(taken)?;
    set_groups(connection, project_id, id, &draft.domain_ids).await?;
    related::set_markers(connection, project_id, id, &draft.marker_ids).await?;
    related::set_links(connection, project_id, id, &draft.linked_user_ids).await?;
    publish_changed(connection, project_id, &[id]).await?;
    Ok(id)
}

/// What an update writes.
pub struct UserUpdate<'a> {
    pub draft: &'a UserDraft,
    pub account_id: Option<i64>,
    pub has_password: bool,
    pub now: OffsetDateTime,
}

pub async fn update(connection: &mut PgConnection, user: &Permitted<UserRow, action::Edit>, update: &UserUpdate<'_>) -> Result<()> {
    let (project_id, draft) = (user.project_id(), update.draft);
    let sql = format!(
        "UPDATE users SET ({FIELDS}) = (SELECT {FIELDS} FROM jsonb_populate_record(NULL::users, $3)), account_id = $4, has_password = $5,
             activated_at = CASE WHEN $6 THEN coalesce(activated_at, $7) ELSE activated_at END, updated_at = $7, version = version + 1
         WHERE project_id = $1 AND id = $2"
    );
    sqlx::query(AssertSqlSafe(sql))
        .bind(project_id)
        .bind(user.id)
        .bind(Json(draft))
        .bind(update.account_id)
        .bind(update.has_password)
        .bind(draft.is_active)
        .bind(update.now)
        .execute(&mut *connection)
        .await
        .map_err(taken)?;
    set_groups(connection, project_id, user.id, &draft.domain_ids).await?;
    related::set_markers(connection, project_id, user.id, &draft.marker_ids).await?;
    related::set_links(connection, project_id, user.id, &draft.linked_user_ids).await?;
    publish_changed(connection, project_id, &[user.id]).await
}

/// Only the markers, which are given by a right of their own.
pub async fn update_markers(
    connection: &mut PgConnection,
    user: &Permitted<UserRow, action::View>,
    markers: &BTreeSet<i64>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query("UPDATE users SET updated_at = $3, version = version + 1 WHERE project_id = $1 AND id = $2")
        .bind(user.project_id())
        .bind(user.id)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    related::set_markers(connection, user.project_id(), user.id, markers).await?;
    publish_changed(connection, user.project_id(), &[user.id]).await
}

/// Joins a user to the account with which they took their invitation.
pub async fn join_account(connection: &mut PgConnection, project_id: i64, id: i64, account_id: i64, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE users SET account_id = a.id, email = a.email, login = a.login, has_password = true, updated_at = $4, version = users.version + 1
         FROM accounts a WHERE a.id = $3 AND users.project_id = $1 AND users.id = $2",
    )
    .bind(project_id)
    .bind(id)
    .bind(account_id)
    .bind(now)
    .execute(&mut *connection)
    .await
    .map_err(taken)?;
    publish_changed(connection, project_id, &[id]).await
}

/// The caller's own profile.
pub async fn update_profile(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Edit>,
    draft: &profile::ProfileDraft,
    now: OffsetDateTime,
) -> Result<()> {
    let (project_id, id) = (right.project_id(), right.caller().user_id);
    sqlx::query(
        "UPDATE users SET name = $3, phone = $4, address = $5, locale = $6, time_zone = $7, time_format = $8, identifier_format = $9,
             is_app_popup_active = $10, updated_at = $11, version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(project_id)
    .bind(id)
    .bind(&draft.name)
    .bind(&draft.phone)
    .bind(&draft.address)
    .bind(&draft.locale)
    .bind(&draft.time_zone)
    .bind(profile::number(&TIME_FORMATS, &draft.time_format))
    .bind(profile::number(&IDENTIFIER_FORMATS, &draft.identifier_format))
    .bind(draft.is_app_popup_active)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    publish_changed(connection, project_id, &[id]).await
}

/// Removes a user and says so; their sessions go with them.
pub async fn delete(connection: &mut PgConnection, user: &Permitted<UserRow, action::Delete>) -> Result<()> {
    remove(connection, user.project_id(), user).await
}

/// Removes the caller's own user, which everybody may.
pub async fn delete_own(connection: &mut PgConnection, right: &Authorized<resource::User, action::Edit>, user: &UserRow) -> Result<()> {
    if user.id != right.caller().user_id {
        return Err(Error::Forbidden);
    }
    remove(connection, right.project_id(), user).await
}

async fn remove(connection: &mut PgConnection, project_id: i64, user: &UserRow) -> Result<()> {
    sqlx::query("DELETE FROM users WHERE project_id = $1 AND id = $2").bind(project_id).bind(user.id).execute(&mut *connection).await?;
    publish::deleted(connection, project_id, &[publish::DeletedUser { id: user.id, name: &user.name, version: user.version }]).await
}

/// Refuses a change that left the project without an administrator who can sign in.
/// The project must be locked: see `project::lock`.
pub async fn check_administrated(connection: &mut PgConnection, project_id: i64) -> Result<()> {
    let administrated: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM users u JOIN roles r ON r.id = u.role_id
         WHERE u.project_id = $1 AND r.is_administrator AND u.is_active AND u.has_password)",
    )
    .bind(project_id)
    .fetch_one(connection)
    .await?;
    if administrated {
        Ok(())
    } else {
        Err(Error::Conflict { code: "last_administrator", message: "action prohibited".into(), data: Default::default() })
    }
}

/// Of groups that have some.
pub async fn count_by_group(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<(i64, i64)>> {
    Ok(sqlx::query_as("SELECT domain_id, count(*) FROM user_domains WHERE project_id = $1 AND domain_id = ANY($2) GROUP BY domain_id")
        .bind(project_id)
        .bind(groups)
        .fetch_all(connection)
        .await?)
}

async fn set_groups(connection: &mut PgConnection, project_id: i64, user_id: i64, domain_ids: &BTreeSet<i64>) -> Result<()> {
    let ids: Vec<i64> = domain_ids.iter().copied().collect();
    sqlx::query("DELETE FROM user_domains WHERE project_id = $1 AND user_id = $2 AND domain_id <> ALL($3)")
        .bind(project_id)
        .bind(user_id)
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO user_domains (project_id, user_id, domain_id) SELECT $1, $2, unnest($3::bigint[]) ON CONFLICT DO NOTHING")
        .bind(project_id)
        .bind(user_id)
        .bind(&ids)
        .execute(connection)
        .await?;
    Ok(())
}

/// Publishes the current state of these users.
pub(crate) async fn publish_changed(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<()> {
    let users = sqlx::query_as(
        "SELECT u.id, u.version, u.name, u.description, u.email, u.locale, u.is_active, u.role_id, u.elevator_access_disabled,
             ARRAY(SELECT m.domain_id FROM user_domains m WHERE m.user_id = u.id ORDER BY m.domain_id) AS domain_ids
         FROM users u WHERE u.project_id = $1 AND u.id = ANY($2) ORDER BY u.id",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(&mut *connection)
    .await?;
    publish::changed(connection, project_id, users).await
}

/// The user of an account in a project.
pub async fn find_of_account(connection: &mut PgConnection, project_id: i64, account_id: i64) -> Result<Option<i64>> {
    let found = sqlx::query_scalar("SELECT id FROM users WHERE project_id = $1 AND account_id = $2");
    Ok(found.bind(project_id).bind(account_id).fetch_optional(connection).await?)
}

fn taken(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("users_email") => email_used(),
        _ => error.into(),
    }
}
