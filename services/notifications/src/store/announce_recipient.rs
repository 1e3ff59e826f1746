//! The recipients of announces, and who they will be.
use std::collections::HashMap;

use std::ops::Deref;

use kit::listing::{Kind, column, sortable};
use kit::seal::Sealer;
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Authorized, Caller, Scope, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::announce_token::AnnounceToken;
use crate::store::announce::{AnnounceRow, LockedAnnounce};

/// Purpose under which tokens are sealed.
const SEAL_PURPOSE: &str = "notifications.announce.token";

pub const QUEUED: i16 = 1;
pub const SENT: i16 = 2;
pub const ANSWERED: i16 = 5;
const STATE_WORDS: &[(&str, i16)] = &[("queued", 1), ("sent", 2), ("failed", 3), ("read", 4), ("answered", 5)];

/// The state as it is told. Of an anonymous poll nobody has answered, and while it lasts everybody was sent it: whoever watches the counts
/// meanwhile would know who has answered what, also of those whose mail waits or has failed, and who read it in the app.
macro_rules! told_state {
    () => {
        "(CASE WHEN a.is_anonymous AND a.type = 2 THEN CASE WHEN a.status IN (5, 6) THEN least(r.state, 4::smallint) ELSE 2::smallint END ELSE r.state END)"
    };
}
/// Nor when they did.
macro_rules! told_read_at {
    () => {
        "(CASE WHEN a.is_anonymous AND a.type = 2 THEN NULL ELSE r.read_at END)"
    };
}

/// Recipients of one announce. Of an anonymous one no more is told: who was reminded has not answered.
static LISTING: Listing = Listing {
    resource: "announce-recipients",
    select: concat!(
        "r.id, r.user_id, coalesce(u.name, '') AS user_name, ",
        told_state!(),
        " AS state, ",
        told_read_at!(),
        " AS read_at, CASE WHEN a.is_anonymous THEN NULL ELSE r.answered_at END AS answered_at, r.has_email,
        CASE WHEN a.is_anonymous THEN NULL ELSE r.reminded_at END AS reminded_at"
    ),
    from: "announce_recipients r JOIN announces a ON a.id = r.announce_id LEFT JOIN users u ON u.id = r.user_id",
    project: "r.project_id",
    key: "r.id",
    columns: &[
        sortable("id", "r.id", Kind::Int),
        sortable("name", "coalesce(u.name, '')", Kind::Text),
        column("state", told_state!(), Kind::Choice(STATE_WORDS)),
        column("read_at", told_read_at!(), Kind::Time),
    ],
    default_sort: "name",
    search: &["coalesce(u.name, '')"],
    groups: "",
    own: "",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct RecipientRow {
    pub id: i64,
    pub user_id: i64,
    pub user_name: String,
    pub state: i16,
    pub read_at: Option<OffsetDateTime>,
    pub answered_at: Option<OffsetDateTime>,
    pub has_email: bool,
    pub reminded_at: Option<OffsetDateTime>,
}

/// A person who is to receive an announce.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AddresseeRow {
    pub user_id: i64,
    pub name: String,
    pub email: String,
    pub locale: String,
}

/// Whom an announce goes to: active users of the groups and of those below, and the named ones, each once.
macro_rules! addressees {
    () => {
        "FROM users u WHERE u.project_id = $1 AND u.is_active AND (
             u.id = ANY($2)
             OR u.id IN (SELECT m.user_id FROM group_closure c JOIN user_groups m ON m.group_id = c.descendant_id
                         WHERE c.project_id = $1 AND c.ancestor_id = ANY($3)))"
    };
}

/// How many there are, and how many of them have an e-mail address.
pub async fn count_addressees(connection: &mut PgConnection, project_id: i64, users: &[i64], groups: &[i64]) -> Result<(i64, i64)> {
    Ok(sqlx::query_as(concat!("SELECT count(*), count(*) FILTER (WHERE u.email <> '') ", addressees!()))
        .bind(project_id)
        .bind(users)
        .bind(groups)
        .fetch_one(connection)
        .await?)
}

/// The next ones after a user, in the order of their ids.
pub async fn next_addressees(connection: &mut PgConnection, announce: &AnnounceRow, limit: i64) -> Result<Vec<AddresseeRow>> {
    Ok(sqlx::query_as(concat!(
        "SELECT u.id AS user_id, coalesce(u.name, '') AS name, coalesce(u.email, '') AS email, coalesce(u.locale, '') AS locale ",
        addressees!(),
        " AND u.id > $4 ORDER BY u.id LIMIT $5"
    ))
    .bind(announce.project_id)
    .bind(&announce.user_ids)
    .bind(&announce.group_ids)
    .bind(announce.send_cursor)
    .bind(limit)
    .fetch_all(connection)
    .await?)
}

/// Of each group its path from the root, itself last; groups that are not there have none.
pub async fn group_paths(connection: &mut PgConnection, groups: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
    let paths: Vec<(i64, Vec<i64>)> = sqlx::query_as(
        "SELECT descendant_id, array_agg(ancestor_id ORDER BY depth DESC) FROM group_closure WHERE descendant_id = ANY($1) GROUP BY descendant_id",
    )
    .bind(groups)
    .fetch_all(connection)
    .await?;
    Ok(paths.into_iter().collect())
}

/// Those of the users whom the caller's own groups do not reach, without the caller.
pub async fn beyond_groups(connection: &mut PgConnection, caller: &Caller, users: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT w FROM unnest($2::bigint[]) w WHERE w <> $4 AND NOT EXISTS (
             SELECT 1 FROM user_groups m JOIN group_closure c ON c.descendant_id = m.group_id
             WHERE m.project_id = $1 AND m.user_id = w AND c.ancestor_id = ANY($3)) ORDER BY w",
    )
    .bind(caller.project_id)
    .bind(users)
    .bind(&caller.domain_ids)
    .bind(caller.user_id)
    .fetch_all(connection)
    .await?)
}

/// A recipient that is to be inserted.
pub struct NewRecipient {
    pub user_id: i64,
    pub has_email: bool,
    pub state: i16,
    pub token: AnnounceToken,
    pub mail_id: Option<i64>,
}

/// A person who has a row already keeps it.
pub async fn insert_all(connection: &mut PgConnection, locked: &LockedAnnounce, sealer: &Sealer, recipients: &[NewRecipient]) -> Result<()> {
    sqlx::query(
        "INSERT INTO announce_recipients (project_id, announce_id, user_id, state, has_email, token_hash, sealed_token, mail_id)
         SELECT $1, $2, n.* FROM unnest($3::bigint[], $4::smallint[], $5::boolean[], $6::bytea[], $7::bytea[], $8::bigint[]) n
         ON CONFLICT (announce_id, user_id) DO NOTHING",
    )
    .bind(locked.project_id)
    .bind(locked.id)
    .bind(recipients.iter().map(|new| new.user_id).collect::<Vec<_>>())
    .bind(recipients.iter().map(|new| new.state).collect::<Vec<_>>())
    .bind(recipients.iter().map(|new| new.has_email).collect::<Vec<_>>())
    .bind(recipients.iter().map(|new| new.token.hash()).collect::<Vec<_>>())
    .bind(recipients.iter().map(|new| sealer.seal_for(SEAL_PURPOSE, new.token.as_str())).collect::<Vec<_>>())
    .bind(recipients.iter().map(|new| new.mail_id).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

/// Mails of an announce that is stopped, and that are not sent yet, never are: neither its own nor those of a reminder.
pub async fn cancel_queued(connection: &mut PgConnection, locked: &LockedAnnounce, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "WITH canceled AS (UPDATE announce_recipients SET state = 3 WHERE announce_id = $1 AND state = 1)
         UPDATE mails SET state = 3, error = 'stopped', finished_at = $2, sealed_values = NULL
         FROM announce_recipients r WHERE r.announce_id = $1 AND mails.id = r.mail_id AND mails.state = 1",
    )
    .bind(locked.id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Reminders of an announce that has ended, and that are not sent yet, never are.
pub async fn cancel_reminders(connection: &mut PgConnection, locked: &LockedAnnounce, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE mails SET state = 3, error = 'ended', finished_at = $2, sealed_values = NULL
         FROM announce_recipients r WHERE r.announce_id = $1 AND r.reminded_at IS NOT NULL AND mails.id = r.mail_id AND mails.state = 1",
    )
    .bind(locked.id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Somebody who is to be reminded.
pub struct RemindedRecipient {
    pub id: i64,
    pub addressee: AddresseeRow,
    pub token: AnnounceToken,
}

/// The next ones after the cursor who have not read it, or of a poll have not answered.
pub async fn next_unanswered(connection: &mut PgConnection, announce: &AnnounceRow, sealer: &Sealer, limit: i64) -> Result<Vec<RemindedRecipient>> {
    let rows: Vec<(i64, Vec<u8>, i64, String, String, String)> = sqlx::query_as(
        "SELECT r.id, r.sealed_token, u.id, coalesce(u.name, ''), coalesce(u.email, ''), coalesce(u.locale, '')
         FROM announce_recipients r JOIN users u ON u.id = r.user_id AND u.is_active
         WHERE r.announce_id = $1 AND r.id > $2 AND r.state <> 1 AND r.state < $3 ORDER BY r.id LIMIT $4",
    )
    .bind(announce.id)
    .bind(announce.remind_cursor.unwrap_or_default())
    .bind(first_done_state(announce))
    .bind(limit)
    .fetch_all(connection)
    .await?;
    let reminded = |(id, sealed, user_id, name, email, locale): (i64, Vec<u8>, i64, String, String, String)| {
        Ok(RemindedRecipient { id, addressee: AddresseeRow { user_id, name, email, locale }, token: open_token(sealer, &sealed)? })
    };
    rows.into_iter().map(reminded).collect()
}

pub async fn count_unanswered(connection: &mut PgConnection, announce: &AnnounceRow) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "SELECT count(*) FROM announce_recipients r JOIN users u ON u.id = r.user_id AND u.is_active
         WHERE r.announce_id = $1 AND r.state <> 1 AND r.state < $2",
    )
    .bind(announce.id)
    .bind(first_done_state(announce))
    .fetch_one(connection)
    .await?)
}

/// States from this one on need no reminder.
fn first_done_state(announce: &AnnounceRow) -> i16 {
    use crate::domain::announce::AnnounceType;
    if announce.kind() == AnnounceType::Poll { ANSWERED } else { 4 }
}

/// `mails`: of each of the recipients; None for who got none.
pub async fn set_reminded(
    connection: &mut PgConnection,
    _locked: &LockedAnnounce,
    ids: &[i64],
    mails: &[Option<i64>],
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE announce_recipients r SET reminded_at = $3, mail_id = coalesce(n.mail_id, r.mail_id)
         FROM unnest($1::bigint[], $2::bigint[]) n (id, mail_id) WHERE r.id = n.id",
    )
    .bind(ids)
    .bind(mails)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// recipients, queued, failed, read, answered, without_email.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct TurnoutRow {
    pub announce_id: i64,
    pub recipients: i64,
    pub queued: i64,
    pub failed: i64,
    pub read: i64,
    pub answered: i64,
    pub without_email: i64,
}

pub async fn turnouts(connection: &mut PgConnection, project_id: i64, ids: &[i64]) -> Result<Vec<TurnoutRow>> {
    Ok(sqlx::query_as(
        "SELECT announce_id, count(*) AS recipients, count(*) FILTER (WHERE state = 1) AS queued, count(*) FILTER (WHERE state = 3) AS failed,
             count(*) FILTER (WHERE state >= 4) AS read, count(*) FILTER (WHERE state = 5) AS answered, count(*) FILTER (WHERE NOT has_email) AS without_email
         FROM announce_recipients WHERE project_id = $1 AND announce_id = ANY($2) GROUP BY announce_id",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(connection)
    .await?)
}

/// The tokens that the caller has of announces, by their ids.
pub async fn own_tokens(connection: &mut PgConnection, caller: &Caller, sealer: &Sealer, ids: &[i64]) -> Result<Vec<(i64, AnnounceToken)>> {
    let rows: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT announce_id, sealed_token FROM announce_recipients WHERE project_id = $1 AND user_id = $2 AND announce_id = ANY($3)")
            .bind(caller.project_id)
            .bind(caller.user_id)
            .bind(ids)
            .fetch_all(connection)
            .await?;
    rows.into_iter().map(|(id, sealed)| Ok((id, open_token(sealer, &sealed)?))).collect()
}

fn open_token(sealer: &Sealer, sealed: &[u8]) -> Result<AnnounceToken> {
    let text = sealer.open_for(SEAL_PURPOSE, sealed).map_err(Error::internal)?;
    AnnounceToken::parse(&text).ok_or_else(|| Error::internal(anyhow::anyhow!("a sealed token is no token")))
}

/// Of an announce whose results the caller may see.
pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::AnnounceResponse, action::View>,
    announce: &AnnounceRow,
    query: &ListQuery,
) -> Result<Page<RecipientRow>> {
    let id = announce.id;
    LISTING.page_where(connection, right.project_id(), &Scope::everything(), query, |sql| _ = sql.push(" AND r.announce_id = ").push_bind(id)).await
}

/// A recipient that was found by their token, and is locked until the transaction ends.
#[derive(Debug)]
pub struct LockedRecipient(PageRecipientRow);

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PageRecipientRow {
    pub id: i64,
    pub project_id: i64,
    pub announce_id: i64,
    pub state: i16,
    pub answered_at: Option<OffsetDateTime>,
    pub locale: String,
}

impl Deref for LockedRecipient {
    type Target = PageRecipientRow;

    fn deref(&self) -> &PageRecipientRow {
        &self.0
    }
}

const BY_TOKEN: &str = "SELECT r.id, r.project_id, r.announce_id, r.state, r.answered_at, coalesce(u.locale, '') AS locale
    FROM announce_recipients r JOIN users u ON u.id = r.user_id AND u.is_active WHERE r.token_hash = $1
    AND NOT EXISTS (SELECT 1 FROM projects p WHERE p.project_id = r.project_id AND p.suspended)";

/// In any project: the token is the right. None for who is not active any more, and while the project is suspended.
pub async fn find_by_token(connection: &mut PgConnection, hash: &[u8]) -> Result<Option<PageRecipientRow>> {
    Ok(sqlx::query_as(BY_TOKEN).bind(hash).fetch_optional(connection).await?)
}

pub async fn lock_by_token(connection: &mut PgConnection, hash: &[u8]) -> Result<LockedRecipient> {
    let found = sqlx::query_as(sqlx::AssertSqlSafe(format!("{BY_TOKEN} FOR NO KEY UPDATE OF r"))).bind(hash).fetch_optional(connection).await?;
    found.map(LockedRecipient).ok_or(Error::NotFound)
}

/// The time of the first reading stays.
pub async fn set_read(connection: &mut PgConnection, locked: &LockedRecipient, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE announce_recipients SET state = greatest(state, 4::smallint), read_at = coalesce(read_at, $2) WHERE id = $1")
        .bind(locked.id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// None takes the answers back.
pub async fn set_answered(
    connection: &mut PgConnection,
    locked: &LockedRecipient,
    answered_at: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query("UPDATE announce_recipients SET state = $2, answered_at = $3, read_at = coalesce(read_at, $4) WHERE id = $1")
        .bind(locked.id)
        .bind(if answered_at.is_some() { ANSWERED } else { 4 })
        .bind(answered_at)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}
