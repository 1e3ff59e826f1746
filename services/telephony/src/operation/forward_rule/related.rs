//! What a rule names: it must exist, and the caller must see it. What it named before may stay.
use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, tree};
use policy::{Caller, Scope};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::forward_rule::ForwardRuleDraft;
use crate::operation::sip_number::{GroupQueues, ensure_queues_visible};
use crate::store::features;

/// The group may be so new that its event has not come yet.
pub async fn wait_until_projected(app: &App, caller: &Caller, draft: &ForwardRuleDraft) -> Result<()> {
    let group: Vec<i64> = draft.domain_id.into_iter().collect();
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &group).await
}

/// A rule of the whole project needs the reach of the whole project, and one of a group the feature of the group.
pub async fn ensure_related_visible(
    tx: &mut PgConnection,
    caller: &Caller,
    scope: &Scope,
    before: Option<&ForwardRuleDraft>,
    after: &ForwardRuleDraft,
) -> Result<()> {
    if before.is_none_or(|before| before.domain_id != after.domain_id) {
        if let Some(group) = after.domain_id {
            tree::lock(tx, group).await?;
        }
        match after.domain_id {
            None if scope.all => {}
            None => return Err(Error::field("domain", "required")),
            Some(group) if tree::covers(tx, scope, group).await? => {}
            Some(group) => return Err(Error::InvalidRelated { names: vec![format!("group {group}")] }),
        }
        features::require_for_groups(tx, caller.project_id, after.domain_id.as_slice(), features::SIP).await?;
    }
    let before = before.map(|before| GroupQueues { group: before.domain_id, queues: &before.queues });
    ensure_queues_visible(tx, caller, before, GroupQueues { group: after.domain_id, queues: &after.queues }).await
}
