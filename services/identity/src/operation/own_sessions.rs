//! Where the caller is signed in, in whichever of their projects, and ending it.
use std::collections::HashSet;

use kit::{Error, Result};
use sqlx::PgConnection;

use super::own_account::Own;
use super::{act, on_behalf};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store::session::{self as store, OwnRevoked, OwnSessionRow, Owner};
use crate::store::user_list;

pub async fn own_sessions(parts: &Parts, right: &Own) -> Result<Vec<OwnSessionRow>> {
    let owner = owner(parts, right).await?;
    let mut tx = parts.context.database.system().await?;
    let found = store::own(&mut tx, owner, parts.context.clock.now()).await?;
    tx.rollback().await?;
    Ok(found)
}

/// `NotFound` for what is not a live session of the caller's.
pub async fn revoke_own_session(parts: &Parts, right: &Own, id: i64) -> Result<()> {
    let owner = owner(parts, right).await?;
    let mut tx = parts.context.database.system().await?;
    let revoked = store::revoke_own(&mut tx, owner, id, parts.context.clock.now()).await?;
    if revoked.is_empty() {
        return Err(Error::NotFound);
    }
    record(parts, &mut tx, right, &revoked, "revoke session").await?;
    tx.commit().await?;
    tell(parts, &revoked).await;
    Ok(())
}

/// Every session but the one that asks, and those that the same sign-in opened: the same browser goes from project to
/// project with them. Returns how many.
pub async fn revoke_other_sessions(parts: &Parts, right: &Own) -> Result<i32> {
    let owner = owner(parts, right).await?;
    let mut tx = parts.context.database.system().await?;
    let revoked = store::revoke_others(&mut tx, owner, right.caller().session_id, parts.context.clock.now()).await?;
    record(parts, &mut tx, right, &revoked, "revoke other sessions").await?;
    tx.commit().await?;
    tell(parts, &revoked).await;
    Ok(revoked.len() as i32)
}

async fn owner(parts: &Parts, right: &Own) -> Result<Owner> {
    let user_id = right.caller().user_id;
    let mut reader = parts.context.database.read(right.project_id()).await?;
    let account_id = user_list::find(&mut reader, right, user_id).await?.account_id;
    Ok(Owner { account_id, user_id })
}

/// Once in each project of which a session ended, as the user of that project.
async fn record(parts: &Parts, connection: &mut PgConnection, right: &Own, revoked: &[OwnRevoked], action: &str) -> Result<()> {
    let mut told = HashSet::new();
    for OwnRevoked { session, user_name } in revoked {
        if told.insert(session.user_id) {
            let themself = on_behalf(right.caller(), session.project_id, session.user_id, user_name);
            kit::audit::record(connection, &parts.context.clock, &themself, act(action, session.user_id, user_name)).await?;
        }
    }
    Ok(())
}

async fn tell(parts: &Parts, revoked: &[OwnRevoked]) {
    signal::publish(&parts.context, &revoked.iter().map(|revoked| Changed::from(revoked.session)).collect::<Vec<_>>()).await;
}
