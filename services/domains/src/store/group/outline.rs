//! Levels of the tree, for the console's tree and pickers.
use kit::{Result, tree};
use policy::{Scope, action};
use sqlx::PgConnection;

use crate::domain::outline::OutlineNode;
use crate::domain::reach::{self, GroupRight};

/// Groups in one answer.
const MAX_NODES: usize = 5_000;

#[derive(sqlx::FromRow)]
struct NodeRow {
    id: i64,
    name: String,
    parent_id: Option<i64>,
    domain_type_id: Option<i64>,
    logic_address: Option<String>,
    children_count: i64,
}

impl From<NodeRow> for OutlineNode {
    fn from(row: NodeRow) -> Self {
        let NodeRow { id, name, parent_id, domain_type_id, logic_address, children_count } = row;
        OutlineNode { id, name, parent_id, domain_type_id, logic_address, children_count }
    }
}

/// The statement of one level: $1 is the project.
macro_rules! level {
    ($condition:literal) => {
        concat!(
            "SELECT g.id, g.name, g.parent_id, g.domain_type_id, g.logic_address,
                 (SELECT count(*) FROM groups k WHERE k.project_id = g.project_id AND k.parent_key = g.id) AS children_count
             FROM groups g WHERE g.project_id = $1 AND ",
            $condition,
            " ORDER BY g.name, g.id LIMIT $3"
        )
    };
}

/// `depth` levels below `parent`, or from the roots that the caller sees; and whether there was more than fits.
/// Upper levels come first, so that what is left out is deepest.
pub async fn levels(
    connection: &mut PgConnection,
    right: &GroupRight<action::View>,
    parent: Option<i64>,
    depth: usize,
) -> Result<(Vec<Vec<OutlineNode>>, bool)> {
    let mut levels = vec![first_level(connection, right, parent).await?];
    let mut room = MAX_NODES;
    loop {
        let level = levels.last_mut().expect("it begins with one");
        if level.len() > room {
            level.truncate(room);
            return Ok((levels, true));
        }
        room -= level.len();
        let parents: Vec<i64> = level.iter().filter(|node| node.children_count > 0).map(|node| node.id).collect();
        if levels.len() == depth || parents.is_empty() {
            return Ok((levels, false));
        }
        levels.push(children(connection, right.project_id(), &parents, room).await?);
    }
}

async fn first_level(connection: &mut PgConnection, right: &GroupRight<action::View>, parent: Option<i64>) -> Result<Vec<OutlineNode>> {
    match parent {
        Some(parent) => {
            let path = tree::path(connection, parent).await?;
            reach::check(right, &path)?;
            children(connection, right.project_id(), &[parent], MAX_NODES).await
        }
        None if right.scope().all => children(connection, right.project_id(), &[0], MAX_NODES).await,
        None => own_roots(connection, right.project_id(), right.scope()).await,
    }
}

/// One more than there is room for, to see whether there is more. 0 is the parent of the roots.
async fn children(connection: &mut PgConnection, project_id: i64, parents: &[i64], room: usize) -> Result<Vec<OutlineNode>> {
    let statement = level!("g.parent_key = ANY($2)");
    let rows: Vec<NodeRow> = sqlx::query_as(statement).bind(project_id).bind(parents).bind(room as i64 + 1).fetch_all(connection).await?;
    Ok(rows.into_iter().map(OutlineNode::from).collect())
}

/// The caller's own groups that lie below none of their others. What is above them is hidden.
async fn own_roots(connection: &mut PgConnection, project_id: i64, scope: &Scope) -> Result<Vec<OutlineNode>> {
    let statement = level!(
        "g.id = ANY($2) AND NOT EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = g.id AND c.depth > 0 AND c.ancestor_id = ANY($2))"
    );
    let rows: Vec<NodeRow> =
        sqlx::query_as(statement).bind(project_id).bind(&scope.domain_ids).bind(MAX_NODES as i64 + 1).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| OutlineNode::from(NodeRow { parent_id: None, ..row })).collect())
}
