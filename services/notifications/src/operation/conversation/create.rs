use kit::projection_lag::{self, ForeignEntity};
use kit::{Result, audit};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::message::acquire;
use super::{ConversationView, audience_of, changed_pushes, notify, picture, read};
use crate::app::App;
use crate::domain::conversation::{self, ConversationDraft, ConversationRecipient, ConversationRole};
use crate::domain::notification_class::NotificationClass;
use crate::projection::user::USERS;
use crate::store::{conversation as store, conversation_message};
use crate::{publish, push};

/// Once for a request id: a repeated call answers with what the first one made.
pub async fn create(app: &App, right: &Authorized<resource::Conversation, action::Create>, draft: ConversationDraft) -> Result<ConversationView> {
    let caller = right.caller();
    match draft.recipient {
        ConversationRecipient::User(id) => USERS.wait_until_projected(&app.context, caller, &[id]).await?,
        ConversationRecipient::Group(id) => {
            projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &[id]).await?;
        }
    }
    let permit = acquire(app, caller).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    if let Some(id) = store::find_by_request(&mut tx, caller, &draft).await? {
        permit.refund().await?;
        return made_before(&mut tx, caller, id, &draft).await;
    }
    super::recipients::ensure_allowed(&mut tx, right, draft.recipient).await?;
    let Some(id) = store::insert(&mut tx, right, &draft, now).await? else {
        // The same request, at the same time.
        drop(tx);
        let mut reader = app.context.database.read(right.project_id()).await?;
        let id = store::find_by_request(&mut reader, caller, &draft).await?.ok_or(kit::Error::NotFound)?;
        return made_before(&mut reader, caller, id, &draft).await;
    };
    let message = conversation_message::insert_first(&mut tx, right, id, &draft.message, now).await?;
    picture::attach(&mut tx, caller, message.id, &draft.message).await?;
    let row = store::find(&mut tx, caller, id).await?;
    let users = audience_of(&mut tx, &row, ConversationRole::Participant, caller).await?;
    let mut pushes = notify(app, &mut tx, caller, &row, NotificationClass::ConversationReceived, &users).await?;
    pushes.extend(changed_pushes(&mut tx, &row).await?);
    publish::conversation_changed(&mut tx, &row, now).await?;
    let after = json!({ "user_id": row.user_id, "peer_id": row.peer_id, "domain_id": row.group_id });
    let change = audit::Change::new(Action::Create, Resource::Conversation, row.id, &row.subject, Value::Null, after);
    audit::record(&mut tx, &app.context.clock, caller, change).await?;
    let view = read::view_of(&mut tx, caller, row).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(view)
}

/// What the same request has made. Refused where that was to somebody else: the caller would believe that this one is written to.
async fn made_before(connection: &mut PgConnection, caller: &Caller, id: i64, draft: &ConversationDraft) -> Result<ConversationView> {
    let row = store::find(connection, caller, id).await?;
    match row.recipient() == Some(draft.recipient) {
        true => read::view_of(connection, caller, row).await,
        false => Err(conversation::request_used()),
    }
}
