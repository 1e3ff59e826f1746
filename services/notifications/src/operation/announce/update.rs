use kit::projection_lag::{self, ForeignEntity};
use kit::{Mask, Result};
use policy::{Action, Authorized, Resource, action, resource};

use super::{AnnounceView, changed_pushes, ensure_may_be_sent, ensure_recipients_in_reach, read, record};
use crate::app::App;
use crate::domain::announce::{AnnounceDraft, AnnounceStatus};
use crate::projection::user::USERS;
use crate::store::announce as store;
use crate::{publish, push};

/// Changes the fields that the mask names. Of a scheduled one, no time sends it at once; it is changed only by who may
/// start it, and is theirs from then on: nobody's start is of a text or of recipients that they have not seen.
pub async fn update(
    app: &App,
    right: &Authorized<resource::Announce, action::Edit>,
    id: i64,
    draft: AnnounceDraft,
    mask: &Mask,
) -> Result<AnnounceView> {
    let caller = right.caller();
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.groups).await?;
    USERS.wait_until_projected(&app.context, caller, &draft.users).await?;
    super::advance_project(app, right.project_id()).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    before.status().ensure_editable()?;
    if mask.is_empty() {
        let unchanged = read::of_manager(&mut tx, caller, id).await?;
        return read::view_of(app, &mut tx, caller, unchanged).await;
    }
    let merged = before.draft().merge(&draft, mask).sanitized();
    merged.validate(now)?;
    merged.ensure_begins_later(before.execute_at, now)?;
    let is_scheduled = before.status() == AnnounceStatus::Scheduled;
    if is_scheduled {
        ensure_may_be_sent(&mut tx, &caller.scope(Resource::AnnounceRun, Action::Edit), caller, &merged).await?;
    }
    let mut checked = merged.clone();
    if right.scope().all {
        // What stays may be gone since it was named.
        checked.groups.retain(|group| !before.group_ids.contains(group));
        checked.users.retain(|user| !before.user_ids.contains(user));
    }
    ensure_recipients_in_reach(&mut tx, right.scope(), caller, &checked).await?;
    let due_at = is_scheduled.then(|| merged.execute_at.unwrap_or(now));
    store::update(&mut tx, &before, &merged, due_at, now).await?;
    let after = read::of_manager(&mut tx, caller, id).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    publish::announce_changed(&mut tx, &after, false).await?;
    let pushes = changed_pushes(&mut tx, &after).await?;
    let view = read::view_of(app, &mut tx, caller, after).await?;
    tx.commit().await?;
    push::push_all(&app.context, pushes).await;
    Ok(view)
}
