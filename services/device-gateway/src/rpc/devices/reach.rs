//! Finding a device for an action: what is out of sight does not exist, what is only in sight is forbidden.
use kit::{Error, Result, tree};
use policy::{ActionKind, Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::store::device::{self, Row};

/// Locked for a change.
pub async fn lock<A: ActionKind>(connection: &mut PgConnection, caller: &Caller, right: &Authorized<resource::Device, A>, id: i64) -> Result<Row> {
    match device::lock(connection, right, id).await? {
        Some(row) => Ok(row),
        None => Err(out_of_reach(connection, caller, id).await?),
    }
}

/// For an action that changes nothing here.
pub async fn find<A: ActionKind>(connection: &mut PgConnection, caller: &Caller, right: &Authorized<resource::Device, A>, id: i64) -> Result<Row> {
    match device::find(connection, right, id).await? {
        Some(row) => Ok(row),
        None => Err(out_of_reach(connection, caller, id).await?),
    }
}

async fn out_of_reach(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<Error> {
    let view = caller.authorize::<resource::Device, action::View>()?;
    Ok(if device::find(connection, &view, id).await?.is_some() { Error::Forbidden } else { Error::NotFound })
}

/// A device may only be put into a group that the right reaches.
pub async fn check_group<A: ActionKind>(connection: &mut PgConnection, right: &Authorized<resource::Device, A>, group: i64) -> Result<()> {
    match tree::covers(connection, right.scope(), group).await? {
        true => Ok(()),
        false => Err(Error::InvalidRelated { names: vec!["domain".into()] }),
    }
}
