//! Removing users.
use kit::bulk::Deletion;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::grant;
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::user::{account, refuse_own_by_token};
use crate::store;
use crate::store::account::Accounts;

/// The right to remove users.
pub type UserDelete = Authorized<resource::User, action::Delete>;

/// Refused for somebody with more rights than the caller and for the last administrator.
pub async fn delete(app: &App, right: &UserDelete, id: i64) -> Result<()> {
    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    store::project::lock(&mut tx, project_id).await?;
    remove(app, &mut tx, right, id).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &[SessionChange::UserId(id)]).await;
    Ok(())
}

/// Answers per item, in the order asked.
pub async fn delete_all(app: &App, right: &UserDelete, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let project_id = right.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    store::project::lock(&mut tx, project_id).await?;
    let mut deletion = Deletion::new(tx, ids)?;
    while let Some(mut item) = deletion.next().await? {
        let removed = remove(app, &mut item.savepoint, right, item.id).await;
        item.finish(removed).await?;
    }
    let answer = deletion.commit().await?;
    let changes: Vec<SessionChange> = answer.items.iter().filter(|item| item.done).map(|item| SessionChange::UserId(item.id)).collect();
    invalidation::publish(&app.context, &changes).await;
    Ok(answer)
}

async fn remove(app: &App, connection: &mut PgConnection, right: &UserDelete, id: i64) -> Result<()> {
    let project_id = right.project_id();
    refuse_own_by_token(right.caller(), id)?;
    let user = store::user::find_for_update(connection, right, id).await?;
    if !store::user::is_wholly_within(connection, project_id, right.scope(), id).await? {
        return Err(Error::Forbidden);
    }
    grant::may_manage(right.caller(), &user.permissions())?;
    if id != right.caller().user_id {
        account::refuse_dealers(connection, &user).await?;
    }
    store::session::revoke_all(connection, &user, app.context.clock.now()).await?;
    store::user::delete(connection, &user).await?;
    if user.administers() {
        store::user::check_administrated(connection, project_id).await?;
    }
    if let Some(account_id) = user.account_id {
        let mut accounts = Accounts::elevate(connection).await?;
        accounts.delete_unused(account_id).await?;
        accounts.restore_role().await?;
    }
    let change = audit::user_change(policy::Action::Delete, id, &user.name, user.draft().audit_view(), Value::Null);
    kit::audit::record(connection, &app.context.clock, right.caller(), change).await
}
