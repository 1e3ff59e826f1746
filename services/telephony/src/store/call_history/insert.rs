//! Writes a call that is over.
use kit::{Result, Tx};
use time::OffsetDateTime;

use crate::domain::outcome::Outcome;
use crate::domain::route::Party;

/// A call that is over.
#[derive(Clone, Debug)]
pub struct CallRecord {
    pub call_id: String,
    pub project_id: i64,
    pub created_at: OffsetDateTime,
    pub outcome: Outcome,
    /// normal or awaiting.
    pub kind: &'static str,
    /// Seconds from the answer to the end.
    pub duration: i32,
    pub is_sos: bool,
    pub from: Party,
    pub to: Party,
    pub answered_by: Party,
}

/// Idempotent: a call has one row. Returns whether it was written now.
pub async fn insert(tx: &mut Tx, record: &CallRecord) -> Result<bool> {
    let (from, to, answered) = (&record.from, &record.to, &record.answered_by);
    let written = sqlx::query(
        "INSERT INTO call_history (
             project_id, speech_id, created_at, status, type, duration, is_sos,
             from_number, from_name, from_user_id, from_user_name, from_device_id, from_device_name, from_domain_id, from_domain_name,
             to_number, to_name, to_user_id, to_user_name, to_device_id, to_device_name, to_domain_id, to_domain_name,
             answered_number, answered_name, answered_user_id, answered_user_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
                 $24, $25, $26, $27)
         ON CONFLICT (speech_id) DO NOTHING",
    )
    .bind(record.project_id)
    .bind(&record.call_id)
    .bind(record.created_at)
    .bind(record.outcome.word())
    .bind(record.kind)
    .bind(record.duration)
    .bind(record.is_sos)
    .bind(&from.number)
    .bind(&from.name)
    .bind(from.user_id)
    .bind(&from.user_name)
    .bind(from.device_id)
    .bind(&from.device_name)
    .bind(from.domain_id)
    .bind(&from.domain_name)
    .bind(&to.number)
    .bind(&to.name)
    .bind(to.user_id)
    .bind(&to.user_name)
    .bind(to.device_id)
    .bind(&to.device_name)
    .bind(to.domain_id)
    .bind(&to.domain_name)
    .bind(&answered.number)
    .bind(&answered.name)
    .bind(answered.user_id)
    .bind(&answered.user_name)
    .execute(&mut **tx)
    .await?;
    Ok(written.rows_affected() > 0)
}
