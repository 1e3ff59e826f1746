//! The end of a token: calls with it are refused from then on, and its sockets are closed.
use kit::{Error, Result};
use policy::{Action, Authorized, Caller, action, resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::{change, require_sign_in};
use crate::app::App;
use crate::invalidation::{self, SessionChange};
use crate::operation::profile::account::OwnAccount;
use crate::store;
use crate::store::token::RevokedToken;

/// `NotFound` for what is not a token of the caller's.
pub async fn revoke_own(app: &App, right: &OwnAccount, id: i64) -> Result<()> {
    require_sign_in(right.caller())?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let revoked = store::token::revoke_own(&mut tx, right, id, app.context.clock.now()).await?.ok_or(Error::NotFound)?;
    record(app, &mut tx, right.caller(), &revoked).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &[SessionChange::from(revoked.session)]).await;
    Ok(())
}

/// `NotFound` for what is not a token of the project.
pub async fn revoke_service(app: &App, right: &Authorized<resource::Token, action::Delete>, id: i64) -> Result<()> {
    require_sign_in(right.caller())?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let revoked = store::token::revoke_service(&mut tx, right, id, app.context.clock.now()).await?.ok_or(Error::NotFound)?;
    record(app, &mut tx, right.caller(), &revoked).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &[SessionChange::from(revoked.session)]).await;
    Ok(())
}

async fn record(app: &App, connection: &mut PgConnection, caller: &Caller, revoked: &RevokedToken) -> Result<()> {
    let before = json!({ "name": revoked.name });
    let change = change(Action::Delete, revoked.token_id, &revoked.name, before, Value::Null);
    kit::audit::record(connection, &app.context.clock, caller, change).await
}
