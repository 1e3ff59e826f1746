//! What amenities asks of access.
use std::collections::HashSet;
use std::time::Duration;

use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::access::v1::reservable_rules_client::ReservableRulesClient;
use proto::vestibule::access::v1::visible_entities_client::VisibleEntitiesClient;
use proto::vestibule::access::v1::{CheckReservableRulesRequest, ListVisibleEntitiesRequest};

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// Ids that access takes at a time.
const MAX_IDS: usize = 2_000;

/// The access rules with their names. Refused for rules that the caller may not give to others, and for those with devices
/// that read no QR codes.
pub async fn check_access_rules(context: &Context, caller: &Caller, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    let mut access = ReservableRulesClient::new(context.peers.peer("access"));
    let request = context.signer.request(caller, CheckReservableRulesRequest { access_rule_ids: ids.to_vec() });
    let answered = tokio::time::timeout(ANSWER_TIMEOUT, access.check_reservable_rules(request)).await;
    let answer = answered.map_err(|_| Error::Unavailable(anyhow::anyhow!("access does not answer in time")))??;
    Ok(answer.into_inner().items.into_iter().map(|rule| (rule.id, rule.name)).collect())
}

/// Those of the access rules that the caller sees.
pub async fn visible_access_rules(context: &Context, caller: &Caller, ids: &[i64]) -> Result<HashSet<i64>> {
    let mut access = VisibleEntitiesClient::new(context.peers.peer("access"));
    let mut seen = HashSet::new();
    for ids in ids.chunks(MAX_IDS) {
        let request = context.signer.request(caller, ListVisibleEntitiesRequest { access_rule_ids: ids.to_vec(), ..Default::default() });
        let answered = tokio::time::timeout(ANSWER_TIMEOUT, access.list_visible_entities(request)).await;
        let answer = answered.map_err(|_| Error::Unavailable(anyhow::anyhow!("access does not answer in time")))??;
        seen.extend(answer.into_inner().access_rule_ids);
    }
    Ok(seen)
}
