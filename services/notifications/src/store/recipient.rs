//! Tells everybody who is to be told, in one statement.
use kit::{Result, tree};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::class;
use crate::domain::news::News;
use crate::domain::notification::Stored;
use crate::domain::watchers::watchers;
use crate::store::role;

/// Users that something is told to at most; its own user is always among them.
pub const LIMIT: i64 = 1_000;

/// A notification that was just made, and whose.
#[derive(Clone, Debug)]
pub struct Told {
    pub project_id: i64,
    pub user_id: i64,
    pub notification: Stored,
}

/// Makes the notifications of news, and answers those that were not there before.
pub async fn tell(connection: &mut PgConnection, news: News, now: OffsetDateTime) -> Result<Vec<Told>> {
    let watchers = watchers(&role::watching(connection, news.project_id, news.watched).await?, news.watched);
    let mut above = tree::path(connection, news.domain_id).await?;
    above.retain(|group| *group != news.domain_id);
    let (class, significance) = (news.class as i16, class::look(news.class, &news.data).significance as i16);
    let rows: Vec<(i64, i64)> = sqlx::query_as(
        "WITH reached AS (
             SELECT u.id FROM users u WHERE u.project_id = $1 AND u.id = $2 AND u.is_active
             UNION
             SELECT u.id FROM users u WHERE u.project_id = $1 AND u.role_id = ANY($3) AND u.is_active
             UNION
             SELECT u.id FROM user_groups g JOIN users u ON u.id = g.user_id
             WHERE g.project_id = $1 AND g.group_id = $4 AND u.project_id = $1 AND u.role_id = ANY($5) AND u.is_active
             UNION
             SELECT u.id FROM user_groups g JOIN users u ON u.id = g.user_id
             WHERE g.project_id = $1 AND g.group_id = ANY($6) AND u.project_id = $1 AND u.role_id = ANY($7) AND u.is_active
         ), told AS (
             SELECT r.id FROM reached r LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = r.id AND s.type = $8
             WHERE coalesce(s.acs, $9) ORDER BY (r.id = $2) DESC, r.id LIMIT $10
         )
         INSERT INTO notifications (project_id, user_id, type, significance, event_id, data, created_at)
         SELECT $1, told.id, $8, $11, $12, $13, $14 FROM told
         ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING
         RETURNING id, user_id",
    )
    .bind(news.project_id)
    .bind(news.user_id)
    .bind(&watchers.everywhere)
    .bind(news.domain_id)
    .bind(&watchers.own_groups)
    .bind(&above)
    .bind(&watchers.below_own_groups)
    .bind(class)
    .bind(class::ON_BY_DEFAULT)
    .bind(LIMIT)
    .bind(significance)
    .bind(news.event_id)
    .bind(&news.data)
    .bind(now)
    .fetch_all(connection)
    .await?;
    if rows.len() as i64 == LIMIT {
        tracing::warn!(project = news.project_id, class, "news is told to the first {LIMIT} users only");
    }
    let told = |(id, user_id)| Told {
        project_id: news.project_id,
        user_id,
        notification: Stored { id, r#type: class, significance, data: news.data.clone(), created_at: now, read_at: None },
    };
    Ok(rows.into_iter().map(told).collect())
}
