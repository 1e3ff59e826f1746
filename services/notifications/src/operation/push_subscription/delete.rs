use kit::Result;
use policy::action;

use super::record;
use crate::app::App;
use crate::store::notification::Right;
use crate::store::push_subscription;

/// Returns how many there were: 0 or 1.
pub async fn delete(app: &App, right: &Right<action::Edit>, endpoint: &str) -> Result<i64> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let deleted = push_subscription::delete(&mut tx, right, endpoint).await?;
    if deleted > 0 {
        record(app, &mut tx, right, Some(endpoint), None).await?;
    }
    tx.commit().await?;
    Ok(deleted)
}
