//! Who takes the calls of panels for others: chosen, switched on and off.
use policy::{Caller, Permission};
use prost::Message;
use proto::vestibule::events::v1::AuditRecorded;
use proto::vestibule::telephony::v1::calls_server::Calls;
use proto::vestibule::telephony::v1::*;
use telephony::rpc::call::CallService;
use testing::{PROJECT, someone};
use tonic::{Code, Status};

use super::site::*;

/// A concierge of the residence, with both buildings below.
fn concierge() -> Caller {
    someone(PROJECT, 111, [Permission::CanInterceptCallLikeConcierge], &[RESIDENCE])
}

async fn get(site: &Site, caller: &Caller) -> Result<Interception, Status> {
    Ok(CallService(site.service.clone()).get_interception(site.by(caller, GetInterceptionRequest {})).await?.into_inner())
}

async fn set(site: &Site, caller: &Caller, is_active: bool, domains: &[i64]) -> Result<Interception, Status> {
    let request = SetInterceptionRequest { is_active, domains: domains.to_vec() };
    Ok(CallService(site.service.clone()).set_interception(site.by(caller, request)).await?.into_inner())
}

fn selection(groups: &[InterceptionGroup]) -> Vec<(i64, bool)> {
    groups.iter().map(|group| (group.id, group.is_selected)).collect()
}

#[tokio::test]
async fn at_first_nothing_is_intercepted_and_the_callers_own_groups_are_offered() {
    let site = Site::start().await;
    let found = get(&site, &concierge()).await.unwrap();
    assert!(!found.is_active && found.groups.is_empty());
    assert_eq!(selection(&found.user_groups), [(RESIDENCE, false)]);
    assert_eq!(found.user_groups[0].full_name, "group 10");
}

#[tokio::test]
async fn at_least_one_group_must_be_selected() {
    let site = Site::start().await;
    let refused = set(&site, &concierge(), true, &[]).await.unwrap_err();
    assert_eq!(detail(&refused)["data"]["fields"]["domains"], "at least one group must be selected");
    assert!(!get(&site, &concierge()).await.unwrap().is_active);
    set(&site, &concierge(), false, &[]).await.unwrap();
}

#[tokio::test]
async fn on_activation_the_selected_groups_and_the_callers_own_remain() {
    let site = Site::start().await;
    let active = set(&site, &concierge(), true, &[BUILDING_1, BUILDING_2, BUILDING_1]).await.unwrap();
    assert!(active.is_active);
    assert_eq!(selection(&active.groups), [(RESIDENCE, false), (BUILDING_1, true), (BUILDING_2, true)]);
    assert_eq!(active.groups[1].full_name, "group 10, group 11");
    set(&site, &concierge(), false, &[]).await.unwrap();
    let again = set(&site, &concierge(), true, &[BUILDING_2]).await.unwrap();
    assert_eq!(selection(&again.groups), [(RESIDENCE, false), (BUILDING_2, true)]);
    assert_eq!(get(&site, &concierge()).await.unwrap(), again);
}

#[tokio::test]
async fn full_names_begin_with_the_topmost_group_that_the_caller_sees() {
    let site = Site::start().await;
    site.deliver("domains.group.changed", &group(PROJECT, 13, BUILDING_1, 1)).await;
    let of_building_1 = someone(PROJECT, 112, [Permission::CanInterceptCallLikeConcierge], &[BUILDING_1]);
    let found = set(&site, &of_building_1, true, &[BUILDING_1, 13]).await.unwrap();
    let names = |groups: &[InterceptionGroup]| groups.iter().map(|group| group.full_name.clone()).collect::<Vec<_>>();
    assert_eq!((names(&found.user_groups), names(&found.groups)), (vec!["group 11".into()], vec!["group 11".into(), "group 11, group 13".into()]));
    let sees_all = someone(PROJECT, 112, [Permission::CanInterceptCallLikeConcierge, Permission::CanViewAllDomains], &[BUILDING_1]);
    assert_eq!(names(&get(&site, &sees_all).await.unwrap().user_groups), ["group 10, group 11"]);
}

#[tokio::test]
async fn while_it_is_active_the_selection_stays_and_it_is_remembered_after() {
    let site = Site::start().await;
    set(&site, &concierge(), true, &[BUILDING_1]).await.unwrap();
    let still = set(&site, &concierge(), true, &[BUILDING_2]).await.unwrap();
    assert_eq!(selection(&still.groups), [(RESIDENCE, false), (BUILDING_1, true)]);
    let stopped = set(&site, &concierge(), false, &[BUILDING_2]).await.unwrap();
    assert!(!stopped.is_active);
    assert_eq!(selection(&stopped.groups), [(RESIDENCE, false), (BUILDING_1, true)]);
}

#[tokio::test]
async fn only_groups_of_the_callers_tree_are_intercepted() {
    let site = Site::start().await;
    let of_building_1 = someone(PROJECT, 112, [Permission::CanInterceptCallLikeConcierge], &[BUILDING_1]);
    for group in [RESIDENCE, BUILDING_2, FOREIGN_GROUP, 999] {
        let refused = set(&site, &of_building_1, true, &[BUILDING_1, group]).await.unwrap_err();
        assert_eq!(detail(&refused)["data"]["names"], serde_json::json!([format!("group {group}")]), "{group}");
    }
    assert!(!get(&site, &of_building_1).await.unwrap().is_active, "nothing half-done");
    // Whose groups have changed since then sees those that are still theirs.
    set(&site, &concierge(), true, &[BUILDING_1, BUILDING_2]).await.unwrap();
    let moved = Caller { domain_ids: vec![BUILDING_2], ..concierge() };
    assert_eq!(selection(&get(&site, &moved).await.unwrap().groups), [(BUILDING_2, true)]);
}

#[tokio::test]
async fn it_needs_the_permission_and_the_licence_and_is_on_record() {
    let site = Site::start().await;
    let resident = someone(PROJECT, 112, [Permission::CanCallSelfDomain], &[RESIDENCE]);
    assert_eq!(get(&site, &resident).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(set(&site, &resident, true, &[RESIDENCE]).await.unwrap_err().code(), Code::PermissionDenied);
    site.license(PROJECT, &["sip"], 2).await;
    assert_eq!(set(&site, &concierge(), true, &[RESIDENCE]).await.unwrap_err().code(), Code::FailedPrecondition);
    site.license(PROJECT, &["sip", "sip.web_dialer"], 3).await;
    set(&site, &concierge(), true, &[RESIDENCE]).await.unwrap();
    set(&site, &concierge(), true, &[RESIDENCE]).await.unwrap();
    let records: Vec<AuditRecorded> = site
        .app
        .events()
        .await
        .into_iter()
        .filter(|(topic, _)| topic == "audit.recorded")
        .map(|(_, payload)| AuditRecorded::decode(&payload[..]).unwrap())
        .collect();
    assert_eq!(records.len(), 1, "what changes nothing is not on record");
    assert_eq!(
        (records[0].resource.as_str(), records[0].resource_id, records[0].after.as_str()),
        ("calls/interception", 111, r#"{"domains":[10],"is_active":true}"#)
    );
}
