use kit::{Error, Fields, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::conversation::ConversationRecipient;
use crate::projection::user::USERS;
use crate::store::conversation::{self as store, RecipientReach};

const MAX_SEARCH: usize = 100;

type CreateRight = Authorized<resource::Conversation, action::Create>;

/// People and groups, as ids and names.
#[derive(Debug, Default)]
pub struct OfferedRecipients {
    pub users: Vec<(i64, String)>,
    pub groups: Vec<(i64, String)>,
}

/// Everybody with the right to write to all; of the staff the people in view; of everybody else their own staff.
pub async fn offered(app: &App, right: &CreateRight, search: &str) -> Result<OfferedRecipients> {
    let caller = right.caller();
    let mut fields = Fields::new();
    fields.optional_text("search", Some(search), MAX_SEARCH);
    fields.finish()?;
    let reach = reach(right);
    let mut reader = app.context.database.read(right.project_id()).await?;
    let view = caller.scope(Resource::User, Action::View);
    let reach_of_users = if reach == RecipientReach::StaffOfGroups && !sees_people(caller) { RecipientReach::OwnStaff } else { reach };
    Ok(OfferedRecipients {
        users: store::offered_users(&mut reader, caller, reach_of_users, view.all, search).await?,
        groups: store::offered_groups(&mut reader, caller, reach, search).await?,
    })
}

/// Names who is not among those that `offered` would give.
pub async fn ensure_allowed(connection: &mut PgConnection, right: &CreateRight, recipient: ConversationRecipient) -> Result<()> {
    let caller = right.caller();
    let (is_allowed, name) = match recipient {
        ConversationRecipient::User(id) => (may_write_to_user(connection, right, id).await?, format!("user {id}")),
        ConversationRecipient::Group(id) => {
            let is_own = reach(right) == RecipientReach::Everybody || caller.domain_ids.contains(&id);
            let has_staff = is_own && !store::staff_of(connection, right.project_id(), id).await?.is_empty();
            (has_staff, format!("group {id}"))
        }
    };
    if is_allowed { Ok(()) } else { Err(Error::InvalidRelated { names: vec![name] }) }
}

async fn may_write_to_user(connection: &mut PgConnection, right: &CreateRight, id: i64) -> Result<bool> {
    let caller = right.caller();
    if id == caller.user_id || !store::is_active_user(connection, right.project_id(), id).await? {
        return Ok(false);
    }
    let is_in_view = match reach(right) {
        RecipientReach::Everybody => true,
        RecipientReach::StaffOfGroups => USERS.visible(connection, caller, &[id]).await?.contains(&id),
        RecipientReach::OwnStaff => false,
    };
    Ok(is_in_view || store::is_own_staff(connection, caller, id).await?)
}

fn reach(right: &CreateRight) -> RecipientReach {
    let caller = right.caller();
    if right.scope().all {
        RecipientReach::Everybody
    } else if caller.scope(Resource::ConversationInbox, Action::Edit).is_empty() {
        RecipientReach::OwnStaff
    } else {
        RecipientReach::StaffOfGroups
    }
}

fn sees_people(caller: &Caller) -> bool {
    let scope = caller.scope(Resource::User, Action::View);
    scope.all || scope.domain || scope.descendants
}
