use kit::Result;
use policy::action;
use serde_json::{Value, json};

use super::publish_and_record;
use crate::app::App;
use crate::operation::settings::SettingsRight;
use crate::store::logo::{self, LogoOwner};
use crate::store::settings;

/// Without a logo nothing changes.
pub async fn delete(app: &App, right: &SettingsRight<action::Edit>) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let locked = settings::lock(&mut tx, right).await?;
    let before = logo::find_path(&mut tx, right.project_id(), None).await?;
    if !logo::delete(&mut tx, LogoOwner::Project(&locked)).await? {
        return Ok(tx.rollback().await?);
    }
    publish_and_record(&mut tx, app, right, &locked, json!({ "logo": before }), json!({ "logo": Value::Null })).await?;
    Ok(tx.commit().await?)
}
