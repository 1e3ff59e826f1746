use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::visible;
use crate::store::call_history::{self as store, ALARMS, CALLS, CallHistoryRow};
use crate::store::visible::NamedIds;

pub async fn list_calls(app: &App, right: &Authorized<resource::CallHistory, action::View>, query: &ListQuery) -> Result<Page<CallHistoryRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, &CALLS, right, query).await?;
    retain_visible_names(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

/// Calls for help.
pub async fn list_alarms(app: &App, right: &Authorized<resource::AlarmCall, action::View>, query: &ListQuery) -> Result<Page<CallHistoryRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, &ALARMS, right, query).await?;
    retain_visible_names(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

/// Whoever sees a call on one side need not see the other.
async fn retain_visible_names(connection: &mut PgConnection, caller: &Caller, calls: &mut [CallHistoryRow]) -> Result<()> {
    let mut named = NamedIds::default();
    calls.iter().for_each(|call| call.name_ids(&mut named));
    let seen = visible(connection, caller, named).await?;
    calls.iter_mut().for_each(|call| call.retain_visible_names(caller.user_id, &seen));
    Ok(())
}
