//! Users that come with a structure: many at once, each import by its id.
use std::collections::{HashMap, HashSet};

use kit::error::violated;
use kit::{Error, Result};
use policy::{Authorized, Caller, Scope, action, resource};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::user;
use super::user::import::Common;
use crate::domain::user::UserDraft;
use crate::publish::user as publish;

/// How long an import that was undone is remembered.
const REMEMBERED: Duration = Duration::days(1);

/// Somebody to be made.
pub struct NewImportedUser<'a> {
    pub index: i32,
    pub draft: &'a UserDraft,
    pub is_invited: bool,
}

/// Opens the import for another call. Refused once it was undone.
pub async fn open(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, now: OffsetDateTime) -> Result<()> {
    let is_undone: bool = sqlx::query_scalar(
        "INSERT INTO user_imports (import_id, project_id, created_by, created_by_name, started_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (import_id) DO UPDATE SET started_at = user_imports.started_at RETURNING is_undone",
    )
    .bind(import_id)
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(&caller.user_name)
    .bind(now)
    .fetch_one(connection)
    .await?;
    if is_undone { Err(Error::conflict("action prohibited")) } else { Ok(()) }
}

/// The users that the import has inserted so far, by row.
pub async fn inserted(connection: &mut PgConnection, project_id: i64, import_id: Uuid) -> Result<HashMap<i32, i64>> {
    let rows: Vec<(i32, i64)> = sqlx::query_as("SELECT index, user_id FROM imported_users WHERE project_id = $1 AND import_id = $2")
        .bind(project_id)
        .bind(import_id)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// A user of the project, as a table may name them.
#[derive(Clone, Debug)]
pub struct ExistingUser {
    pub id: i64,
    pub name: String,
    pub email: Option<String>,
    pub domain_ids: HashSet<i64>,
}

/// Those of the users that lie in the reach, by id.
pub async fn by_id(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<HashMap<i64, ExistingUser>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let seen = user::within(connection, project_id, scope, ids).await?;
    let rows: Vec<(i64, String, Option<String>, Vec<i64>)> = sqlx::query_as(
        "SELECT u.id, u.name, u.email, ARRAY(SELECT m.domain_id FROM user_domains m WHERE m.user_id = u.id)
         FROM users u WHERE u.project_id = $1 AND u.id = ANY($2)",
    )
    .bind(project_id)
    .bind(seen)
    .fetch_all(connection)
    .await?;
    let existing = |(id, name, email, groups): (i64, String, Option<String>, Vec<i64>)| ExistingUser {
        id,
        name,
        email,
        domain_ids: groups.into_iter().collect(),
    };
    Ok(rows.into_iter().map(|row| (row.0, existing(row))).collect())
}

/// The users who have these e-mails: None for a user of another project. By the e-mail in lower case.
pub async fn by_email(connection: &mut PgConnection, project_id: i64, emails: &[String]) -> Result<HashMap<String, Option<ExistingUser>>> {
    // As Accounts::enter: accounts lie outside every project.
    sqlx::query("SET LOCAL ROLE vestibule_system").execute(&mut *connection).await?;
    let accounts: Vec<(String, i64)> =
        sqlx::query_as("SELECT lower(email), id FROM accounts WHERE lower(email) = ANY($1)").bind(emails).fetch_all(&mut *connection).await?;
    sqlx::query("RESET ROLE").execute(&mut *connection).await?;
    let rows: Vec<(i64, i64, String, Vec<i64>)> = sqlx::query_as(
        "SELECT u.account_id, u.id, u.name, ARRAY(SELECT m.domain_id FROM user_domains m WHERE m.user_id = u.id)
         FROM users u WHERE u.project_id = $1 AND u.account_id = ANY($2)",
    )
    .bind(project_id)
    .bind(accounts.iter().map(|(_, id)| *id).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    let existing = |(account, id, name, groups): (i64, i64, String, Vec<i64>)| {
        (account, ExistingUser { id, name, email: None, domain_ids: groups.into_iter().collect() })
    };
    let mut users: HashMap<i64, ExistingUser> = rows.into_iter().map(existing).collect();
    let of_account = |(email, account): (String, i64)| {
        let existing = users.remove(&account).map(|existing| ExistingUser { email: Some(email.clone()), ..existing });
        (email, existing)
    };
    Ok(accounts.into_iter().map(of_account).collect())
}

/// Users in the groups by group and name.
pub async fn by_name(connection: &mut PgConnection, project_id: i64, groups: &[i64], names: &[String]) -> Result<HashMap<(i64, String), i64>> {
    let rows: Vec<(i64, String, i64)> = sqlx::query_as(
        "SELECT m.domain_id, u.name, u.id FROM user_domains m JOIN users u ON u.id = m.user_id
         WHERE m.project_id = $1 AND m.domain_id = ANY($2) AND u.name = ANY($3) ORDER BY u.id DESC",
    )
    .bind(project_id)
    .bind(groups)
    .bind(names)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(group, name, id)| ((group, name), id)).collect())
}

/// Ids of roles by name, in lower case.
pub async fn roles(connection: &mut PgConnection, project_id: i64, names: &[String]) -> Result<HashMap<String, i64>> {
    let rows: Vec<(String, i64)> = sqlx::query_as("SELECT lower(name), id FROM roles WHERE project_id = $1 AND lower(name) = ANY($2)")
        .bind(project_id)
        .bind(names)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// One statement for each table, for any number of users. Returns their ids in the given order.
pub async fn insert_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Create>,
    import_id: Uuid,
    new: &[NewImportedUser<'_>],
    locale: &str,
    now: OffsetDateTime,
) -> Result<Vec<i64>> {
    let ids: Vec<i64> = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('users', 'id')) FROM generate_series(1, $1)")
        .bind(new.len() as i64)
        .fetch_all(&mut *connection)
        .await?;
    let accounts = insert_accounts(connection, new, now).await?;
    let drafts = new.iter().map(|new| new.draft);
    user::import::insert_users(connection, right, drafts, &ids, &accounts, &Common { locale, now }).await?;
    let members: Vec<(i64, i64)> = ids.iter().zip(new).flat_map(|(id, new)| new.draft.domain_ids.iter().map(|group| (*id, *group))).collect();
    sqlx::query(
        "INSERT INTO user_domains (project_id, user_id, domain_id) SELECT $1, m.id, m.domain FROM unnest($2::bigint[], $3::bigint[]) m (id, domain)",
    )
    .bind(right.project_id())
    .bind(members.iter().map(|(id, _)| *id).collect::<Vec<_>>())
    .bind(members.iter().map(|(_, group)| *group).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO imported_users (import_id, project_id, index, user_id, is_invited)
         SELECT $1, $2, n.index, n.id, n.is_invited FROM unnest($3::int[], $4::bigint[], $5::bool[]) n (index, id, is_invited)",
    )
    .bind(import_id)
    .bind(right.project_id())
    .bind(new.iter().map(|new| new.index).collect::<Vec<_>>())
    .bind(&ids)
    .bind(new.iter().map(|new| new.is_invited).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    user::publish_changed(connection, right.project_id(), &ids).await?;
    Ok(ids)
}

/// An account for each with an e-mail; None for the others.
async fn insert_accounts(connection: &mut PgConnection, new: &[NewImportedUser<'_>], now: OffsetDateTime) -> Result<Vec<Option<i64>>> {
    let emails: Vec<&str> = new.iter().filter_map(|new| new.draft.email.as_deref()).collect();
    // As Accounts::enter: accounts lie outside every project.
    sqlx::query("SET LOCAL ROLE vestibule_system").execute(&mut *connection).await?;
    let ids: Vec<i64> = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('accounts', 'id')) FROM generate_series(1, $1)")
        .bind(emails.len() as i64)
        .fetch_all(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO accounts (id, email, created_at, updated_at) OVERRIDING SYSTEM VALUE
         SELECT n.id, n.email, $3, $3 FROM unnest($1::bigint[], $2::text[]) n (id, email)",
    )
    .bind(&ids)
    .bind(&emails)
    .bind(now)
    .execute(&mut *connection)
    .await
    .map_err(taken)?;
    sqlx::query("RESET ROLE").execute(&mut *connection).await?;
    let mut ids = ids.into_iter();
    Ok(new.iter().map(|new| new.draft.email.as_ref().and_then(|_| ids.next())).collect())
}

/// Somebody whom an undone import takes away.
#[derive(Debug, sqlx::FromRow)]
pub struct RemovedUser {
    pub id: i64,
    pub name: String,
    account_id: Option<i64>,
    version: i64,
}

/// Removes whom the import made, and refuses it from now on.
pub async fn undo(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, now: OffsetDateTime) -> Result<Vec<RemovedUser>> {
    let project_id = caller.project_id;
    sqlx::query(
        "INSERT INTO user_imports (import_id, project_id, is_undone, created_by, created_by_name, started_at) VALUES ($1, $2, true, 0, '', $3)
         ON CONFLICT (import_id) DO UPDATE SET is_undone = true",
    )
    .bind(import_id)
    .bind(project_id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    let removed: Vec<RemovedUser> = sqlx::query_as(
        "DELETE FROM users u USING imported_users i WHERE i.project_id = $1 AND i.import_id = $2 AND u.project_id = $1 AND u.id = i.user_id
         RETURNING u.id, u.name, u.account_id, u.version",
    )
    .bind(project_id)
    .bind(import_id)
    .fetch_all(&mut *connection)
    .await?;
    let accounts: Vec<i64> = removed.iter().filter_map(|user| user.account_id).collect();
    sqlx::query("SET LOCAL ROLE vestibule_system").execute(&mut *connection).await?;
    sqlx::query("DELETE FROM accounts a WHERE a.id = ANY($1) AND NOT EXISTS (SELECT 1 FROM users u WHERE u.account_id = a.id)")
        .bind(&accounts)
        .execute(&mut *connection)
        .await?;
    sqlx::query("RESET ROLE").execute(&mut *connection).await?;
    let deleted: Vec<_> = removed.iter().map(|user| publish::DeletedUser { id: user.id, name: &user.name, version: user.version }).collect();
    publish::deleted(connection, project_id, &deleted).await?;
    Ok(removed)
}

/// Who is to be invited now that the import is whole: the inviter's name, and the users. Forgets the import.
pub async fn finish(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, now: OffsetDateTime) -> Result<Option<(String, Vec<i64>)>> {
    let inviter: Option<String> =
        sqlx::query_scalar("SELECT created_by_name FROM user_imports WHERE project_id = $1 AND import_id = $2 AND NOT is_undone FOR UPDATE")
            .bind(caller.project_id)
            .bind(import_id)
            .fetch_optional(&mut *connection)
            .await?;
    let Some(inviter) = inviter else { return Ok(None) };
    let invited = sqlx::query_scalar("SELECT user_id FROM imported_users WHERE project_id = $1 AND import_id = $2 AND is_invited ORDER BY index")
        .bind(caller.project_id)
        .bind(import_id)
        .fetch_all(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM user_imports WHERE project_id = $1 AND (import_id = $2 OR is_undone AND started_at < $3)")
        .bind(caller.project_id)
        .bind(import_id)
        .bind(now - REMEMBERED)
        .execute(connection)
        .await?;
    Ok(Some((inviter, invited)))
}

fn taken(error: sqlx::Error) -> Error {
    match violated(&error) {
        Some("accounts_email") => Error::Conflict {
            code: "email_used",
            message: "serial number or e-mail already used".into(),
            data: serde_json::json!({ "fields": { "email": "value must be unique" } }),
        },
        _ => error.into(),
    }
}
