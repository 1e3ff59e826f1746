//! The picture of the project's white label.
use kit::audit::{self, Change};
use kit::{Context, Result, Tx};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::SetProjectLogoRequest;
use serde_json::{Value, json};
use tonic::Streaming;

use super::logo::SIDE;
use super::settings::Proof;
use crate::domain::settings::Area;
use crate::domain::white_label::WhiteLabel;
use crate::store::logo::{self, Logo};
use crate::store::settings;

/// Answers the path of the picture.
pub async fn set(context: &Context, right: &Proof<action::Edit>, pieces: Streaming<SetProjectLogoRequest>) -> Result<String> {
    let upload = kit::upload::collect(pieces, picture::MAX_BYTES, |message| message.image.take()).await?;
    let picture = picture::fit(upload.data, SIDE, SIDE).await?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let version = settings::lock(&mut tx, right.project_id()).await?;
    let before = logo::path_of(&mut tx, right.project_id(), None).await?;
    let new = Logo { content_type: picture.content_type.into(), data: picture.data };
    let path = logo::set(&mut tx, right.project_id(), None, &new, context.clock.now()).await?;
    changed(&mut tx, context, right, version, json!({ "logo": before }), json!({ "logo": path })).await?;
    tx.commit().await?;
    Ok(path)
}

/// Removing none changes nothing.
pub async fn remove(context: &Context, right: &Proof<action::Edit>) -> Result<()> {
    let mut tx = context.database.tenant(right.project_id()).await?;
    let version = settings::lock(&mut tx, right.project_id()).await?;
    let before = logo::path_of(&mut tx, right.project_id(), None).await?;
    if !logo::remove(&mut tx, right.project_id(), None).await? {
        return Ok(tx.rollback().await?);
    }
    changed(&mut tx, context, right, version, json!({ "logo": before }), json!({ "logo": Value::Null })).await?;
    Ok(tx.commit().await?)
}

async fn changed(tx: &mut Tx, context: &Context, right: &Proof<action::Edit>, version: i64, before: Value, after: Value) -> Result<()> {
    settings::tell(tx, right.project_id(), version).await?;
    let change = Change::new(Action::Edit, Resource::ProjectSettings, right.project_id(), WhiteLabel::NAME, before, after);
    audit::record(tx, &context.clock, right.caller(), change).await
}
