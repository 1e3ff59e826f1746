//! Publishes what is used.
use std::collections::BTreeMap;

use kit::{Result, clock, outbox};
use proto::vestibule::events::v1::{GroupLicenseUsage, LicenseUsageCounted};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::CountedItems;

const TOPIC: &str = "licensing.usage.counted";

/// Groups whose number has changed since it was published, kept as published. Group 0: of no group.
const CHANGED: &str = "WITH now AS (
        SELECT i.project_id, coalesce(i.group_id, 0) AS group_id, count(*) AS used FROM ({items}) i GROUP BY 1, 2),
    changed AS (
        SELECT coalesce(n.project_id, c.project_id) AS project_id, coalesce(n.group_id, c.group_id) AS group_id, coalesce(n.used, 0) AS used
        FROM now n FULL JOIN license_counted c ON c.project_id = n.project_id AND c.group_id = n.group_id
        WHERE coalesce(n.used, 0) <> coalesce(c.used, -1)),
    kept AS (
        INSERT INTO license_counted (project_id, group_id, used) SELECT project_id, group_id, used FROM changed
        ON CONFLICT (project_id, group_id) DO UPDATE SET used = excluded.used RETURNING project_id, group_id, used)
    SELECT project_id, group_id, used FROM kept ORDER BY project_id, group_id";

/// One event for each project where something has changed. Returns how many.
pub async fn publish_all(connection: &mut PgConnection, items: &CountedItems, now: OffsetDateTime) -> Result<usize> {
    let sql = CHANGED.replace("{items}", &items.items_at("$1"));
    let rows: Vec<(i64, i64, i64)> = sqlx::query_as(AssertSqlSafe(sql)).bind(now).fetch_all(&mut *connection).await?;
    let mut projects: BTreeMap<i64, Vec<GroupLicenseUsage>> = BTreeMap::new();
    for (project_id, group_id, used) in rows {
        projects.entry(project_id).or_default().push(GroupLicenseUsage { group_id, used });
    }
    let published = projects.len();
    for (project_id, groups) in projects {
        let event = LicenseUsageCounted { project_id, kind: items.kind.word().into(), groups, at: Some(clock::to_proto(now)) };
        outbox::emit(connection, project_id, TOPIC, &format!("license_usage:{}", items.kind.word()), &event).await?;
    }
    Ok(published)
}
