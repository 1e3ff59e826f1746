//! Setting a picture.
use image_upload::Crop;
use kit::Result;
use uuid::Uuid;

use super::lock_user;
use crate::app::App;
use crate::operation::audit;
use crate::operation::user::UserEditRights;
use crate::store;

/// Pixels of either side: what a profile shows on a sharp screen.
const SIDE: u32 = 512;

/// Whoever may edit the user may set their picture, and everybody their own.
/// Returns the key of the picture.
pub async fn set(app: &App, rights: &UserEditRights, user_id: i64, image: Vec<u8>, crop: Crop) -> Result<Uuid> {
    // Before the image is decoded, which costs more than the rest.
    lock_user(app, rights, user_id).await?.0.rollback().await?;
    let encoded = image_upload::square(image, crop, SIDE).await?;

    let (mut tx, user) = lock_user(app, rights, user_id).await?;
    let key = store::avatar::replace(&mut tx, &rights.edit, user_id, &encoded, app.context.clock.now()).await?;
    kit::audit::record(&mut tx, &app.context.clock, rights.edit.caller(), audit::user_action("set avatar", user.id, &user.name)).await?;
    tx.commit().await?;
    Ok(key)
}
