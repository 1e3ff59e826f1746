//! What a number names: it must exist, and the caller must see it. What it named before may stay.
use forwarding::Queue;
use kit::projection_lag::{self, ForeignEntity};
use kit::{Error, Result, tree};
use policy::{Caller, Scope};
use serde_json::json;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::forward_queues;
use crate::domain::sip_number::SipNumberDraft;
use crate::projection::{DEVICES, USERS};
use crate::store::{features, related, sip_number as store};

/// Its user, device and group may be so new that their events have not come yet.
pub async fn wait_until_projected(app: &App, caller: &Caller, draft: &SipNumberDraft) -> Result<()> {
    let ids = |id: Option<i64>| id.into_iter().collect::<Vec<i64>>();
    USERS.wait_until_projected(&app.context, caller, &ids(draft.user_id)).await?;
    DEVICES.wait_until_projected(&app.context, caller, &ids(draft.device_id)).await?;
    let group = ids(Some(draft.domain_id).filter(|id| *id != 0));
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &group).await
}

pub async fn ensure_holder_visible(tx: &mut PgConnection, caller: &Caller, before: Option<&SipNumberDraft>, after: &SipNumberDraft) -> Result<()> {
    USERS.ensure_visible(tx, caller, &added(after.user_id, before.and_then(|before| before.user_id))).await?;
    DEVICES.ensure_visible(tx, caller, &added(after.device_id, before.and_then(|before| before.device_id))).await
}

/// All but its holder.
pub async fn ensure_related_visible(
    tx: &mut PgConnection,
    caller: &Caller,
    scope: &Scope,
    before: Option<&SipNumberDraft>,
    after: &SipNumberDraft,
) -> Result<()> {
    related::forward_rules(tx, caller, &added(after.forward_group_id, before.and_then(|before| before.forward_group_id))).await?;
    if before.is_none_or(|before| before.domain_id != after.domain_id) && !tree::covers(tx, scope, after.domain_id).await? {
        return Err(Error::InvalidRelated { names: vec![format!("group {}", after.domain_id)] });
    }
    let before = before.map(|before| GroupQueues { group: Some(before.domain_id), queues: &before.forward_rules });
    ensure_queues_visible(tx, caller, before, GroupQueues { group: Some(after.domain_id), queues: &after.forward_rules }).await
}

/// Queues, and the group whose licence they need.
#[derive(Clone, Copy)]
pub struct GroupQueues<'a> {
    /// None for the project.
    pub group: Option<i64>,
    pub queues: &'a [Queue],
}

/// The numbers and trunks of queues, and the licence for calls outside: of the project, and of the group that they get into.
pub async fn ensure_queues_visible(tx: &mut PgConnection, caller: &Caller, before: Option<GroupQueues<'_>>, after: GroupQueues<'_>) -> Result<()> {
    let is_there = before.is_some_and(|before| before.group == after.group && forward_queues::goes_outside(before.queues));
    if forward_queues::goes_outside(after.queues) && !is_there {
        features::require_for_groups(tx, caller.project_id, after.group.as_slice(), features::TRUNKS).await?;
    }
    let (before, after) = (before.map_or(&[][..], |before| before.queues), after.queues);
    let (numbers_before, trunks_before) = (forward_queues::numbers(before), forward_queues::trunks(before));
    let numbers: Vec<String> = forward_queues::numbers(after).into_iter().filter(|number| !numbers_before.contains(number)).collect();
    let trunks: Vec<i64> = forward_queues::trunks(after).into_iter().filter(|trunk| !trunks_before.contains(trunk)).collect();
    related::numbers(tx, caller, &numbers).await?;
    related::trunks(tx, caller, &trunks).await
}

/// A number that queues ring is neither deleted nor renumbered.
pub async fn ensure_unreferenced(tx: &mut PgConnection, project_id: i64, id: i64, number: &str) -> Result<()> {
    let names = store::find_referencing(tx, project_id, id, number).await?;
    if names.is_empty() {
        return Ok(());
    }
    Err(Error::Conflict { code: "in_use", message: "the virtual number is used by queues".into(), data: json!({ "names": names }) })
}

fn added(after: Option<i64>, before: Option<i64>) -> Vec<i64> {
    after.filter(|id| before != Some(*id)).into_iter().collect()
}
