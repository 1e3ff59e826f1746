//! Tells everybody who is to be told, in one statement.
use kit::{Result, tree};
use proto::vestibule::events::v1::EventArrived;
use proto::vestibule::notifications::v1::NotificationClass;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::notification::Stored;
use crate::domain::watchers::watchers;
use crate::domain::{class, occasion};
use crate::store::role;

/// Users that one event is told to at most; its own user is always among them.
pub const LIMIT: i64 = 1_000;

/// A notification that was just made, and whose.
#[derive(Clone, Debug)]
pub struct Told {
    pub project_id: i64,
    pub user_id: i64,
    pub notification: Stored,
}

/// Makes the notifications of an event, and answers those that were not there before.
pub async fn tell(connection: &mut PgConnection, event: &EventArrived, class: NotificationClass, now: OffsetDateTime) -> Result<Vec<Told>> {
    let watchers = watchers(&role::watching(connection, event.project_id).await?);
    let mut above = tree::path(connection, event.domain_id).await?;
    above.retain(|group| *group != event.domain_id);
    let (data, significance) = (occasion::data_of(event), class::look(class).significance as i16);
    let user_of_event = if occasion::tells_its_user(class) { event.user_id } else { 0 };
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
    .bind(event.project_id)
    .bind(user_of_event)
    .bind(&watchers.everywhere)
    .bind(event.domain_id)
    .bind(&watchers.own_groups)
    .bind(&above)
    .bind(&watchers.below_own_groups)
    .bind(class as i16)
    .bind(class::ON_BY_DEFAULT)
    .bind(LIMIT)
    .bind(significance)
    .bind(event.event_id)
    .bind(&data)
    .bind(now)
    .fetch_all(connection)
    .await?;
    if rows.len() as i64 == LIMIT {
        tracing::warn!(project = event.project_id, event = event.event_id, "an event is told to the first {LIMIT} users only");
    }
    let told = |(id, user_id)| Told {
        project_id: event.project_id,
        user_id,
        notification: Stored { id, r#type: class as i16, significance, data: data.clone(), created_at: now, read_at: None },
    };
    Ok(rows.into_iter().map(told).collect())
}
