use kit::Result;
use license_limits::features;
use policy::Caller;
use serde_json::json;

use super::{find_for_update, publish_and_record};
use crate::app::App;
use crate::domain::group_settings::Area;
use crate::store::logo::{self, LogoOwner, LogoRow};

/// Larger images are scaled down to this many pixels on each side.
pub const MAX_SIDE: u32 = 512;

/// Answers the path of the logo. A caller who may not change it is refused before the image is decoded.
pub async fn set(app: &App, caller: &Caller, id: i64, image: Vec<u8>) -> Result<String> {
    let context = &app.context;
    let mut tx = context.database.tenant(caller.project_id).await?;
    find_for_update(&mut tx, caller, id).await?;
    if let Some(feature) = Area::WhiteLabel.feature() {
        features::require_in_groups(&mut tx, caller.project_id, &[id], &[feature]).await?;
    }
    tx.rollback().await?;
    let image = image_upload::fit(image, MAX_SIDE, MAX_SIDE).await?;

    let mut tx = context.database.tenant(caller.project_id).await?;
    let group = find_for_update(&mut tx, caller, id).await?;
    let before = logo::find_path(&mut tx, caller.project_id, Some(id)).await?;
    let new = LogoRow { content_type: image.content_type.into(), data: image.data };
    let path = logo::set(&mut tx, LogoOwner::Group(&group.0), &new, context.clock.now()).await?;
    publish_and_record(&mut tx, app, caller, &group, json!({ "logo": before }), json!({ "logo": path })).await?;
    tx.commit().await?;
    Ok(path)
}
