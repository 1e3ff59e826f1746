use kit::Result;
use policy::{Authorized, action, resource};

use super::{ForwardRules, record, related};
use crate::app::App;
use crate::domain::forward_rule::ForwardRuleDraft;
use crate::store::{features, forward_rule as store};

pub async fn create(app: &App, right: &Authorized<resource::ForwardRule, action::Create>, draft: ForwardRuleDraft) -> Result<ForwardRules> {
    let (caller, project_id) = (right.caller(), right.project_id());
    draft.validate()?;
    related::wait_until_projected(app, caller, &draft).await?;
    let mut tx = app.context.database.tenant(project_id).await?;
    features::require(&mut tx, project_id, features::SIP).await?;
    related::ensure_related_visible(&mut tx, caller, right.scope(), None, &draft).await?;
    let id = store::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    record(&mut tx, app, caller, id, (None, Some(&draft))).await?;
    ForwardRules::commit(tx, caller, id).await
}
