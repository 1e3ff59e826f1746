//! Statements of the import and the export of a structure.
use std::collections::{HashMap, HashSet};

use kit::{Error, Result};
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::group_type::kind;
use crate::domain::group_type::GroupKind;
use crate::domain::reach::GroupRight;
use crate::domain::structure::export::ExportedGroup;
use crate::domain::structure::line::Counts;
use crate::domain::structure::tree::{ExistingGroup, Types};

#[derive(sqlx::FromRow)]
struct ExistingGroupRow {
    id: i64,
    parent_key: i64,
    name: String,
    domain_type_id: Option<i64>,
    logic_address: Option<String>,
    sip_count: Option<i32>,
    app_count: Option<i32>,
}

impl ExistingGroupRow {
    fn into_existing(self) -> ExistingGroup {
        let counts = Counts { sip: self.sip_count, app: self.app_count };
        ExistingGroup { id: self.id, name: self.name, type_id: self.domain_type_id, address: self.logic_address, counts }
    }
}

#[derive(sqlx::FromRow)]
struct ExportedGroupRow {
    id: i64,
    parent_id: i64,
    name: String,
    kind: i16,
    type_name: Option<String>,
    logic_address: Option<String>,
    sip_count: Option<i32>,
    app_count: Option<i32>,
}

impl From<ExportedGroupRow> for ExportedGroup {
    fn from(row: ExportedGroupRow) -> Self {
        let ExportedGroupRow { id, parent_id, name, kind, type_name, logic_address, sip_count, app_count } = row;
        ExportedGroup { id, parent_id, name, kind, type_name, logic_address, sip_count, app_count }
    }
}

pub async fn find_types(connection: &mut PgConnection, project_id: i64) -> Result<Types> {
    let rows: Vec<(i64, i16, String)> =
        sqlx::query_as("SELECT id, kind, name FROM group_types WHERE project_id = $1 ORDER BY id").bind(project_id).fetch_all(connection).await?;
    let apartment = rows.iter().find(|(_, number, _)| kind(*number) == GroupKind::Apartment).map(|(id, ..)| *id);
    Ok(Types::new(rows.into_iter().map(|(id, number, name)| (name, (id, kind(number)))).collect(), apartment))
}

pub async fn find_group(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<ExistingGroup> {
    let row: Option<ExistingGroupRow> = sqlx::query_as(
        "SELECT id, parent_key, name, domain_type_id, logic_address, sip_count, app_count FROM groups WHERE project_id = $1 AND id = $2",
    )
    .bind(project_id)
    .bind(id)
    .fetch_optional(connection)
    .await?;
    Ok(row.ok_or(Error::NotFound)?.into_existing())
}

/// Groups by parent and name: names of siblings need not differ.
pub async fn find_by_name(connection: &mut PgConnection, project_id: i64, named: &[(i64, String)]) -> Result<HashMap<i64, Vec<ExistingGroup>>> {
    let rows: Vec<ExistingGroupRow> = sqlx::query_as(
        "SELECT g.id, g.parent_key, g.name, g.domain_type_id, g.logic_address, g.sip_count, g.app_count
         FROM (SELECT DISTINCT parent, name FROM unnest($2::bigint[], $3::text[]) w (parent, name)) w
         JOIN groups g ON g.project_id = $1 AND g.parent_key = w.parent AND g.name = w.name ORDER BY g.id",
    )
    .bind(project_id)
    .bind(named.iter().map(|(parent, _)| *parent).collect::<Vec<_>>())
    .bind(named.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    Ok(by_parent(rows))
}

/// Apartments by parent and number.
pub async fn find_apartments(connection: &mut PgConnection, project_id: i64, named: &[(i64, String)]) -> Result<HashMap<i64, Vec<ExistingGroup>>> {
    let rows: Vec<ExistingGroupRow> = sqlx::query_as(
        "SELECT g.id, g.parent_key, g.name, g.domain_type_id, g.logic_address, g.sip_count, g.app_count
         FROM unnest($2::bigint[], $3::text[]) w (parent, address)
         JOIN groups g ON g.project_id = $1 AND g.parent_key = w.parent AND g.logic_address = w.address
         JOIN group_types t ON t.id = g.domain_type_id AND t.kind = 4 ORDER BY g.id",
    )
    .bind(project_id)
    .bind(named.iter().map(|(parent, _)| *parent).collect::<Vec<_>>())
    .bind(named.iter().map(|(_, address)| address.as_str()).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    Ok(by_parent(rows))
}

fn by_parent(rows: Vec<ExistingGroupRow>) -> HashMap<i64, Vec<ExistingGroup>> {
    let mut groups: HashMap<i64, Vec<ExistingGroup>> = HashMap::new();
    for row in rows {
        groups.entry(row.parent_key).or_default().push(row.into_existing());
    }
    groups
}

/// Those of the addresses (parent, type, address) that a group has.
pub async fn find_taken_addresses(
    connection: &mut PgConnection,
    project_id: i64,
    named: &[(i64, i64, String)],
) -> Result<HashSet<(i64, i64, String)>> {
    let rows: Vec<(i64, i64, String)> = sqlx::query_as(
        "SELECT g.parent_key, g.domain_type_id, g.logic_address FROM unnest($2::bigint[], $3::bigint[], $4::text[]) w (parent, type, address)
         JOIN groups g ON g.project_id = $1 AND g.parent_key = w.parent AND g.domain_type_id = w.type AND g.logic_address = w.address",
    )
    .bind(project_id)
    .bind(named.iter().map(|(parent, ..)| *parent).collect::<Vec<_>>())
    .bind(named.iter().map(|(_, kind, _)| *kind).collect::<Vec<_>>())
    .bind(named.iter().map(|(.., address)| address.as_str()).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Counts of groups, where they have none.
pub async fn set_counts(
    connection: &mut PgConnection,
    right: &GroupRight<action::Create>,
    counts: &[(i64, Counts)],
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE groups g SET sip_count = coalesce(g.sip_count, w.sip), app_count = coalesce(g.app_count, w.app), updated_at = $2
         FROM unnest($3::bigint[], $4::int[], $5::int[]) w (id, sip, app) WHERE g.project_id = $1 AND g.id = w.id",
    )
    .bind(right.project_id())
    .bind(now)
    .bind(counts.iter().map(|(id, _)| *id).collect::<Vec<_>>())
    .bind(counts.iter().map(|(_, counts)| counts.sip).collect::<Vec<_>>())
    .bind(counts.iter().map(|(_, counts)| counts.app).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

/// Groups anywhere below, at most one more than `max`.
pub async fn list_below(connection: &mut PgConnection, project_id: i64, root: i64, max: usize) -> Result<Vec<ExportedGroup>> {
    let rows: Vec<ExportedGroupRow> = sqlx::query_as(
        "SELECT g.id, g.parent_key AS parent_id, g.name, coalesce(t.kind, 0::smallint) AS kind, t.name AS type_name, g.logic_address, g.sip_count, g.app_count
         FROM group_closure c JOIN groups g ON g.id = c.descendant_id LEFT JOIN group_types t ON t.id = g.domain_type_id
         WHERE c.ancestor_id = $2 AND c.depth > 0 AND g.project_id = $1 LIMIT $3",
    )
    .bind(project_id)
    .bind(root)
    .bind(max as i64 + 1)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(ExportedGroup::from).collect())
}

/// Ids of the groups of a type below.
pub async fn list_ids_of_type(connection: &mut PgConnection, project_id: i64, root: i64, kind: i64) -> Result<HashSet<i64>> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "SELECT g.id FROM group_closure c JOIN groups g ON g.id = c.descendant_id
         WHERE c.ancestor_id = $2 AND c.depth > 0 AND g.project_id = $1 AND g.domain_type_id = $3",
    )
    .bind(project_id)
    .bind(root)
    .bind(kind)
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().collect())
}
