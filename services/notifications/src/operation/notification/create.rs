//! Creates the notification of an event for each of its recipients.
use kit::realtime::Push;
use kit::{Result, Tx, tree};

use crate::app::App;
use crate::domain::notification_draft::NotificationDraft;
use crate::domain::recipients::{RecipientRoles, recipient_roles};
use crate::projection::role;
use crate::push;
use crate::store::recipients;

/// In the transaction of the event. Returns the pushes to send once it is committed.
pub async fn create(app: &App, tx: &mut Tx, draft: Option<NotificationDraft>) -> Result<Vec<Push>> {
    let Some(draft) = draft else { return Ok(Vec::new()) };
    let roles = recipient_roles(&role::with_any_right(tx, draft.project_id, draft.rights).await?, draft.rights);
    create_for(app, tx, draft, &roles).await
}

/// For those who have one of these roles, by its reach.
pub async fn create_for(app: &App, tx: &mut Tx, draft: NotificationDraft, roles: &RecipientRoles) -> Result<Vec<Push>> {
    let mut groups_above = tree::path(tx, draft.group_id).await?;
    groups_above.retain(|group| *group != draft.group_id);
    let new = recipients::insert_for_recipients(tx, draft, roles, &groups_above, app.context.clock.now()).await?;
    Ok(new.iter().map(push::from_new).collect())
}
