//! Inserts a notification for all its recipients, and what is pushed of it to their browsers, in one statement.
use kit::Result;
use policy::Caller;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::notification_class as class;
use crate::domain::notification_class::NotificationClass;
use crate::domain::notification_draft::NotificationDraft;
use crate::domain::push_subscription::PUSH_TTL;
use crate::domain::recipients::RecipientRoles;
use crate::store::announce::LockedAnnounce;
use crate::store::notification::NotificationRow;

/// Recipients of one notification; the user of the event is always among them.
pub const MAX_RECIPIENTS: i64 = 1_000;

#[derive(Clone, Debug)]
pub struct NewNotification {
    pub project_id: i64,
    pub user_id: i64,
    pub notification: NotificationRow,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MailRecipientRow {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub locale: String,
}

/// People with these roles who have an address.
pub async fn list_with_mail(
    connection: &mut PgConnection,
    project_id: i64,
    group_id: i64,
    roles: &RecipientRoles,
    groups_above: &[i64],
) -> Result<Vec<MailRecipientRow>> {
    Ok(sqlx::query_as(
        "SELECT u.id, coalesce(u.name, '') AS name, u.email, coalesce(u.locale, '') AS locale FROM users u
         WHERE u.project_id = $1 AND u.is_active AND coalesce(u.email, '') <> '' AND (u.role_id = ANY($2) OR EXISTS (
             SELECT 1 FROM user_groups g WHERE g.project_id = $1 AND g.user_id = u.id
                 AND (g.group_id = $3 AND u.role_id = ANY($4) OR g.group_id = ANY($5) AND u.role_id = ANY($6))))
         ORDER BY u.id LIMIT $7",
    )
    .bind(project_id)
    .bind(&roles.everywhere)
    .bind(group_id)
    .bind(&roles.own_groups)
    .bind(groups_above)
    .bind(&roles.below_own_groups)
    .bind(MAX_RECIPIENTS)
    .fetch_all(connection)
    .await?)
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
             SELECT u.id, u.role_id FROM users u WHERE u.project_id = $1 AND u.id = $2 AND u.is_active
             UNION
             SELECT u.id, u.role_id FROM users u WHERE u.project_id = $1 AND u.role_id = ANY($3) AND u.is_active
             UNION
             SELECT u.id, u.role_id FROM user_groups g JOIN users u ON u.id = g.user_id
             WHERE g.project_id = $1 AND g.group_id = $4 AND u.project_id = $1 AND u.role_id = ANY($5) AND u.is_active
             UNION
             SELECT u.id, u.role_id FROM user_groups g JOIN users u ON u.id = g.user_id
             WHERE g.project_id = $1 AND g.group_id = ANY($6) AND u.project_id = $1 AND u.role_id = ANY($7) AND u.is_active
         ), recipients AS (
             SELECT r.id FROM reached r LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = r.id AND s.type = $8
             WHERE coalesce(s.acs, CASE WHEN r.role_id = ANY($3 || $5 || $7) THEN $17 ELSE $9 END) ORDER BY (r.id = $2) DESC, r.id LIMIT $10
         ), inserted AS (
             INSERT INTO notifications (project_id, user_id, type, significance, event_id, data, created_at)
             SELECT $1, recipients.id, $8, $11, $12, $13, $14 FROM recipients
             ON CONFLICT ON CONSTRAINT notifications_once DO NOTHING
             RETURNING id, user_id
         ), pushed AS (
             INSERT INTO push_messages (project_id, subscription_id, notification_id, next_attempt_at, expires_at, is_urgent)
             SELECT $1, b.id, i.id, $14, $15, $11 = 2 FROM inserted i JOIN push_subscriptions b ON b.project_id = $1 AND b.user_id = i.user_id
             LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = i.user_id AND s.type = $8 WHERE coalesce(s.push, $16)
         )
         SELECT id, user_id FROM inserted",
    )
    .bind(draft.project_id)
    .bind(draft.user_id)
    .bind(&roles.everywhere)
    .bind(draft.group_id)
    .bind(&roles.own_groups)
    .bind(groups_above)
    .bind(&roles.below_own_groups)
    .bind(class)
    .bind(class::is_on_by_default(draft.class, false))
    .bind(MAX_RECIPIENTS)
    .bind(significance)
    .bind(draft.event_id)
    .bind(&draft.data)
    .bind(now)
    .bind(now + PUSH_TTL)
    .bind(class::is_pushed_by_default(draft.class))
    .bind(class::is_on_by_default(draft.class, true))
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

/// A notification of an announce for each of its users, with data of their own.
pub async fn insert_of_announce(
    connection: &mut PgConnection,
    locked: &LockedAnnounce,
    recipients: &[(i64, Value)],
    now: OffsetDateTime,
) -> Result<Vec<NewNotification>> {
    insert_for_users(connection, locked.project_id, NotificationClass::AnnounceReceived, recipients, now).await
}

/// A notification of a run of an emergency alert for each of its users, with data of their own.
pub async fn insert_of_alert_run(
    connection: &mut PgConnection,
    project_id: i64,
    class: NotificationClass,
    recipients: &[(i64, Value)],
    now: OffsetDateTime,
) -> Result<Vec<NewNotification>> {
    insert_for_users(connection, project_id, class, recipients, now).await
}

/// A notification of a conversation for users other than the author. One of the same conversation that they have not read
/// gives way to it: a long talk is one notification.
pub async fn insert_of_conversation(
    connection: &mut PgConnection,
    author: &Caller,
    class: NotificationClass,
    users: &[i64],
    data: &Value,
    now: OffsetDateTime,
) -> Result<Vec<NewNotification>> {
    sqlx::query(
        "DELETE FROM notifications WHERE project_id = $1 AND user_id = ANY($2) AND read_at IS NULL AND type IN (3, 4)
         AND data->'conversation_id' = $3",
    )
    .bind(author.project_id)
    .bind(users)
    .bind(&data["conversation_id"])
    .execute(&mut *connection)
    .await?;
    let recipients: Vec<(i64, Value)> = users.iter().filter(|user| **user != author.user_id).map(|user| (*user, data.clone())).collect();
    insert_for_users(connection, author.project_id, class, &recipients, now).await
}

/// Only for those who have the class switched on.
async fn insert_for_users(
    connection: &mut PgConnection,
    project_id: i64,
    class: NotificationClass,
    recipients: &[(i64, Value)],
    now: OffsetDateTime,
) -> Result<Vec<NewNotification>> {
    let (users, data): (Vec<i64>, Vec<&Value>) = recipients.iter().map(|(user, data)| (*user, data)).unzip();
    let number = class as i16;
    let significance = class::appearance(class, &Value::Null).significance as i16;
    let rows: Vec<(i64, i64, Value)> = sqlx::query_as(
        "WITH inserted AS (
             INSERT INTO notifications (project_id, user_id, type, significance, data, created_at)
             SELECT $1, n.user_id, $4, $5, n.data, $6 FROM unnest($2::bigint[], $3::jsonb[]) n (user_id, data)
             LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = n.user_id AND s.type = $4
             WHERE coalesce(s.acs, $7)
             RETURNING id, user_id, data
         ), pushed AS (
             INSERT INTO push_messages (project_id, subscription_id, notification_id, next_attempt_at, expires_at, is_urgent)
             SELECT $1, b.id, i.id, $6, $8, $5 = 2 FROM inserted i JOIN push_subscriptions b ON b.project_id = $1 AND b.user_id = i.user_id
             LEFT JOIN notification_settings s ON s.project_id = $1 AND s.user_id = i.user_id AND s.type = $4 WHERE coalesce(s.push, $9)
         )
         SELECT id, user_id, data FROM inserted",
    )
    .bind(project_id)
    .bind(users)
    .bind(data)
    .bind(number)
    .bind(significance)
    .bind(now)
    .bind(class::is_on_by_default(class, true))
    .bind(now + PUSH_TTL)
    .bind(class::is_pushed_by_default(class))
    .fetch_all(connection)
    .await?;
    let new = |(id, user_id, data)| NewNotification {
        project_id,
        user_id,
        notification: NotificationRow { id, r#type: number, significance, data, created_at: now, read_at: None },
    };
    Ok(rows.into_iter().map(new).collect())
}
