//! Which roles the caller may give.
use kit::{Error, Result};
use policy::Caller;
use sqlx::PgConnection;

use crate::domain::grant;
use crate::store;

pub async fn check_assignable(connection: &mut PgConnection, caller: &Caller, role_id: i64) -> Result<()> {
    let permissions = store::role::permissions(connection, caller.project_id, role_id).await?;
    let permissions = permissions.ok_or_else(|| Error::InvalidRelated { names: vec![role_id.to_string()] })?;
    let available = store::role::available(connection, caller.project_id, caller.role_id).await?;
    grant::may_assign(caller, &available, role_id, &permissions)
}
