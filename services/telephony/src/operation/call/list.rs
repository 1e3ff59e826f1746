use kit::Result;
use policy::Caller;

use crate::app::App;
use crate::store::active_call::{self as store, ListedCall};
use crate::store::web_phone;

/// The calls that the user may take, or has taken.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<ListedCall>> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let numbers = web_phone::numbers(&mut reader, caller.project_id, caller.user_id).await?;
    store::list(&mut reader, caller.project_id, &numbers).await
}
