//! The picture of a group's white label.
use kit::audit::{self, Change};
use kit::{Context, Error, Result, Tx, features};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::domains::v1::SetGroupLogoRequest;
use serde_json::{Value, json};
use tonic::Streaming;

use crate::domain::group_settings::Area;
use crate::domain::reach::{self, Proof};
use crate::store::group::{self, Locked};
use crate::store::group_settings;
use crate::store::logo::{self, Logo};

/// Bigger pictures are made smaller.
pub const SIDE: u32 = 512;

/// Answers the path of the picture. Who may not change it is refused before the picture is worked on.
pub async fn set(context: &Context, caller: &Caller, pieces: Streaming<SetGroupLogoRequest>) -> Result<String> {
    let upload = kit::upload::collect(pieces, picture::MAX_BYTES, |message| message.image.take()).await?;
    let id = upload.request.id;
    let mut tx = context.database.tenant(caller.project_id).await?;
    locked(&mut tx, caller, id).await?;
    if let Some(feature) = Area::WhiteLabel.feature() {
        features::require(&mut tx, caller.project_id, &[feature]).await?;
    }
    tx.rollback().await?;
    let picture = picture::fit(upload.data, SIDE, SIDE).await?;

    let mut tx = context.database.tenant(caller.project_id).await?;
    let group = locked(&mut tx, caller, id).await?;
    let before = logo::path_of(&mut tx, caller.project_id, Some(id)).await?;
    let new = Logo { content_type: picture.content_type.into(), data: picture.data };
    let path = logo::set(&mut tx, caller.project_id, Some(id), &new, context.clock.now()).await?;
    tell(&mut tx, context, caller, &group, json!({ "logo": before }), json!({ "logo": path })).await?;
    tx.commit().await?;
    Ok(path)
}

/// Removing none changes nothing.
pub async fn remove(context: &Context, caller: &Caller, id: i64) -> Result<()> {
    let mut tx = context.database.tenant(caller.project_id).await?;
    let group = locked(&mut tx, caller, id).await?;
    let before = logo::path_of(&mut tx, caller.project_id, Some(id)).await?;
    if logo::remove(&mut tx, caller.project_id, Some(id)).await? {
        tell(&mut tx, context, caller, &group, json!({ "logo": before }), json!({ "logo": Value::Null })).await?;
    }
    Ok(tx.commit().await?)
}

async fn locked(tx: &mut Tx, caller: &Caller, id: i64) -> Result<Locked> {
    let view: Proof<action::View> = caller.authorize()?;
    let group = group::lock(tx, &view, id).await?;
    if reach::may_set(caller, Area::WhiteLabel, &group.path) { Ok(group) } else { Err(Error::Forbidden) }
}

async fn tell(tx: &mut Tx, context: &Context, caller: &Caller, group: &Locked, before: Value, after: Value) -> Result<()> {
    let settings = group_settings::read(tx, caller.project_id, group.id).await?;
    group_settings::save(tx, caller.project_id, group.id, &settings, context.clock.now()).await?;
    let change = Change::new(Action::Edit, Resource::GroupWhiteLabel, group.id, &group.draft.name, before, after);
    audit::record(tx, &context.clock, caller, change).await
}
