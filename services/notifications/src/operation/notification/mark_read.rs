//! A user reads one of their notifications, or all of them.
use kit::Result;
use policy::action;

use crate::app::App;
use crate::store::notification::{self, Right};

/// None marks all. Returns how many had been unread.
pub async fn mark_read(app: &App, right: &Right<action::Edit>, id: Option<i64>) -> Result<i64> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let marked = match id {
        Some(id) => notification::mark_read(&mut tx, right, id, now).await?,
        None => notification::mark_all_read(&mut tx, right, now).await?,
    };
    tx.commit().await?;
    Ok(marked)
}
