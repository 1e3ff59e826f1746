//! Invitations of users who have no password yet.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::mail::Receiver;

/// Somebody who can be invited.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Invitee {
    pub user_id: i64,
    #[sqlx(flatten)]
    pub receiver: Receiver,
}

/// Those of the users who have an e-mail and no password yet. Who is without an account may join with one that other projects have; an
/// account of several projects has a password.
pub async fn invitees(connection: &mut PgConnection, project_id: i64, user_ids: &[i64]) -> Result<Vec<Invitee>> {
    let found = sqlx::query_as(
        "SELECT u.id AS user_id, u.project_id, u.email, u.name, u.locale,
             coalesce((SELECT min(m.domain_id) FROM user_domains m WHERE m.user_id = u.id), 0) AS domain_id,
             u.account_id IS NULL AS by_installation
         FROM users u WHERE u.project_id = $1 AND u.id = ANY($2) AND u.email IS NOT NULL AND NOT u.has_password ORDER BY u.id",
    )
    .bind(project_id)
    .bind(user_ids)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// An invitee and the hash of the token they are sent.
pub struct NewInvitation<'a> {
    pub invitee: &'a Invitee,
    pub hash: [u8; 32],
}

/// In one statement, however many; the links that they were sent before are void.
pub async fn replace(
    connection: &mut PgConnection,
    project_id: i64,
    new: &[NewInvitation<'_>],
    now: OffsetDateTime,
    expires_at: OffsetDateTime,
) -> Result<()> {
    let user_ids: Vec<i64> = new.iter().map(|new| new.invitee.user_id).collect();
    sqlx::query(
        "INSERT INTO invitations (user_id, project_id, hash, email, expires_at)
         SELECT n.user_id, $1, n.hash, n.email, $5 FROM unnest($2::bigint[], $3::bytea[], $4::text[]) n (user_id, hash, email)
         ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, email = excluded.email, expires_at = excluded.expires_at",
    )
    .bind(project_id)
    .bind(&user_ids)
    .bind(new.iter().map(|new| new.hash.as_slice()).collect::<Vec<_>>())
    .bind(new.iter().map(|new| new.invitee.receiver.email.as_str()).collect::<Vec<_>>())
    .bind(expires_at)
    .execute(&mut *connection)
    .await?;
    sqlx::query("UPDATE users SET invited_at = $3 WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(&user_ids)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// An invitation that is good, and the account that it leads to: the user's, else the one of the e-mail, if any.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Invitation {
    pub project_id: i64,
    pub project_name: String,
    pub user_id: i64,
    pub user_name: String,
    pub email: String,
    pub account_id: Option<i64>,
    /// None for one that is not known to be its holder's.
    pub password_hash: Option<String>,
}

/// None when its time is over, the user has another e-mail by now, or the user could not sign in.
pub async fn find(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime) -> Result<Option<Invitation>> {
    get(connection, hash, now, "").await
}

/// As `find`, and nobody else takes it until the transaction ends.
pub async fn lock(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime) -> Result<Option<Invitation>> {
    get(connection, hash, now, " FOR UPDATE OF i, u").await
}

async fn get(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime, locking: &'static str) -> Result<Option<Invitation>> {
    let mut sql = sqlx::QueryBuilder::new(
        "SELECT i.project_id, p.name AS project_name, i.user_id, u.name AS user_name, u.email, a.id AS account_id,
             CASE WHEN a.is_email_proved AND NOT a.is_password_foreign THEN a.password_hash END AS password_hash
         FROM invitations i JOIN users u ON u.id = i.user_id JOIN projects p ON p.id = i.project_id
             LEFT JOIN accounts a ON CASE WHEN u.account_id IS NULL THEN lower(a.email) = lower(u.email) ELSE a.id = u.account_id END
         WHERE lower(u.email) = lower(i.email) AND u.is_active AND NOT p.suspended AND i.hash = ",
    );
    sql.push_bind(hash.as_slice().to_vec()).push(" AND i.expires_at > ").push_bind(now).push(locking);
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

pub async fn delete(connection: &mut PgConnection, user_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM invitations WHERE user_id = $1").bind(user_id).execute(connection).await?;
    Ok(())
}
