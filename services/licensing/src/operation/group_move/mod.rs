//! Asked by domains before a group is moved.
use kit::Result;
use policy::Caller;

use crate::app::App;
use crate::operation::group_license::ensure_consistent;
use crate::store::license_tree::load;

/// Refuses a move after which the licences of groups would be inconsistent. A group that is not known yet has no limits.
pub async fn check(app: &App, caller: &Caller, group_id: i64, parent_id: Option<i64>) -> Result<()> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let (before, _) = load(&mut reader, caller.project_id, app.config.grace, app.context.clock.now()).await?;
    let mut after = before.clone();
    if after.parents.contains_key(&group_id) {
        after.parents.insert(group_id, parent_id);
    }
    ensure_consistent(&mut reader, caller, &before, &after, group_id).await
}
