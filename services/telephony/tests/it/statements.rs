//! The number of statements of each list, item and change does not depend on how many rows there are.
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules;
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers;
use proto::vestibule::telephony::v1::sip_trunks_server::SipTrunks;
use proto::vestibule::telephony::v1::{GetSipNumberRequest, ListForwardRulesRequest, ListSipNumbersRequest, ListSipTrunksRequest, SipNumber};
use testing::statements;

use crate::site::{BUILDING_1, Site, of_group};

async fn read(site: &Site, number: i64) -> [usize; 4] {
    let caller = site.admin();
    let request = site.by(&caller, ListSipNumbersRequest { size: 100, ..ListSipNumbersRequest::default() });
    let (numbers, of_numbers) = statements(site.numbers.list_sip_numbers(request)).await;
    numbers.expect("numbers");
    let request = site.by(&caller, GetSipNumberRequest { id: number });
    let (found, of_number) = statements(site.numbers.get_sip_number(request)).await;
    found.expect("a number");
    let (rules, of_rules) = statements(site.forward_rules.list_forward_rules(site.by(&caller, ListForwardRulesRequest::default()))).await;
    rules.expect("rules");
    let (trunks, of_trunks) = statements(site.trunks.list_sip_trunks(site.by(&caller, ListSipTrunksRequest::default()))).await;
    trunks.expect("trunks");
    [of_numbers.len(), of_number.len(), of_rules.len(), of_trunks.len()]
}

#[tokio::test]
async fn lists_and_a_number_take_as_many_statements_for_many_numbers_as_for_few() {
    let site = Site::start().await;
    let number = site.number(of_group("1000", BUILDING_1)).await;
    let few = read(&site, number.id).await;
    for next in 1001..1008 {
        site.number(of_group(&next.to_string(), BUILDING_1)).await;
    }
    assert_eq!(read(&site, number.id).await, few);
}

#[tokio::test]
async fn a_number_among_many_is_created_changed_and_deleted_in_as_many_statements_as_among_few() {
    let site = Site::start().await;
    let change = async |number: &str| {
        let (made, of_creation) = statements(site.try_number(&site.admin(), of_group(number, BUILDING_1))).await;
        let made = made.expect("a number");
        let renamed = SipNumber { name: "Lobby".into(), ..SipNumber::default() };
        let (renamed, of_change) = statements(site.change(&site.admin(), made.id, renamed, &["name"])).await;
        renamed.expect("a number");
        let (deleted, of_deletion) = statements(site.delete(&site.admin(), made.id)).await;
        deleted.expect("a deletion");
        [of_creation.len(), of_change.len(), of_deletion.len()]
    };
    let few = change("1000").await;
    for next in 1001..1008 {
        site.number(of_group(&next.to_string(), BUILDING_1)).await;
    }
    assert_eq!(change("1009").await, few);
}
