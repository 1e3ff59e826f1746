//! Browsers to which notifications are pushed.
use kit::Result;
use policy::action;
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::push_subscription::{MAX_SUBSCRIPTIONS, PushSubscriptionDraft};
use crate::store::notification::Right;

/// A browser that is known is the caller's from now on. Returns whether it is new. Of a user with too many the ones that were renewed
/// least recently are deleted.
pub async fn upsert(
    connection: &mut PgConnection,
    right: &Right<action::Edit>,
    subscription: &PushSubscriptionDraft,
    now: OffsetDateTime,
) -> Result<bool> {
    let is_new: bool = sqlx::query_scalar(
        "INSERT INTO push_subscriptions (project_id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, created_at, renewed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         ON CONFLICT (project_id, endpoint_hash) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
             p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = excluded.renewed_at
         RETURNING xmax = 0",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(right.caller().session_id)
    .bind(&subscription.endpoint)
    .bind(hash(&subscription.endpoint))
    .bind(&subscription.p256dh)
    .bind(&subscription.auth)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM push_subscriptions WHERE id IN (
             SELECT id FROM push_subscriptions WHERE project_id = $1 AND user_id = $2 ORDER BY renewed_at DESC, id DESC OFFSET $3)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(MAX_SUBSCRIPTIONS)
    .execute(connection)
    .await?;
    Ok(is_new)
}

/// Returns how many there were.
pub async fn delete(connection: &mut PgConnection, right: &Right<action::Edit>, endpoint: &str) -> Result<i64> {
    let done = sqlx::query("DELETE FROM push_subscriptions WHERE project_id = $1 AND user_id = $2 AND endpoint_hash = $3")
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .bind(hash(endpoint))
        .execute(connection)
        .await?;
    Ok(done.rows_affected() as i64)
}

fn hash(endpoint: &str) -> Vec<u8> {
    Sha256::digest(endpoint).to_vec()
}
