//! Where the caller is signed in, in whichever of their projects, and ending it.
use std::collections::HashSet;

use kit::{Error, Result};
use sqlx::PgConnection;

use crate::operation::audit;
use crate::operation::profile::account::OwnAccount;

use crate::app::App;
use crate::invalidation::{self, SessionChange};
use crate::store::session::{self as store, OwnRevoked, OwnSessionRow, Owner};
use crate::store::user;

pub async fn list_own(app: &App, right: &OwnAccount) -> Result<Vec<OwnSessionRow>> {
    let owner = owner(app, right).await?;
    let mut tx = app.context.database.system().await?;
    let found = store::own(&mut tx, owner, app.context.clock.now()).await?;
    tx.rollback().await?;
    Ok(found)
}

/// `NotFound` for what is not a live session of the caller's.
pub async fn revoke_own(app: &App, right: &OwnAccount, id: i64) -> Result<()> {
    let owner = owner(app, right).await?;
    let mut tx = app.context.database.system().await?;
    let revoked = store::revoke_own(&mut tx, owner, id, app.context.clock.now()).await?;
    if revoked.is_empty() {
        return Err(Error::NotFound);
    }
    record(app, &mut tx, right, &revoked, "revoke session").await?;
    tx.commit().await?;
    push_changes(app, &revoked).await;
    Ok(())
}

/// Every session but the one that asks, and those that the same sign-in opened: the same browser goes from project to
/// project with them. Returns how many.
pub async fn revoke_others(app: &App, right: &OwnAccount) -> Result<i32> {
    let owner = owner(app, right).await?;
    let mut tx = app.context.database.system().await?;
    let revoked = store::revoke_others(&mut tx, owner, right.caller().session_id, false, app.context.clock.now()).await?;
    record(app, &mut tx, right, &revoked, "revoke other sessions").await?;
    tx.commit().await?;
    push_changes(app, &revoked).await;
    Ok(revoked.len() as i32)
}

/// Ends the other sessions and the tokens in the caller's transaction, after which `push_changes` tells of them. Where somebody sets up a
/// second factor, those that were opened and made without it may be those of whom it is to keep out.
pub async fn end_others(app: &App, connection: &mut PgConnection, right: &OwnAccount, owner: Owner) -> Result<Vec<OwnRevoked>> {
    let revoked = store::revoke_others(connection, owner, right.caller().session_id, true, app.context.clock.now()).await?;
    record(app, connection, right, &revoked, "revoke other sessions").await?;
    Ok(revoked)
}

pub async fn owner(app: &App, right: &OwnAccount) -> Result<Owner> {
    let user_id = right.caller().user_id;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let account_id = user::find(&mut reader, right, user_id).await?.account_id;
    Ok(Owner { account_id, user_id })
}

/// Once in each project of which a session ended, as the user of that project.
async fn record(app: &App, connection: &mut PgConnection, right: &OwnAccount, revoked: &[OwnRevoked], action: &str) -> Result<()> {
    let mut recorded = HashSet::new();
    for OwnRevoked { session, user_name } in revoked {
        if recorded.insert(session.user_id) {
            let themself = audit::on_behalf(right.caller(), session.project_id, session.user_id, user_name);
            kit::audit::record(connection, &app.context.clock, &themself, audit::user_action(action, session.user_id, user_name)).await?;
        }
    }
    Ok(())
}

pub async fn push_changes(app: &App, revoked: &[OwnRevoked]) {
    invalidation::publish(&app.context, &revoked.iter().map(|revoked| SessionChange::from(revoked.session)).collect::<Vec<_>>()).await;
}
