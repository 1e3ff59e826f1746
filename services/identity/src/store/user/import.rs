//! Many users at once: statements over sets, whatever their number.
use std::collections::HashSet;

use kit::{Error, Result, error};
use policy::{Authorized, PermissionSet, action, resource};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::list::FIELDS;
use crate::domain::user::UserDraft;
use crate::publish::user as publish;
use crate::store::account::Accounts;
use crate::store::role::permissions_of;

/// A role that rows of a table may name.
pub struct NamedRole {
    pub id: i64,
    pub name: String,
    pub permissions: PermissionSet,
}

/// Those of these names, in small letters, or of this id.
pub async fn roles(connection: &mut PgConnection, project_id: i64, names: &[String], id: Option<i64>) -> Result<Vec<NamedRole>> {
    let rows: Vec<(i64, String, bool, Vec<String>)> = sqlx::query_as(
        "SELECT id, lower(name), is_administrator, permissions FROM roles WHERE project_id = $1 AND (lower(name) = ANY($2) OR id = $3)",
    )
    .bind(project_id)
    .bind(names)
    .bind(id)
    .fetch_all(connection)
    .await?;
    let role = |(id, name, is_administrator, codes): (i64, String, bool, Vec<String>)| NamedRole {
        id,
        name,
        permissions: permissions_of(is_administrator, &codes),
    };
    Ok(rows.into_iter().map(role).collect())
}

/// A group with the ids and names from the root to itself.
#[derive(sqlx::FromRow)]
pub struct NamedGroup {
    pub id: i64,
    pub ids: Vec<i64>,
    pub names: Vec<String>,
}

/// The groups of these names.
pub async fn groups(connection: &mut PgConnection, project_id: i64, names: &[&str]) -> Result<Vec<NamedGroup>> {
    let found = sqlx::query_as(
        "SELECT g.id, array_agg(a.id ORDER BY c.depth DESC) AS ids, array_agg(a.name ORDER BY c.depth DESC) AS names
         FROM group_nodes g JOIN group_closure c ON c.descendant_id = g.id JOIN group_nodes a ON a.id = c.ancestor_id
         WHERE g.project_id = $1 AND g.name = ANY($2) AND NOT g.deleted GROUP BY g.id",
    )
    .bind(project_id)
    .bind(names)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// Which of these e-mails and login names, in small letters, somebody of the installation has.
pub async fn taken(connection: &mut PgConnection, emails: &[String], logins: &[String]) -> Result<HashSet<String>> {
    let accounts = Accounts::elevate(connection).await?;
    let found: Vec<String> = sqlx::query_scalar(
        "SELECT lower(email) FROM accounts WHERE lower(email) = ANY($1) UNION ALL SELECT lower(login) FROM accounts WHERE lower(login) = ANY($2)",
    )
    .bind(emails)
    .bind(logins)
    .fetch_all(&mut *accounts.connection)
    .await?;
    accounts.restore_role().await?;
    Ok(found.into_iter().collect())
}

/// What all users of an import have in common.
pub struct Common<'a> {
    pub locale: &'a str,
    pub now: OffsetDateTime,
}

/// Makes them and says so. Returns their ids, in the order given.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Create>,
    drafts: &[UserDraft],
    common: &Common<'_>,
) -> Result<Vec<i64>> {
    let accounts = insert_accounts(connection, drafts, common.now).await?;
    let ids = take_ids(connection, "users", drafts.len()).await?;
    insert_users(connection, right, drafts.iter(), &ids, &accounts, common).await?;
    insert_groups(connection, right.project_id(), drafts, &ids).await?;
    publish::inserted(connection, right.project_id(), drafts, &ids, common.locale).await?;
    Ok(ids)
}

/// Ids before the rows, so that nothing has to be matched with what the rows got.
async fn take_ids(connection: &mut PgConnection, table: &str, count: usize) -> Result<Vec<i64>> {
    let ids = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)");
    Ok(ids.bind(table).bind(count as i64).fetch_all(connection).await?)
}

/// Of everybody who has something to sign in with.
async fn insert_accounts(connection: &mut PgConnection, drafts: &[UserDraft], now: OffsetDateTime) -> Result<Vec<Option<i64>>> {
    let accounts = Accounts::elevate(connection).await?;
    let with: Vec<&UserDraft> = drafts.iter().filter(|draft| draft.can_have_account()).collect();
    let ids = take_ids(accounts.connection, "accounts", with.len()).await?;
    let made = sqlx::query(
        "INSERT INTO accounts (id, email, login, created_at, updated_at) OVERRIDING SYSTEM VALUE
         SELECT n.id, n.email, n.login, $4, $4 FROM unnest($1::bigint[], $2::text[], $3::text[]) n (id, email, login)",
    )
    .bind(&ids)
    .bind(with.iter().map(|draft| draft.email.as_deref()).collect::<Vec<_>>())
    .bind(with.iter().map(|draft| draft.login.as_deref()).collect::<Vec<_>>())
    .bind(now)
    .execute(&mut *accounts.connection)
    .await;
    made.map_err(|failure| match error::violated(&failure) {
        // Somebody took it since it was looked for.
        Some("accounts_email" | "accounts_login") => Error::conflict("serial number or e-mail already used"),
        _ => failure.into(),
    })?;
    accounts.restore_role().await?;
    let mut ids = ids.into_iter();
    Ok(drafts.iter().map(|draft| if draft.can_have_account() { ids.next() } else { None }).collect())
}

/// Users who are active from now on.
pub(in crate::store) async fn insert_users(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Create>,
    drafts: impl Iterator<Item = &UserDraft>,
    ids: &[i64],
    accounts: &[Option<i64>],
    common: &Common<'_>,
) -> Result<()> {
    let sql = format!(
        "INSERT INTO users (id, project_id, account_id, {FIELDS}, activated_at, locale, created_by, created_at, updated_at, identifier_format, time_format)
             OVERRIDING SYSTEM VALUE
         SELECT n.new_id, $1, n.new_account_id, {FIELDS}, $2, $3, $4, $2, $2,
             coalesce((SELECT s.identifier_format FROM project_settings s WHERE s.project_id = $1), 1),
             coalesce((SELECT s.time_format FROM project_settings s WHERE s.project_id = $1), 1)
         FROM unnest($5::bigint[], $6::bigint[], $7::jsonb[]) n (new_id, new_account_id, draft), jsonb_populate_record(NULL::users, n.draft)"
    );
    sqlx::query(AssertSqlSafe(sql))
        .bind(right.project_id())
        .bind(common.now)
        .bind(common.locale)
        .bind(right.caller().user_id)
        .bind(ids)
        .bind(accounts)
        .bind(drafts.map(Json).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_groups(connection: &mut PgConnection, project_id: i64, drafts: &[UserDraft], ids: &[i64]) -> Result<()> {
    let pairs = || ids.iter().zip(drafts).flat_map(|(id, draft)| draft.domain_ids.iter().map(move |group| (*id, *group)));
    sqlx::query("INSERT INTO user_domains (project_id, user_id, domain_id) SELECT $1, n.* FROM unnest($2::bigint[], $3::bigint[]) n")
        .bind(project_id)
        .bind(pairs().map(|(id, _)| id).collect::<Vec<_>>())
        .bind(pairs().map(|(_, group)| group).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}
