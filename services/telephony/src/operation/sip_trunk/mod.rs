//! Lines to the public telephone network.
mod create;
mod delete;
mod find;
mod list;
mod update;

use kit::{Result, Tx, audit};
use policy::{Action, Caller, Resource};
use serde_json::Value;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_many};
pub use find::find;
pub use list::list;
pub use update::update;

use crate::app::App;
use crate::domain::sip_trunk::SipTrunkDraft;
use crate::operation::related::visible;
use crate::store::sip_trunk::{self as store, SipTrunkRow};
use crate::store::visible::NamedIds;

async fn record(
    tx: &mut PgConnection,
    app: &App,
    caller: &Caller,
    id: i64,
    (before, after): (Option<&SipTrunkDraft>, Option<&SipTrunkDraft>),
    has_new_password: bool,
) -> Result<()> {
    let action = match (before, after) {
        (None, _) => Action::Create,
        (_, None) => Action::Delete,
        _ => Action::Edit,
    };
    let name = after.or(before).map(|draft| draft.name.as_str()).unwrap_or_default();
    let view = |draft: Option<&SipTrunkDraft>, has_new_password| draft.map_or(Value::Null, |draft| draft.audit_view(has_new_password));
    let change = audit::Change::new(action, Resource::SipTrunk, id, name, view(before, false), view(after, has_new_password));
    audit::record(tx, &app.context.clock, caller, change).await
}

/// The trunk that the transaction has written, which is committed.
async fn commit(mut tx: Tx, caller: &Caller, id: i64) -> Result<SipTrunkRow> {
    let mut row = store::find_written(&mut tx, caller.project_id, id).await?;
    retain_visible_names(&mut tx, caller, std::slice::from_mut(&mut row)).await?;
    tx.commit().await?;
    Ok(row)
}

/// Whoever sees a trunk need not see every group that calls by it.
async fn retain_visible_names(connection: &mut PgConnection, caller: &Caller, rows: &mut [SipTrunkRow]) -> Result<()> {
    let groups = rows.iter().flat_map(|row| &row.group_ids).copied().collect();
    let seen = visible(connection, caller, NamedIds { groups, ..NamedIds::default() }).await?;
    rows.iter_mut().for_each(|row| row.retain_visible_names(&seen));
    Ok(())
}
