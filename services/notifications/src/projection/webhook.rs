//! Webhooks of a deleted group: disabled, since without their group they would get what happens in the whole project.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::webhook::DisabledReason;
use crate::domain::webhook_rules::WebhookProblem;

/// What waits is sent when somebody enables it with another group.
pub async fn disable_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64, now: OffsetDateTime) -> Result<Vec<WebhookProblem>> {
    let disabled: Vec<(i64, i64, String, i64)> = sqlx::query_as(
        "WITH disabled AS (
             UPDATE webhooks SET is_enabled = false, disabled_reason = $3, disabled_at = $4 WHERE project_id = $1 AND group_id = $2 AND is_enabled
             RETURNING id, project_id, name, owner_id
         ), paused AS (
             UPDATE webhook_lanes l SET next_attempt_at = NULL FROM disabled d WHERE l.webhook_id = d.id
         )
         SELECT id, project_id, name, owner_id FROM disabled ORDER BY id",
    )
    .bind(project_id)
    .bind(group_id)
    .bind(DisabledReason::GroupDeleted as i16)
    .bind(now)
    .fetch_all(connection)
    .await?;
    Ok(disabled.into_iter().map(|(id, project_id, name, owner_id)| WebhookProblem { id, project_id, name, owner_id }).collect())
}
