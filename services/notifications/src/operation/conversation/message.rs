use std::collections::HashMap;
use std::time::Duration;

use kit::rate_limit::{self, Limit, Permit};
use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use super::picture::{self, PictureView};
use super::{audience_of, changed_pushes, notify, role_in};
use crate::app::App;
use crate::domain::conversation::{ConversationRole, MessageDraft};
use crate::domain::notification_class::NotificationClass;
use crate::store::conversation as store;
use crate::store::conversation_message::{self, MessageRow, MessagesBefore};
use crate::store::conversation_picture;
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
    pub pictures: Vec<PictureView>,
}

/// Refunded for a message that was sent before.
pub async fn acquire(app: &App, caller: &Caller) -> Result<Permit> {
    let of = format!("{}/{}", caller.project_id, caller.user_id);
    let limit = Limit { counter: rate_limit::counter(&app.context, "conversation-message", &of), most: MAX_MESSAGES, window: MINUTE };
    rate_limit::acquire(&app.context, vec![limit]).await
}

/// Once for a request id. Who only watches does not write; nor do the staff where a colleague answers, and nobody to whom was deleted.
pub async fn create(app: &App, right: &Authorized<resource::Conversation, action::Edit>, id: i64, draft: MessageDraft) -> Result<MessageView> {
    let caller = right.caller();
    let permit = acquire(app, caller).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    if let Some(row) = conversation_message::find_by_request(&mut tx, &found, caller.user_id, &draft).await? {
        permit.refund().await?;
        return sent(app, &mut tx, caller, id, row).await;
    }
    let role = role_in(&mut tx, caller, &found).await?;
    if role != ConversationRole::Supervisor
        && let Some(reader) = found.deleted_reader(caller.user_id)
    {
        return Err(Error::InvalidRelated { names: vec![reader] });
    }
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
    picture::attach(&mut tx, caller, message.id, &draft).await?;
    let row = store::find(&mut tx, caller, id).await?;
    let users = audience_of(&mut tx, &row, role, caller).await?;
    let mut pushes = notify(app, &mut tx, caller, &row, NotificationClass::ConversationMessageReceived, &users).await?;
    pushes.extend(changed_pushes(&mut tx, &row).await?);
    publish::conversation_changed(&mut tx, &row, now).await?;
    let view = sent(app, &mut tx, caller, id, message).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(view)
}

/// The caller's own, just sent.
async fn sent(app: &App, connection: &mut PgConnection, caller: &Caller, id: i64, row: MessageRow) -> Result<MessageView> {
    let pictures = conversation_picture::of_messages(connection, caller.project_id, &[row.id]).await?;
    let pictures = pictures.iter().map(|(_, row)| picture::view(app, caller, id, row)).collect();
    Ok(MessageView { row, is_own: true, is_read: false, pictures })
}

/// The newest first, and whether there are older ones.
pub async fn list(
    app: &App,
    right: &Authorized<resource::Conversation, action::View>,
    id: i64,
    before: MessagesBefore,
) -> Result<(Vec<MessageView>, bool)> {
    let caller = right.caller();
    let user_id = caller.user_id;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, caller, id).await?;
    let mut messages = conversation_message::list(&mut reader, &row, before).await?;
    let read_id = store::read_by_others(&mut reader, &row, user_id).await?;
    let has_more = messages.len() > conversation_message::PAGE;
    messages.truncate(conversation_message::PAGE);
    let ids: Vec<i64> = messages.iter().map(|message| message.id).collect();
    let mut pictures: HashMap<i64, Vec<PictureView>> = HashMap::new();
    for (message_id, row) in conversation_picture::of_messages(&mut reader, caller.project_id, &ids).await? {
        pictures.entry(message_id).or_default().push(picture::view(app, caller, id, &row));
    }
    let mut view = |message: MessageRow| {
        let is_own = message.user_id == user_id;
        let pictures = pictures.remove(&message.id).unwrap_or_default();
        MessageView { is_own, is_read: is_own && message.id <= read_id, row: message, pictures }
    };
    Ok((messages.into_iter().map(&mut view).collect(), has_more))
}
