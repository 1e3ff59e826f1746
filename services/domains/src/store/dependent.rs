//! Entities that belong to groups: groups below, and the projections of users and devices.
use std::collections::{BTreeSet, HashMap};

use kit::{Error, Result};
use policy::{Action, Caller, Resource, Scope};
use sqlx::PgConnection;

/// Dependents of one kind that are named.
const MAX_NAMED: i64 = 20;
/// Telephony's: they have no projection here.
pub const FORWARD_RULES: &str = "forward-rules";
/// Of amenities.
pub const AMENITIES: &str = "amenities";
/// Of notifications: they play, open or shut there, or let the people of the group in.
pub const EMERGENCY_ALERTS: &str = "emergency-alerts";

/// Dependents of one kind: their number, and ids and names of the first.
#[derive(Debug)]
pub struct Dependents {
    pub resource: &'static str,
    pub count: i64,
    pub first: Vec<(i64, String)>,
}

/// Dependents of the group itself: groups below, users, devices, and the settings by which people register into it.
/// `path` is the group's. Only those that the caller may see are named.
pub async fn list(connection: &mut PgConnection, caller: &Caller, path: &[i64]) -> Result<Vec<Dependents>> {
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
                sqlx::query_as(sqlx::AssertSqlSafe(format!("{rows} ORDER BY 2, 1 LIMIT {MAX_NAMED}")))
                    .bind(caller.project_id)
                    .bind(group)
                    .fetch_all(&mut *connection)
                    .await?
            }
            false => Vec::new(),
        };
        if count > 0 {
            dependents.push(Dependents { resource, count, first });
        }
    }
    Ok(dependents)
}

/// Adds members that the projections do not have yet: their number, without names.
pub fn add_unprojected(dependents: &mut Vec<Dependents>, members: &[(String, i64)]) {
    let resources = ["users", "devices", FORWARD_RULES, AMENITIES, EMERGENCY_ALERTS];
    for (resource, count) in members.iter().filter(|(_, count)| *count > 0) {
        let Some(resource) = resources.into_iter().find(|known| known == resource) else { continue };
        if !dependents.iter().any(|dependent| dependent.resource == resource) {
            dependents.push(Dependents { resource, count: *count, first: Vec::new() });
        }
    }
}

/// Number of users in a group and below it, as far as the scope reaches; None where it reaches no group.
pub async fn count_users(connection: &mut PgConnection, scope: &Scope, group: i64) -> Result<Option<i64>> {
    let rows =
        "SELECT count(DISTINCT m.user_id) FROM group_closure b JOIN person_groups m ON m.project_id = b.project_id AND m.group_id = b.descendant_id
         WHERE b.ancestor_id = $1";
    count(connection, scope, group, rows).await
}

pub async fn count_devices(connection: &mut PgConnection, scope: &Scope, group: i64) -> Result<Option<i64>> {
    let rows = "SELECT count(*) FROM group_closure b JOIN devices d ON d.project_id = b.project_id AND d.group_id = b.descendant_id
         WHERE b.ancestor_id = $1";
    count(connection, scope, group, rows).await
}

async fn count(connection: &mut PgConnection, scope: &Scope, group: i64, rows: &str) -> Result<Option<i64>> {
    if !scope.all && !scope.needs_tree() {
        return Ok(None);
    }
    // Nothing but constants.
    let statement = format!(
        "{rows} AND ($2 OR EXISTS (SELECT 1 FROM group_closure r WHERE r.descendant_id = b.descendant_id AND r.ancestor_id = ANY($3)
             AND (r.depth = 0 AND $4 OR r.depth > 0 AND $5)))"
    );
    let query = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
        .bind(group)
        .bind(scope.all)
        .bind(&scope.domain_ids)
        .bind(scope.domain)
        .bind(scope.descendants);
    Ok(Some(query.fetch_one(connection).await?))
}

/// Whether a user belongs to the group or to a group below it.
pub async fn has_users(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM group_closure b JOIN person_groups m ON m.project_id = $1 AND m.group_id = b.descendant_id WHERE b.ancestor_id = $2)",
    )
    .bind(project_id)
    .bind(group)
    .fetch_one(connection)
    .await?)
}

/// Names of those of them that are users now, for an answer: of those whom the caller does not see it is empty.
pub async fn visible_user_names(connection: &mut PgConnection, caller: &Caller, users: &BTreeSet<i64>) -> Result<HashMap<i64, String>> {
    if users.is_empty() {
        return Ok(HashMap::new());
    }
    let scope = caller.scope(Resource::User, Action::View);
    let rows: Vec<(i64, String)> = sqlx::query_as(
        "SELECT p.id, CASE WHEN $3 OR p.id = $4 OR EXISTS (
                 SELECT 1 FROM person_groups m JOIN group_closure c ON c.descendant_id = m.group_id
                 WHERE m.user_id = p.id AND c.ancestor_id = ANY($5) AND (c.depth = 0 AND $6 OR c.depth > 0 AND $7)) THEN p.name ELSE '' END
         FROM people p WHERE p.project_id = $1 AND p.id = ANY($2) AND NOT p.deleted",
    )
    .bind(caller.project_id)
    .bind(Vec::from_iter(users.iter().copied()))
    .bind(scope.all)
    .bind(caller.user_id)
    .bind(&scope.domain_ids)
    .bind(scope.domain)
    .bind(scope.descendants)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Names of those of them that are users now.
pub async fn user_names(connection: &mut PgConnection, project_id: i64, users: &BTreeSet<i64>) -> Result<HashMap<i64, String>> {
    if users.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(i64, String)> = sqlx::query_as("SELECT id, name FROM people WHERE project_id = $1 AND id = ANY($2) AND NOT deleted")
        .bind(project_id)
        .bind(Vec::from_iter(users.iter().copied()))
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}
