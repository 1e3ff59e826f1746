use policy::Caller;
use policy::Permission::*;
use proto::vestibule::events::v1::UserChanged;
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers;
use proto::vestibule::telephony::v1::*;
use testing::{OTHER_PROJECT, PROJECT, administrator, nobody, someone};
use tonic::Code;

use crate::site::*;

/// In building 1.
const FLAT: i64 = 13;

/// Anna and Boris in their buildings, a panel in each, a general number of the residence, a spare number and one of
/// another tenant.
async fn site() -> Site {
    let site = Site::start().await;
    site.deliver("domains.group.changed", &group(PROJECT, FLAT, BUILDING_1, 1)).await;
    site.number(of_user("101", ANNA)).await;
    site.number(of_user("102", BORIS)).await;
    site.number(of_panel("201", PANEL_1)).await;
    site.number(of_panel("202", PANEL_2)).await;
    site.number(SipNumber { is_general: true, ..of_group("300", RESIDENCE) }).await;
    site.number(of_group("400", BUILDING_1)).await;
    site.try_number(&administrator(OTHER_PROJECT), of_user("999", FOREIGN_USER)).await.unwrap();
    site
}

async fn contacts(site: &Site, caller: &Caller, search: &str) -> Vec<String> {
    let request = site.by(caller, ListContactsRequest { search: search.into() });
    let mut numbers: Vec<String> =
        site.numbers.list_contacts(request).await.expect("contacts").into_inner().items.into_iter().map(|contact| contact.number).collect();
    numbers.sort();
    numbers
}

async fn info(site: &Site, caller: &Caller, number: &str) -> Result<CallInfo, Code> {
    let request = site.by(caller, GetCallInfoRequest { number: number.into() });
    site.numbers.get_call_info(request).await.map(|info| info.into_inner()).map_err(|status| status.code())
}

#[tokio::test]
async fn contacts_reach_as_far_as_the_rights_to_call() {
    let site = site().await;
    for (right, groups, expected) in [
        (CanCallAll, &[][..], &["101", "102", "201", "202", "300"][..]),
        (CanCallSelfDomain, &[BUILDING_1], &["101"]),
        (CanCallDescendants, &[RESIDENCE], &["101", "102"]),
        (CanCallSelfDomain, &[RESIDENCE], &["300"]),
        (CanCallPanel, &[RESIDENCE], &["201", "202"]),
        (CanCallPanel, &[BUILDING_2], &["202"]),
        (CanCallPanel, &[FLAT], &["201"]),
        (CanCallSelfDomain, &[FLAT], &[]),
        (CanEditProfile, &[RESIDENCE], &[]),
    ] {
        assert_eq!(contacts(&site, &someone(PROJECT, 7, [right], groups), "").await, expected, "{right:?} in {groups:?}");
    }
    let asked = site.numbers.list_contacts(site.by(&nobody(), ListContactsRequest::default())).await;
    assert_eq!(asked.unwrap_err().code(), Code::Unauthenticated);
}

#[tokio::test]
async fn nobody_is_their_own_contact() {
    let site = site().await;
    let anna = someone(PROJECT, ANNA, [CanCallAll], &[BUILDING_1]);
    assert_eq!(contacts(&site, &anna, "").await, ["102", "201", "202", "300"]);
    assert_eq!(info(&site, &anna, "101").await.unwrap_err(), Code::NotFound);
}

#[tokio::test]
async fn a_contact_says_who_it_is() {
    let site = site().await;
    let caller = someone(PROJECT, 7, [CanCallAll], &[]);
    let request = site.by(&caller, ListContactsRequest { search: "FLAT 100".into() });
    let found = site.numbers.list_contacts(request).await.unwrap().into_inner().items;
    assert_eq!(found.len(), 1, "by the description");
    let user = found[0].user.clone().expect("a user");
    assert_eq!((user.id, user.name.as_str(), user.description.as_deref()), (ANNA, "user 100", Some("flat 100")));
    assert_eq!(contacts(&site, &caller, "panel 1001").await, ["201"]);
    assert_eq!(contacts(&site, &caller, " 30 ").await, ["300"], "by the number, without the blanks");
    assert_eq!(contacts(&site, &caller, "%").await, Vec::<String>::new(), "a sign is a sign");
}

#[tokio::test]
async fn a_contact_is_told_with_its_group_only_where_the_caller_sees_the_group() {
    let site = site().await;
    let of = async |caller: &Caller| {
        let items = site.numbers.list_contacts(site.by(caller, ListContactsRequest::default())).await.unwrap().into_inner().items;
        let mut found: Vec<(String, i64, String)> =
            items.into_iter().map(|item| (item.number, item.domain.clone().unwrap().id, item.domain.unwrap().name)).collect();
        found.sort();
        found
    };
    let row = |number: &str, group: i64, name: &str| (number.to_owned(), group, name.to_owned());
    let everywhere = of(&someone(PROJECT, 7, [CanCallAll], &[BUILDING_1])).await;
    let general = row("300", RESIDENCE, "group 10");
    assert_eq!(everywhere[..2], [row("101", BUILDING_1, "group 11"), row("102", BUILDING_2, "")]);
    assert!(everywhere.contains(&general), "who calls a general number calls the group");
    let seen = of(&someone(PROJECT, 7, [CanCallAll, CanViewAllDomains], &[BUILDING_1])).await;
    assert_eq!(seen[1], row("102", BUILDING_2, "group 12"));
}

#[tokio::test]
async fn who_cannot_be_called_is_no_contact() {
    let site = site().await;
    let caller = someone(PROJECT, 7, [CanCallAll], &[]);
    let off = site.number(of_user("103", ANNA)).await;
    site.change(&site.admin(), off.id, SipNumber { is_active: Some(false), ..Default::default() }, &["is_active"]).await.unwrap();
    site.deliver("identity.user.changed", &UserChanged { is_active: false, ..user(PROJECT, BORIS, BUILDING_2, 2) }).await;
    assert_eq!(contacts(&site, &caller, "").await, ["101", "201", "202", "300"]);
}

#[tokio::test]
async fn call_info_tells_the_address_and_who_is_there() {
    let site = site().await;
    let caller = someone(PROJECT, 7, [CanCallAll], &[]);
    let anna = info(&site, &caller, "101").await.unwrap();
    assert_eq!((anna.address.as_str(), anna.user.map(|user| user.id), anna.device), ("group 10, group 11", Some(ANNA), None));
    assert_eq!(info(&site, &caller, "201").await.unwrap().device.map(|device| device.id), Some(PANEL_1));
}

#[tokio::test]
async fn call_info_is_for_whom_may_call_or_was_called() {
    let site = site().await;
    let boris = someone(PROJECT, BORIS, [CanEditProfile], &[BUILDING_2]);
    for number in ["101", "999", "555"] {
        assert_eq!(info(&site, &boris, number).await.unwrap_err(), Code::NotFound, "{number}");
    }
    execute(
        &site,
        "INSERT INTO active_calls (id, project_id, shard, type, status, caller, callee, is_sos, candidates, info, created_at, updated_at)
         VALUES ('0-a', 1, 0, 'normal', 'calling', '201', '102', false, '{102}', '{}', now(), now())",
    )
    .await;
    assert_eq!(info(&site, &boris, "201").await.unwrap().device.map(|device| device.id), Some(PANEL_1), "it rings at him now");
    assert_eq!(info(&site, &boris, "202").await.unwrap_err(), Code::NotFound);
    execute(
        &site,
        "INSERT INTO call_history (project_id, speech_id, created_at, status, type, duration, is_sos, from_number, from_name, from_user_id, from_user_name,
             from_device_id, from_device_name, from_domain_id, from_domain_name, to_number, to_name, to_user_id, to_user_name, to_device_id, to_device_name,
             to_domain_id, to_domain_name, answered_number, answered_name, answered_user_id, answered_user_name)
         VALUES (1, '0-b', now(), 'noanswer', 'normal', 0, false, '101', '', 100, 'user 100', 0, '', 11, '', '102', '', 101, 'user 101', 0, '', 12, '', '', '', 0, '')",
    )
    .await;
    assert_eq!(info(&site, &boris, "101").await.unwrap().user.map(|user| user.id), Some(ANNA), "she called him");
}

#[tokio::test]
async fn who_has_a_number_now_is_not_told_for_a_call_of_who_had_it() {
    let site = site().await;
    execute(
        &site,
        "INSERT INTO call_history (project_id, speech_id, created_at, status, type, duration, is_sos, from_number, from_name, from_user_id, from_user_name,
             from_device_id, from_device_name, from_domain_id, from_domain_name, to_number, to_name, to_user_id, to_user_name, to_device_id, to_device_name,
             to_domain_id, to_domain_name, answered_number, answered_name, answered_user_id, answered_user_name)
         VALUES (1, '0-c', now(), 'answered', 'normal', 5, false, '101', '', 77, 'gone', 0, '', 11, '', '102', '', 101, 'user 101', 0, '', 12, '', '', '', 0, '')",
    )
    .await;
    let boris = someone(PROJECT, BORIS, [CanEditProfile], &[BUILDING_2]);
    assert_eq!(info(&site, &boris, "101").await.unwrap_err(), Code::NotFound);
}

#[tokio::test]
async fn contacts_need_the_licence_of_the_web_phone() {
    let site = site().await;
    site.license(PROJECT, &["sip"], 2).await;
    let asked = site.numbers.list_contacts(site.by(&site.admin(), ListContactsRequest::default())).await;
    assert_eq!(asked.unwrap_err().message(), "feature is not licensed");
}

async fn execute(site: &Site, statement: &'static str) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.expect("a transaction");
    sqlx::query(statement).execute(&mut *tx).await.expect("a row");
    tx.commit().await.expect("a commit");
}
