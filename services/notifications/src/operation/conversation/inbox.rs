//! What the staff of a group do with a conversation in their shared inbox.
use kit::{Error, Result, audit};
use policy::{Action, Authorized, Resource, action, resource};
use serde_json::{Value, json};

use super::{ConversationView, changed_pushes, read};
use crate::app::App;
use crate::domain::conversation::InboxState;
use crate::store::conversation as store;
use crate::{publish, push};

type InboxRight = Authorized<resource::ConversationInbox, action::Edit>;

/// One of the staff answers from now on, the others do not.
pub async fn take(app: &App, right: &InboxRight, id: i64, is_takeover: bool) -> Result<ConversationView> {
    change(app, right, id, |state, user_id| state.take(user_id, is_takeover)).await
}

pub async fn close(app: &App, right: &InboxRight, id: i64) -> Result<ConversationView> {
    change(app, right, id, |state, user_id| state.close(user_id)).await
}

async fn change(app: &App, right: &InboxRight, id: i64, next: impl Fn(InboxState, i64) -> Result<InboxState>) -> Result<ConversationView> {
    let caller = right.caller();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    // One of the staff who asks as a resident does not answer themselves: no colleague would learn of what they write next.
    if found.is_participant(caller.user_id) {
        return Err(Error::Forbidden);
    }
    let (before, after) = (found.inbox(), next(found.inbox(), caller.user_id)?);
    store::set_inbox(&mut tx, &found, after).await?;
    let view = |state: InboxState| -> Value { json!({ "status": state.status, "taken_by": state.taken_by }) };
    let change = audit::Change::new(Action::Edit, Resource::Conversation, found.id, &found.subject, view(before), view(after));
    audit::record(&mut tx, &app.context.clock, caller, change).await?;
    let row = store::find(&mut tx, caller, id).await?;
    let pushes = changed_pushes(&mut tx, &row).await?;
    publish::conversation_changed(&mut tx, &row, app.context.clock.now()).await?;
    let view = read::view_of(&mut tx, caller, row).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(view)
}
