//! Identifiers that come with a structure: many at once, each import by its id.
use std::collections::HashMap;

use kit::{Error, Result};
use policy::{Authorized, Caller, Scope, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::identifier::{LISTING, duplicate};
use crate::domain::identifier::{IdentifierType, Origin};
use crate::domain::imported_identifier::{Existing, ImportedIdentifierDraft};

/// How long an import that was undone is kept, so that its late calls are refused.
const UNDONE_IMPORT_TTL: Duration = Duration::days(1);

/// Opens the import for another call. Refused once it was undone.
pub async fn open_import(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, now: OffsetDateTime) -> Result<()> {
    let is_undone: bool = sqlx::query_scalar(
        "INSERT INTO identifier_imports (import_id, project_id, started_at) VALUES ($1, $2, $3)
         ON CONFLICT (import_id) DO UPDATE SET started_at = identifier_imports.started_at RETURNING is_undone",
    )
    .bind(import_id)
    .bind(caller.project_id)
    .bind(now)
    .fetch_one(connection)
    .await?;
    if is_undone { Err(Error::conflict("action prohibited")) } else { Ok(()) }
}

/// Identifiers in reach that have one of the keys (number of the type, unique value), by key.
pub async fn find_existing(
    connection: &mut PgConnection,
    project_id: i64,
    reach: &Scope,
    import_id: Uuid,
    keys: &[(i16, String)],
) -> Result<HashMap<(i16, String), Existing>> {
    let mut sql = QueryBuilder::new(
        "SELECT i.type, i.unique_value, i.owner_id, EXISTS (SELECT 1 FROM imported_identifiers m WHERE m.identifier_id = i.id AND m.import_id = ",
    );
    sql.push_bind(import_id).push(") FROM unnest(").push_bind(keys.iter().map(|(kind, _)| *kind).collect::<Vec<i16>>());
    sql.push("::smallint[], ").push_bind(keys.iter().map(|(_, value)| value.clone()).collect::<Vec<String>>());
    sql.push("::text[]) w (type, value) JOIN identifiers i ON i.type = w.type AND i.unique_value = w.value WHERE i.project_id = ")
        .push_bind(project_id);
    LISTING.push_scope(&mut sql, reach);
    let rows: Vec<(i16, String, Option<i64>, bool)> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(kind, value, owner_id, is_of_import)| ((kind, value), Existing { owner_id, is_of_import })).collect())
}

/// Creates the identifiers of the drafts, and notes that they belong to the import. Returns id and link id of each, in the
/// order of the drafts.
pub async fn insert_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::Create>,
    import_id: Uuid,
    drafts: &[ImportedIdentifierDraft],
    now: OffsetDateTime,
) -> Result<Vec<(i64, Uuid)>> {
    let ids: Vec<i64> = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('identifiers', 'id')) FROM generate_series(1, $1)")
        .bind(drafts.len() as i64)
        .fetch_all(&mut *connection)
        .await?;
    let links: Vec<Uuid> = drafts.iter().map(|_| Uuid::now_v7()).collect();
    insert(connection, right, &ids, &links, drafts, now).await?;
    sqlx::query("INSERT INTO imported_identifiers (import_id, identifier_id, project_id) SELECT $1, n, $2 FROM unnest($3::bigint[]) n")
        .bind(import_id)
        .bind(right.project_id())
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    Ok(ids.into_iter().zip(links).collect())
}

async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::Create>,
    ids: &[i64],
    links: &[Uuid],
    drafts: &[ImportedIdentifierDraft],
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO identifiers (id, project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             created_by, created_by_name, created_at, updated_at, origin)
         OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.link, n.name, n.type, n.value, n.number, n.unique_value, true, 1, n.owner, n.domain, $2, $3, $4, $4, $14
         FROM unnest($5::bigint[], $6::uuid[], $7::text[], $8::smallint[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[])
             n (id, link, name, type, value, number, unique_value, owner, domain)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(ids)
    .bind(links)
    .bind(drafts.iter().map(|draft| draft.name.as_str()).collect::<Vec<_>>())
    .bind(drafts.iter().map(|draft| draft.kind.number()).collect::<Vec<_>>())
    .bind(drafts.iter().map(|draft| draft.value.as_str()).collect::<Vec<_>>())
    .bind(drafts.iter().map(|draft| draft.number.as_str()).collect::<Vec<_>>())
    .bind(drafts.iter().map(|draft| draft.unique_value.as_str()).collect::<Vec<_>>())
    .bind(drafts.iter().map(|draft| draft.owner_id).collect::<Vec<_>>())
    .bind(drafts.iter().map(|draft| draft.group_id).collect::<Vec<_>>())
    .bind(Origin::Structure.number())
    .execute(connection)
    .await
    .map_err(duplicate)?;
    Ok(())
}

/// Names of the owners that are known here.
pub async fn owner_names(connection: &mut PgConnection, project_id: i64, owners: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM people WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(owners)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// An identifier that was removed with its import.
#[derive(Debug, sqlx::FromRow)]
pub struct RemovedIdentifier {
    pub id: i64,
    pub name: String,
    pub link_id: Uuid,
    pub number: String,
    pub owner_id: Option<i64>,
    pub version: i64,
    r#type: i16,
}

impl RemovedIdentifier {
    pub fn kind(&self) -> IdentifierType {
        IdentifierType::from_number(self.r#type.into()).unwrap_or(IdentifierType::Card)
    }
}

/// Deletes what the import created, and refuses it from now on.
pub async fn undo(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, now: OffsetDateTime) -> Result<Vec<RemovedIdentifier>> {
    sqlx::query(
        "INSERT INTO identifier_imports (import_id, project_id, is_undone, started_at) VALUES ($1, $2, true, $3)
         ON CONFLICT (import_id) DO UPDATE SET is_undone = true",
    )
    .bind(import_id)
    .bind(caller.project_id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    let removed = sqlx::query_as(
        "DELETE FROM identifiers i USING imported_identifiers m WHERE m.project_id = $1 AND m.import_id = $2 AND i.project_id = $1 AND i.id = m.identifier_id
         RETURNING i.id, i.name, i.link_id, i.number, i.owner_id, i.version, i.type",
    )
    .bind(caller.project_id)
    .bind(import_id)
    .fetch_all(&mut *connection)
    .await?;
    Ok(removed)
}

/// Deletes the record of the import: it is complete. Records of undone imports go when their time is over.
pub async fn finish(connection: &mut PgConnection, caller: &Caller, import_id: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM identifier_imports WHERE project_id = $1 AND (import_id = $2 AND NOT is_undone OR is_undone AND started_at < $3)")
        .bind(caller.project_id)
        .bind(import_id)
        .bind(now - UNDONE_IMPORT_TTL)
        .execute(connection)
        .await?;
    Ok(())
}
