//! Keys of mobile applications. Identity, which knows who is signed in where, is stood in for.
use std::sync::{Arc, Mutex};

use access::rpc::ukey2::Ukey2Service;
use kit::clock::to_proto;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::ukey2_server::Ukey2;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{EventArrived, LicenseChanged, LicenseLimits, LicenseNumbers, SessionRevoked, UserChanged, UserLicenseChanged};
use proto::vestibule::identity::v1::{ListMobileClientsRequest, ListMobileClientsResponse, MobileClient};
use testing::{NOW, OTHER_PROJECT, PROJECT, StandIn};
use time::{Duration, OffsetDateTime};
use tonic::{Code, Request, Status};

use crate::license_features::{PERIOD_STATES, deliver_period};
use crate::site::*;

const PHONE: i64 = 7;
const TABLET: i64 = 8;

/// Anna is signed in with both installations. The licence has the feature.
async fn site() -> Site {
    let site = Site::start().await;
    license(&site, 2, &["ukey2"]).await;
    let other_manager = LicenseChanged { project_id: OTHER_PROJECT, version: 2, features: vec!["ukey2".into()], ..Default::default() };
    site.deliver("licensing.license.changed", &other_manager).await;
    let client = |id, info: &str| MobileClient { id, platform: "ios".into(), info: info.into(), auth_at: Some(to_proto(NOW)), ..Default::default() };
    let clients = vec![client(PHONE, "iPhone 15"), client(TABLET, "iPad")];
    let asked = Arc::new(Mutex::new(clients));
    let identity = StandIn::default().answer("vestibule.identity.v1.Users/ListMobileClients", move |request: Request<ListMobileClientsRequest>| {
        let items = if request.get_ref().id == ANNA { asked.lock().unwrap().clone() } else { Vec::new() };
        Ok(ListMobileClientsResponse { items })
    });
    site.app.context.peers.add("identity", identity.routes());
    site
}

async fn license(site: &Site, version: i64, features: &[&str]) {
    let features = features.iter().map(|feature| feature.to_string()).collect();
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version, features, ..Default::default() }).await;
}

fn keys(site: &Site) -> Ukey2Service {
    Ukey2Service(access::app::App::new(&site.app.context))
}

async fn issue(site: &Site, caller: &Caller, client: i64, replace: bool) -> Result<Ukey2Key, Status> {
    let request = IssueUkey2KeyRequest { user_id: ANNA, mobile_client_id: client, replace };
    Ok(keys(site).issue_ukey2_key(site.by(caller, request)).await?.into_inner())
}

async fn revoke(site: &Site, caller: &Caller, id: i64) -> Result<Ukey2Key, Status> {
    Ok(keys(site).revoke_ukey2_key(site.by(caller, RevokeUkey2KeyRequest { id })).await?.into_inner())
}

/// Installations with a live key, as the list has them.
async fn live(site: &Site) -> Vec<i64> {
    let page = keys(site).list_ukey2_keys(site.by(&site.admin(), ListUkey2KeysRequest::default())).await.unwrap().into_inner();
    let mut live: Vec<i64> =
        page.items.into_iter().filter(|key| key.revoked_at.is_none()).filter_map(|key| key.client.map(|client| client.id)).collect();
    live.sort_unstable();
    live
}

async fn sign_out(site: &Site, client: i64, at: OffsetDateTime) {
    let event = SessionRevoked { project_id: PROJECT, user_id: ANNA, session_id: 1, mobile_client_id: client, at: Some(to_proto(at)) };
    site.deliver("identity.session.revoked", &event).await;
}

#[tokio::test]
async fn an_issued_key_opens_the_doors_of_its_user_as_a_ukey_until_it_is_revoked() {
    let site = site().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    site.clear_outbox().await;
    let issued = issue(&site, &site.admin(), PHONE, false).await.unwrap();
    assert_eq!((issued.name.as_str(), issued.user.as_ref().map(|user| user.id)), ("ios iPhone 15", Some(ANNA)));
    let audited = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded").count();
    assert_eq!((audited, site.changed_lists().await), (1, vec![DOOR_1]));
    let held = site.desired(DOOR_1).await;
    assert_eq!(held.iter().map(|item| (item.id, item.r#type.as_str())).collect::<Vec<_>>(), [(issued.id, "ukey")]);

    let revoked = revoke(&site, &site.admin(), issued.id).await.unwrap();
    assert!(revoked.revoked_at.is_some() && site.desired(DOOR_1).await.is_empty());
    site.clear_outbox().await;
    assert_eq!(revoke(&site, &site.admin(), issued.id).await.unwrap(), revoked);
    assert!(site.app.events().await.is_empty(), "revoking again changes nothing");
}

#[tokio::test]
async fn of_calls_at_once_for_one_installation_one_issues_its_key() {
    let site = site().await;
    let admin = site.admin();
    let answers = futures::future::join_all((0..8).map(|_| issue(&site, &admin, PHONE, false))).await;
    let refused: Vec<String> = answers.iter().filter_map(|answer| answer.as_ref().err()).map(|status| status.message().to_string()).collect();
    assert_eq!(refused, vec!["value not unique"; 7]);
    assert_eq!(live(&site).await, [PHONE]);

    let replaced = issue(&site, &admin, PHONE, true).await.unwrap();
    assert_eq!(live(&site).await, [PHONE]);
    let first = answers.into_iter().find_map(Result::ok).unwrap();
    let found = keys(&site).get_ukey2_key(site.by(&admin, GetUkey2KeyRequest { id: first.id, ..Default::default() })).await.unwrap().into_inner();
    assert!(found.revoked_at.is_some() && replaced.id != first.id);
}

#[tokio::test]
async fn signing_out_revokes_the_key_of_that_installation_and_no_other() {
    let site = site().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    for client in [PHONE, TABLET] {
        issue(&site, &site.admin(), client, false).await.unwrap();
    }
    sign_out(&site, PHONE, NOW - Duration::SECOND).await;
    assert_eq!(live(&site).await, [PHONE, TABLET], "the key was issued in the later session");
    site.clear_outbox().await;
    sign_out(&site, PHONE, NOW + Duration::SECOND).await;
    assert_eq!((live(&site).await, site.changed_lists().await), (vec![TABLET], vec![DOOR_1]));
    let deleted = UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.deliver("identity.user.changed", &deleted).await;
    assert_eq!(live(&site).await, [0; 0]);
}

#[tokio::test]
async fn an_installation_that_signs_out_while_its_key_is_issued_has_none_in_the_end() {
    let site = site().await;
    let admin = site.admin();
    for client in [PHONE, TABLET] {
        let (issued, ()) = tokio::join!(issue(&site, &admin, client, false), sign_out(&site, client, NOW));
        if let Err(refused) = issued {
            assert_eq!(refused.message(), "invalid related entity sent");
        }
        assert_eq!(live(&site).await, [0; 0]);
    }
}

#[tokio::test]
async fn a_key_needs_the_feature_an_installation_that_is_signed_in_and_a_user_in_reach() {
    let site = site().await;
    let admin = site.admin();
    let unknown = issue(&site, &admin, 99, false).await.unwrap_err();
    assert_eq!((unknown.code(), unknown.message()), (Code::InvalidArgument, "invalid related entity sent"));
    let role = [Permission::CanIssueUkey2, Permission::CanViewUkey2, Permission::CanRevokeUkey2, Permission::CanViewUsers];
    let other_manager = testing::someone(PROJECT, 7, role, &[BUILDING_2]);
    assert_eq!(issue(&site, &other_manager, PHONE, false).await.unwrap_err().message(), "invalid related entity sent");
    let tenant = testing::administrator(OTHER_PROJECT);
    assert_eq!(issue(&site, &tenant, PHONE, false).await.unwrap_err().message(), "invalid related entity sent");

    let manager = testing::someone(PROJECT, 8, role, &[BUILDING_1]);
    let key = issue(&site, &manager, PHONE, false).await.expect("a user of their building");
    for stranger in [&other_manager, &tenant] {
        assert_eq!(revoke(&site, stranger, key.id).await.unwrap_err().code(), Code::NotFound);
    }
    let both = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.deliver("identity.user.changed", &both).await;
    assert_eq!(revoke(&site, &manager, key.id).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(issue(&site, &manager, TABLET, false).await.unwrap_err().code(), Code::PermissionDenied);

    // Each of them sees their own building alone.
    for (caller, group) in [(&manager, BUILDING_1), (&other_manager, BUILDING_2)] {
        let request = site.by(caller, GetUkey2KeyRequest { id: key.id, ..Default::default() });
        let shown = keys(&site).get_ukey2_key(request).await.unwrap().into_inner().domain.unwrap();
        assert_eq!((shown.id, shown.name), (group, format!("group {group}")));
    }

    license(&site, 3, &[]).await;
    assert_eq!(issue(&site, &admin, TABLET, false).await.unwrap_err().message(), "feature is not licensed");
    revoke(&site, &admin, key.id).await.expect("a key is revoked without the feature, too");
}

#[tokio::test]
async fn a_key_keeps_its_number_and_user_and_says_when_it_opened_last() {
    let site = site().await;
    let key = issue(&site, &site.admin(), PHONE, false).await.unwrap();
    let change = async |identifier: Identifier, path: &str| {
        let request = UpdateIdentifierRequest { id: key.id, identifier: Some(identifier), update_mask: mask(&[path]) };
        site.identifiers.update_identifier(site.by(&site.admin(), request)).await
    };
    let other_value = Identifier { value: "77".into(), ..Default::default() };
    assert_eq!(refused_fields(&change(other_value, "value").await.unwrap_err()), ["value"]);
    let other_owner = Identifier { owner: Some(reference(BORIS)), ..Default::default() };
    assert_eq!(refused_fields(&change(other_owner, "owner").await.unwrap_err()), ["owner"]);

    let passed = |at: OffsetDateTime| EventArrived {
        project_id: PROJECT,
        category: "access".into(),
        code: "access_granted_by_valid_identifier".into(),
        device_id: DOOR_1,
        identifier_id: key.id,
        created_at: Some(to_proto(at)),
        ..Default::default()
    };
    for at in [NOW, NOW - Duration::HOUR] {
        site.deliver("device.event.arrived", &passed(at)).await;
    }
    let found = keys(&site).get_ukey2_key(site.by(&site.admin(), GetUkey2KeyRequest { id: key.id, ..Default::default() })).await.unwrap();
    assert_eq!(found.into_inner().last_used_at, Some(to_proto(NOW)), "events come in any order");
}

/// The licence with so many keys, and so many that are kept in the days after its end.
async fn limited(site: &Site, version: i64, features: &[&str], grace: &[&str], most: i64, kept: i64) {
    let numbers = |ukey2| Some(LicenseNumbers { ukey2: Some(ukey2), ..Default::default() });
    let limits = LicenseLimits { project: numbers(most), grace: numbers(kept), ..Default::default() };
    let strings = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
    let event = LicenseChanged { project_id: PROJECT, version, features: strings(features), grace_features: strings(grace), limits: Some(limits) };
    site.deliver("licensing.license.changed", &event).await;
}

#[tokio::test]
async fn of_two_that_want_the_last_key_at_once_one_gets_it() {
    let site = site().await;
    limited(&site, 3, &["ukey2"], &[], 1, 1).await;
    let caller = site.admin();
    let (first, second) = tokio::join!(issue(&site, &caller, PHONE, false), issue(&site, &caller, TABLET, false));
    let refused = [first, second].into_iter().filter_map(Result::err).collect::<Vec<_>>();
    assert_eq!(refused.iter().map(Status::message).collect::<Vec<_>>(), ["maximum of ukey2 exceeded"]);
}

#[tokio::test]
async fn keys_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence() {
    let site = site().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let card = site.card(ANNA, "1234567").await;
    limited(&site, 3, &["ukey2"], &[], 2, 2).await;
    let phone = issue(&site, &site.admin(), PHONE, false).await.unwrap();
    let tablet = issue(&site, &site.admin(), TABLET, false).await.unwrap();
    let held = async || {
        let mut ids: Vec<i64> = site.desired(DOOR_1).await.iter().map(|item| item.id).collect();
        ids.sort_unstable();
        // Decided as the list of the door has it.
        for id in [card.id, phone.id, tablet.id] {
            assert_eq!(site.decided(id, DOOR_1).await.0, ids.contains(&id));
        }
        ids
    };
    let mut all = vec![card.id, phone.id, tablet.id];
    all.sort_unstable();
    assert_eq!(held().await, all);
    // Ended: nothing new, and what exists goes on.
    limited(&site, 4, &[], &["ukey2"], 0, 2).await;
    assert_eq!(held().await, all);
    assert_eq!(issue(&site, &site.admin(), PHONE, true).await.unwrap_err().message(), "feature is not licensed");
    // The grace is over: the card opens its door.
    limited(&site, 5, &[], &[], 0, 0).await;
    assert_eq!(held().await, [card.id]);
    // One key comes back, the older one.
    limited(&site, 6, &["ukey2"], &[], 1, 1).await;
    let mut older = vec![card.id, phone.id];
    older.sort_unstable();
    assert_eq!(held().await, older);
    limited(&site, 7, &["ukey2"], &[], 2, 2).await;
    assert_eq!(held().await, all);
}

#[tokio::test]
async fn a_user_for_whom_the_feature_is_off_gets_no_key() {
    let site = site().await;
    let off = UserLicenseChanged { project_id: PROJECT, user_id: ANNA, version: 1, features_off: vec!["ukey2".into()], ..Default::default() };
    site.deliver("licensing.user_license.changed", &off).await;
    assert_eq!(issue(&site, &site.admin(), PHONE, false).await.unwrap_err().message(), "feature is not licensed");
}

#[tokio::test]
async fn keys_of_a_group_go_on_through_the_grace_after_its_period_then_end_and_come_back() {
    let site = site().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let card = site.card(ANNA, "1234567").await;
    license(&site, 3, &["ukey2"]).await;
    let phone = issue(&site, &site.admin(), PHONE, false).await.unwrap();
    for (version, is_open, is_off, opens) in PERIOD_STATES {
        deliver_period(&site, version, is_open, is_off).await;
        let held: Vec<i64> = site.desired(DOOR_1).await.iter().map(|item| item.id).collect();
        assert_eq!((held.contains(&card.id), held.contains(&phone.id)), (true, opens), "version {version}");
        assert_eq!(site.decided(phone.id, DOOR_1).await.0, opens, "version {version}");
        if !is_open {
            let refused = issue(&site, &site.admin(), TABLET, false).await.unwrap_err();
            assert_eq!(refused.message(), "feature is not licensed", "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn as_an_identifier_a_key_is_revoked_with_the_right_to_revoke_keys() {
    let site = site().await;
    let id = issue(&site, &site.admin(), PHONE, false).await.unwrap().id;
    let revoke = async |caller: &Caller| site.identifiers.revoke_identifier(site.by(caller, RevokeIdentifierRequest { id })).await;
    let rights = [Permission::CanViewAllIdentifiers, Permission::CanEditIdentifier];
    let editor = testing::someone(PROJECT, 31, rights, &[BUILDING_1]);
    assert_eq!(revoke(&editor).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(live(&site).await, [PHONE]);
    revoke(&site.admin()).await.unwrap();
    assert_eq!(live(&site).await, [0; 0]);
}

#[tokio::test]
async fn a_key_that_the_licence_suspends_is_not_active_in_the_list() {
    let site = site().await;
    limited(&site, 3, &["ukey2"], &[], 2, 2).await;
    let phone = issue(&site, &site.admin(), PHONE, false).await.unwrap();
    let tablet = issue(&site, &site.admin(), TABLET, false).await.unwrap();
    assert!(phone.is_active && tablet.is_active);
    limited(&site, 4, &["ukey2"], &[], 1, 1).await;
    let listed = async |filters: &str| {
        let request = ListUkey2KeysRequest { filters: filters.into(), ..Default::default() };
        let page = keys(&site).list_ukey2_keys(site.by(&site.admin(), request)).await.unwrap().into_inner();
        let mut found: Vec<_> = page.items.into_iter().map(|key| (key.id, key.is_active)).collect();
        found.sort_unstable();
        found
    };
    assert_eq!(listed("").await, [(phone.id, true), (tablet.id, false)]);
    assert_eq!(listed(r#"[{"field":"is_active","rule":"equals","value":false}]"#).await, [(tablet.id, false)]);
}

#[tokio::test]
async fn a_key_is_found_by_the_group_in_which_it_is_shown_and_by_none_beyond_sight() {
    let site = site().await;
    let both = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.deliver("identity.user.changed", &both).await;
    let issued = issue(&site, &site.admin(), PHONE, false).await.unwrap().id;
    let manager = testing::someone(PROJECT, 9, [Permission::CanViewUkey2, Permission::CanViewUsers], &[BUILDING_2]);
    let found = async |caller: &Caller, field: &str, group: i64| {
        let filters = format!(r#"[{{"field":"{field}","rule":"equals","value":{group}}}]"#);
        let request = ListUkey2KeysRequest { filters, ..Default::default() };
        let page = keys(&site).list_ukey2_keys(site.by(caller, request)).await?.into_inner();
        Ok::<_, Status>(page.items.into_iter().map(|key| key.id).collect::<Vec<_>>())
    };
    for field in ["domain_id", "within_domain_id"] {
        assert_eq!(found(&manager, field, BUILDING_2).await.unwrap(), [issued], "{field}");
        for hidden in [BUILDING_1, RESIDENCE] {
            assert_eq!(found(&manager, field, hidden).await.unwrap_err().message(), "invalid related entity sent", "{field}");
        }
        assert_eq!(found(&site.admin(), field, BUILDING_1).await.unwrap(), [issued], "{field}");
    }
}
