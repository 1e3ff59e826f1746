//! Amenities that open doors by access rules, from the service that owns them.
use std::collections::HashSet;
use std::time::Duration;

use anyhow::anyhow;
use kit::{Context, Error, Result};
use proto::vestibule::amenities::v1::CountRuleUsesRequest;
use proto::vestibule::amenities::v1::rule_uses_client::RuleUsesClient;

const SERVICE: &str = "amenities";
const ANSWER_TIMEOUT: Duration = Duration::from_secs(3);
/// Rules of one call.
const MAX_RULES: usize = 500;

/// Those of the rules that amenities use. Fails while amenities does not answer: a rule that may be used is not deleted.
pub async fn used_rules(context: &Context, project_id: i64, rules: &[i64]) -> Result<HashSet<i64>> {
    let mut used = HashSet::new();
    if !context.settings.services.as_ref().is_none_or(|running| running.iter().any(|running| running == SERVICE)) {
        return Ok(used);
    }
    for access_rule_ids in rules.chunks(MAX_RULES) {
        let request = CountRuleUsesRequest { access_rule_ids: access_rule_ids.to_vec() };
        let mut amenities = RuleUsesClient::new(context.peers.peer(SERVICE));
        let answer = amenities.count_rule_uses(context.signer.as_service(context.service, project_id, request));
        let no_answer = |_| Error::Unavailable(anyhow!("no answer within {} s", ANSWER_TIMEOUT.as_secs()));
        let answer = tokio::time::timeout(ANSWER_TIMEOUT, answer).await.map_err(no_answer)??;
        used.extend(answer.into_inner().items.into_iter().filter(|item| item.count > 0).map(|item| item.access_rule_id));
    }
    Ok(used)
}
