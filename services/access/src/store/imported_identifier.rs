//! Identifiers that come with a structure: many at once, each import by its id.
use std::collections::{HashMap, HashSet};

use kit::outbox::{self, Outgoing};
use kit::{Error, Result};
use policy::{Authorized, Scope, action, resource};
use proto::vestibule::events::v1::IdentifierChanged;
use sqlx::{PgConnection, QueryBuilder};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::affected;
use super::identifier::{LISTING, TOPIC, duplicate};
use crate::domain::identifier::IdentifierType;

/// How long an import that was undone is remembered.
const REMEMBERED: Duration = Duration::days(1);

/// One to be made.
#[derive(Clone, Debug)]
pub struct New {
    pub kind: IdentifierType,
    pub name: String,
    pub value: String,
    pub number: String,
    pub unique_value: String,
    pub owner_id: Option<i64>,
    pub domain_id: i64,
}

/// The number of the type, as tables and the API have it.
pub fn number_of(kind: IdentifierType) -> i16 {
    IdentifierType::ALL.iter().position(|other| *other == kind).unwrap_or_default() as i16 + 1
}

/// Opens the import for another call. Refused once it was undone.
pub async fn enter(connection: &mut PgConnection, project_id: i64, import_id: Uuid, now: OffsetDateTime) -> Result<()> {
    let is_undone: bool = sqlx::query_scalar(
        "INSERT INTO identifier_imports (import_id, project_id, started_at) VALUES ($1, $2, $3)
         ON CONFLICT (import_id) DO UPDATE SET started_at = identifier_imports.started_at RETURNING is_undone",
    )
    .bind(import_id)
    .bind(project_id)
    .bind(now)
    .fetch_one(connection)
    .await?;
    if is_undone { Err(Error::conflict("action prohibited")) } else { Ok(()) }
}

/// One that is there.
#[derive(Clone, Copy, Debug)]
pub struct There {
    pub owner_id: Option<i64>,
    /// Made by this import.
    pub is_of_import: bool,
}

/// Those in reach, by type and unique value.
pub async fn there(
    connection: &mut PgConnection,
    project_id: i64,
    reach: &Scope,
    import_id: Uuid,
    wanted: &[(i16, String)],
) -> Result<HashMap<(i16, String), There>> {
    let mut sql = QueryBuilder::new(
        "SELECT i.type, i.unique_value, i.owner_id, EXISTS (SELECT 1 FROM imported_identifiers m WHERE m.identifier_id = i.id AND m.import_id = ",
    );
    sql.push_bind(import_id).push(") FROM unnest(").push_bind(wanted.iter().map(|(kind, _)| *kind).collect::<Vec<i16>>());
    sql.push("::smallint[], ").push_bind(wanted.iter().map(|(_, value)| value.clone()).collect::<Vec<String>>());
    sql.push("::text[]) w (type, value) JOIN identifiers i ON i.type = w.type AND i.unique_value = w.value WHERE i.project_id = ")
        .push_bind(project_id);
    LISTING.push_scope(&mut sql, reach);
    let rows: Vec<(i16, String, Option<i64>, bool)> = sql.build_query_as().fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(kind, value, owner_id, is_of_import)| ((kind, value), There { owner_id, is_of_import })).collect())
}

/// A statement for each table. Answers their ids in their order.
pub async fn insert_all(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::Create>,
    import_id: Uuid,
    new: &[New],
    now: OffsetDateTime,
) -> Result<Vec<i64>> {
    let project_id = right.project_id();
    let ids: Vec<i64> = sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence('identifiers', 'id')) FROM generate_series(1, $1)")
        .bind(new.len() as i64)
        .fetch_all(&mut *connection)
        .await?;
    let links: Vec<Uuid> = new.iter().map(|_| Uuid::now_v7()).collect();
    insert(connection, right, &ids, &links, new, now).await?;
    sqlx::query("INSERT INTO imported_identifiers (import_id, identifier_id, project_id) SELECT $1, n, $2 FROM unnest($3::bigint[]) n")
        .bind(import_id)
        .bind(project_id)
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    let owners: Vec<i64> = new.iter().filter_map(|new| new.owner_id).collect();
    let names = names(connection, project_id, &owners).await?;
    let event = |((id, link), new): ((&i64, &Uuid), &New)| Outgoing {
        project_id,
        aggregate: format!("identifier:{id}"),
        event: IdentifierChanged {
            project_id,
            id: *id,
            version: 1,
            deleted: false,
            name: new.name.clone(),
            link_id: link.to_string(),
            r#type: new.kind.as_str().into(),
            number: new.number.clone(),
            is_active: true,
            revoked: false,
            owner_id: new.owner_id.unwrap_or_default(),
            owner_name: new.owner_id.and_then(|owner| names.get(&owner).cloned()).unwrap_or_default(),
            void_since: None,
        },
    };
    let events: Vec<_> = ids.iter().zip(&links).zip(new).map(event).collect();
    outbox::emit_all(connection, TOPIC, &events).await?;
    touch(connection, project_id, &owners).await?;
    Ok(ids)
}

async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Identifier, action::Create>,
    ids: &[i64],
    links: &[Uuid],
    new: &[New],
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO identifiers (id, project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, domain_id,
             created_by, created_by_name, created_at, updated_at)
         OVERRIDING SYSTEM VALUE
         SELECT n.id, $1, n.link, n.name, n.type, n.value, n.number, n.unique_value, true, 1, n.owner, n.domain, $2, $3, $4, $4
         FROM unnest($5::bigint[], $6::uuid[], $7::text[], $8::smallint[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::bigint[])
             n (id, link, name, type, value, number, unique_value, owner, domain)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(ids)
    .bind(links)
    .bind(new.iter().map(|new| new.name.as_str()).collect::<Vec<_>>())
    .bind(new.iter().map(|new| number_of(new.kind)).collect::<Vec<_>>())
    .bind(new.iter().map(|new| new.value.as_str()).collect::<Vec<_>>())
    .bind(new.iter().map(|new| new.number.as_str()).collect::<Vec<_>>())
    .bind(new.iter().map(|new| new.unique_value.as_str()).collect::<Vec<_>>())
    .bind(new.iter().map(|new| new.owner_id).collect::<Vec<_>>())
    .bind(new.iter().map(|new| new.domain_id).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map_err(duplicate)?;
    Ok(())
}

async fn names(connection: &mut PgConnection, project_id: i64, owners: &[i64]) -> Result<HashMap<i64, String>> {
    let rows: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM people WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(owners)
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// The doors that the owners open. Of an owner who is not known yet they are told once the owner is.
async fn touch(connection: &mut PgConnection, project_id: i64, owners: &[i64]) -> Result<()> {
    let owners: Vec<i64> = owners.iter().copied().collect::<HashSet<_>>().into_iter().collect();
    let devices = affected::by_people(connection, &owners).await?;
    affected::touch(connection, project_id, devices).await
}

/// One that an undone import takes away.
#[derive(Debug, sqlx::FromRow)]
pub struct Removed {
    pub id: i64,
    pub name: String,
    link_id: Uuid,
    number: String,
    owner_id: Option<i64>,
    version: i64,
    r#type: i16,
}

/// Removes what the import made, and refuses it from now on.
pub async fn undo(connection: &mut PgConnection, project_id: i64, import_id: Uuid, now: OffsetDateTime) -> Result<Vec<Removed>> {
    sqlx::query(
        "INSERT INTO identifier_imports (import_id, project_id, is_undone, started_at) VALUES ($1, $2, true, $3)
         ON CONFLICT (import_id) DO UPDATE SET is_undone = true",
    )
    .bind(import_id)
    .bind(project_id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    let removed: Vec<Removed> = sqlx::query_as(
        "DELETE FROM identifiers i USING imported_identifiers m WHERE m.project_id = $1 AND m.import_id = $2 AND i.project_id = $1 AND i.id = m.identifier_id
         RETURNING i.id, i.name, i.link_id, i.number, i.owner_id, i.version, i.type",
    )
    .bind(project_id)
    .bind(import_id)
    .fetch_all(&mut *connection)
    .await?;
    let gone = |row: &Removed| Outgoing {
        project_id,
        aggregate: format!("identifier:{}", row.id),
        event: IdentifierChanged {
            project_id,
            id: row.id,
            version: row.version + 1,
            deleted: true,
            name: row.name.clone(),
            link_id: row.link_id.to_string(),
            r#type: IdentifierType::ALL[usize::from(row.r#type.clamp(1, 7) as u16) - 1].as_str().into(),
            number: row.number.clone(),
            void_since: Some(kit::clock::to_proto(now)),
            ..IdentifierChanged::default()
        },
    };
    outbox::emit_all(connection, TOPIC, &removed.iter().map(gone).collect::<Vec<_>>()).await?;
    touch(connection, project_id, &removed.iter().filter_map(|row| row.owner_id).collect::<Vec<_>>()).await?;
    Ok(removed)
}

/// Forgets the import: it is whole.
pub async fn finish(connection: &mut PgConnection, project_id: i64, import_id: Uuid, now: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM identifier_imports WHERE project_id = $1 AND (import_id = $2 AND NOT is_undone OR is_undone AND started_at < $3)")
        .bind(project_id)
        .bind(import_id)
        .bind(now - REMEMBERED)
        .execute(connection)
        .await?;
    Ok(())
}
