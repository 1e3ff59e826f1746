//! Many users at once: statements over sets, whatever their number.
use std::collections::HashSet;

use kit::outbox::{self, Outgoing};
use kit::{Error, Result, error};
use policy::{Authorized, PermissionSet, action, resource};
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::account::Accounts;
use super::role::permissions_of;
use super::user::TOPIC;
use crate::domain::user::Draft;

/// Events written by one statement.
const EVENTS: usize = 2_000;

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
    let accounts = Accounts::enter(connection).await?;
    let found: Vec<String> = sqlx::query_scalar(
        "SELECT lower(email) FROM accounts WHERE lower(email) = ANY($1) UNION ALL SELECT lower(login) FROM accounts WHERE lower(login) = ANY($2)",
    )
    .bind(emails)
    .bind(logins)
    .fetch_all(&mut *accounts.connection)
    .await?;
    accounts.leave().await?;
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
    drafts: &[Draft],
    common: &Common<'_>,
) -> Result<Vec<i64>> {
    let accounts = insert_accounts(connection, drafts, common.now).await?;
    let ids = take_ids(connection, "users", drafts.len()).await?;
    insert_users(connection, right, drafts, &ids, &accounts, common).await?;
    insert_groups(connection, right.project_id(), drafts, &ids).await?;
    announce(connection, right.project_id(), drafts, &ids, common.locale).await?;
    Ok(ids)
}

/// Ids before the rows, so that nothing has to be matched with what the rows got.
async fn take_ids(connection: &mut PgConnection, table: &str, count: usize) -> Result<Vec<i64>> {
    let ids = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)");
    Ok(ids.bind(table).bind(count as i64).fetch_all(connection).await?)
}

/// Of everybody who has something to sign in with.
async fn insert_accounts(connection: &mut PgConnection, drafts: &[Draft], now: OffsetDateTime) -> Result<Vec<Option<i64>>> {
    let accounts = Accounts::enter(connection).await?;
    let with: Vec<&Draft> = drafts.iter().filter(|draft| draft.can_have_account()).collect();
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
    accounts.leave().await?;
    let mut ids = ids.into_iter();
    Ok(drafts.iter().map(|draft| if draft.can_have_account() { ids.next() } else { None }).collect())
}

async fn insert_users(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Create>,
    drafts: &[Draft],
    ids: &[i64],
    accounts: &[Option<i64>],
    common: &Common<'_>,
) -> Result<()> {
    fn all<'a, T>(drafts: &'a [Draft], of: impl Fn(&'a Draft) -> T) -> Vec<T> {
        drafts.iter().map(of).collect()
    }
    sqlx::query(
        "INSERT INTO users (id, project_id, account_id, role_id, name, description, email, login, is_active, activated_at, phone, address,
             locale, created_by, created_at, updated_at, identifier_format, time_format) OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.account_id, n.role_id, n.name, n.description, n.email, n.login, true, $2, n.phone, n.address, $3, $4, $2, $2,
             coalesce((SELECT s.identifier_format FROM project_settings s WHERE s.project_id = $1), 1),
             coalesce((SELECT s.time_format FROM project_settings s WHERE s.project_id = $1), 1)
         FROM unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
             n (id, account_id, role_id, name, description, email, login, phone, address)",
    )
    .bind(right.project_id())
    .bind(common.now)
    .bind(common.locale)
    .bind(right.caller().user_id)
    .bind(ids)
    .bind(accounts)
    .bind(all(drafts, |draft| draft.role_id))
    .bind(all(drafts, |draft| draft.name.as_str()))
    .bind(all(drafts, |draft| draft.description.as_deref()))
    .bind(all(drafts, |draft| draft.email.as_deref()))
    .bind(all(drafts, |draft| draft.login.as_deref()))
    .bind(all(drafts, |draft| draft.phone.as_deref()))
    .bind(all(drafts, |draft| draft.address.as_deref()))
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_groups(connection: &mut PgConnection, project_id: i64, drafts: &[Draft], ids: &[i64]) -> Result<()> {
    let pairs = || ids.iter().zip(drafts).flat_map(|(id, draft)| draft.domain_ids.iter().map(move |group| (*id, *group)));
    sqlx::query("INSERT INTO user_domains (project_id, user_id, domain_id) SELECT $1, n.* FROM unnest($2::bigint[], $3::bigint[]) n")
        .bind(project_id)
        .bind(pairs().map(|(id, _)| id).collect::<Vec<_>>())
        .bind(pairs().map(|(_, group)| group).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

async fn announce(connection: &mut PgConnection, project_id: i64, drafts: &[Draft], ids: &[i64], locale: &str) -> Result<()> {
    let event = |(id, draft): (&i64, &Draft)| Outgoing {
        project_id,
        aggregate: format!("user:{id}"),
        event: UserChanged {
            project_id,
            id: *id,
            version: 1,
            deleted: false,
            name: draft.name.clone(),
            email: draft.email.clone().unwrap_or_default(),
            locale: locale.into(),
            is_active: draft.is_active,
            role_id: draft.role_id,
            domain_ids: draft.domain_ids.iter().copied().collect(),
            description: draft.description.clone().unwrap_or_default(),
        },
    };
    for (ids, drafts) in ids.chunks(EVENTS).zip(drafts.chunks(EVENTS)) {
        outbox::emit_all(connection, TOPIC, &ids.iter().zip(drafts).map(event).collect::<Vec<_>>()).await?;
    }
    Ok(())
}
