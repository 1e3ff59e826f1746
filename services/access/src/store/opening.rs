//! The table of openings: of identifiers with a limit of passes, and of guests' keys. Everything here that writes does so
//! under the lock of the identifier's row, so that the last pass is spent once.
use jiff::SignedDuration;
use kit::Result;
use kit::zone::{instant, timestamp};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::domain::ids::DeviceId;
use crate::domain::visit::{VisitOpening, Visits};

/// An opening without an outcome after this time did not take place.
pub const SETTLE_TIMEOUT: Duration = Duration::seconds(60);

const PENDING: i16 = 1;
const DONE: i16 = 2;
const FAILED: i16 = 3;
const UNKNOWN: i16 = 4;

/// What has become of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningState {
    /// The door has not reported an outcome yet.
    Pending,
    Done,
    Failed,
    /// The door did not answer.
    Unknown,
}

impl OpeningState {
    const fn number(self) -> i16 {
        match self {
            OpeningState::Pending => PENDING,
            OpeningState::Done => DONE,
            OpeningState::Failed => FAILED,
            OpeningState::Unknown => UNKNOWN,
        }
    }

    fn from_number(number: i16) -> OpeningState {
        match number {
            DONE => OpeningState::Done,
            FAILED => OpeningState::Failed,
            UNKNOWN => OpeningState::Unknown,
            _ => OpeningState::Pending,
        }
    }
}

/// An identifier whose passes are counted, locked until the transaction ends. Made only by `lock`.
#[derive(Debug, sqlx::FromRow)]
pub struct SpendingIdentifier {
    id: i64,
    project_id: i64,
    owner_id: Option<i64>,
    version: i64,
    is_limited: bool,
    max_passes: i32,
    used_passes: i32,
    /// Of a guest's key.
    visit_seconds: Option<i32>,
}

/// An opening that is to take place, or has.
#[derive(Clone, Debug)]
pub struct NewOpening {
    pub device_id: i64,
    pub lock_number: i16,
    pub at: OffsetDateTime,
    pub token_hash: Option<Vec<u8>>,
}

impl SpendingIdentifier {
    pub fn id(&self) -> i64 {
        self.id
    }

    pub fn project_id(&self) -> i64 {
        self.project_id
    }

    pub fn owner_id(&self) -> Option<i64> {
        self.owner_id
    }

    pub fn version(&self) -> i64 {
        self.version
    }

    /// Whether the lists of devices contain how many passes are left.
    pub fn is_limited(&self) -> bool {
        self.is_limited
    }

    pub fn is_guest_key(&self) -> bool {
        self.visit_seconds.is_some()
    }

    fn visit(&self) -> SignedDuration {
        SignedDuration::from_secs(self.visit_seconds.unwrap_or_default().into())
    }
}

/// None for an identifier whose passes nobody counts, and for one that does not exist. The row of such a one is not locked: an import
/// that replaces it may hold its lock for minutes, and events of all doors would wait.
pub(crate) async fn lock(connection: &mut PgConnection, project_id: i64, identifier: i64) -> Result<Option<SpendingIdentifier>> {
    let is_counted = sqlx::query_scalar(
        "SELECT i.passes_restrict_active OR EXISTS (SELECT 1 FROM guest_keys k WHERE k.identifier_id = i.id) FROM identifiers i
         WHERE i.project_id = $1 AND i.id = $2",
    );
    let is_counted: Option<bool> = is_counted.bind(project_id).bind(identifier).fetch_optional(&mut *connection).await?;
    if is_counted != Some(true) {
        return Ok(None);
    }
    let locked = lock_in_any_case(connection, project_id, identifier).await?;
    Ok(locked.filter(|identifier| identifier.is_limited || identifier.is_guest_key()))
}

/// Also one whose limit was switched off while an opening was held.
pub(crate) async fn lock_in_any_case(connection: &mut PgConnection, project_id: i64, identifier: i64) -> Result<Option<SpendingIdentifier>> {
    let locked = sqlx::query_as(
        "SELECT i.id, i.project_id, i.owner_id, i.version, i.passes_restrict_active AS is_limited, i.passes_restrict_max_count AS max_passes,
             i.passes_restrict_passes_count AS used_passes, (SELECT k.visit_seconds FROM guest_keys k WHERE k.identifier_id = i.id) AS visit_seconds
         FROM identifiers i WHERE i.project_id = $1 AND i.id = $2 FOR UPDATE OF i",
    );
    Ok(locked.bind(project_id).bind(identifier).fetch_optional(connection).await?)
}

/// Holds an opening, before the door opens; None where no pass is left for it, and for a token that has opened.
pub(crate) async fn hold(connection: &mut PgConnection, identifier: &mut SpendingIdentifier, new: &NewOpening) -> Result<Option<i64>> {
    let used = if identifier.is_guest_key() {
        let counted = counted(connection, identifier, new.at).await?;
        Visits::new(counted.into_iter().chain([visit_opening(new)]), identifier.visit()).used as i64
    } else {
        i64::from(identifier.used_passes) + 1
    };
    if identifier.is_limited && used > i64::from(identifier.max_passes) {
        return Ok(None);
    }
    let Some(id) = insert(connection, identifier, new, OpeningState::Pending).await? else { return Ok(None) };
    recount(connection, identifier, 1, new.at).await?;
    Ok(Some(id))
}

/// Stores an opening that the device decided and reported.
pub(crate) async fn add_done(
    connection: &mut PgConnection,
    identifier: &mut SpendingIdentifier,
    new: &NewOpening,
    now: OffsetDateTime,
) -> Result<Option<i64>> {
    let id = insert(connection, identifier, new, OpeningState::Done).await?;
    recount(connection, identifier, 1, now).await?;
    Ok(id)
}

/// A guest's key that a door has opened for, or refused.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OpenedKey {
    pub id: i64,
    pub name: String,
    pub owner_id: Option<i64>,
    pub domain_id: Option<i64>,
    pub device_id: i64,
    pub device_name: String,
    /// No other opening has taken place.
    pub is_first: bool,
}

pub async fn find_opened_key(connection: &mut PgConnection, identifier: &SpendingIdentifier, opening: i64) -> Result<Option<OpenedKey>> {
    let found = sqlx::query_as(
        "SELECT i.id, i.name, i.owner_id, i.domain_id, o.device_id, coalesce(d.name, '') AS device_name,
             NOT EXISTS (SELECT 1 FROM openings x WHERE x.identifier_id = i.id AND x.state = $3 AND x.id <> o.id) AS is_first
         FROM openings o JOIN identifiers i ON i.id = o.identifier_id LEFT JOIN doors d ON d.id = o.device_id
         WHERE o.project_id = $1 AND o.id = $2",
    );
    Ok(found.bind(identifier.project_id).bind(opening).bind(DONE).fetch_optional(connection).await?)
}

/// Counts a refusal, or begins anew after an opening. Returns how many doors have refused the key in a row.
pub(crate) async fn count_refusal(connection: &mut PgConnection, identifier: &SpendingIdentifier, is_refused: bool) -> Result<i32> {
    let refusals = sqlx::query_scalar(
        "UPDATE guest_keys SET refusals = CASE WHEN $3 THEN refusals + 1 ELSE 0 END WHERE project_id = $1 AND identifier_id = $2 RETURNING refusals",
    );
    Ok(refusals.bind(identifier.project_id).bind(identifier.id).bind(is_refused).fetch_one(connection).await?)
}

/// Says what has become of a held opening, or of one that was unknown. False where that was known already.
pub(crate) async fn finish(
    connection: &mut PgConnection,
    identifier: &mut SpendingIdentifier,
    opening: i64,
    state: OpeningState,
    now: OffsetDateTime,
) -> Result<bool> {
    let finished = sqlx::query_scalar(
        "UPDATE openings SET state = $3 WHERE project_id = $1 AND id = $2 AND state = ANY($4) AND state <> $3 RETURNING is_counted",
    );
    let is_counted: Option<bool> =
        finished.bind(identifier.project_id).bind(opening).bind(state.number()).bind([PENDING, UNKNOWN]).fetch_optional(&mut *connection).await?;
    let Some(is_counted) = is_counted else { return Ok(false) };
    let returned = if state == OpeningState::Failed && is_counted { -1 } else { 0 };
    recount(connection, identifier, returned, now).await?;
    Ok(true)
}

/// When a device says that it opened, and when that arrived.
#[derive(Clone, Copy, Debug)]
pub struct ReportTimes {
    pub created_at: OffsetDateTime,
    pub received_at: OffsetDateTime,
}

/// Says of the opening by a link that a device has reported that it took place. None where that was known already, and where there is no
/// such opening. Each is reported once, and the one that is nearest in time is meant: within two minutes by the device's clock, or one
/// minute after the command where that clock is wrong, as device-gateway has found whose link it was. What the door refused was not done.
pub(crate) async fn finish_reported(
    connection: &mut PgConnection,
    identifier: &mut SpendingIdentifier,
    device_id: i64,
    times: ReportTimes,
) -> Result<Option<i64>> {
    let found: Option<(i64, i16)> = sqlx::query_as(
        "SELECT id, state FROM openings
         WHERE project_id = $1 AND identifier_id = $2 AND device_id = $3 AND NOT is_reported AND (state <> $6 OR is_timed_out)
           AND (at BETWEEN $4::timestamptz - interval '2 minutes' AND $4 + interval '2 minutes' OR at BETWEEN $5::timestamptz - interval '1 minute' AND $5)
         ORDER BY abs(extract(epoch FROM at - $4)), id LIMIT 1",
    )
    .bind(identifier.project_id)
    .bind(identifier.id)
    .bind(device_id)
    .bind(times.created_at)
    .bind(times.received_at)
    .bind(FAILED)
    .fetch_optional(&mut *connection)
    .await?;
    let Some((id, state)) = found else { return Ok(None) };
    sqlx::query("UPDATE openings SET state = $3, is_reported = true WHERE project_id = $1 AND id = $2")
        .bind(identifier.project_id)
        .bind(id)
        .bind(DONE)
        .execute(&mut *connection)
        .await?;
    if state == DONE {
        return Ok(None);
    }
    recount(connection, identifier, 0, times.received_at).await?;
    Ok(Some(id))
}

/// The newest opening of the identifier at the device of which nothing is known yet.
pub async fn find_unfinished(connection: &mut PgConnection, identifier: &SpendingIdentifier, device_id: i64) -> Result<Option<i64>> {
    let found = sqlx::query_scalar(
        "SELECT id FROM openings WHERE project_id = $1 AND identifier_id = $2 AND device_id = $3 AND state = ANY($4) ORDER BY at DESC, id DESC LIMIT 1",
    );
    let found = found.bind(identifier.project_id).bind(identifier.id).bind(device_id).bind([PENDING, UNKNOWN]);
    Ok(found.fetch_optional(connection).await?)
}

/// What has become of the opening by a token; None for a token that has opened nothing.
pub async fn find_by_token(connection: &mut PgConnection, project_id: i64, identifier: i64, token_hash: &[u8]) -> Result<Option<OpeningState>> {
    let state: Option<i16> = sqlx::query_scalar("SELECT state FROM openings WHERE project_id = $1 AND identifier_id = $2 AND token_hash = $3")
        .bind(project_id)
        .bind(identifier)
        .bind(token_hash)
        .fetch_optional(connection)
        .await?;
    Ok(state.map(OpeningState::from_number))
}

/// Project and identifier of openings whose outcome did not arrive in time, each once, the oldest first. Needs a system transaction.
pub async fn overdue(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<(i64, i64)>> {
    let found = sqlx::query_as(
        "SELECT project_id, identifier_id FROM openings WHERE state IN (1, 4) AND at < $1 GROUP BY project_id, identifier_id ORDER BY min(at) LIMIT $2",
    );
    Ok(found.bind(now - SETTLE_TIMEOUT).bind(limit).fetch_all(connection).await?)
}

/// The same of guests' keys whose last visit is over, and whose lists do not say so yet.
pub async fn ended_visits(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<(i64, i64)>> {
    let found = sqlx::query_as("SELECT project_id, identifier_id FROM guest_keys WHERE visit_ends_at <= $1 ORDER BY visit_ends_at LIMIT $2");
    Ok(found.bind(now).bind(limit).fetch_all(connection).await?)
}

/// Gives back what overdue openings have held, and forgets a visit that is over.
pub(crate) async fn finish_overdue(connection: &mut PgConnection, identifier: &mut SpendingIdentifier, now: OffsetDateTime) -> Result<()> {
    let failed: Vec<bool> = sqlx::query_scalar(
        "UPDATE openings SET state = $4, is_timed_out = true WHERE project_id = $1 AND identifier_id = $2 AND state = ANY($5) AND at < $3
         RETURNING is_counted",
    )
    .bind(identifier.project_id)
    .bind(identifier.id)
    .bind(now - SETTLE_TIMEOUT)
    .bind(FAILED)
    .bind([PENDING, UNKNOWN])
    .fetch_all(&mut *connection)
    .await?;
    let returned = failed.into_iter().filter(|is_counted| *is_counted).count() as i32;
    recount(connection, identifier, -returned, now).await?;
    sqlx::query("UPDATE guest_keys SET visit_ends_at = NULL, visit_full = '{}' WHERE project_id = $1 AND identifier_id = $2 AND visit_ends_at <= $3")
        .bind(identifier.project_id)
        .bind(identifier.id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert(connection: &mut PgConnection, identifier: &SpendingIdentifier, new: &NewOpening, state: OpeningState) -> Result<Option<i64>> {
    let id = sqlx::query_scalar(
        "INSERT INTO openings (project_id, identifier_id, device_id, lock_number, state, at, token_hash) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (token_hash) DO NOTHING RETURNING id",
    );
    let id = id
        .bind(identifier.project_id)
        .bind(identifier.id)
        .bind(new.device_id)
        .bind(new.lock_number)
        .bind(state.number())
        .bind(new.at)
        .bind(&new.token_hash);
    Ok(id.fetch_optional(connection).await?)
}

/// Openings that count: what was done, and what may have been.
async fn counted(connection: &mut PgConnection, identifier: &SpendingIdentifier, now: OffsetDateTime) -> Result<Vec<VisitOpening>> {
    let rows: Vec<(i64, OffsetDateTime)> = sqlx::query_as(
        "SELECT device_id, at FROM openings WHERE project_id = $1 AND identifier_id = $2 AND is_counted
           AND (state = $3 OR state = ANY($4) AND at >= $5)",
    )
    .bind(identifier.project_id)
    .bind(identifier.id)
    .bind(DONE)
    .bind([PENDING, UNKNOWN])
    .bind(now - SETTLE_TIMEOUT)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(device, at)| VisitOpening { at: timestamp(at), device: DeviceId(device) }).collect())
}

/// Writes how many passes are used: of a guest's key its visits, of others one more or less.
async fn recount(connection: &mut PgConnection, identifier: &mut SpendingIdentifier, change: i32, now: OffsetDateTime) -> Result<()> {
    if !identifier.is_limited && !identifier.is_guest_key() {
        return Ok(()); // Its limit was switched off meanwhile: the next one counts from 0.
    }
    let used = if identifier.is_guest_key() {
        let visits = Visits::new(counted(connection, identifier, now).await?, identifier.visit());
        let last = visits.last;
        sqlx::query(
            "UPDATE guest_keys SET visit_ends_at = $3, visit_full = $4,
                 last_used_at = (SELECT max(o.at) FROM openings o WHERE o.identifier_id = $2 AND o.state = $5)
             WHERE project_id = $1 AND identifier_id = $2",
        )
        .bind(identifier.project_id)
        .bind(identifier.id)
        .bind(last.as_ref().map(|last| instant(last.ends)))
        .bind(last.map_or_else(Vec::new, |last| last.full.into_iter().map(|device| device.0).collect::<Vec<i64>>()))
        .bind(DONE)
        .execute(&mut *connection)
        .await?;
        i32::try_from(visits.used).unwrap_or(i32::MAX)
    } else {
        identifier.used_passes.saturating_add(change).max(0)
    };
    identifier.used_passes = used;
    sqlx::query("UPDATE identifiers SET passes_restrict_passes_count = $3 WHERE project_id = $1 AND id = $2")
        .bind(identifier.project_id)
        .bind(identifier.id)
        .bind(used)
        .execute(connection)
        .await?;
    Ok(())
}

fn visit_opening(new: &NewOpening) -> VisitOpening {
    VisitOpening { at: timestamp(new.at), device: DeviceId(new.device_id) }
}
