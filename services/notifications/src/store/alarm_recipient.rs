//! Users whom a step of an escalation names, as far as they may view the alarm. For events.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::domain::notification_class as class;
use crate::domain::notification_draft::NotificationDraft;
use crate::domain::push_subscription::PUSH_TTL;
use crate::domain::recipients::RecipientRoles;
use crate::store::notification::NotificationRow;
use crate::store::recipients::NewNotification;

/// Who may view the alarm.
pub struct Reach {
    pub project_id: i64,
    pub group_id: i64,
    pub groups_above: Vec<i64>,
    pub roles: RecipientRoles,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AlarmRecipientRow {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub locale: String,
}

/// $1 project, $2 users, $3 roles of the whole project, $4 group, $5 roles of the own groups, $6 groups above, $7 roles below them.
const REACHED: &str = "SELECT u.id, coalesce(u.name, '') AS name, coalesce(u.email, '') AS email, coalesce(u.locale, '') AS locale FROM users u
     WHERE u.project_id = $1 AND u.id = ANY($2) AND u.is_active AND (u.role_id = ANY($3) OR EXISTS (
         SELECT 1 FROM user_groups g WHERE g.project_id = $1 AND g.user_id = u.id
             AND (g.group_id = $4 AND u.role_id = ANY($5) OR g.group_id = ANY($6) AND u.role_id = ANY($7))))
     ORDER BY u.id";

pub async fn list(connection: &mut PgConnection, reach: &Reach, users: &[i64]) -> Result<Vec<AlarmRecipientRow>> {
    Ok(sqlx::query_as(REACHED)
        .bind(reach.project_id)
        .bind(users)
        .bind(&reach.roles.everywhere)
        .bind(reach.group_id)
        .bind(&reach.roles.own_groups)
        .bind(&reach.groups_above)
        .bind(&reach.roles.below_own_groups)
        .fetch_all(connection)
        .await?)
}

/// A notification for each of them who has the class switched on.
pub async fn insert_notifications(
    connection: &mut PgConnection,
    reach: &Reach,
    draft: NotificationDraft,
    users: &[i64],
    now: OffsetDateTime,
) -> Result<Vec<NewNotification>> {
    let (class, significance) = (draft.class as i16, class::appearance(draft.class, &draft.data).significance as i16);
    let statement = format!(
        "WITH reached AS ({REACHED}), inserted AS (
             INSERT INTO notifications (project_id, user_id, type, significance, data, created_at)
             SELECT $1, r.id, $8, $9, $10, $11 FROM reached r
             LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = r.id AND s.type = $8
             WHERE coalesce(s.acs, $12) RETURNING id, user_id
         ), pushed AS (
             INSERT INTO push_messages (project_id, subscription_id, notification_id, next_attempt_at, expires_at, is_urgent)
             SELECT $1, b.id, i.id, $11, $13, true FROM inserted i JOIN push_subscriptions b ON b.project_id = $1 AND b.user_id = i.user_id
             LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = i.user_id AND s.type = $8 WHERE coalesce(s.push, $14)
         )
         SELECT id, user_id FROM inserted"
    );
    let rows: Vec<(i64, i64)> = sqlx::query_as(AssertSqlSafe(statement))
        .bind(reach.project_id)
        .bind(users)
        .bind(&reach.roles.everywhere)
        .bind(reach.group_id)
        .bind(&reach.roles.own_groups)
        .bind(&reach.groups_above)
        .bind(&reach.roles.below_own_groups)
        .bind(class)
        .bind(significance)
        .bind(&draft.data)
        .bind(now)
        .bind(class::is_on_by_default(draft.class, true))
        .bind(now + PUSH_TTL)
        .bind(class::is_pushed_by_default(draft.class))
        .fetch_all(connection)
        .await?;
    let new = |(id, user_id)| NewNotification {
        project_id: draft.project_id,
        user_id,
        notification: NotificationRow { id, r#type: class, significance, data: draft.data.clone(), created_at: now, read_at: None },
    };
    Ok(rows.into_iter().map(new).collect())
}
