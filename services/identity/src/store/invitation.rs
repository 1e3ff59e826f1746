//! Invitations of users who have no password yet.
use kit::Result;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::domain::mail::Receiver;

/// In which a project may send so many invitations, and no more.
const WINDOW: Duration = Duration::hours(1);

/// Somebody who can be invited.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Invitee {
    pub user_id: i64,
    #[sqlx(flatten)]
    pub receiver: Receiver,
}

/// Those of the users who are active and have an e-mail and no password yet. Who is without an account may join with one that other
/// projects have; an account of several projects has a password. They are locked, before what the project may send is.
pub async fn lock_invitees(connection: &mut PgConnection, project_id: i64, user_ids: &[i64]) -> Result<Vec<Invitee>> {
    let found = sqlx::query_as(
        "SELECT u.id AS user_id, u.project_id, u.email, u.name, u.locale,
             coalesce((SELECT min(m.domain_id) FROM user_domains m WHERE m.user_id = u.id), 0) AS domain_id,
             u.account_id IS NULL AS by_installation
         FROM users u WHERE u.project_id = $1 AND u.id = ANY($2) AND u.is_active AND u.email IS NOT NULL AND NOT u.has_password
         ORDER BY u.id FOR NO KEY UPDATE OF u",
    )
    .bind(project_id)
    .bind(user_ids)
    .fetch_all(connection)
    .await?;
    Ok(found)
}

/// How many the project has sent within the hour.
pub async fn count_sent(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<i64> {
    let sent = "SELECT sent::bigint FROM invitation_hours WHERE project_id = $1 AND began_at > $2";
    Ok(sqlx::query_scalar(sent).bind(project_id).bind(now - WINDOW).fetch_optional(connection).await?.unwrap_or(0))
}

/// How many of those that are wanted the project may send now, which are counted as sent. Until the transaction ends nobody else
/// takes any.
pub async fn take_allowance(connection: &mut PgConnection, project_id: i64, wanted: usize, most: i64, now: OffsetDateTime) -> Result<usize> {
    let sent: i64 = sqlx::query_scalar(
        "INSERT INTO invitation_hours AS h (project_id, began_at, sent) VALUES ($1, $2, 0)
         ON CONFLICT (project_id) DO UPDATE SET began_at = CASE WHEN h.began_at > $3 THEN h.began_at ELSE $2 END,
             sent = CASE WHEN h.began_at > $3 THEN h.sent ELSE 0 END
         RETURNING sent::bigint",
    )
    .bind(project_id)
    .bind(now)
    .bind(now - WINDOW)
    .fetch_one(&mut *connection)
    .await?;
    let allowed = usize::try_from(most - sent).unwrap_or(0).min(wanted);
    sqlx::query("UPDATE invitation_hours SET sent = sent + $2 WHERE project_id = $1")
        .bind(project_id)
        .bind(allowed as i32)
        .execute(connection)
        .await?;
    Ok(allowed)
}

pub async fn insert_waiting(connection: &mut PgConnection, project_id: i64, invitees: &[Invitee], inviter: &str, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO waiting_invitations (user_id, project_id, inviter, created_at) SELECT unnest($2::bigint[]), $1, $3, $4 ON CONFLICT DO NOTHING",
    )
    .bind(project_id)
    .bind(invitees.iter().map(|invitee| invitee.user_id).collect::<Vec<_>>())
    .bind(inviter)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// They are invited now, or cannot be invited any more. Returns those who waited.
pub async fn delete_waiting(connection: &mut PgConnection, project_id: i64, user_ids: &[i64]) -> Result<Vec<i64>> {
    let statement = "DELETE FROM waiting_invitations WHERE project_id = $1 AND user_id = ANY($2) RETURNING user_id";
    Ok(sqlx::query_scalar(statement).bind(project_id).bind(user_ids).fetch_all(connection).await?)
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
