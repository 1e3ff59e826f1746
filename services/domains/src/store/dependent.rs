//! What belongs to groups: groups below, and people and devices, which other services keep.
use kit::{Error, Result};
use policy::{Action, Caller, Resource, Scope};
use proto::vestibule::common::v1::Ref;
use sqlx::PgConnection;

/// How many of a group's dependents are named.
const NAMED: i64 = 20;

/// What depends on a group itself: how many, and the first of them.
#[derive(Debug)]
pub struct Dependents {
    pub resource: &'static str,
    pub count: i64,
    pub first: Vec<Ref>,
}

/// Of each kind that there is: groups below, users, devices, and the settings that let people register into it. `path` is the group's; names are told of what the caller
/// may see.
pub async fn of(connection: &mut PgConnection, caller: &Caller, path: &[i64]) -> Result<Vec<Dependents>> {
    let group = *path.last().ok_or(Error::NotFound)?;
    let kinds = [
        ("domains", Resource::Group, "SELECT k.id, k.name FROM groups k WHERE k.project_id = $1 AND k.parent_key = $2"),
        (
            "users",
            Resource::User,
            "SELECT p.id, p.name FROM person_groups m JOIN people p ON p.id = m.user_id WHERE m.project_id = $1 AND m.group_id = $2",
        ),
        ("devices", Resource::Device, "SELECT d.id, d.name FROM devices d WHERE d.project_id = $1 AND d.group_id = $2"),
        (
            "settings",
            Resource::ProjectSettings,
            "SELECT s.project_id AS id, s.area AS name FROM project_settings s
             WHERE s.project_id = $1 AND s.area = 'general' AND (s.settings #>> '{registration,domain_id}')::bigint = $2",
        ),
    ];
    let mut dependents = Vec::new();
    for (resource, kind, rows) in kinds {
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT count(*) FROM ({rows}) counted"))) // Nothing but constants.
            .bind(caller.project_id)
            .bind(group)
            .fetch_one(&mut *connection)
            .await?;
        let is_visible = match resource {
            "domains" => true,
            "settings" => false, // There is one of them, without a name.
            _ => caller.scope(kind, Action::View).covers_group(path),
        };
        let first: Vec<(i64, String)> = match count > 0 && is_visible {
            true => {
                sqlx::query_as(sqlx::AssertSqlSafe(format!("{rows} ORDER BY 2, 1 LIMIT {NAMED}")))
                    .bind(caller.project_id)
                    .bind(group)
                    .fetch_all(&mut *connection)
                    .await?
            }
            false => Vec::new(),
        };
        if count > 0 {
            dependents.push(Dependents { resource, count, first: first.into_iter().map(|(id, name)| Ref { id, name }).collect() });
        }
    }
    Ok(dependents)
}

/// How many people are in a group and below it, as far as the scope reaches; None where it reaches no group.
pub async fn people_within(connection: &mut PgConnection, scope: &Scope, group: i64) -> Result<Option<i64>> {
    let rows =
        "SELECT count(DISTINCT m.user_id) FROM group_closure b JOIN person_groups m ON m.project_id = b.project_id AND m.group_id = b.descendant_id
         WHERE b.ancestor_id = $1";
    within(connection, scope, group, rows).await
}

pub async fn devices_within(connection: &mut PgConnection, scope: &Scope, group: i64) -> Result<Option<i64>> {
    let rows = "SELECT count(*) FROM group_closure b JOIN devices d ON d.project_id = b.project_id AND d.group_id = b.descendant_id
         WHERE b.ancestor_id = $1";
    within(connection, scope, group, rows).await
}

async fn within(connection: &mut PgConnection, scope: &Scope, group: i64, rows: &str) -> Result<Option<i64>> {
    if !scope.all && !scope.needs_tree() {
        return Ok(None);
    }
    // Nothing but constants.
    let statement = format!(
        "{rows} AND ($2 OR EXISTS (SELECT 1 FROM group_closure r WHERE r.descendant_id = b.descendant_id AND r.ancestor_id = ANY($3)
             AND (r.depth = 0 AND $4 OR r.depth > 0 AND $5)))"
    );
    let count = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
        .bind(group)
        .bind(scope.all)
        .bind(&scope.domain_ids)
        .bind(scope.domain)
        .bind(scope.descendants);
    Ok(Some(count.fetch_one(connection).await?))
}

/// Whether somebody belongs to the group or to a group below it.
pub async fn has_people(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM group_closure b JOIN person_groups m ON m.project_id = $1 AND m.group_id = b.descendant_id WHERE b.ancestor_id = $2)",
    )
    .bind(project_id)
    .bind(group)
    .fetch_one(connection)
    .await?)
}

/// The user's name; None when there is none.
pub async fn name_of(connection: &mut PgConnection, project_id: i64, user: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT name FROM people WHERE project_id = $1 AND id = $2 AND NOT deleted")
        .bind(project_id)
        .bind(user)
        .fetch_optional(connection)
        .await?)
}
