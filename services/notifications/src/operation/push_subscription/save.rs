use kit::{Error, Result};
use policy::action;

use super::record;
use crate::app::App;
use crate::domain::push_subscription::PushSubscriptionDraft;
use crate::store::notification::Right;
use crate::store::push_subscription;

/// Adds or renews the browser. Refused where the installation has no key to push by.
pub async fn save(app: &App, right: &Right<action::Edit>, subscription: &PushSubscriptionDraft) -> Result<()> {
    if app.config.push_key.is_none() {
        return Err(Error::conflict("can't perform action"));
    }
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let is_new = push_subscription::upsert(&mut tx, right, subscription, app.context.clock.now()).await?;
    if is_new {
        record(app, &mut tx, right, None, Some(&subscription.endpoint)).await?;
    }
    Ok(tx.commit().await?)
}
