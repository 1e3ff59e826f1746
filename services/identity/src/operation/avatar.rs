//! Pictures of people: set, removed, shown.
use kit::{Error, Result, Tx};
use picture::Crop;
use policy::Caller;
use proto::vestibule::identity::v1::Avatar;
use sqlx::types::Uuid;

use super::act;
use super::update_user::{Reach, Rights, reach};
use crate::domain::grant;
use crate::parts::Parts;
use crate::store;
use crate::store::user_list::UserRow;

/// Pixels of either side: what a profile shows on a sharp screen.
const SIDE: u32 = 512;

/// Whoever may edit the user may set their picture, and everybody their own.
pub async fn set_avatar(parts: &Parts, rights: &Rights, user_id: i64, image: Vec<u8>, crop: Crop) -> Result<Avatar> {
    // Before the image is decoded, which costs more than the rest.
    user(parts, rights, user_id).await?.0.rollback().await?;
    let picture = picture::square(image, crop, SIDE).await?;

    let (mut tx, user) = user(parts, rights, user_id).await?;
    let key = store::avatar::replace(&mut tx, &rights.edit, user_id, &picture, parts.context.clock.now()).await?;
    kit::audit::record(&mut tx, &parts.context.clock, rights.edit.caller(), act("set avatar", user.id, &user.name)).await?;
    tx.commit().await?;
    Ok(Avatar { avatar_url: store::avatar::url(key) })
}

/// Once more, it does nothing.
pub async fn delete_avatar(parts: &Parts, rights: &Rights, user_id: i64) -> Result<()> {
    let (mut tx, user) = user(parts, rights, user_id).await?;
    if store::avatar::delete(&mut tx, &rights.edit, user_id).await? {
        kit::audit::record(&mut tx, &parts.context.clock, rights.edit.caller(), act("delete avatar", user.id, &user.name)).await?;
    }
    Ok(tx.commit().await?)
}

/// `NotFound` for what is no key.
pub async fn avatar(parts: &Parts, key: &str) -> Result<store::avatar::Avatar> {
    let key: Uuid = key.parse().map_err(|_| Error::NotFound)?;
    let mut tx = parts.context.database.system().await?;
    let found = store::avatar::by_key(&mut tx, key).await?;
    tx.rollback().await?;
    Ok(found)
}

/// The user, locked, if the caller may change their picture.
async fn user(parts: &Parts, rights: &Rights, user_id: i64) -> Result<(Tx, UserRow)> {
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    let user = store::user_list::lock(&mut tx, &rights.view, user_id).await?;
    check_reach(&mut tx, rights, &user).await?;
    Ok((tx, user))
}

/// As edit: oneself, or somebody within reach who has no more rights than the caller.
pub async fn check_reach(tx: &mut Tx, rights: &Rights, user: &UserRow) -> Result<()> {
    let caller: &Caller = rights.edit.caller();
    if user.id == caller.user_id {
        return Ok(());
    }
    match reach(tx, &rights.edit, user).await? {
        Reach::Full => grant::may_manage(caller, &user.permissions()),
        Reach::Harmless | Reach::Nothing => Err(Error::Forbidden),
    }
}
