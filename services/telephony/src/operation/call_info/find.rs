use kit::Result;
use policy::Caller;

use crate::app::App;
use crate::store::call_info::{self as store, CallInfoRow};
use crate::store::call_reach::CallReach;

/// For a user who may call the number, is called by it now, or was called by its present holder.
pub async fn find(app: &App, caller: &Caller, number: &str) -> Result<CallInfoRow> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    store::find(&mut reader, caller, &CallReach::new(caller), number).await
}
