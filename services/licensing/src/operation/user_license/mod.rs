//! What single users may have.
use std::collections::BTreeSet;

use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Mask, Result, audit, outbox};
use policy::{Action, ActionKind, Authorized, Resource, action, resource};
use proto::vestibule::events::v1::UserLicenseChanged;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::counts::Counts;
use crate::domain::user_license::UserLicenseDraft;
use crate::operation::project_features::publish::numbers;
use crate::store::group_license::features_of_groups;
use crate::store::license_tree::load;
use crate::store::user_license::{self as store, UserLicenseRow};

pub const TOPIC: &str = "licensing.user_license.changed";

pub struct UserLicenseView {
    pub id: i64,
    pub name: String,
    pub features: BTreeSet<String>,
    pub available_features: BTreeSet<String>,
    pub counts: Counts,
    pub per_user: Counts,
}

fn view(row: &UserLicenseRow, available: BTreeSet<String>, per_user: Counts) -> UserLicenseView {
    let draft = row.draft();
    let features = available.difference(&draft.features_off).cloned().collect();
    UserLicenseView { id: row.id, name: row.name.clone(), features, available_features: available, counts: draft.counts, per_user }
}

pub async fn find<A: ActionKind>(app: &App, right: &Authorized<resource::UserLicense, A>, id: i64) -> Result<UserLicenseView> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    let now = app.context.clock.now();
    let (tree, entitlement) = load(&mut reader, right.project_id(), app.config.grace, now).await?;
    Ok(view(&row, features_of_groups(&tree, &row.groups, now), entitlement.per_user))
}

/// `features`: those that are on from now on.
pub async fn update(
    app: &App,
    right: &Authorized<resource::UserLicense, action::Edit>,
    id: i64,
    features: &BTreeSet<String>,
    counts: &Counts,
    mask: &Mask,
) -> Result<UserLicenseView> {
    let (project_id, now) = (right.project_id(), app.context.clock.now());
    projection_lag::wait_until_projected(&app.context, right.caller(), ForeignEntity::User, "people", &[id]).await?;
    let mut tx = app.context.database.tenant(project_id).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        drop(tx);
        return self::find(app, right, id).await;
    }
    // What somebody above has limited is not lifted by whom it limits.
    if right.caller().user_id == id && !right.scope().all {
        return Err(Error::Forbidden);
    }
    let (tree, entitlement) = load(&mut tx, project_id, app.config.grace, now).await?;
    let available = features_of_groups(&tree, &found.groups, now);
    let before = found.draft();
    let merged = before.merge(features, counts, &available, mask);
    merged.validate(features, &entitlement.per_user)?;
    let version = store::upsert(&mut tx, &found, &merged, now).await?;
    publish(&mut tx, project_id, id, version, &merged).await?;
    let change = audit::Change::new(Action::Edit, Resource::UserLicense, id, &found.name, before.audit_view(), merged.audit_view());
    audit::record(&mut tx, &app.context.clock, right.caller(), change).await?;
    let row = store::find(&mut tx, right, id).await?;
    tx.commit().await?;
    Ok(view(&row, available, entitlement.per_user))
}

pub async fn publish(connection: &mut PgConnection, project_id: i64, user_id: i64, version: i64, draft: &UserLicenseDraft) -> Result<()> {
    let features_off = draft.features_off.iter().cloned().collect();
    let event = UserLicenseChanged { project_id, user_id, version, features_off, counts: Some(numbers(&draft.counts)) };
    outbox::emit(connection, project_id, TOPIC, &format!("user_license:{user_id}"), &event).await
}
