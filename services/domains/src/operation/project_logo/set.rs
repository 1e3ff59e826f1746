use kit::{Result, features};
use policy::action;
use serde_json::json;

use super::publish_and_record;
use crate::app::App;
use crate::domain::group_settings::Area;
use crate::operation::group_logo::MAX_SIDE;
use crate::operation::settings::SettingsRight;
use crate::store::logo::{self, LogoOwner, LogoRow};
use crate::store::settings;

/// Answers the path of the logo.
pub async fn set(app: &App, right: &SettingsRight<action::Edit>, image: Vec<u8>) -> Result<String> {
    let image = image_upload::fit(image, MAX_SIDE, MAX_SIDE).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    features::require(&mut tx, right.project_id(), Area::WhiteLabel.feature().as_slice()).await?;
    let locked = settings::lock(&mut tx, right).await?;
    let before = logo::find_path(&mut tx, right.project_id(), None).await?;
    let new = LogoRow { content_type: image.content_type.into(), data: image.data };
    let path = logo::set(&mut tx, LogoOwner::Project(&locked), &new, app.context.clock.now()).await?;
    publish_and_record(&mut tx, app, right, &locked, json!({ "logo": before }), json!({ "logo": path })).await?;
    tx.commit().await?;
    Ok(path)
}
