use policy::Caller;
use proto::vestibule::events::v1::{LicenseChanged, LicenseLimits, LicenseNumbers, SessionRevoked};
use proto::vestibule::identity::v1::mobile_client_counts_server::MobileClientCounts;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::*;
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{PASSWORD, Person, Site, code, fields};

pub async fn sign_in(site: &Site, person: &Person, platform: &str, info: &str, vendor_id: &str) -> Result<i64, Status> {
    sign_in_from(&site.unique, site, person, platform, info, vendor_id).await
}

async fn sign_in_from(ip: &str, site: &Site, person: &Person, platform: &str, info: &str, vendor_id: &str) -> Result<i64, Status> {
    let caller = Caller { ip: ip.into(), ..testing::nobody() };
    let mobile_client = Some(MobileClientInput { platform: platform.into(), info: info.into(), vendor_id: vendor_id.into() });
    let request = LoginRequest { login: person.email.clone(), password: PASSWORD.into(), remember: true, mobile_client };
    let answer = site.sessions().login(site.request(&caller, request)).await?.into_inner();
    Ok(site.session_id(&answer.sessions[0].token))
}

async fn list(site: &Site, caller: &Caller, id: i64) -> Result<Vec<MobileClient>, Status> {
    Ok(site.users().list_mobile_clients(site.request(caller, ListMobileClientsRequest { id })).await?.into_inner().items)
}

async fn delete(site: &Site, caller: &Caller, id: i64, client_id: i64) -> Result<(), Status> {
    site.users().delete_mobile_client(site.request(caller, DeleteMobileClientRequest { id, client_id })).await.map(|_| ())
}

#[tokio::test]
async fn signing_in_with_the_application_keeps_the_device() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.session(&anna.email).await;
    assert!(list(&site, &site.admin, anna.id).await.unwrap().is_empty(), "a browser is no mobile client");
    let session = sign_in(&site, &anna, "ios", "iPhone 15, iOS 18", "A-1").await.unwrap();
    let clients = list(&site, &anna.caller, anna.id).await.unwrap();
    let client = &clients[0];
    assert_eq!((clients.len(), client.platform.as_str(), client.info.as_str(), client.vendor_id.as_str()), (1, "ios", "iPhone 15, iOS 18", "A-1"));
    assert_eq!(client.auth_at, Some(kit::clock::to_proto(testing::NOW)));

    let own = site.profiles().list_own_sessions(site.request(&anna.caller, ListOwnSessionsRequest {})).await.unwrap().into_inner().items;
    let of_session = own.iter().find(|own| own.id == session).unwrap();
    assert_eq!(of_session.mobile_client.as_ref().map(|client| client.vendor_id.as_str()), Some("A-1"));
    assert_eq!(own.iter().filter(|own| own.mobile_client.is_some()).count(), 1);
}

#[tokio::test]
async fn signing_in_again_replaces_the_entry_and_ends_its_session() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let first = sign_in(&site, &anna, "ios", "iOS 18", "A-1").await.unwrap();
    let second = sign_in(&site, &anna, "ios", "iOS 19", "A-1").await.unwrap();
    let infos: Vec<_> = list(&site, &site.admin, anna.id).await.unwrap().into_iter().map(|client| client.info).collect();
    assert_eq!(infos, ["iOS 19"]);
    assert_eq!(code(site.resolve(first).await), Code::NotFound);
    assert!(site.resolve(second).await.is_ok());
    let ended: Vec<SessionRevoked> = site.events("identity.session.revoked").await;
    assert_eq!(ended.iter().map(|ended| (ended.session_id, ended.mobile_client_id)).collect::<Vec<_>>(), [(first, 0)], "it is still signed in");
}

#[tokio::test]
async fn others_are_told_which_client_is_signed_out() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let session = sign_in(&site, &anna, "ios", "", "A-1").await.unwrap();
    let client = list(&site, &site.admin, anna.id).await.unwrap()[0].id;
    delete(&site, &site.admin, anna.id, client).await.unwrap();
    let ended: Vec<SessionRevoked> = site.events("identity.session.revoked").await;
    assert_eq!(ended.iter().map(|ended| (ended.session_id, ended.mobile_client_id)).collect::<Vec<_>>(), [(session, client)]);
}

#[tokio::test]
async fn a_client_that_is_signed_out_ends_and_leaves_the_list() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (lost, kept) = (sign_in(&site, &anna, "android", "", "A-1").await.unwrap(), sign_in(&site, &anna, "ios", "", "A-2").await.unwrap());
    let id = list(&site, &site.admin, anna.id).await.unwrap().into_iter().find(|client| client.vendor_id == "A-1").unwrap().id;
    delete(&site, &site.admin, anna.id, id).await.unwrap();
    assert_eq!(code(site.resolve(lost).await), Code::NotFound);
    assert!(site.resolve(kept).await.is_ok());
    assert_eq!(list(&site, &site.admin, anna.id).await.unwrap().len(), 1);
    assert_eq!(code(delete(&site, &site.admin, anna.id, id).await), Code::NotFound);
}

#[tokio::test]
async fn a_client_whose_session_is_over_is_not_listed() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let session_id = sign_in(&site, &anna, "ios", "", "A-1").await.unwrap();
    let caller = Caller { session_id, ..anna.caller.clone() };
    site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
    assert!(list(&site, &site.admin, anna.id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_device_that_does_not_say_what_it_is_is_refused() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let refused = sign_in(&site, &anna, "toaster", &"x".repeat(201), "").await;
    let expected = json!({
        "mobile_client.platform": "must be one of: ios, android",
        "mobile_client.info": "maximum length is 200",
        "mobile_client.vendor_id": "required",
    });
    assert_eq!(fields(refused), expected);
}

#[tokio::test]
async fn clients_are_seen_with_their_user_and_signed_out_by_who_may_edit_them() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    sign_in(&site, &anna, "ios", "", "A-1").await.unwrap();
    let id = list(&site, &site.admin, anna.id).await.unwrap()[0].id;
    let (eva, tom) = (site.person("eva", "user", &[11]).await.caller, site.person("tom", "concierge", &[10]).await.caller);
    assert_eq!(code(list(&site, &eva, anna.id).await), Code::NotFound);
    assert_eq!(list(&site, &tom, anna.id).await.unwrap().len(), 1);
    assert_eq!(code(delete(&site, &tom, anna.id, id).await), Code::PermissionDenied);
    assert!(delete(&site, &anna.caller, anna.id, id).await.is_ok());
}

#[tokio::test]
async fn the_mobile_clients_of_a_group_are_counted_as_far_as_the_caller_sees_its_people() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[11]).await;
    let (anna, boris) = (site.person("anna", "user", &[11]).await, site.person("boris", "user", &[12]).await);
    for (person, vendor_id) in [(&anna, "A-1"), (&anna, "A-2"), (&boris, "B-1")] {
        sign_in(&site, person, "ios", "iOS 18", vendor_id).await.unwrap();
    }
    let lost = list(&site, &site.admin, anna.id).await.unwrap()[0].id;
    delete(&site, &site.admin, anna.id, lost).await.unwrap();
    let count = async |caller: &Caller, within_domain_id| {
        let rpc = identity::rpc::MobileClientCountService(site.identity.clone());
        rpc.count_mobile_clients(site.request(caller, CountMobileClientsRequest { within_domain_id })).await.unwrap().into_inner().total
    };
    assert_eq!((count(&site.admin, 10).await, count(&site.admin, 12).await, count(&site.admin, 20).await), (2, 1, 0));
    assert_eq!(count(&maria.caller, 10).await, 1, "of group 12 she sees nobody");
}

/// How many apps the project and each of its people may have.
async fn license(site: &Site, version: i64, most: Option<i64>, per_user: Option<i64>) {
    let numbers = |mobile_app| Some(LicenseNumbers { mobile_app, ..Default::default() });
    let limits = LicenseLimits { project: numbers(most), grace: numbers(most), per_user: numbers(per_user), groups: Vec::new() };
    let features = vec!["mobile_app".into(), "sip".into()];
    let event = LicenseChanged { project_id: site.project, version, features, limits: Some(limits), ..Default::default() };
    site.deliver("licensing.license.changed", &event).await;
}

#[tokio::test]
async fn as_many_apps_sign_in_as_the_licence_counts_and_one_that_is_signed_in_does_so_again() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let boris = site.person("boris", "user", &[11]).await;
    license(&site, 2, Some(2), None).await;
    sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    sign_in(&site, &boris, "ios", "iPhone", "B-1").await.unwrap();
    let refused = sign_in(&site, &boris, "ios", "iPad", "B-2").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "maximum of mobile apps exceeded"));
    sign_in(&site, &boris, "ios", "iPhone", "B-1").await.unwrap();
    // A browser needs none.
    site.session(&anna.email).await;
    license(&site, 3, Some(9), Some(1)).await;
    assert_eq!(sign_in(&site, &boris, "ios", "iPad", "B-2").await.unwrap_err().message(), "maximum of mobile apps exceeded");
}

#[tokio::test]
async fn the_newest_app_over_the_count_is_suspended_until_there_is_another_licence() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    license(&site, 2, None, None).await;
    sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    site.app.context.clock.advance(time::Duration::seconds(1));
    let (newest, refresh) = sign_in_with_refresh(&site, &anna, "A-2").await;
    license(&site, 3, Some(1), None).await;
    let refused = site.refresh(&refresh).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "maximum of mobile apps exceeded"));
    license(&site, 4, Some(2), None).await;
    assert!(site.refresh(&refresh).await.is_ok(), "session {newest} goes on");
}

async fn sign_in_with_refresh(site: &Site, person: &Person, vendor_id: &str) -> (i64, String) {
    let caller = Caller { ip: site.unique.clone(), ..testing::nobody() };
    let mobile_client = Some(MobileClientInput { platform: "ios".into(), info: "iPad".into(), vendor_id: vendor_id.into() });
    let request = LoginRequest { login: person.email.clone(), password: PASSWORD.into(), remember: true, mobile_client };
    let session = site.sessions().login(site.request(&caller, request)).await.unwrap().into_inner().sessions.remove(0);
    (site.session_id(&session.token), session.refresh)
}

async fn sign_out(site: &Site, person: &Person, session_id: i64) {
    let caller = Caller { session_id, ..person.caller.clone() };
    site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
}

/// Anna's apps, of which the second is suspended, with their sessions and refresh tokens.
async fn one_of_two_suspended(site: &Site, anna: &Person) -> [(i64, String); 2] {
    license(site, 2, None, None).await;
    let first = sign_in_with_refresh(site, anna, "A-1").await;
    site.app.context.clock.advance(time::Duration::seconds(1));
    let second = sign_in_with_refresh(site, anna, "A-2").await;
    license(site, 3, Some(1), None).await;
    [first, second]
}

#[tokio::test]
async fn a_suspended_app_does_not_come_back_by_signing_in() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let [(first, _), (second, refresh)] = one_of_two_suspended(&site, &anna).await;
    assert!(site.resolve(first).await.is_ok());
    assert_eq!(code(site.resolve(second).await), Code::NotFound, "neither by the token that it has");
    let refused = sign_in(&site, &anna, "ios", "iPad", "A-2").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "maximum of mobile apps exceeded"));
    license(&site, 4, Some(2), None).await;
    assert!(site.resolve(second).await.is_ok() && site.refresh(&refresh).await.is_ok(), "it comes back by itself");
    sign_in(&site, &anna, "ios", "iPad", "A-2").await.unwrap();
}

#[tokio::test]
async fn the_same_apps_are_suspended_after_another_has_signed_in_again() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let [_, (second, _)] = one_of_two_suspended(&site, &anna).await;
    site.app.context.clock.advance(time::Duration::seconds(1));
    let again = sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    license(&site, 4, Some(1), None).await;
    assert!(site.resolve(again).await.is_ok());
    assert_eq!(code(site.resolve(second).await), Code::NotFound);
}

#[tokio::test]
async fn a_suspended_app_that_has_signed_out_is_counted_anew() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let [(first, _), (second, _)] = one_of_two_suspended(&site, &anna).await;
    sign_out(&site, &anna, second).await;
    assert!(sign_in(&site, &anna, "ios", "iPad", "A-2").await.is_err(), "the other one has the licence");
    sign_out(&site, &anna, first).await;
    let session = sign_in(&site, &anna, "ios", "iPad", "A-2").await.unwrap();
    assert!(site.resolve(session).await.is_ok());
}

#[tokio::test]
async fn an_app_whose_session_is_over_leaves_its_licence_to_others() {
    let site = Site::start().await;
    let (anna, boris) = (site.person("anna", "user", &[11]).await, site.person("boris", "user", &[11]).await);
    license(&site, 2, Some(1), Some(1)).await;
    sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    assert!(sign_in(&site, &boris, "ios", "iPhone", "B-1").await.is_err());
    site.app.context.clock.advance(time::Duration::days(31));
    sign_in(&site, &boris, "ios", "iPhone", "B-1").await.unwrap();
    assert!(sign_in(&site, &anna, "ios", "iPhone", "A-1").await.is_err());
}

#[tokio::test]
async fn of_32_apps_that_want_the_last_licence_at_once_one_gets_it() {
    let site = Site::start().await;
    let mut people = Vec::new();
    for name in ["anna", "boris", "clara", "david", "eva", "fedor", "greta", "hugo"] {
        people.push(site.person(name, "user", &[11]).await);
    }
    license(&site, 2, Some(1), None).await;
    let wanted = (0..32).map(|at| {
        let (site, person) = (&site, &people[at % people.len()]);
        async move {
            loop {
                match sign_in_from(&format!("{}-{at}", site.unique), site, person, "ios", "iPhone", &format!("V-{at}")).await {
                    // On a busy machine the password was not checked in time.
                    Err(refused) if refused.code() == Code::Unavailable => {}
                    answer => break answer,
                }
            }
        }
    });
    let answers = futures::future::join_all(wanted).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for refused in answers.into_iter().filter_map(Result::err) {
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "maximum of mobile apps exceeded"));
    }
}
