//! What is over the count after a licence has ended: the newest are suspended, and come back by themselves.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::{CountedItems, Kind};

/// Of a project: everything in groups outside of their period, and of the rest the newest beyond what is kept.
const WANTED: &str = "WITH closed AS (
        SELECT c.descendant_id AS group_id FROM license_group_limits l JOIN group_closure c ON c.ancestor_id = l.group_id
        WHERE l.project_id = $1 AND ({closed})),
    ranked AS (
        SELECT i.id, coalesce(i.group_id IN (SELECT group_id FROM closed), false) AS is_closed,
            row_number() OVER (PARTITION BY coalesce(i.group_id IN (SELECT group_id FROM closed), false) ORDER BY i.created_at, i.id) AS place
        FROM ({items}) i WHERE i.project_id = $1),
    kept AS (SELECT kept FROM license_usage WHERE project_id = $1 AND kind = $3),
    wanted AS (SELECT id FROM ranked WHERE is_closed OR place > (SELECT kept FROM kept)),
    gone AS (DELETE FROM license_suspended s WHERE s.project_id = $1 AND s.item_id NOT IN (SELECT id FROM wanted) RETURNING s.item_id),
    new AS (INSERT INTO license_suspended (item_id, project_id) SELECT id, $1 FROM wanted ON CONFLICT DO NOTHING RETURNING item_id)
    SELECT item_id FROM gone UNION ALL SELECT item_id FROM new ORDER BY 1";

/// Numbers and apps end with the period of their group; keys of doors go on through the grace, of which licensing says when it is over.
fn closed(kind: Kind) -> &'static str {
    match kind {
        Kind::Sip | Kind::MobileApp => "l.valid_from > $2 OR l.valid_to <= $2",
        Kind::Ukey2 => "l.is_off",
    }
}

/// Returns the items that are suspended now and were not, or the other way round.
pub async fn reconcile(connection: &mut PgConnection, items: &CountedItems, project_id: i64, now: OffsetDateTime) -> Result<Vec<i64>> {
    let sql = WANTED.replace("{closed}", closed(items.kind)).replace("{items}", &items.items_at("$2"));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(now).bind(items.kind.word()).fetch_all(connection).await?)
}

/// Projects where something may be suspended or is: by the clock, and after items were deleted.
pub async fn reconcile_all(connection: &mut PgConnection, items: &CountedItems, now: OffsetDateTime) -> Result<Vec<(i64, Vec<i64>)>> {
    let projects: Vec<i64> = sqlx::query_scalar(
        "SELECT project_id FROM license_usage WHERE kind = $1 AND kept IS NOT NULL
         UNION SELECT project_id FROM license_group_limits WHERE valid_from IS NOT NULL OR valid_to IS NOT NULL
         UNION SELECT project_id FROM license_suspended ORDER BY 1",
    )
    .bind(items.kind.word())
    .fetch_all(&mut *connection)
    .await?;
    let mut changed = Vec::new();
    for project_id in projects {
        let ids = reconcile(connection, items, project_id, now).await?;
        if !ids.is_empty() {
            changed.push((project_id, ids));
        }
    }
    Ok(changed)
}
