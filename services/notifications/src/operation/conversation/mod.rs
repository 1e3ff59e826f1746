//! Conversations between two people, and between a person and the staff of a group.
mod create;
mod delete;
mod inbox;
mod message;
pub mod picture;
mod read;
mod recipients;

use kit::realtime::{Audience, Push};
use kit::{Result, tree};
use policy::{Action, Caller, Permission, Resource};
use serde_json::json;
use sqlx::PgConnection;

pub use create::create;
pub use delete::{delete, delete_all};
pub use inbox::{close, take};
pub use message::{MessageView, create as create_message, list as list_messages};
pub use read::{ConversationView, find, list, mark_read};
pub use recipients::offered;

use crate::app::App;
use crate::domain::conversation::ConversationRole;
use crate::domain::notification_class::NotificationClass;
use crate::push;
use crate::store::conversation::{self as store, ConversationRow};
use crate::store::recipients as notifications;

/// What the caller, who sees the conversation, is in it.
async fn role_in(connection: &mut PgConnection, caller: &Caller, row: &ConversationRow) -> Result<ConversationRole> {
    if row.is_participant(caller.user_id) {
        return Ok(ConversationRole::Participant);
    }
    let Some(group) = row.group_id else { return Ok(ConversationRole::Supervisor) };
    let scope = caller.scope(Resource::ConversationInbox, Action::Edit);
    let is_staff = !scope.is_empty() && tree::covers(connection, &scope, group).await?;
    Ok(if is_staff { ConversationRole::Staff } else { ConversationRole::Supervisor })
}

fn may_write(caller: &Caller) -> bool {
    caller.can(Permission::CanCreateConversationMessage)
}

/// Whom a message of the caller is for.
async fn audience_of(connection: &mut PgConnection, row: &ConversationRow, role: ConversationRole, caller: &Caller) -> Result<Vec<i64>> {
    Ok(match (row.group_id, role, row.taken_by) {
        (None, _, _) => [Some(row.user_id), row.peer_id].into_iter().flatten().filter(|user| *user != caller.user_id).collect(),
        (Some(_), ConversationRole::Staff, _) => vec![row.user_id],
        // Somebody who has left the staff hears no more of it.
        (Some(group), _, Some(colleague)) if store::is_staff_of(connection, row.project_id, group, colleague).await? => vec![colleague],
        (Some(group), _, _) => store::staff_of(connection, row.project_id, group).await?,
    })
}

/// Notifies those for whom a message is. In the transaction of the message.
async fn notify(
    app: &App,
    connection: &mut PgConnection,
    author: &Caller,
    row: &ConversationRow,
    class: NotificationClass,
    users: &[i64],
) -> Result<Vec<Push>> {
    let data = json!({
        "conversation_id": row.id,
        "name": row.subject,
        "from": { "id": author.user_id, "name": author.user_name },
        "group": row.group_id.map(|id| json!({ "id": id, "name": row.group_name })),
        "message": row.last_message,
        "pictures": row.last_message_pictures,
    });
    let new = notifications::insert_of_conversation(connection, author, class, users, &data, app.context.clock.now()).await?;
    Ok(new.iter().map(push::from_new).collect())
}

/// Pushes that the conversation has changed: to those in it, and to the staff and supervisors of its group.
async fn changed_pushes(connection: &mut PgConnection, row: &ConversationRow) -> Result<Vec<Push>> {
    let data = event_catalogue::encode::conversation_changed(row.id, row.last_message_id);
    let to_user = |user: i64| Push::new(row.project_id, format!("private-users.{user}"), Audience::User(user), data.clone());
    let mut pushes: Vec<Push> = [Some(row.user_id), row.peer_id].into_iter().flatten().map(to_user).collect();
    if let Some(group) = row.group_id {
        let audience = Audience::Scope { resource: Resource::Conversation.name().into(), path: tree::path(connection, group).await? };
        pushes.push(Push::new(row.project_id, "conversations", audience, data.clone()));
    }
    Ok(pushes)
}
