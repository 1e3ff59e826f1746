//! What is over the count after a licence has ended, and what its group or user has no feature for: it is suspended, and comes
//! back by itself.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::{CountedItems, Kind};

/// Of a project: everything in closed groups and of users for whom the feature is off, and of the rest the newest beyond what is kept.
const WANTED: &str = "WITH closed AS ({closed}),
    found AS (
        SELECT i.id, i.created_at, coalesce(i.group_id IN (SELECT group_id FROM closed), false) OR {off_for_user} AS is_closed
        FROM ({items}) i WHERE i.project_id = $1),
    ranked AS (SELECT id, is_closed, row_number() OVER (PARTITION BY is_closed ORDER BY created_at, id) AS place FROM found),
    kept AS (SELECT kept FROM license_usage WHERE project_id = $1 AND kind = $3),
    wanted AS (SELECT id FROM ranked WHERE is_closed OR place > (SELECT kept FROM kept)),
    gone AS (DELETE FROM license_suspended s WHERE s.project_id = $1 AND s.item_id NOT IN (SELECT id FROM wanted) RETURNING s.item_id),
    new AS (INSERT INTO license_suspended (item_id, project_id) SELECT id, $1 FROM wanted ON CONFLICT DO NOTHING RETURNING item_id)
    SELECT item_id FROM gone UNION ALL SELECT item_id FROM new ORDER BY 1";

/// Groups outside of their period, and those whose nearest limits leave the feature out: it has the name of the kind.
const CLOSED: &str = "SELECT c.descendant_id AS group_id FROM license_group_limits l JOIN group_closure c ON c.ancestor_id = l.group_id
        WHERE l.project_id = $1 AND (l.valid_from > $2 OR l.valid_to <= $2)
        UNION SELECT nearest.group_id FROM (
            SELECT DISTINCT ON (c.descendant_id) c.descendant_id AS group_id, $3 = ANY (l.features) AS has_feature
            FROM license_group_limits l JOIN group_closure c ON c.ancestor_id = l.group_id WHERE l.project_id = $1
            ORDER BY c.descendant_id, c.depth) nearest WHERE NOT nearest.has_feature";

const OFF_FOR_USER: &str = "EXISTS (SELECT 1 FROM license_user_limits u WHERE u.user_id = i.user_id AND $3 = ANY (u.features_off))";

/// Groups in which licensing says that the grace is over.
const CLOSED_DOORS: &str = "SELECT c.descendant_id AS group_id FROM license_group_limits l JOIN group_closure c ON c.ancestor_id = l.group_id
        WHERE l.project_id = $1 AND l.is_off";

/// Numbers and apps end with the period or the feature of their group; keys of doors go on through the grace.
fn wanted(kind: Kind) -> String {
    let (closed, off_for_user) = match kind {
        Kind::Sip | Kind::MobileApp => (CLOSED, OFF_FOR_USER),
        Kind::Ukey2 => (CLOSED_DOORS, "false"),
    };
    WANTED.replace("{closed}", closed).replace("{off_for_user}", off_for_user)
}

/// Returns the items that are suspended now and were not, or the other way round.
pub async fn reconcile(connection: &mut PgConnection, items: &CountedItems, project_id: i64, now: OffsetDateTime) -> Result<Vec<i64>> {
    let sql = wanted(items.kind).replace("{items}", &items.items_at("$2"));
    Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(project_id).bind(now).bind(items.kind.word()).fetch_all(connection).await?)
}

/// Projects where something may be suspended or is: by the clock, and after items were deleted.
pub async fn reconcile_all(connection: &mut PgConnection, items: &CountedItems, now: OffsetDateTime) -> Result<Vec<(i64, Vec<i64>)>> {
    let projects: Vec<i64> = sqlx::query_scalar(
        "SELECT project_id FROM license_usage WHERE kind = $1 AND kept IS NOT NULL
         UNION SELECT project_id FROM license_group_limits
         UNION SELECT project_id FROM license_user_limits WHERE $1 = ANY (features_off)
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
