use kit::{Error, Result};
use policy::Caller;

use crate::app::App;
use crate::signalling::CallControl;
use crate::store::{active_call as store, web_phone};

/// Ends a call for everybody. Every user that it waits for may do so.
pub async fn stop(app: &App, caller: &Caller, id: &str) -> Result<()> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let numbers = web_phone::numbers(&mut reader, caller.project_id, caller.user_id).await?;
    let is_theirs = store::is_listed(&mut reader, caller.project_id, &numbers, id).await?;
    drop(reader);
    if !is_theirs {
        return Err(Error::NotFound);
    }
    CallControl::new(&app.context).stop(caller.project_id, id).await
}
