use kit::{Error, Mask, Result, audit, tree};
use policy::{Action, Authorized, Resource, action, resource};
use sqlx::PgConnection;

use super::ensure_consistent;
use super::find::view_of;
use super::view::GroupLicenseView;
use crate::app::App;
use crate::domain::group_license::GroupLicenseDraft;
use crate::domain::license_tree::{LicenseTree, Node};
use crate::operation::project_features::publish::publish;
use crate::store::group_license::{self as store, MAX_GRANTS};
use crate::store::license_tree::load;
use crate::store::project_features;

/// Changes the fields that the mask names, where the whole tree stays consistent.
pub async fn update(
    app: &App,
    right: &Authorized<resource::GroupLicense, action::Edit>,
    id: i64,
    draft: GroupLicenseDraft,
    mask: &Mask,
) -> Result<GroupLicenseView> {
    let (project_id, now) = (right.project_id(), app.context.clock.now());
    let mut tx = app.context.database.tenant(project_id).await?;
    // One change of the tree at a time: each sees what the others have given.
    project_features::find_for_update(&mut tx, project_id).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        let unchanged = store::find(&mut tx, right, id).await?;
        return view_of(&mut tx, right, unchanged, app.config.grace, now).await;
    }
    let before = found.draft();
    let merged = before.merge(&draft, mask);
    merged.validate()?;
    let (old, _) = load(&mut tx, project_id, app.config.grace, now).await?;
    if merged.takes_more_than(&before) && !covers_node_above(&mut tx, right, &old, id).await? {
        return Err(Error::Forbidden);
    }
    let mut new = old.clone();
    match merged.grant() {
        Some(grant) => drop(new.grants.insert(id, grant)),
        None => drop(new.grants.remove(&id)),
    }
    if new.grants.len() as i64 > MAX_GRANTS {
        return Err(Error::Conflict { code: "too_many", message: format!("too many items: at most {MAX_GRANTS}"), data: serde_json::Value::Null });
    }
    ensure_consistent(&mut tx, right.caller(), &old, &new, id).await?;
    store::upsert(&mut tx, &found, &merged, now).await?;
    publish(&mut tx, project_id, app.config.grace, now).await?;
    let change = audit::Change::new(Action::Edit, Resource::GroupLicense, id, &found.name, before.audit_view(), merged.audit_view());
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    let row = store::find(&mut tx, right, id).await?;
    let updated = view_of(&mut tx, right, row, app.config.grace, now).await?;
    tx.commit().await?;
    Ok(updated)
}

/// What a group has more than before is taken from the nearest group above that has limits, or from the project.
async fn covers_node_above(
    connection: &mut PgConnection,
    right: &Authorized<resource::GroupLicense, action::Edit>,
    tree: &LicenseTree,
    group: i64,
) -> Result<bool> {
    match tree.parent(Node::Group(group)) {
        _ if right.scope().all => Ok(true),
        Some(Node::Group(above)) => tree::covers(connection, right.scope(), above).await,
        Some(Node::Project) | None => Ok(false),
    }
}
