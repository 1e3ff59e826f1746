//! Removing users.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::ItemResult;
use serde_json::Value;
use sqlx::{Acquire, PgConnection};

use super::{change, shown};
use crate::domain::grant;
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::account::Accounts;

/// Users that one call removes at most.
const MAX_ITEMS: usize = 500;

pub struct Rights {
    pub view: Authorized<resource::User, action::View>,
    pub delete: Authorized<resource::User, action::Delete>,
}

/// Refused for somebody with more rights than the caller and for the last administrator.
pub async fn delete_user(parts: &Parts, rights: &Rights, id: i64) -> Result<()> {
    let project_id = rights.delete.project_id();
    let mut tx = parts.context.database.tenant(project_id).await?;
    store::project::lock(&mut tx, project_id).await?;
    delete(parts, &mut tx, rights, id).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &[Changed::UserId(id)]).await;
    Ok(())
}

/// Answers per item, in the order asked.
pub async fn delete_users(parts: &Parts, rights: &Rights, ids: &[i64]) -> Result<Vec<ItemResult>> {
    if ids.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("maximum length is {MAX_ITEMS}")));
    }
    let project_id = rights.delete.project_id();
    let mut tx = parts.context.database.tenant(project_id).await?;
    store::project::lock(&mut tx, project_id).await?;
    let mut results = Vec::with_capacity(ids.len());
    for &id in ids {
        let mut savepoint = tx.begin().await?;
        match delete(parts, &mut savepoint, rights, id).await {
            Ok(()) => {
                savepoint.commit().await?;
                results.push(ItemResult { id, done: true, message: String::new() });
            }
            Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                savepoint.rollback().await?;
                results.push(ItemResult { id, done: false, message: error.to_string() });
            }
        }
    }
    tx.commit().await?;
    let gone: Vec<Changed> = results.iter().filter(|result| result.done).map(|result| Changed::UserId(result.id)).collect();
    signal::publish(&parts.context, &gone).await;
    Ok(results)
}

async fn delete(parts: &Parts, connection: &mut PgConnection, rights: &Rights, id: i64) -> Result<()> {
    let project_id = rights.delete.project_id();
    let user = store::user_list::lock(connection, &rights.view, id).await?;
    if !store::user_list::lies_within(connection, project_id, rights.delete.scope(), id).await? {
        return Err(Error::Forbidden);
    }
    grant::may_manage(rights.delete.caller(), &user.permissions())?;
    store::session::revoke_all(connection, project_id, id, parts.context.clock.now()).await?;
    store::user::delete(connection, &rights.delete, &user).await?;
    if user.administers() {
        store::user::check_administrated(connection, project_id).await?;
    }
    if let Some(account_id) = user.account_id {
        let mut accounts = Accounts::enter(connection).await?;
        accounts.delete_unused(account_id).await?;
        accounts.leave().await?;
    }
    let change = change(policy::Action::Delete, id, &user.name, shown(&user.draft()), Value::Null);
    kit::audit::record(connection, &parts.context.clock, rights.delete.caller(), change).await
}
