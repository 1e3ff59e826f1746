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
use crate::operation::related::visible_names;
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

/// Who gets a number must be visible. Whoever changes one reaches also all groups of the user that it is of, before and after: it
/// rings and opens doors in each of them, for who knows its password. So it does for a device.
pub async fn ensure_holder_in_reach(tx: &mut PgConnection, caller: &Caller, before: Option<&SipNumberDraft>, after: &SipNumberDraft) -> Result<()> {
    let (user_before, device_before) = (before.and_then(|before| before.user_id), before.and_then(|before| before.device_id));
    USERS.ensure_visible(tx, caller, &added(after.user_id, user_before)).await?;
    DEVICES.ensure_visible(tx, caller, &added(after.device_id, device_before)).await?;
    let users: Vec<i64> = user_before.into_iter().chain(after.user_id).collect();
    let devices: Vec<i64> = device_before.into_iter().collect();
    let is_hidden = !devices.is_empty() && DEVICES.visible(tx, caller, &devices).await?.is_empty();
    if is_hidden || !USERS.beyond_reach(tx, caller, &users).await?.is_empty() { Err(Error::Forbidden) } else { Ok(()) }
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
pub async fn ensure_unreferenced(tx: &mut PgConnection, caller: &Caller, id: i64, number: &str) -> Result<()> {
    let queues = store::find_referencing(tx, caller.project_id, id, number).await?;
    if queues.is_empty() {
        return Ok(());
    }
    let names = visible_names(tx, caller, queues).await?;
    Err(Error::Conflict { code: "in_use", message: "the virtual number is used by queues".into(), data: json!({ "names": names }) })
}

fn added(after: Option<i64>, before: Option<i64>) -> Vec<i64> {
    after.filter(|id| before != Some(*id)).into_iter().collect()
}
