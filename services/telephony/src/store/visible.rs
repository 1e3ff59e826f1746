//! What rows name, and what of it a caller sees.
use std::collections::HashSet;

use kit::Result;
use sqlx::PgConnection;

/// Ids of entities that rows name.
#[derive(Clone, Debug, Default)]
pub struct NamedIds {
    pub groups: Vec<i64>,
    pub users: Vec<i64>,
    pub devices: Vec<i64>,
    pub numbers: Vec<i64>,
    pub forward_rules: Vec<i64>,
    pub trunks: Vec<i64>,
}

/// Those of them that a caller sees.
#[derive(Clone, Debug, Default)]
pub struct VisibleIds {
    pub groups: HashSet<i64>,
    pub users: HashSet<i64>,
    pub devices: HashSet<i64>,
    pub numbers: HashSet<i64>,
    pub forward_rules: HashSet<i64>,
    pub trunks: HashSet<i64>,
}

/// Every group, user and device of a project that there is or was.
pub async fn all_of_project(connection: &mut PgConnection, project_id: i64) -> Result<NamedIds> {
    let (groups, users, devices): (Vec<i64>, Vec<i64>, Vec<i64>) = sqlx::query_as(
        "SELECT ARRAY(SELECT id FROM group_nodes WHERE project_id = $1), ARRAY(SELECT id FROM people WHERE project_id = $1),
             ARRAY(SELECT id FROM devices WHERE project_id = $1)",
    )
    .bind(project_id)
    .fetch_one(connection)
    .await?;
    Ok(NamedIds { groups, users, devices, ..NamedIds::default() })
}

/// What names an entity, which cannot be deleted while it does.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Referencing {
    /// One of `NUMBER`, `FORWARD_RULE` and `GROUP`.
    pub kind: i32,
    pub id: i64,
    pub name: String,
}

impl Referencing {
    pub const NUMBER: i32 = 1;
    pub const FORWARD_RULE: i32 = 2;
    pub const GROUP: i32 = 3;
    /// As many are looked for, so that some of them are seen by whoever asks.
    pub const MAX_FOUND: i64 = 500;
}
