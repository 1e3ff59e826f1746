use kit::{ListQuery, Page, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::store::call_history::{self as store, ALARMS, CALLS, CallHistoryRow};

pub async fn list_calls(app: &App, right: &Authorized<resource::CallHistory, action::View>, query: &ListQuery) -> Result<Page<CallHistoryRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    store::list(&mut reader, &CALLS, right, query).await
}

/// Calls for help.
pub async fn list_alarms(app: &App, right: &Authorized<resource::AlarmCall, action::View>, query: &ListQuery) -> Result<Page<CallHistoryRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    store::list(&mut reader, &ALARMS, right, query).await
}
