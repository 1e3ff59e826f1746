use std::time::Duration;

use kit::rate_limit::{self, Limit, Permit};
use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};

use super::{audience_of, changed_pushes, notify, role_in};
use crate::app::App;
use crate::domain::conversation::{ConversationRole, MessageDraft};
use crate::domain::notification_class::NotificationClass;
use crate::store::conversation as store;
use crate::store::conversation_message::{self, MessageRow, MessagesBefore};
use crate::{publish, push};

/// Messages of one person in a minute.
const MAX_MESSAGES: u64 = 30;
const MINUTE: Duration = Duration::from_secs(60);

/// A message as one caller sees it.
#[derive(Debug)]
pub struct MessageView {
    pub row: MessageRow,
    pub is_own: bool,
    pub is_read: bool,
}

/// Refunded for a message that was sent before.
pub async fn acquire(app: &App, caller: &Caller) -> Result<Permit> {
    let of = format!("{}/{}", caller.project_id, caller.user_id);
    let limit = Limit { counter: rate_limit::counter(&app.context, "conversation-message", &of), most: MAX_MESSAGES, window: MINUTE };
    rate_limit::acquire(&app.context, vec![limit]).await
}

/// Once for a request id. Who only watches does not write; nor do the staff where a colleague answers.
pub async fn create(app: &App, right: &Authorized<resource::Conversation, action::Edit>, id: i64, draft: MessageDraft) -> Result<MessageView> {
    let caller = right.caller();
    let permit = acquire(app, caller).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    if let Some(row) = conversation_message::find_by_request(&mut tx, &found, caller.user_id, &draft).await? {
        permit.refund().await?;
        return Ok(MessageView { row, is_own: true, is_read: false });
    }
    let role = role_in(&mut tx, caller, &found).await?;
    match (found.group_id, role) {
        (_, ConversationRole::Supervisor) => return Err(Error::Forbidden),
        (None, _) => {}
        (Some(_), _) => {
            let state = found.inbox().after_message(role, caller.user_id)?;
            if state != found.inbox() {
                store::set_inbox(&mut tx, &found, state).await?;
            }
        }
    }
    let message = conversation_message::insert(&mut tx, &found, &draft, now).await?;
    let row = store::find(&mut tx, caller, id).await?;
    let users = audience_of(&mut tx, &row, role, caller).await?;
    let mut pushes = notify(app, &mut tx, caller, &row, NotificationClass::ConversationMessageReceived, &users).await?;
    pushes.extend(changed_pushes(&mut tx, &row).await?);
    publish::conversation_changed(&mut tx, &row, now).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(MessageView { row: message, is_own: true, is_read: false })
}

/// The newest first, and whether there are older ones.
pub async fn list(
    app: &App,
    right: &Authorized<resource::Conversation, action::View>,
    id: i64,
    before: MessagesBefore,
) -> Result<(Vec<MessageView>, bool)> {
    let user_id = right.caller().user_id;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right.caller(), id).await?;
    let mut messages = conversation_message::list(&mut reader, &row, before).await?;
    let read_id = store::read_by_others(&mut reader, &row, user_id).await?;
    let has_more = messages.len() > conversation_message::PAGE;
    messages.truncate(conversation_message::PAGE);
    let view = |message: MessageRow| {
        let is_own = message.user_id == user_id;
        MessageView { is_own, is_read: is_own && message.id <= read_id, row: message }
    };
    Ok((messages.into_iter().map(view).collect(), has_more))
}
