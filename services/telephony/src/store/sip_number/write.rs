//! Changes of numbers.
use kit::error::violated;
use kit::listing::Permitted;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::SipNumberRow;
use crate::domain::account::Account;
use crate::domain::sip_number::SipNumberDraft;

type CreateRight = Authorized<resource::SipNumber, action::Create>;

pub async fn insert(
    connection: &mut PgConnection,
    right: &CreateRight,
    number: &SipNumberDraft,
    account: &Account,
    now: OffsetDateTime,
) -> Result<i64> {
    let ids = insert_all(connection, right, &[(number, account)], now).await?;
    ids.first().copied().ok_or_else(|| Error::internal(anyhow::anyhow!("no number was made")))
}

/// Several that are of nobody yet, or one that is. Ids in the order of the numbers.
pub async fn insert_all(
    connection: &mut PgConnection,
    right: &CreateRight,
    numbers: &[(&SipNumberDraft, &Account)],
    now: OffsetDateTime,
) -> Result<Vec<i64>> {
    let caller = right.caller();
    let mut sql = sqlx::QueryBuilder::new(
        "INSERT INTO sip_numbers (project_id, number, name, sealed_password, ha1, is_active, is_reserved, is_system, user_id, device_id, domain_id,
             is_general, forward_mode, forward_queues, forward_group_id, created_by, created_by_name, created_at, updated_at) ",
    );
    sql.push_values(numbers, |mut row, (number, account)| {
        row.push_bind(right.project_id())
            .push_bind(&number.number)
            .push_bind(&number.name)
            .push_bind(&account.sealed_password)
            .push_bind(&account.ha1)
            .push_bind(number.is_active)
            .push_bind(number.is_reserved)
            .push_bind(number.is_system)
            .push_bind(number.user_id)
            .push_bind(number.device_id)
            .push_bind(number.domain_id)
            .push_bind(number.is_general)
            .push_bind(number.forward_mode.word())
            .push_bind(Json(&number.forward_rules))
            .push_bind(number.forward_group_id)
            .push_bind(caller.user_id)
            .push_bind(&caller.user_name)
            .push_bind(now)
            .push_bind(now);
    });
    sql.push(" RETURNING id");
    let mut ids: Vec<i64> = sql.build_query_scalar().fetch_all(connection).await.map_err(conflict)?;
    ids.sort_unstable();
    Ok(ids)
}

/// `account`: a new password, or the same one for another number.
pub async fn update(
    connection: &mut PgConnection,
    row: &Permitted<SipNumberRow, action::Edit>,
    number: &SipNumberDraft,
    account: Option<&Account>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE sip_numbers SET number = $3, name = $4, is_active = $5, is_reserved = $6, is_system = $7, user_id = $8, device_id = $9, domain_id = $10,
             is_general = $11, forward_mode = $12, forward_queues = $13, forward_group_id = $14, updated_at = $15,
             sealed_password = coalesce($16, sealed_password), ha1 = coalesce($17, ha1), version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(row.project_id())
    .bind(row.id)
    .bind(&number.number)
    .bind(&number.name)
    .bind(number.is_active)
    .bind(number.is_reserved)
    .bind(number.is_system)
    .bind(number.user_id)
    .bind(number.device_id)
    .bind(number.domain_id)
    .bind(number.is_general)
    .bind(number.forward_mode.word())
    .bind(Json(&number.forward_rules))
    .bind(number.forward_group_id)
    .bind(now)
    .bind(account.map(|account| &account.sealed_password))
    .bind(account.map(|account| &account.ha1))
    .execute(connection)
    .await
    .map_err(conflict)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, row: &Permitted<SipNumberRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM sip_numbers WHERE project_id = $1 AND id = $2").bind(row.project_id()).bind(row.id).execute(connection).await?;
    Ok(())
}

/// Unique violations as conflicts: the indexes also cover numbers that the caller does not see.
fn conflict(error: sqlx::Error) -> Error {
    let refused = |message: &str, code: &'static str| Error::Conflict { code, message: message.into(), data: Value::Null };
    match violated(&error) {
        Some("sip_numbers_project_id_number_key") => refused("number not free", "number_not_free"),
        Some("sip_numbers_device") => refused("device already has virtual number", "device_has_number"),
        Some("sip_numbers_general") => refused("sip number for group exists", "group_has_number"),
        _ => error.into(),
    }
}
