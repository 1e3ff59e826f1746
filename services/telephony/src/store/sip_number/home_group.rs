//! The group of a number that names none.
use kit::Result;
use sqlx::PgConnection;

use crate::domain::sip_number::NumberHolder;

/// The group of the device, or the first of the user.
pub async fn home_group(connection: &mut PgConnection, holder: Option<NumberHolder>) -> Result<Option<i64>> {
    let (statement, id) = match holder {
        Some(NumberHolder::Device(id)) => ("SELECT domain_id FROM devices WHERE id = $1 AND NOT deleted", id),
        Some(NumberHolder::User(id)) => ("SELECT group_id FROM person_groups WHERE user_id = $1 ORDER BY group_id LIMIT 1", id),
        None => return Ok(None),
    };
    Ok(sqlx::query_scalar(statement).bind(id).fetch_optional(connection).await?)
}
