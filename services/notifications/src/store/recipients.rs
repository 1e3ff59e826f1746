//! Inserts a notification for all its recipients in one statement.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::notification_class as class;
use crate::domain::notification_draft::NotificationDraft;
use crate::domain::recipients::RecipientRoles;
use crate::store::notification::NotificationRow;

/// Recipients of one notification; the user of the event is always among them.
const MAX_RECIPIENTS: i64 = 1_000;

#[derive(Clone, Debug)]
pub struct NewNotification {
    pub project_id: i64,
    pub user_id: i64,
    pub notification: NotificationRow,
}

/// `groups_above`: the groups above the draft's group. Returns the notifications that did not exist before.
pub async fn insert_for_recipients(
    connection: &mut PgConnection,
    draft: NotificationDraft,
    roles: &RecipientRoles,
    groups_above: &[i64],
    now: OffsetDateTime,
) -> Result<Vec<NewNotification>> {
    let (class, significance) = (draft.class as i16, class::appearance(draft.class, &draft.data).significance as i16);
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
         ), recipients AS (
             SELECT r.id FROM reached r LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = r.id AND s.type = $8
             WHERE coalesce(s.acs, $9) ORDER BY (r.id = $2) DESC, r.id LIMIT $10
         )
         INSERT INTO notifications (project_id, user_id, type, significance, event_id, data, created_at)
         SELECT $1, recipients.id, $8, $11, $12, $13, $14 FROM recipients
         ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING
         RETURNING id, user_id",
    )
    .bind(draft.project_id)
    .bind(draft.user_id)
    .bind(&roles.everywhere)
    .bind(draft.group_id)
    .bind(&roles.own_groups)
    .bind(groups_above)
    .bind(&roles.below_own_groups)
    .bind(class)
    .bind(class::ON_BY_DEFAULT)
    .bind(MAX_RECIPIENTS)
    .bind(significance)
    .bind(draft.event_id)
    .bind(&draft.data)
    .bind(now)
    .fetch_all(connection)
    .await?;
    if rows.len() as i64 == MAX_RECIPIENTS {
        tracing::warn!(project = draft.project_id, class, "a notification goes to the first {MAX_RECIPIENTS} recipients only");
    }
    let new = |(id, user_id)| NewNotification {
        project_id: draft.project_id,
        user_id,
        notification: NotificationRow { id, r#type: class, significance, data: draft.data.clone(), created_at: now, read_at: None },
    };
    Ok(rows.into_iter().map(new).collect())
}
