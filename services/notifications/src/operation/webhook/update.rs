use kit::{Mask, Result};
use policy::{Action, action};

use super::{check_address, ensure_may_vouch, record, wait_until_projected};
use crate::app::App;
use crate::domain::webhook::WebhookDraft;
use crate::store::webhook::{self as store, Right, WebhookRow};

/// Changes the fields that the mask names. Whoever changes where events go or which, vouches for the webhook from then on: nobody sends
/// what another one may view to a server of their own.
pub async fn update(app: &App, right: &Right<action::Edit>, id: i64, draft: WebhookDraft, mask: &Mask) -> Result<WebhookRow> {
    let caller = right.caller();
    let now = app.context.clock.now();
    if mask.has("url") {
        check_address(app, &draft.url).await?;
    }
    wait_until_projected(app, caller, draft.group_id).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return store::find(&mut tx, right, id).await;
    }
    let old = before.draft();
    let merged = old.merge(&draft, mask);
    merged.validate()?;
    let is_vouched = merged.sends_otherwise(&old);
    if is_vouched {
        ensure_may_vouch(&mut tx, caller, &merged).await?;
    }
    store::update(&mut tx, &before, &merged, is_vouched, now).await?;
    let after = store::find(&mut tx, right, id).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    tx.commit().await?;
    if after.is_enabled {
        app.webhook_projects.insert(right.project_id());
        app.webhook_queued.notify_one();
    }
    Ok(after)
}
