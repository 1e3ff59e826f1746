//! How many numbers licences allow: decided in the transaction of the number.
use prost::Message;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, LicenseNumbers, LicenseUsageCounted, UserLicenseChanged};
use proto::vestibule::telephony::v1::calls_server::Calls as _;
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules as _;
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers as _;
use proto::vestibule::telephony::v1::{
    CreateForwardRuleRequest, ForwardMode, ForwardParams, ForwardQueue, ForwardRule, GetCallCredentialsRequest, ListContactsRequest, SipNumber,
    TrunkNumber, UpdateForwardRuleRequest,
};
use telephony::jobs::license_limits::count;
use testing::PROJECT;
use tonic::{Code, Status};

use crate::site::*;

fn numbers(sip: Option<i64>) -> Option<LicenseNumbers> {
    Some(LicenseNumbers { sip, ..Default::default() })
}

fn of(group_id: i64, sip: i64) -> GroupLicenseLimits {
    GroupLicenseLimits { group_id, limits: numbers(Some(sip)), features: vec!["sip".into()], ..Default::default() }
}

async fn license(site: &Site, version: i64, project: Option<i64>, groups: Vec<GroupLicenseLimits>) {
    let limits = LicenseLimits { project: numbers(project), grace: numbers(project), per_user: None, groups };
    let features = ["sip", "sip.web_dialer"].map(String::from).to_vec();
    let event = LicenseChanged { project_id: PROJECT, version, features, limits: Some(limits), ..Default::default() };
    site.deliver("licensing.license.changed", &event).await;
}

async fn suspended(site: &Site) -> Vec<String> {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let sql = "SELECT n.number FROM license_suspended s JOIN sip_numbers n ON n.id = s.item_id ORDER BY n.id";
    sqlx::query_scalar(sql).fetch_all(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn of_32_that_want_the_last_number_at_once_one_gets_it() {
    let site = Site::start().await;
    license(&site, 5, Some(3), Vec::new()).await;
    site.number(of_user("100", ANNA)).await;
    site.number(of_group("101", BUILDING_1)).await;
    let wanted = (0..32).map(|at| {
        let place = if at % 2 == 0 { BUILDING_1 } else { BUILDING_2 };
        let site = &site;
        async move { site.try_number(&site.admin(), of_group(&format!("{}", 200 + at), place)).await }
    });
    let answers = futures::future::join_all(wanted).await;
    let winners = answers.iter().filter(|answer| answer.is_ok()).count();
    println!("{} clients, the last number: {winners} winner", answers.len());
    assert_eq!(winners, 1);
    for refused in answers.into_iter().filter_map(Result::err) {
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "maximum of virtual numbers for project exceeded"));
    }
}

#[tokio::test]
async fn what_a_group_reserves_is_not_taken_by_another() {
    let site = Site::start().await;
    license(&site, 5, Some(4), vec![of(BUILDING_1, 3)]).await;
    site.number(of_group("101", BUILDING_2)).await;
    let refused = site.try_number(&site.admin(), of_group("102", BUILDING_2)).await.unwrap_err();
    assert_eq!(refused.message(), "maximum of virtual numbers for project exceeded");
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 4).await.unwrap_err().message(), "maximum of virtual numbers for group exceeded");
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 3).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_number_that_moves_is_counted_where_it_arrives() {
    let site = Site::start().await;
    license(&site, 5, Some(9), vec![of(BUILDING_1, 1)]).await;
    site.number(of_group("101", BUILDING_1)).await;
    let other = site.number(of_group("102", BUILDING_2)).await;
    let moved = SipNumber { domain: Some(Ref { id: BUILDING_1, ..Default::default() }), ..Default::default() };
    let refused = site.change(&site.admin(), other.id, moved, &["domain"]).await.unwrap_err();
    assert_eq!(refused.message(), "maximum of virtual numbers for group exceeded");
}

#[tokio::test]
async fn a_user_has_as_many_numbers_as_were_decided() {
    let site = Site::start().await;
    let changed = UserLicenseChanged { project_id: PROJECT, user_id: ANNA, version: 1, counts: numbers(Some(1)), ..Default::default() };
    license(&site, 5, None, Vec::new()).await;
    site.deliver("licensing.user_license.changed", &changed).await;
    site.number(of_user("101", ANNA)).await;
    let refused = site.try_number(&site.admin(), of_user("102", ANNA)).await.unwrap_err();
    assert_eq!(refused.message(), "maximum of sip numbers for user exceeded");
    site.number(of_user("103", BORIS)).await;
}

#[tokio::test]
async fn the_newest_over_the_count_are_suspended_and_come_back_by_themselves() {
    let site = Site::start().await;
    license(&site, 5, None, Vec::new()).await;
    for number in ["101", "102", "103"] {
        site.number(of_user(number, ANNA)).await;
        site.app.context.clock.advance(time::Duration::seconds(1));
    }
    license(&site, 6, Some(1), Vec::new()).await;
    assert_eq!(suspended(&site).await, ["102", "103"]);
    license(&site, 7, Some(2), Vec::new()).await;
    assert_eq!(suspended(&site).await, ["103"]);
    license(&site, 8, None, Vec::new()).await;
    assert_eq!(suspended(&site).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_group_outside_of_its_period_uses_nothing_until_it_begins_again() {
    let site = Site::start().await;
    let until = site.app.context.clock.now() + time::Duration::days(1);
    license(&site, 5, Some(9), vec![GroupLicenseLimits { to: Some(kit::clock::to_proto(until)), ..of(BUILDING_1, 3) }]).await;
    site.number(of_group("101", BUILDING_1)).await;
    site.number(of_group("102", BUILDING_2)).await;
    site.app.context.clock.advance(time::Duration::days(2));
    count(&site.service).await.unwrap();
    assert_eq!(suspended(&site).await, ["101"]);
    let refused = site.try_number(&site.admin(), of_group("103", BUILDING_1)).await.unwrap_err();
    assert_eq!(refused.message(), "maximum of virtual numbers for group exceeded");
}

#[tokio::test]
async fn numbers_of_groups_and_users_without_the_feature_are_suspended_until_it_is_there() {
    let site = Site::start().await;
    features(&site, 5, None, &[]).await;
    site.number(of_group("101", BUILDING_1)).await;
    site.number(of_group("102", BUILDING_2)).await;
    site.number(of_user("103", ANNA)).await;
    features(&site, 6, Some(&["elevator"]), &[]).await;
    let of_building: Vec<String> = suspended(&site).await;
    assert!(of_building.contains(&"101".to_owned()) && !of_building.contains(&"102".to_owned()), "{of_building:?}");
    features(&site, 7, Some(&["sip"]), &[]).await;
    assert_eq!(suspended(&site).await, Vec::<String>::new());
    features(&site, 8, None, &["sip"]).await;
    assert_eq!(suspended(&site).await, ["103"]);
    // By the clock, too, as after a group was moved.
    site.execute("DELETE FROM license_suspended").await;
    count(&site.service).await.unwrap();
    assert_eq!(suspended(&site).await, ["103"]);
    features(&site, 9, None, &[]).await;
    assert_eq!(suspended(&site).await, Vec::<String>::new());
}

#[tokio::test]
async fn the_numbers_of_a_project_are_looked_through_only_when_the_feature_was_switched_for_a_user() {
    let site = Site::start().await;
    features(&site, 5, None, &[]).await;
    let is_looked_through = async |version, off: &[&str], maximum| {
        let features_off = off.iter().map(|feature| feature.to_string()).collect();
        let changed = UserLicenseChanged { project_id: PROJECT, user_id: ANNA, version, features_off, counts: numbers(maximum) };
        let ((), statements) = testing::statements(site.deliver("licensing.user_license.changed", &changed)).await;
        statements.iter().any(|statement| statement.contains("license_suspended"))
    };
    assert!(!is_looked_through(6, &[], Some(3)).await);
    assert!(is_looked_through(7, &["sip"], Some(3)).await);
    assert!(!is_looked_through(7, &["sip"], Some(3)).await, "as at each start of licensing");
    assert!(!is_looked_through(8, &["sip", "sip.trunks"], None).await);
    assert!(is_looked_through(9, &["sip.trunks"], None).await);
}

#[tokio::test]
async fn what_is_used_is_published_where_it_has_changed() {
    let site = Site::start().await;
    site.number(of_group("101", BUILDING_1)).await;
    site.number(of_group("102", BUILDING_1)).await;
    count(&site.service).await.unwrap();
    count(&site.service).await.unwrap();
    let events = site.app.events().await.into_iter().filter(|(topic, _)| topic == "licensing.usage.counted");
    let counted: Vec<LicenseUsageCounted> = events.map(|(_, payload)| LicenseUsageCounted::decode(payload.as_slice()).unwrap()).collect();
    assert_eq!((counted.len(), counted[0].kind.as_str()), (1, "sip"));
    assert_eq!(counted[0].groups.iter().map(|group| (group.group_id, group.used)).collect::<Vec<_>>(), [(BUILDING_1, 2)]);
}

#[tokio::test]
async fn without_limits_nothing_is_counted_when_a_number_is_made() {
    let site = Site::start().await;
    license(&site, 5, None, Vec::new()).await;
    let (_, unlimited) = testing::statements(site.number(of_group("101", BUILDING_1))).await;
    license(&site, 6, Some(100), Vec::new()).await;
    let (_, limited) = testing::statements(site.number(of_group("102", BUILDING_1))).await;
    let (_, more) = testing::statements(site.number(of_group("103", BUILDING_1))).await;
    assert!(unlimited.len() < limited.len());
    assert_eq!(limited.len(), more.len());
}

/// The project has everything; the first building has only `of_group`, and Anna not what is off for her.
async fn features(site: &Site, version: i64, of_group: Option<&[&str]>, off: &[&str]) {
    let names = |features: &[&str]| features.iter().map(|feature| feature.to_string()).collect::<Vec<_>>();
    let group = |features| GroupLicenseLimits { group_id: BUILDING_1, features: names(features), ..Default::default() };
    let limits = LicenseLimits { groups: of_group.map(group).into_iter().collect(), ..Default::default() };
    let all = names(&["sip", "sip.trunks", "sip.web_dialer"]);
    let license = LicenseChanged { project_id: PROJECT, version, features: all, limits: Some(limits), ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    let user = UserLicenseChanged { project_id: PROJECT, user_id: ANNA, version, features_off: names(off), ..Default::default() };
    site.deliver("licensing.user_license.changed", &user).await;
}

#[tokio::test]
async fn numbers_are_made_for_groups_and_users_that_have_the_feature() {
    let site = Site::start().await;
    let refused = async |number: SipNumber| site.try_number(&site.admin(), number).await.unwrap_err().message().to_owned();
    features(&site, 5, Some(&["elevator"]), &[]).await;
    assert_eq!(refused(of_group("100", BUILDING_1)).await, "feature is not licensed");
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 1).await.unwrap_err().message(), "feature is not licensed");
    site.number(of_group("101", BUILDING_2)).await;
    features(&site, 6, None, &["sip"]).await;
    assert_eq!(refused(of_user("102", ANNA)).await, "feature is not licensed");
    let of_boris = site.number(of_user("103", BORIS)).await;
    let to_anna = SipNumber { user: Some(Ref { id: ANNA, ..Default::default() }), ..Default::default() };
    assert_eq!(site.change(&site.admin(), of_boris.id, to_anna, &["user"]).await.unwrap_err().message(), "feature is not licensed");
    features(&site, 7, None, &[]).await;
    site.number(of_user("102", ANNA)).await;
}

#[tokio::test]
async fn forward_rules_are_made_in_groups_that_have_the_feature_and_changed_without() {
    let site = Site::start().await;
    site.number(of_group("101", BUILDING_2)).await;
    let outside = || {
        let params = ForwardParams { trunk_numbers: vec![TrunkNumber { number: "+31201234567".into(), trunk: None }], ..Default::default() };
        ForwardQueue { params: Some(params), ..queue(&["101"]) }
    };
    let rule = |group, queue| ForwardRule { name: "Night".into(), domain: Some(reference(group)), forward_rules: vec![queue], ..Default::default() };
    let create = async |rule: ForwardRule| {
        let request = site.by(&site.admin(), CreateForwardRuleRequest { forward_rule: Some(rule) });
        site.forward_rules.create_forward_rule(request).await.map(|made| made.into_inner().id)
    };
    let change = async |id: i64, rule: ForwardRule, paths: &[&str]| {
        let request = UpdateForwardRuleRequest { id, forward_rule: Some(rule), update_mask: mask(paths) };
        site.forward_rules.update_forward_rule(site.by(&site.admin(), request)).await.map(drop)
    };
    let refused = |answer: Result<(), Status>| assert_eq!(answer.unwrap_err().message(), "feature is not licensed");

    features(&site, 5, Some(&["elevator"]), &[]).await;
    refused(create(rule(BUILDING_1, queue(&["101"]))).await.map(drop));
    let made = create(rule(BUILDING_2, outside())).await.expect("the other group has it");
    refused(change(made, rule(BUILDING_1, outside()), &["domain"]).await);

    features(&site, 6, Some(&["sip"]), &[]).await;
    refused(create(rule(BUILDING_1, outside())).await.map(drop));
    refused(change(made, rule(BUILDING_1, outside()), &["domain"]).await);
    let inside = create(rule(BUILDING_1, queue(&["101"]))).await.expect("calls inside");
    refused(change(inside, rule(BUILDING_1, outside()), &["forward_rules"]).await);

    features(&site, 7, Some(&["sip", "sip.trunks"]), &[]).await;
    change(inside, rule(BUILDING_1, outside()), &["forward_rules"]).await.expect("calls outside");
    features(&site, 8, Some(&["elevator"]), &[]).await;
    let renamed = ForwardRule { name: "Weekend".into(), ..rule(BUILDING_1, outside()) };
    change(inside, renamed, &["name", "domain", "forward_rules"]).await.expect("what is there may stay");
}

#[tokio::test]
async fn queues_of_a_number_call_outside_in_groups_that_have_the_feature() {
    let site = Site::start().await;
    features(&site, 5, Some(&["sip"]), &[]).await;
    let outside = || {
        let params = ForwardParams { trunk_numbers: vec![TrunkNumber { number: "+31201234567".into(), trunk: None }], ..Default::default() };
        vec![ForwardQueue { params: Some(params), ..queue(&[]) }]
    };
    let number = |number, group| SipNumber { forward_mode: ForwardMode::Manual.into(), forward_rules: outside(), ..of_group(number, group) };
    let refused = site.try_number(&site.admin(), number("101", BUILDING_1)).await.unwrap_err();
    assert_eq!(refused.message(), "feature is not licensed");
    let made = site.number(number("102", BUILDING_2)).await;
    let refused = site.change(&site.admin(), made.id, of_group("102", BUILDING_1), &["domain"]).await.unwrap_err();
    assert_eq!(refused.message(), "feature is not licensed");
}

#[tokio::test]
async fn the_web_phone_and_its_contacts_are_off_for_whom_the_feature_is_off() {
    let site = Site::start().await;
    let calls = telephony::rpc::call::CallService(site.service.clone());
    let permissions = [policy::Permission::CanCallAll];
    let asked = async |user, group| {
        let caller = testing::someone(PROJECT, user, permissions, &[group]);
        let credentials = calls.get_call_credentials(site.by(&caller, GetCallCredentialsRequest {})).await.map(drop);
        let contacts = site.numbers.list_contacts(site.by(&caller, ListContactsRequest::default())).await.map(drop);
        [credentials, contacts].map(|answer| answer.err().map(|refused| refused.message().to_owned()))
    };
    let refused = || [Some("feature is not licensed".to_owned()), Some("feature is not licensed".to_owned())];
    for (version, of_group, off) in [(5, Some(&["sip"][..]), &[][..]), (6, None, &["sip.web_dialer"][..]), (7, None, &["sip"][..])] {
        features(&site, version, of_group, off).await;
        assert_eq!(asked(ANNA, BUILDING_1).await, refused());
        assert_eq!(asked(BORIS, BUILDING_2).await, [None, None]);
    }
}
