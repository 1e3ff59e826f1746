//! Who is told of the runs of an emergency alert.
use kit::Result;
use sqlx::PgConnection;

use super::emergency_alert::EmergencyAlertRow;
use super::recipients::MAX_RECIPIENTS;
use crate::domain::recipients::RecipientRoles;

#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct AlertRunRecipientRow {
    pub user_id: i64,
    /// Those of the alert's groups that the user sees.
    pub group_ids: Vec<i64>,
}

/// Users who see the alert: by a group of it, by a group of a device of it, or because they made it. `roles`: those that may see
/// alerts. Without `but_user`, who knows already.
pub async fn list(
    connection: &mut PgConnection,
    project_id: i64,
    alert: &EmergencyAlertRow,
    roles: &RecipientRoles,
    but_user: i64,
) -> Result<Vec<AlertRunRecipientRow>> {
    Ok(sqlx::query_as(
        "WITH places AS (
             SELECT g AS group_id, g AS named FROM unnest($2::bigint[]) g
             UNION SELECT d.group_id, NULL FROM devices d WHERE d.project_id = $1 AND d.id = ANY($3) AND NOT d.deleted
         ), reached AS (
             SELECT u.id AS user_id, p.named FROM users u CROSS JOIN places p WHERE u.project_id = $1 AND u.role_id = ANY($4) AND u.is_active
             UNION ALL
             SELECT u.id, p.named FROM places p JOIN user_groups g ON g.project_id = $1 AND g.group_id = p.group_id
             JOIN users u ON u.id = g.user_id WHERE u.project_id = $1 AND u.role_id = ANY($5) AND u.is_active
             UNION ALL
             SELECT u.id, p.named FROM places p JOIN group_closure c ON c.descendant_id = p.group_id AND c.depth > 0
             JOIN user_groups g ON g.project_id = $1 AND g.group_id = c.ancestor_id
             JOIN users u ON u.id = g.user_id WHERE u.project_id = $1 AND u.role_id = ANY($6) AND u.is_active
             UNION ALL
             SELECT u.id, NULL FROM users u WHERE u.project_id = $1 AND u.id = $7 AND u.is_active
         )
         SELECT user_id, coalesce(array_agg(DISTINCT named ORDER BY named) FILTER (WHERE named IS NOT NULL), '{}') AS group_ids
         FROM reached WHERE user_id <> $8 GROUP BY user_id ORDER BY user_id LIMIT $9",
    )
    .bind(project_id)
    .bind(&alert.group_ids)
    .bind(&alert.device_ids)
    .bind(&roles.everywhere)
    .bind(&roles.own_groups)
    .bind(&roles.below_own_groups)
    .bind(alert.created_by)
    .bind(but_user)
    .bind(MAX_RECIPIENTS)
    .fetch_all(connection)
    .await?)
}
