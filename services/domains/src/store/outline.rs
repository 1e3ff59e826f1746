//! Levels of the tree, for the console's tree and pickers.
use kit::{Result, tree};
use policy::{Scope, action};
use sqlx::PgConnection;

use crate::domain::outline::Node;
use crate::domain::reach::{self, Proof};

/// Groups in one answer.
pub const LIMIT: usize = 5_000;

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
pub async fn levels(connection: &mut PgConnection, proof: &Proof<action::View>, parent: Option<i64>, depth: usize) -> Result<(Vec<Vec<Node>>, bool)> {
    let mut levels = vec![first_level(connection, proof, parent).await?];
    let mut room = LIMIT;
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
        levels.push(children(connection, proof.project_id(), &parents, room).await?);
    }
}

async fn first_level(connection: &mut PgConnection, proof: &Proof<action::View>, parent: Option<i64>) -> Result<Vec<Node>> {
    match parent {
        Some(parent) => {
            let path = tree::path(connection, parent).await?;
            reach::check(proof, &path)?;
            children(connection, proof.project_id(), &[parent], LIMIT).await
        }
        None if proof.scope().all => children(connection, proof.project_id(), &[0], LIMIT).await,
        None => own_roots(connection, proof.project_id(), proof.scope()).await,
    }
}

/// One more than there is room for, to see whether there is more. 0 is the parent of the roots.
async fn children(connection: &mut PgConnection, project_id: i64, parents: &[i64], room: usize) -> Result<Vec<Node>> {
    let statement = level!("g.parent_key = ANY($2)");
    Ok(sqlx::query_as(statement).bind(project_id).bind(parents).bind(room as i64 + 1).fetch_all(connection).await?)
}

/// The caller's own groups that lie below none of their others. What is above them is hidden.
async fn own_roots(connection: &mut PgConnection, project_id: i64, scope: &Scope) -> Result<Vec<Node>> {
    let statement = level!(
        "g.id = ANY($2) AND NOT EXISTS (
             SELECT 1 FROM group_closure c WHERE c.descendant_id = g.id AND c.depth > 0 AND c.ancestor_id = ANY($2))"
    );
    let rows: Vec<Node> = sqlx::query_as(statement).bind(project_id).bind(&scope.domain_ids).bind(LIMIT as i64 + 1).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|node| Node { parent_id: None, ..node }).collect())
}
