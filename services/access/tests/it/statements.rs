//! The number of statements of each list, item and change does not depend on how many rows there are.
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::{AccessRule, GetAccessRuleRequest, ListAccessRulesRequest, ListIdentifiersRequest};
use testing::statements;

use crate::site::{ANNA, DOOR_1, DOOR_2, Site, lets, lock};

async fn read(site: &Site, rule: i64) -> [usize; 3] {
    let caller = site.admin();
    let request = site.by(&caller, ListIdentifiersRequest { size: 100, ..ListIdentifiersRequest::default() });
    let (identifiers, of_identifiers) = statements(site.identifiers.list_identifiers(request)).await;
    identifiers.expect("identifiers");
    let request = site.by(&caller, ListAccessRulesRequest { size: 100, ..ListAccessRulesRequest::default() });
    let (rules, of_rules) = statements(site.access_rules.list_access_rules(request)).await;
    rules.expect("rules");
    let request = site.by(&caller, GetAccessRuleRequest { id: rule });
    let (found, of_rule) = statements(site.access_rules.get_access_rule(request)).await;
    found.expect("a rule");
    [of_identifiers.len(), of_rules.len(), of_rule.len()]
}

#[tokio::test]
async fn lists_and_a_rule_take_as_many_statements_for_many_rows_as_for_few() {
    let site = Site::start().await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    site.card(ANNA, "1000000").await;
    let few = read(&site, rule.id).await;
    for number in 1..8 {
        site.rule(AccessRule { name: format!("rule {number}"), ..lets(ANNA, DOOR_1) }).await;
        site.card(ANNA, &format!("{}", 1_000_000 + number)).await;
    }
    assert_eq!(read(&site, rule.id).await, few);
}

/// `affected::touch` once inserted a row for each door of a project.
#[tokio::test]
async fn a_rule_of_several_doors_is_created_in_as_many_statements_as_one_of_one_door() {
    let site = Site::start().await;
    site.card(ANNA, "1000000").await;
    let (one, of_one) = statements(site.try_rule(&site.admin(), lets(ANNA, DOOR_1))).await;
    one.expect("a rule");
    let several = AccessRule { name: "several".into(), devices: vec![lock(DOOR_1), lock(DOOR_2)], ..lets(ANNA, DOOR_1) };
    let (several, of_several) = statements(site.try_rule(&site.admin(), several)).await;
    several.expect("a rule");
    assert_eq!(of_several.len(), of_one.len(), "{of_several:?}");
}
