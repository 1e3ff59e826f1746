//! The decision about the last licence, and about what moves.
use kit::{Error, Result};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row};
use time::OffsetDateTime;

use crate::decision::{Exceeded, NodeState, check, check_move};
use crate::{CountedItems, Kind};

/// Nodes with what is at home there: the project first, as group 0. $1 project, $2 the time.
const NODES: &str = "WITH homes AS (
        SELECT DISTINCT ON (c.descendant_id) c.descendant_id AS group_id, l.group_id AS node
        FROM license_group_limits l JOIN group_closure c ON c.ancestor_id = l.group_id WHERE l.project_id = $1
        ORDER BY c.descendant_id, c.depth),
    parents AS (
        SELECT DISTINCT ON (c.descendant_id) c.descendant_id AS node, l.group_id AS parent
        FROM license_group_limits l JOIN group_closure c ON c.ancestor_id = l.group_id AND c.depth > 0
             JOIN license_group_limits own ON own.group_id = c.descendant_id WHERE l.project_id = $1
        ORDER BY c.descendant_id, c.depth),
    counts AS (
        SELECT coalesce(h.node, 0) AS node, count(*) AS own FROM ({items}) i LEFT JOIN homes h ON h.group_id = i.group_id
        WHERE i.project_id = $1 GROUP BY 1)
    SELECT 0::bigint AS node, NULL::bigint AS parent, $3::bigint AS maximum, true AS is_open,
        coalesce((SELECT own FROM counts WHERE node = 0), 0) AS own
    UNION ALL
    SELECT l.group_id, coalesce(p.parent, 0), l.maximum,
        coalesce(l.valid_from <= $2, true) AND coalesce(l.valid_to > $2, true), coalesce(c.own, 0)
    FROM license_group_limits l LEFT JOIN parents p ON p.node = l.group_id LEFT JOIN counts c ON c.node = l.group_id
    WHERE l.project_id = $1 ORDER BY 1";

const HOME: &str = "SELECT l.group_id FROM group_closure c JOIN license_group_limits l ON l.group_id = c.ancestor_id
    WHERE c.descendant_id = $1 ORDER BY c.depth LIMIT 1";

/// What somebody is about to make.
#[derive(Clone, Copy, Debug)]
pub struct ItemsToTake {
    pub project_id: i64,
    pub group_id: Option<i64>,
    pub user_id: Option<i64>,
    pub more: i64,
}

/// In the transaction that makes the items, before it makes them. Of two that want the last licence one waits for the other.
/// Without limits nothing is locked or counted.
pub async fn take(connection: &mut PgConnection, items: &CountedItems, wanted: ItemsToTake, now: OffsetDateTime) -> Result<()> {
    let ItemsToTake { project_id, group_id, user_id, more } = wanted;
    if !has_limits(connection, items.kind, project_id, user_id).await? {
        return Ok(());
    }
    let locked: Option<(Option<i64>, Option<i64>)> =
        sqlx::query_as("SELECT maximum, per_user FROM license_usage WHERE project_id = $1 AND kind = $2 FOR UPDATE")
            .bind(project_id)
            .bind(items.kind.word())
            .fetch_optional(&mut *connection)
            .await?;
    let Some((maximum, per_user)) = locked else { return Ok(()) };
    if let Some(user) = user_id {
        check_user(connection, items, wanted, user, per_user, now).await?;
    }
    let home = home_of(connection, group_id).await?;
    let nodes = nodes(connection, items, project_id, maximum, now).await?;
    check(&nodes, home, more).map_err(|exceeded| refused_by(items, exceeded))
}

/// What moves with a user from one home to another.
#[derive(Clone, Copy, Debug)]
pub struct ItemsToMove {
    pub project_id: i64,
    pub from: Option<i64>,
    pub to: Option<i64>,
    pub user_id: i64,
}

/// Whether what a user has fits what their new group has: in the transaction of the move, before it. Without limits of groups nothing is locked or counted.
pub async fn move_items(connection: &mut PgConnection, items: &CountedItems, wanted: ItemsToMove, now: OffsetDateTime) -> Result<()> {
    let ItemsToMove { project_id, from, to, user_id } = wanted;
    let (from, to) = (home_of(connection, from).await?, home_of(connection, to).await?);
    if from == to {
        return Ok(());
    }
    let locked: Option<Option<i64>> = sqlx::query_scalar("SELECT maximum FROM license_usage WHERE project_id = $1 AND kind = $2 FOR UPDATE")
        .bind(project_id)
        .bind(items.kind.word())
        .fetch_optional(&mut *connection)
        .await?;
    let Some(maximum) = locked else { return Ok(()) };
    let count = count_of_user(connection, items, project_id, user_id, now).await?;
    let nodes = nodes(connection, items, project_id, maximum, now).await?;
    check_move(&nodes, from, to, count).map_err(|exceeded| refused_by(items, exceeded))
}

/// The nearest group with limits at or above a group; 0: the project.
async fn home_of(connection: &mut PgConnection, group_id: Option<i64>) -> Result<i64> {
    let Some(group) = group_id else { return Ok(0) };
    Ok(sqlx::query_scalar(HOME).bind(group).fetch_optional(connection).await?.unwrap_or(0))
}

async fn nodes(
    connection: &mut PgConnection,
    items: &CountedItems,
    project_id: i64,
    maximum: Option<i64>,
    now: OffsetDateTime,
) -> Result<Vec<NodeState>> {
    let sql = NODES.replace("{items}", &items.items_at("$2"));
    let nodes = sqlx::query(AssertSqlSafe(sql))
        .bind(project_id)
        .bind(now)
        .bind(maximum)
        .try_map(|row: PgRow| {
            Ok(NodeState { group: row.try_get(0)?, parent: row.try_get(1)?, limit: row.try_get(2)?, is_open: row.try_get(3)?, own: row.try_get(4)? })
        })
        .fetch_all(connection)
        .await?;
    Ok(nodes)
}

/// Whether there is anything to count: of the project, of one of its groups or of the user.
async fn has_limits(connection: &mut PgConnection, kind: Kind, project_id: i64, user_id: Option<i64>) -> Result<bool> {
    Ok(sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM license_usage WHERE project_id = $1 AND kind = $2 AND (maximum IS NOT NULL OR per_user IS NOT NULL))
             OR EXISTS (SELECT 1 FROM license_group_limits WHERE project_id = $1)
             OR EXISTS (SELECT 1 FROM license_user_limits WHERE user_id = $3 AND maximum IS NOT NULL)",
    )
    .bind(project_id)
    .bind(kind.word())
    .bind(user_id)
    .fetch_one(connection)
    .await?)
}

/// It limits and does not reserve.
async fn check_user(
    connection: &mut PgConnection,
    items: &CountedItems,
    wanted: ItemsToTake,
    user_id: i64,
    per_user: Option<i64>,
    now: OffsetDateTime,
) -> Result<()> {
    let own: Option<Option<i64>> =
        sqlx::query_scalar("SELECT maximum FROM license_user_limits WHERE user_id = $1").bind(user_id).fetch_optional(&mut *connection).await?;
    let Some(limit) = own.flatten().into_iter().chain(per_user).min() else { return Ok(()) };
    let used = count_of_user(connection, items, wanted.project_id, user_id, now).await?;
    if used + wanted.more > limit { Err(refused(items.exceeded_of_user)) } else { Ok(()) }
}

async fn count_of_user(connection: &mut PgConnection, items: &CountedItems, project_id: i64, user_id: i64, now: OffsetDateTime) -> Result<i64> {
    let sql = format!("SELECT count(*) FROM ({}) i WHERE i.project_id = $1 AND i.user_id = $2", items.items_at("$3"));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(user_id).bind(now).fetch_one(connection).await?)
}

fn refused_by(items: &CountedItems, exceeded: Exceeded) -> Error {
    match exceeded {
        Exceeded::Project => refused(items.exceeded),
        Exceeded::Group(_) => refused(items.exceeded_of_group),
    }
}

fn refused(message: &'static str) -> Error {
    Error::Conflict { code: "license_exceeded", message: message.into(), data: Value::Null }
}
