use kit::Result;
use kit::projection_lag::{self, ForeignEntity};
use policy::{Action, Authorized, action, resource};

use super::{AnnounceView, ensure_recipients_in_reach, read, record};
use crate::app::App;
use crate::domain::announce::AnnounceDraft;
use crate::projection::user::USERS;
use crate::publish;
use crate::store::announce as store;

pub async fn create(app: &App, right: &Authorized<resource::Announce, action::Create>, draft: AnnounceDraft) -> Result<AnnounceView> {
    let caller = right.caller();
    let now = app.context.clock.now();
    let draft = draft.sanitized();
    draft.validate(now)?;
    draft.ensure_begins_later(None, now)?;
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.groups).await?;
    USERS.wait_until_projected(&app.context, caller, &draft.users).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    ensure_recipients_in_reach(&mut tx, right.scope(), caller, &draft).await?;
    let id = store::insert(&mut tx, right, &draft, now).await?;
    let created = read::of_manager(&mut tx, caller, id).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    publish::announce_changed(&mut tx, &created, false).await?;
    let view = read::view_of(app, &mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(view)
}
