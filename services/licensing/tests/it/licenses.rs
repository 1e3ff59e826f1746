//! Licences from files: what is applied, refused, removed and replaced.
use licensing::domain::counts::Counts;
use licensing::domain::license::Plan;
use licensing::domain::license_file::Payload;
use licensing::jobs::license_periods::publish_changed;
use policy::Permission;
use proto::vestibule::events::v1::LicenseChanged;
use proto::vestibule::licensing::v1::licenses_server::Licenses as _;
use proto::vestibule::licensing::v1::*;
use testing::prost_message::Message;
use testing::{PROJECT, administrator, someone};
use time::Duration;
use tonic::Code;
use uuid::Uuid;

use super::site::{Site, signed_file};

async fn published(site: &Site) -> LicenseChanged {
    let events = site.app.events().await.into_iter().filter(|(topic, _)| topic == "licensing.license.changed");
    events.map(|(_, bytes)| LicenseChanged::decode(bytes.as_slice()).unwrap()).next_back().unwrap()
}

async fn list(site: &Site) -> Vec<License> {
    site.licenses().list_licenses(site.by(&administrator(PROJECT), ListLicensesRequest {})).await.unwrap().into_inner().items
}

async fn refusal(site: &Site, payload: &Payload) -> String {
    site.add(payload).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_signed_file_gives_what_it_says_and_the_same_again_changes_nothing() {
    let site = Site::start().await;
    site.panels(2).await;
    let id = site.add(&site.payload(1)).await.unwrap();
    assert_eq!(site.add(&site.payload(1)).await.unwrap(), id);
    let listed = list(&site).await;
    assert_eq!((listed.len(), listed[0].plan.as_str(), listed[0].source.as_str(), listed[0].state()), (1, "plus", "file", LicenseState::Active));
    let limits = published(&site).await.limits.unwrap();
    let project = limits.project.unwrap();
    // Two numbers and two apps for each panel besides.
    assert_eq!((project.sip, project.mobile_app, project.ukey2), (Some(24), Some(14), Some(5)));
    assert_eq!(limits.per_user.unwrap().sip, Some(3));
}

#[tokio::test]
async fn what_a_file_may_not_be_is_refused_in_the_words_of_the_catalogue() {
    let site = Site::start().await;
    let mut bits = signed_file(&site.payload(1));
    let middle = bits.len() / 2;
    bits[middle] ^= 1;
    assert_eq!(site.add_bytes(&bits).await.unwrap_err().to_string(), "licence has a bad signature");
    assert_eq!(site.add_bytes(b"GIF89a").await.unwrap_err().to_string(), "wrong file body");
    assert_eq!(refusal(&site, &Payload { project_uid: Some(Uuid::nil()), ..site.payload(1) }).await, "licence cannot be applied");
    let ended = Payload { valid_from: site.now() - Duration::DAY, valid_to: Some(site.now()), ..site.payload(1) };
    assert_eq!(refusal(&site, &ended).await, "licence expired");
    assert!(list(&site).await.is_empty());
}

#[tokio::test]
async fn a_replaced_licence_and_a_second_trial_cannot_be_applied() {
    let site = Site::start().await;
    let old = Payload { plan: Plan::Trial, ..site.payload(1) };
    site.add(&old).await.unwrap();
    assert_eq!(refusal(&site, &Payload { plan: Plan::Trial, ..site.payload(2) }).await, "licence cannot be applied");
    site.add(&Payload { supersedes: vec![old.id], ..site.payload(3) }).await.unwrap();
    assert_eq!(list(&site).await.iter().map(|license| license.plan.clone()).collect::<Vec<_>>(), ["plus"]);
    assert_eq!(refusal(&site, &old).await, "licence cannot be applied");
}

#[tokio::test]
async fn licences_add_up_and_a_removed_one_leaves_doors_their_grace() {
    let site = Site::start().await;
    let id = site.add(&site.payload(1)).await.unwrap();
    site.add(&Payload { counts: Counts { sip: Some(1), mobile_app: Some(1), ukey2: Some(1) }, features: vec!["sip".into()], ..site.payload(2) })
        .await
        .unwrap();
    assert_eq!(published(&site).await.limits.unwrap().project.unwrap().ukey2, Some(6));
    site.app.context.clock.advance(Duration::hours(1));
    site.licenses().delete_license(site.by(&administrator(PROJECT), DeleteLicenseRequest { id })).await.unwrap();
    let after = published(&site).await;
    assert_eq!(after.grace_features, ["elevator", "ukey2"]);
    let limits = after.limits.unwrap();
    assert_eq!((limits.project.unwrap().ukey2, limits.grace.unwrap().ukey2), (Some(1), Some(6)));
    site.app.context.clock.advance(Duration::days(14));
    assert_eq!(publish_changed(&site.service).await.unwrap(), 1);
    let ended = published(&site).await;
    assert_eq!((ended.grace_features.len(), ended.limits.unwrap().grace.unwrap().ukey2), (0, Some(1)));
}

#[tokio::test]
async fn the_preview_of_an_end_says_what_goes_and_what_is_suspended() {
    let site = Site::start().await;
    let id = site.add(&site.payload(1)).await.unwrap();
    site.panels(1).await;
    site.used("sip", &[(super::site::FLAT, 5)]).await;
    let preview = site.licenses().preview_license_end(site.by(&administrator(PROJECT), PreviewLicenseEndRequest { id })).await.unwrap().into_inner();
    assert_eq!((preview.features, preview.grace_features), (vec!["elevator".into(), "ukey2".into()], vec!["elevator".to_string(), "ukey2".into()]));
    let sip = &preview.counts[0];
    assert_eq!((sip.kind.as_str(), sip.used, sip.maximum, sip.suspended, preview.grace_days), ("sip", 5, Some(2), 3, 14));
}

#[tokio::test]
async fn the_preview_of_an_end_suspends_no_key_that_goes_on_through_the_grace() {
    let site = Site::start().await;
    let id = site.add(&site.payload(1)).await.unwrap();
    site.used("ukey2", &[(super::site::FLAT, 7)]).await;
    site.app.context.clock.advance(Duration::hours(1));
    let preview = site.licenses().preview_license_end(site.by(&administrator(PROJECT), PreviewLicenseEndRequest { id })).await.unwrap().into_inner();
    let ukey2 = preview.counts.iter().find(|count| count.kind == "ukey2").unwrap();
    assert_eq!((ukey2.used, ukey2.maximum, ukey2.suspended), (7, Some(0), 2), "beyond the five of the licence");
}

#[tokio::test]
async fn licences_are_removed_by_those_who_manage_them_only() {
    let site = Site::start().await;
    let id = site.add(&site.payload(1)).await.unwrap();
    let viewer = someone(PROJECT, 9, [Permission::CanViewLicenses], &[]);
    let refused = site.licenses().delete_license(site.by(&viewer, DeleteLicenseRequest { id })).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let refused = site.licenses().add_cloud_license(site.by(&viewer, AddCloudLicenseRequest::default())).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}

#[tokio::test]
async fn features_say_how_many_are_used_and_how_many_there_are() {
    let site = Site::start().await;
    site.add(&site.payload(1)).await.unwrap();
    site.used("ukey2", &[(super::site::FLAT, 2), (super::site::SECOND, 1)]).await;
    let features = site.licenses().list_features(site.by(&someone(PROJECT, 9, [], &[]), ListFeaturesRequest {})).await.unwrap().into_inner().items;
    let ukey2 = features.iter().find(|feature| feature.name == "ukey2").unwrap();
    assert_eq!((ukey2.is_enabled, ukey2.used, ukey2.maximum), (true, Some(3), Some(5)));
    assert!(!features.iter().find(|feature| feature.name == "amenity").unwrap().is_enabled);
}
