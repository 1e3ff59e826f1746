//! Licences. A row stays when its licence is withdrawn.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::counts::Counts;
use crate::domain::license::{License, Period, Plan};
use crate::domain::license_file::Payload;

/// Licences of one project that are read.
const MAX_LICENSES: i64 = 500;

const COLUMNS: &str = "id, name, plan, features, valid_from, valid_to, uid, source, customer, issued_at, sip, mobile_app, ukey2,
    per_user_sip, per_user_mobile_app, per_user_ukey2, supersedes, removed_at, superseded_at, revoked_at, refreshed_at, refresh_error, created_at";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Evaluation = 1,
    File = 2,
    Cloud = 3,
}

impl Source {
    fn from_number(number: i16) -> Source {
        match number {
            2 => Source::File,
            3 => Source::Cloud,
            _ => Source::Evaluation,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Source::Evaluation => "evaluation",
            Source::File => "file",
            Source::Cloud => "cloud",
        }
    }
}

#[derive(Clone, Debug)]
pub struct LicenseRow {
    pub id: i64,
    pub name: String,
    pub plan: Plan,
    pub license: License,
    pub uid: Option<Uuid>,
    pub source: Source,
    pub customer: String,
    pub issued_at: OffsetDateTime,
    pub supersedes: Vec<Uuid>,
    pub removed_at: Option<OffsetDateTime>,
    pub superseded_at: Option<OffsetDateTime>,
    pub revoked_at: Option<OffsetDateTime>,
    pub refreshed_at: Option<OffsetDateTime>,
    pub refresh_error: String,
}

impl LicenseRow {
    /// Neither removed nor replaced: it is listed.
    pub fn is_present(&self) -> bool {
        self.removed_at.is_none() && self.superseded_at.is_none()
    }
}

#[derive(sqlx::FromRow)]
struct LicenseColumns {
    id: i64,
    name: String,
    plan: i16,
    features: Option<Vec<String>>,
    valid_from: OffsetDateTime,
    valid_to: Option<OffsetDateTime>,
    uid: Option<Uuid>,
    source: i16,
    customer: String,
    issued_at: Option<OffsetDateTime>,
    sip: Option<i64>,
    mobile_app: Option<i64>,
    ukey2: Option<i64>,
    per_user_sip: Option<i64>,
    per_user_mobile_app: Option<i64>,
    per_user_ukey2: Option<i64>,
    supersedes: Vec<Uuid>,
    removed_at: Option<OffsetDateTime>,
    superseded_at: Option<OffsetDateTime>,
    revoked_at: Option<OffsetDateTime>,
    refreshed_at: Option<OffsetDateTime>,
    refresh_error: String,
    created_at: OffsetDateTime,
}

impl From<LicenseColumns> for LicenseRow {
    fn from(row: LicenseColumns) -> Self {
        let withdrawn_at = [row.removed_at, row.superseded_at, row.revoked_at].into_iter().flatten().min();
        LicenseRow {
            id: row.id,
            name: row.name,
            plan: Plan::from_number(row.plan),
            license: License {
                period: Period { from: row.valid_from, to: row.valid_to },
                withdrawn_at,
                features: row.features,
                counts: Counts { sip: row.sip, mobile_app: row.mobile_app, ukey2: row.ukey2 },
                per_user: Counts { sip: row.per_user_sip, mobile_app: row.per_user_mobile_app, ukey2: row.per_user_ukey2 },
            },
            uid: row.uid,
            source: Source::from_number(row.source),
            customer: row.customer,
            issued_at: row.issued_at.unwrap_or(row.created_at),
            supersedes: row.supersedes,
            removed_at: row.removed_at,
            superseded_at: row.superseded_at,
            revoked_at: row.revoked_at,
            refreshed_at: row.refreshed_at,
            refresh_error: row.refresh_error,
        }
    }
}

/// The licences of a project, the oldest first, those that were withdrawn among them.
pub async fn list(connection: &mut PgConnection, project_id: i64) -> Result<Vec<LicenseRow>> {
    let sql = format!("SELECT {COLUMNS} FROM licenses WHERE project_id = $1 ORDER BY valid_from, id LIMIT $2");
    let rows: Vec<LicenseColumns> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(MAX_LICENSES).fetch_all(connection).await?;
    Ok(rows.into_iter().map(LicenseRow::from).collect())
}

/// One that is listed, locked.
pub async fn find_for_update(connection: &mut PgConnection, right: &Authorized<resource::License, action::Delete>, id: i64) -> Result<LicenseRow> {
    let sql = format!(
        "SELECT {COLUMNS} FROM licenses WHERE project_id = $1 AND id = $2 AND removed_at IS NULL AND superseded_at IS NULL FOR NO KEY UPDATE"
    );
    let row: Option<LicenseColumns> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(right.project_id()).bind(id).fetch_optional(connection).await?;
    row.map(LicenseRow::from).ok_or(Error::NotFound)
}

/// A licence with every feature, without an end.
pub async fn insert_unlimited(connection: &mut PgConnection, project_id: i64, name: &str, plan: Plan, from: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO licenses (project_id, name, plan, valid_from, created_at) VALUES ($1, $2, $3, $4, $4)")
        .bind(project_id)
        .bind(name)
        .bind(plan as i16)
        .bind(from)
        .execute(connection)
        .await?;
    Ok(())
}

/// What a signed file says. One that was removed comes back.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::License, action::Create>,
    name: &str,
    payload: &Payload,
    source: Source,
    seat_secret: Option<&[u8]>,
    now: OffsetDateTime,
) -> Result<i64> {
    let refresh_at = (source == Source::Cloud).then_some(now);
    let id = sqlx::query_scalar(
        "INSERT INTO licenses (project_id, name, plan, features, valid_from, valid_to, created_at, uid, source, customer, issued_at,
             sip, mobile_app, ukey2, per_user_sip, per_user_mobile_app, per_user_ukey2, supersedes, refreshed_at, refresh_at,
             seat_secret)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $19 + interval '1 day', $20)
         ON CONFLICT (project_id, uid) WHERE uid IS NOT NULL DO UPDATE SET removed_at = NULL, revoked_at = NULL, release_at = NULL,
             source = excluded.source, refreshed_at = excluded.refreshed_at, refresh_at = excluded.refresh_at, refresh_error = '', seat_secret = excluded.seat_secret
         RETURNING id",
    )
    .bind(right.project_id())
    .bind(name)
    .bind(payload.plan as i16)
    .bind(&payload.features)
    .bind(payload.valid_from)
    .bind(payload.valid_to)
    .bind(now)
    .bind(payload.id)
    .bind(source as i16)
    .bind(&payload.customer)
    .bind(payload.issued_at)
    .bind(payload.counts.sip)
    .bind(payload.counts.mobile_app)
    .bind(payload.counts.ukey2)
    .bind(payload.per_user.sip)
    .bind(payload.per_user.mobile_app)
    .bind(payload.per_user.ukey2)
    .bind(&payload.supersedes)
    .bind(refresh_at)
    .bind(seat_secret)
    .fetch_one(connection)
    .await?;
    Ok(id)
}

/// Of a licence that was activated once more: sealed.
pub async fn set_seat_secret(
    connection: &mut PgConnection,
    right: &Authorized<resource::License, action::Create>,
    id: i64,
    seat_secret: &[u8],
) -> Result<()> {
    sqlx::query("UPDATE licenses SET seat_secret = $3 WHERE project_id = $1 AND id = $2 AND source = 3")
        .bind(right.project_id())
        .bind(id)
        .bind(seat_secret)
        .execute(connection)
        .await?;
    Ok(())
}

/// Those that a licence replaces. The seats of those from the licence server are released.
pub async fn supersede(
    connection: &mut PgConnection,
    right: &Authorized<resource::License, action::Create>,
    uids: &[Uuid],
    now: OffsetDateTime,
) -> Result<()> {
    forget_activations(connection, right.project_id(), uids).await?;
    sqlx::query(
        "UPDATE licenses SET superseded_at = $3, refresh_at = NULL, release_at = CASE WHEN source = 3 AND removed_at IS NULL THEN $3 ELSE release_at END
         WHERE project_id = $1 AND uid = ANY($2) AND superseded_at IS NULL",
    )
    .bind(right.project_id())
    .bind(uids)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// `row`: found and locked by the same right.
pub async fn remove(
    connection: &mut PgConnection,
    right: &Authorized<resource::License, action::Delete>,
    row: &LicenseRow,
    now: OffsetDateTime,
) -> Result<()> {
    forget_activations(connection, right.project_id(), row.uid.as_slice()).await?;
    sqlx::query(
        "UPDATE licenses SET removed_at = $3, refresh_at = NULL, release_at = CASE WHEN source = 3 THEN $3 END WHERE project_id = $1 AND id = $2",
    )
    .bind(right.project_id())
    .bind(row.id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Whoever enters the key from now on gets a seat of its own: that of the licence is released.
async fn forget_activations(connection: &mut PgConnection, project_id: i64, uids: &[Uuid]) -> Result<()> {
    sqlx::query("DELETE FROM license_activations a USING licenses l WHERE l.id = a.license_id AND l.project_id = $1 AND l.uid = ANY($2)")
        .bind(project_id)
        .bind(uids)
        .execute(connection)
        .await?;
    Ok(())
}
