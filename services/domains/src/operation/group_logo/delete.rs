use kit::Result;
use policy::Caller;
use serde_json::{Value, json};

use super::{find_for_update, publish_and_record};
use crate::app::App;
use crate::store::logo::{self, LogoOwner};

/// Without a logo nothing changes.
pub async fn delete(app: &App, caller: &Caller, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    let group = find_for_update(&mut tx, caller, id).await?;
    let before = logo::find_path(&mut tx, caller.project_id, Some(id)).await?;
    if logo::delete(&mut tx, LogoOwner::Group(&group.0)).await? {
        publish_and_record(&mut tx, app, caller, &group, json!({ "logo": before }), json!({ "logo": Value::Null })).await?;
    }
    Ok(tx.commit().await?)
}
