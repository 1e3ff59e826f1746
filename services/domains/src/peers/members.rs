//! What belongs to groups, asked of the services that own it: their events may not have come yet.
use std::collections::HashMap;
use std::time::Duration;

use futures::future::{BoxFuture, try_join_all};
use kit::{Context, Result};
use proto::vestibule::amenities::v1::group_members_client::GroupMembersClient as AmenityClient;
use proto::vestibule::common::v1::{CountGroupMembersRequest, CountGroupMembersResponse};
use proto::vestibule::device::v1::group_members_client::GroupMembersClient as DeviceClient;
use proto::vestibule::identity::v1::group_members_client::GroupMembersClient as UserClient;
use proto::vestibule::notifications::v1::group_members_client::GroupMembersClient as EmergencyAlertClient;
use proto::vestibule::telephony::v1::group_members_client::GroupMembersClient as ForwardRuleClient;

use super::within;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
const OWNERS: [&str; 5] = ["identity", "device-gateway", "telephony", "amenities", "notifications"];

/// Number of members by group and resource. Fails while a service of the installation does not answer: a group that may be used is
/// not deleted.
pub async fn count(context: &Context, project_id: i64, groups: &[i64]) -> Result<HashMap<i64, Vec<(String, i64)>>> {
    let runs = |name: &str| context.settings.services.as_ref().is_none_or(|running| running.iter().any(|running| running == name));
    let mut counts: HashMap<i64, Vec<(String, i64)>> = HashMap::new();
    for groups in groups.chunks(kit::group_members::MAX_GROUPS) {
        let asked = OWNERS.into_iter().filter(|owner| runs(owner)).map(|owner| ask(context, owner, project_id, groups));
        for item in try_join_all(asked).await?.into_iter().flat_map(|answer| answer.items) {
            counts.entry(item.group_id).or_default().push((item.resource, item.count));
        }
    }
    Ok(counts)
}

fn ask<'a>(context: &'a Context, owner: &'static str, project_id: i64, groups: &[i64]) -> BoxFuture<'a, Result<CountGroupMembersResponse>> {
    let request = context.signer.as_service(context.service, project_id, CountGroupMembersRequest { group_ids: groups.to_vec() });
    let peer = context.peers.peer(owner);
    Box::pin(async move {
        match owner {
            "identity" => within(ANSWER_TIMEOUT, UserClient::new(peer).count_group_members(request)).await,
            "device-gateway" => within(ANSWER_TIMEOUT, DeviceClient::new(peer).count_group_members(request)).await,
            "amenities" => within(ANSWER_TIMEOUT, AmenityClient::new(peer).count_group_members(request)).await,
            "notifications" => within(ANSWER_TIMEOUT, EmergencyAlertClient::new(peer).count_group_members(request)).await,
            _ => within(ANSWER_TIMEOUT, ForwardRuleClient::new(peer).count_group_members(request)).await,
        }
    })
}
