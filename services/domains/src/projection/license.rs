//! What licensing has said of a project. A group, or the project, shows itself by its white label while it has the feature: the
//! others hear of it when that ends, and when it comes back.
use std::collections::BTreeSet;

use kit::{Result, features};
use license_limits::features::groups_with;
use proto::vestibule::events::v1::LicenseChanged;
use sqlx::PgConnection;

use crate::domain::group_settings::Area;
use crate::domain::white_label::WhiteLabel;
use crate::publish;
use crate::store::{group_settings, logo, settings};

pub async fn project(connection: &mut PgConnection, license: &LicenseChanged) -> Result<()> {
    let before = labelled(connection, license.project_id, None).await?;
    let was_shown = is_project_labelled(connection, license.project_id).await?;
    license_limits::project_features(connection, license).await?;
    if is_project_labelled(connection, license.project_id).await? != was_shown {
        let locked = settings::lock_for_event(connection, license.project_id).await?;
        settings::publish(connection, &locked).await?;
    }
    republish_changed(connection, license.project_id, None, &before).await
}

async fn is_project_labelled(connection: &mut PgConnection, project_id: i64) -> Result<bool> {
    let label: WhiteLabel = settings::find_or_default(connection, project_id).await?;
    Ok(label.is_shown(features::find(connection, project_id).await?.as_deref()))
}

/// Groups with a white label that is switched on and licensed. `within`: of a group and those below it only.
pub async fn labelled(connection: &mut PgConnection, project_id: i64, within: Option<i64>) -> Result<BTreeSet<i64>> {
    let Some(feature) = Area::WhiteLabel.feature() else { return Ok(BTreeSet::new()) };
    let on: Vec<i64> = sqlx::query_scalar(
        "SELECT s.group_id FROM group_settings s WHERE s.project_id = $1 AND (s.settings #>> '{whitelabel,is_enabled}')::boolean
             AND ($2::bigint IS NULL OR s.group_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = $2))",
    )
    .bind(project_id)
    .bind(within)
    .fetch_all(&mut *connection)
    .await?;
    Ok(groups_with(connection, project_id, &on, feature).await?.into_iter().collect())
}

/// Publishes the settings of the groups whose white label is shown now and was not before, or the other way round. The licence of the
/// project has changed, or a group was moved to where other limits are the nearest.
pub async fn republish_changed(connection: &mut PgConnection, project_id: i64, within: Option<i64>, before: &BTreeSet<i64>) -> Result<()> {
    let after = labelled(connection, project_id, within).await?;
    for group in before.symmetric_difference(&after) {
        republish(connection, project_id, *group).await?;
    }
    Ok(())
}

async fn republish(connection: &mut PgConnection, project_id: i64, group: i64) -> Result<()> {
    let version: i64 =
        sqlx::query_scalar("UPDATE group_settings SET version = version + 1 WHERE project_id = $1 AND group_id = $2 RETURNING version")
            .bind(project_id)
            .bind(group)
            .fetch_one(&mut *connection)
            .await?;
    let settings = group_settings::find(connection, project_id, group).await?;
    let logo = logo::find_path(connection, project_id, Some(group)).await?;
    publish::group_settings_changed(connection, project_id, group, version, &settings, logo).await
}
