//! Removes what waited for its code or link in vain.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::recovery;

/// Rows of each table that one run removes.
const BATCH: i64 = 5_000;

/// One statement for each table: its rows that are over, a batch of them.
const STATEMENTS: [&str; 4] = [
    "DELETE FROM registrations WHERE hash IN (SELECT hash FROM registrations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    "DELETE FROM self_registrations WHERE hash IN (SELECT hash FROM self_registrations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    "DELETE FROM invitations WHERE user_id IN (SELECT user_id FROM invitations WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    "DELETE FROM password_recoveries WHERE account_id IN (SELECT account_id FROM password_recoveries WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
];
const REQUESTS: &str =
    "DELETE FROM recovery_requests WHERE id IN (SELECT id FROM recovery_requests WHERE created_at < $1 ORDER BY created_at LIMIT $2)";

/// Returns how many; 0 when there is nothing more.
pub async fn clean_up(connection: &mut PgConnection, now: OffsetDateTime) -> Result<u64> {
    let mut removed = 0;
    for statement in STATEMENTS {
        removed += sqlx::query(statement).bind(now).bind(BATCH).execute(&mut *connection).await?.rows_affected();
    }
    removed += sqlx::query(REQUESTS).bind(now - recovery::MAX_DELAY).bind(BATCH).execute(connection).await?.rows_affected();
    Ok(removed)
}
