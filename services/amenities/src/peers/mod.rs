//! What amenities asks of access.
use std::time::Duration;

use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::access::v1::CheckReservableRulesRequest;
use proto::vestibule::access::v1::reservable_rules_client::ReservableRulesClient;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// The access rules with their names. Refused for rules that the caller may not give to others, and for those with devices
/// that read no QR codes.
pub async fn check_access_rules(context: &Context, caller: &Caller, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    let mut access = ReservableRulesClient::new(context.peers.peer("access"));
    let request = context.signer.request(caller, CheckReservableRulesRequest { access_rule_ids: ids.to_vec() });
    let answered = tokio::time::timeout(ANSWER_TIMEOUT, access.check_reservable_rules(request)).await;
    let answer = answered.map_err(|_| Error::Unavailable(anyhow::anyhow!("access does not answer in time")))??;
    Ok(answer.into_inner().items.into_iter().map(|rule| (rule.id, rule.name)).collect())
}
