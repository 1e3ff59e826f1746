use std::collections::HashMap;

use kit::{Error, ListQuery, Page, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use super::may_write;
use crate::app::App;
use crate::store::conversation::{self as store, ConversationRow};
use crate::store::notification;

/// A conversation as one caller sees it.
#[derive(Debug)]
pub struct ConversationView {
    pub row: ConversationRow,
    pub is_staff: bool,
    pub is_writable: bool,
    pub is_reader_deleted: bool,
    pub unread: i64,
    /// Whom it is with.
    pub interlocutor: (i64, String),
}

type ViewRight = Authorized<resource::Conversation, action::View>;

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<ConversationView>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let Page { items, total, page, size } = store::list(&mut reader, right, query).await?;
    Ok(Page { items: views(&mut reader, right.caller(), items).await?, total, page, size })
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<ConversationView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right.caller(), id).await?;
    view_of(&mut reader, right.caller(), row).await
}

/// Up to a message, or all of them; with the notifications of it. Of who only watches nothing is noted. A token that has not all rights of
/// its user has to have that to write: to have read is a change.
pub async fn mark_read(app: &App, right: &ViewRight, id: i64, message_id: i64) -> Result<ConversationView> {
    let caller = right.caller();
    if caller.token.as_ref().is_some_and(|token| token.is_limited) && !may_write(caller) {
        return Err(Error::Forbidden);
    }
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let row = store::find(&mut tx, caller, id).await?;
    let view = view_of(&mut tx, caller, row.clone()).await?;
    if !view.is_staff && !row.is_participant(caller.user_id) {
        return Ok(view);
    }
    let read_id = if message_id == 0 { row.last_message_id } else { message_id.min(row.last_message_id) };
    store::set_read(&mut tx, caller, id, read_id).await?;
    notification::mark_conversation_read(&mut tx, caller, id, app.context.clock.now()).await?;
    let pushes = if view.unread > 0 { super::changed_pushes(&mut tx, &row).await? } else { Vec::new() };
    let view = view_of(&mut tx, caller, row).await?;
    tx.commit().await?;
    crate::push::push_all(&app.context, pushes).await;
    Ok(view)
}

pub async fn view_of(connection: &mut PgConnection, caller: &Caller, row: ConversationRow) -> Result<ConversationView> {
    Ok(views(connection, caller, vec![row]).await?.remove(0))
}

async fn views(connection: &mut PgConnection, caller: &Caller, rows: Vec<ConversationRow>) -> Result<Vec<ConversationView>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let unread: HashMap<i64, i64> = store::unread(connection, caller, &ids).await?.into_iter().collect();
    let groups: Vec<i64> = rows.iter().filter_map(|row| row.group_id).collect();
    let is_any_staff = !caller.scope(Resource::ConversationInbox, Action::Edit).is_empty();
    let answered = if is_any_staff { store::groups_in_tree(connection, caller, &groups).await? } else { Vec::new() };
    let view = |row: ConversationRow| {
        let is_participant = row.is_participant(caller.user_id);
        let is_staff = !is_participant && row.group_id.is_some_and(|group| answered.contains(&group));
        let is_answerable = is_participant || (is_staff && row.inbox().is_answerable(caller.user_id));
        let unread = if is_participant || is_staff { unread.get(&row.id).copied().unwrap_or_default() } else { 0 };
        let is_reader_deleted = (is_participant || is_staff) && row.deleted_reader(caller.user_id).is_some();
        let is_writable = is_answerable && may_write(caller) && !is_reader_deleted;
        ConversationView { is_staff, is_writable, is_reader_deleted, unread, interlocutor: interlocutor(&row, caller), row }
    };
    Ok(rows.into_iter().map(view).collect())
}

/// Of the person who wrote to the staff it is the group; of everybody else that person, or the other one of two.
fn interlocutor(row: &ConversationRow, caller: &Caller) -> (i64, String) {
    match (row.group_id, row.peer_id) {
        (Some(group), _) if row.user_id == caller.user_id => (group, row.group_name.clone()),
        (None, Some(peer)) if row.user_id == caller.user_id => (peer, row.peer_name.clone()),
        _ => (row.user_id, row.user_name.clone()),
    }
}
