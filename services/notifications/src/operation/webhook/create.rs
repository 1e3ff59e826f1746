use kit::{Error, Result};
use policy::{Action, action};

use super::{check_address, ensure_may_vouch, record, wait_until_projected};
use crate::app::App;
use crate::domain::webhook::{MAX_WEBHOOKS, WebhookDraft};
use crate::domain::webhook_signature::new_secret;
use crate::store::webhook::{self as store, Right, SECRET, WebhookRow};

/// Returns the secret, too, which nobody is shown again.
pub async fn create(app: &App, right: &Right<action::Create>, draft: WebhookDraft) -> Result<(WebhookRow, String)> {
    let caller = right.caller();
    draft.validate()?;
    check_address(app, &draft.url).await?;
    wait_until_projected(app, caller, draft.group_id).await?;
    let secret = new_secret();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    ensure_may_vouch(&mut tx, caller, &draft).await?;
    if store::count_for_insert(&mut tx, right.project_id()).await? >= MAX_WEBHOOKS {
        return Err(Error::conflict("too many webhooks"));
    }
    let id = store::insert(&mut tx, right, &draft, &app.context.sealer.seal_for(SECRET, &secret), app.context.clock.now()).await?;
    let created = store::find(&mut tx, right, id).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    tx.commit().await?;
    app.webhook_projects.insert(right.project_id());
    Ok((created, secret))
}
