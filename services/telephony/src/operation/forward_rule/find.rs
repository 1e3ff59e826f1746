use kit::Result;
use policy::{Authorized, action, resource};

use super::ForwardRules;
use crate::app::App;
use crate::store::forward_rule as store;

pub async fn find(app: &App, right: &Authorized<resource::ForwardRule, action::View>, id: i64) -> Result<ForwardRules> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    ForwardRules::read(&mut reader, right.caller(), vec![row]).await
}
