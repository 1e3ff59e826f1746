//! What rings in apartments, as panels are sent it.
use proto::vestibule::events::v1::{ApartmentNumbersChanged, UserChanged};
use proto::vestibule::telephony::v1::apartment_numbers_server::ApartmentNumbers as _;
use proto::vestibule::telephony::v1::*;
use telephony::rpc::apartment_number::ApartmentNumberService;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

async fn numbers(site: &Site, project: i64, groups: &[i64]) -> Vec<(i64, String, bool, String)> {
    let request = site.app.context.signer.as_service("device-gateway", project, ListApartmentNumbersRequest { group_ids: groups.to_vec() });
    let answer = ApartmentNumberService(site.service.clone()).list_apartment_numbers(request).await.unwrap().into_inner();
    answer.items.into_iter().map(|item| (item.group_id, item.number, item.is_general, item.user_name)).collect()
}

async fn changed_groups(site: &Site) -> Vec<Vec<i64>> {
    let events = site.app.events().await;
    let decode = |payload: &[u8]| <ApartmentNumbersChanged as prost::Message>::decode(payload).unwrap().group_ids;
    events.iter().filter(|(topic, _)| topic == "telephony.apartment_numbers.changed").map(|(_, payload)| decode(payload)).collect()
}

#[tokio::test]
async fn an_apartments_general_number_comes_first_and_then_its_people() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    site.number(SipNumber { is_general: true, ..of_group("100", BUILDING_1) }).await;
    let off = site.number(of_user("102", ANNA)).await;
    site.change(&site.admin(), off.id, SipNumber { is_active: Some(false), ..Default::default() }, &["is_active"]).await.unwrap();
    site.number(of_panel("201", PANEL_1)).await;
    site.number(of_user("103", BORIS)).await;
    let found = numbers(&site, PROJECT, &[BUILDING_1, BUILDING_2]).await;
    let brief: Vec<_> = found.iter().map(|(group, number, is_general, _)| (*group, number.as_str(), *is_general)).collect();
    assert_eq!(brief, [(BUILDING_1, "100", true), (BUILDING_1, "101", false), (BUILDING_2, "103", false)]);
    assert!(numbers(&site, OTHER_PROJECT, &[BUILDING_1]).await.is_empty(), "another tenant");

    let request = site.by(&site.admin(), ListApartmentNumbersRequest { group_ids: vec![BUILDING_1] });
    let refused = ApartmentNumberService(site.service.clone()).list_apartment_numbers(request).await.unwrap_err();
    assert!(matches!(refused.code(), Code::PermissionDenied | Code::Unauthenticated), "{refused:?}");
}

#[tokio::test]
async fn panels_hear_of_whoever_gets_a_number_moves_or_leaves() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    assert_eq!(changed_groups(&site).await, [vec![BUILDING_1]]);
    let moved = UserChanged { domain_ids: vec![BUILDING_2], ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.deliver("identity.user.changed", &moved).await;
    assert_eq!(changed_groups(&site).await.last().unwrap(), &[BUILDING_1, BUILDING_2]);
    let before = changed_groups(&site).await.len();
    site.deliver("identity.user.changed", &user(PROJECT, BORIS, BUILDING_1, 2)).await;
    assert_eq!(changed_groups(&site).await.len(), before, "he has no number");
    site.delete(&site.admin(), made.id).await.unwrap();
    assert_eq!(changed_groups(&site).await.last().unwrap(), &[BUILDING_2]);
    site.number(of_panel("201", PANEL_1)).await;
    assert_eq!(changed_groups(&site).await.len(), before + 1, "a panel's own number rings in no apartment");
}
