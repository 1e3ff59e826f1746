//! Changes of numbers.
use kit::error::violated;
use kit::{Error, Result};
use policy::Caller;
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::domain::account::Account;
use crate::domain::number::Number;

/// Who makes numbers, and when.
pub struct Creator<'a> {
    pub caller: &'a Caller,
    pub now: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, creator: &Creator<'_>, number: &Number, account: &Account) -> Result<i64> {
    let ids = insert_all(connection, creator, &[(number, account)]).await?;
    ids.first().copied().ok_or_else(|| Error::internal(anyhow::anyhow!("no number was made")))
}

/// Several that are of nobody yet, or one that is. Ids in the order of the numbers.
pub async fn insert_all(connection: &mut PgConnection, creator: &Creator<'_>, numbers: &[(&Number, &Account)]) -> Result<Vec<i64>> {
    let mut sql = sqlx::QueryBuilder::new(
        "INSERT INTO sip_numbers (project_id, number, name, sealed_password, ha1, is_active, is_reserved, is_system, user_id, device_id, domain_id,
             is_general, forward_mode, forward_queues, forward_group_id, created_by, created_by_name, created_at, updated_at) ",
    );
    sql.push_values(numbers, |mut row, (number, account)| {
        row.push_bind(creator.caller.project_id)
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
            .push_bind(creator.caller.user_id)
            .push_bind(&creator.caller.user_name)
            .push_bind(creator.now)
            .push_bind(creator.now);
    });
    sql.push(" RETURNING id");
    let mut ids: Vec<i64> = sql.build_query_scalar().fetch_all(connection).await.map_err(taken)?;
    ids.sort_unstable();
    Ok(ids)
}

/// `account`: another password, or the same for another number.
pub async fn update(
    connection: &mut PgConnection,
    project_id: i64,
    id: i64,
    number: &Number,
    account: Option<&Account>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE sip_numbers SET number = $3, name = $4, is_active = $5, is_reserved = $6, is_system = $7, user_id = $8, device_id = $9, domain_id = $10,
             is_general = $11, forward_mode = $12, forward_queues = $13, forward_group_id = $14, updated_at = $15,
             sealed_password = coalesce($16, sealed_password), ha1 = coalesce($17, ha1), version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(project_id)
    .bind(id)
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
    .map_err(taken)?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM sip_numbers WHERE project_id = $1 AND id = $2").bind(project_id).bind(id).execute(connection).await?;
    Ok(())
}

/// The words for what is there already. Only the indexes know of numbers that the caller does not see.
fn taken(error: sqlx::Error) -> Error {
    let conflict = |message: &str, code: &'static str| Error::Conflict { code, message: message.into(), data: Value::Null };
    match violated(&error) {
        Some("sip_numbers_project_id_number_key") => conflict("number not free", "number_not_free"),
        Some("sip_numbers_device") => conflict("device already has virtual number", "device_has_number"),
        Some("sip_numbers_general") => conflict("sip number for group exists", "group_has_number"),
        _ => error.into(),
    }
}
