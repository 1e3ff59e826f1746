//! Mobile apps by what licences give to groups and users.
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, LicenseNumbers, UserLicenseChanged};
use proto::vestibule::identity::v1::User;
use tonic::Code;

use crate::mobile_client::sign_in;
use crate::site::{Person, Site, reference};

fn apps(mobile_app: Option<i64>) -> Option<LicenseNumbers> {
    Some(LicenseNumbers { mobile_app, ..Default::default() })
}

fn group(group_id: i64, features: &[&str], mobile_app: Option<i64>) -> GroupLicenseLimits {
    let features = features.iter().map(|feature| feature.to_string()).collect();
    GroupLicenseLimits { group_id, limits: apps(mobile_app), features, ..Default::default() }
}

async fn license(site: &Site, version: i64, features: &[&str], project: Option<i64>, groups: Vec<GroupLicenseLimits>) {
    let limits = LicenseLimits { project: apps(project), grace: apps(project), per_user: None, groups };
    let features = features.iter().map(|feature| feature.to_string()).collect();
    let event = LicenseChanged { project_id: site.project, version, features, limits: Some(limits), ..Default::default() };
    site.deliver("licensing.license.changed", &event).await;
}

async fn off_for(site: &Site, person: &Person, version: i64, features: &[&str]) {
    let features_off = features.iter().map(|feature| feature.to_string()).collect();
    let event = UserLicenseChanged { project_id: site.project, user_id: person.id, version, features_off, ..Default::default() };
    site.deliver("licensing.user_license.changed", &event).await;
}

async fn move_to(site: &Site, person: &Person, groups: &[i64]) -> Result<User, tonic::Status> {
    let domains = groups.iter().copied().map(reference).collect();
    site.patch(&site.admin, person.id, &["domains"], User { domains, ..Default::default() }).await
}

#[tokio::test]
async fn apps_sign_in_where_project_group_and_user_have_the_feature() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let refused = async |vendor_id| {
        let refused = sign_in(&site, &anna, "ios", "iPhone", vendor_id).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "feature is not licensed"));
    };
    license(&site, 2, &["sip"], None, Vec::new()).await;
    refused("A-1").await;
    license(&site, 3, &["sip", "mobile_app"], None, vec![group(11, &["sip"], None)]).await;
    refused("A-1").await;
    // A browser needs none.
    site.session(&anna.email).await;
    license(&site, 4, &["sip", "mobile_app"], None, vec![group(11, &["sip", "mobile_app"], None)]).await;
    sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    off_for(&site, &anna, 1, &["mobile_app"]).await;
    refused("A-2").await;
}

#[tokio::test]
async fn apps_of_groups_and_users_without_the_feature_are_suspended_until_it_is_there() {
    let site = Site::start().await;
    let (anna, boris) = (site.person("anna", "user", &[11]).await, site.person("boris", "user", &[12]).await);
    let features = &["sip", "mobile_app"];
    license(&site, 2, features, None, Vec::new()).await;
    let first = sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    let second = sign_in(&site, &boris, "ios", "iPhone", "B-1").await.unwrap();
    let is_live = async |session| site.resolve(session).await.is_ok();
    license(&site, 3, features, None, vec![group(11, &["sip"], None)]).await;
    assert_eq!((is_live(first).await, is_live(second).await), (false, true));
    license(&site, 4, features, None, vec![group(11, features, None)]).await;
    assert!(is_live(first).await);
    off_for(&site, &boris, 1, &["mobile_app"]).await;
    assert_eq!((is_live(first).await, is_live(second).await), (true, false));
    off_for(&site, &boris, 2, &[]).await;
    assert!(is_live(second).await);
}

#[tokio::test]
async fn the_apps_of_a_project_are_looked_through_only_when_the_feature_was_switched_for_a_user() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let is_looked_through = async |version, off: &[&str]| {
        let ((), statements) = testing::statements(off_for(&site, &anna, version, off)).await;
        statements.iter().any(|statement| statement.contains("license_suspended"))
    };
    assert!(!is_looked_through(1, &["sip"]).await);
    assert!(is_looked_through(2, &["sip", "mobile_app"]).await);
    assert!(!is_looked_through(2, &["sip", "mobile_app"]).await, "as at each start of licensing");
    assert!(!is_looked_through(3, &["mobile_app", "mobile_app.siri"]).await);
    assert!(is_looked_through(4, &["mobile_app.siri"]).await);
}

#[tokio::test]
async fn the_apps_of_a_user_move_to_a_group_that_has_room_for_them() {
    let site = Site::start().await;
    let (anna, boris) = (site.person("anna", "user", &[11]).await, site.person("boris", "user", &[12]).await);
    let features = &["sip", "mobile_app"];
    license(&site, 2, features, Some(9), vec![group(11, features, Some(2)), group(12, features, Some(2))]).await;
    for vendor_id in ["A-1", "A-2"] {
        sign_in(&site, &anna, "ios", "iPhone", vendor_id).await.unwrap();
    }
    sign_in(&site, &boris, "ios", "iPhone", "B-1").await.unwrap();
    let refused = move_to(&site, &anna, &[12]).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "maximum of mobile apps exceeded"));
    // Her apps stay at home in the group with the least id.
    move_to(&site, &anna, &[11, 12]).await.unwrap();
    license(&site, 3, features, Some(9), vec![group(11, features, Some(2)), group(12, features, Some(3))]).await;
    move_to(&site, &anna, &[12]).await.unwrap();
}

#[tokio::test]
async fn a_user_moves_where_the_project_has_lost_its_licence() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let features = &["sip", "mobile_app"];
    let groups = || vec![group(11, features, Some(2)), group(12, features, Some(2))];
    license(&site, 2, features, Some(9), groups()).await;
    for vendor_id in ["A-1", "A-2"] {
        sign_in(&site, &anna, "ios", "iPhone", vendor_id).await.unwrap();
    }
    license(&site, 3, features, Some(1), groups()).await;
    move_to(&site, &anna, &[12]).await.expect("nothing becomes more");
}

#[tokio::test]
async fn the_session_of_an_app_names_the_features_of_apps_that_its_user_has() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let apps = ["mobile_app", "mobile_app.apple_watch", "mobile_app.domain_forward_rule", "mobile_app.family_events", "mobile_app.remote_open"];
    let all = [&apps[..], &["mobile_app.siri", "sip"]].concat();
    license(&site, 2, &all, None, Vec::new()).await;
    let session = sign_in(&site, &anna, "ios", "iPhone", "A-1").await.unwrap();
    let named = async || {
        let resolved = site.resolve(session).await.unwrap();
        assert!(resolved.is_mobile_app);
        resolved.app_features
    };
    assert_eq!(named().await, &all[..6]);
    license(&site, 3, &all, None, vec![group(11, &["mobile_app", "mobile_app.siri", "sip"], None)]).await;
    assert_eq!(named().await, ["mobile_app", "mobile_app.siri"], "what the group has not is left out");
    off_for(&site, &anna, 1, &["mobile_app.siri"]).await;
    assert_eq!(named().await, ["mobile_app"]);
    let by_browser = site.resolve(site.session(&anna.email).await.0).await.unwrap();
    assert!(!by_browser.is_mobile_app && by_browser.app_features.is_empty());
}
