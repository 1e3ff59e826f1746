//! The feature that the project has and that is off for a group, or for one user.
use proto::vestibule::amenities::v1::*;
use proto::vestibule::events::v1::{LicenseChanged, UserLicenseChanged};
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Status;

use crate::site::*;

fn refused<T>(answer: Result<T, Status>) -> bool {
    answer.err().is_some_and(|refused| refused.message() == "feature is not licensed")
}

async fn switch_off(site: &Site, user_id: i64, version: i64, features: &[&str]) {
    let features_off = features.iter().map(|feature| feature.to_string()).collect();
    let event = UserLicenseChanged { project_id: PROJECT, user_id, version, features_off, ..Default::default() };
    site.deliver("licensing.user_license.changed", &event).await;
}

#[tokio::test]
async fn amenities_are_made_in_groups_that_have_the_feature_and_changed_without() {
    let site = Site::start().await;
    site.license(2, Some((RESIDENCE, &["sip"]))).await;
    assert!(refused(site.amenity(sauna()).await));
    let of_both = Amenity { domains: vec![reference(OFFICE), reference(FLAT)], ..sauna() };
    assert!(refused(site.amenity(of_both).await), "a flat has what the residence above it has");
    let of_office = site.amenity(Amenity { domains: vec![reference(OFFICE)], ..sauna() }).await.expect("the office has no limits of its own");
    let shared = Amenity { domains: vec![reference(OFFICE), reference(RESIDENCE)], ..Default::default() };
    assert!(refused(site.change(&admin(), of_office.id, shared.clone(), &["domains"]).await), "and is not shared with others");
    site.license(3, None).await;
    site.change(&admin(), of_office.id, shared, &["domains"]).await.expect("groups without limits have what the project has");
    site.license(4, Some((RESIDENCE, &[]))).await;
    let renamed = Amenity { name: "Steam".into(), ..Default::default() };
    site.change(&admin(), of_office.id, renamed, &["name"]).await.expect("what exists is changed without");
}

#[tokio::test]
async fn places_are_reserved_by_those_only_whose_group_and_who_themselves_have_the_feature() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let wanted = |hour| at(sauna, TUESDAY, &[hour], 1);
    switch_off(&site, ANNA, 1, &["amenity"]).await;
    assert!(refused(site.reserve(&resident(ANNA), wanted(9)).await), "not they themselves");
    let for_anna = AmenityReservation { user: Some(reference(ANNA)), ..wanted(9) };
    assert!(refused(site.reserve(&admin(), for_anna).await), "nor others for them");
    site.reserve(&resident(CLARA), wanted(9)).await.expect("another user has it");
    switch_off(&site, ANNA, 2, &[]).await;
    let mine = site.reserve(&resident(ANNA), wanted(10)).await.expect("a reservation");
    site.license(2, Some((FLAT, &["sip"]))).await;
    assert!(refused(site.reserve(&resident(ANNA), wanted(11)).await), "not their group");
    site.reserve(&admin(), wanted(11)).await.expect("somebody of no group, in an amenity of a group that has it");
    site.license(3, Some((RESIDENCE, &["sip"]))).await;
    assert!(refused(site.reserve(&admin(), wanted(12)).await), "no group that shares the amenity");
    site.move_to(&resident(ANNA), mine.id, wanted(13), &["time_slots"]).await.expect("what is reserved may be moved");
    site.cancel(&resident(ANNA), mine.id).await.expect("and given up");
}

/// As after an upgrade: the features of the project are here, and nothing of its groups.
#[tokio::test]
async fn the_snapshot_that_licensing_publishes_at_its_start_fills_what_an_upgrade_has_added() {
    let site = Site::start().await;
    let of_groups = license(7, Some((RESIDENCE, &["sip"])));
    site.deliver("licensing.license.changed", &of_groups).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    for table in ["license_group_limits", "license_snapshots"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM {table}"))).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    site.deliver("licensing.license.changed", &of_groups).await;
    assert!(refused(site.amenity(sauna()).await), "the same version");
    site.license(6, None).await;
    assert!(refused(site.amenity(sauna()).await), "an older one changes nothing");
}

#[tokio::test]
async fn licences_of_another_project_change_nothing_of_a_group_of_this_one() {
    let site = Site::start().await;
    site.license(2, Some((RESIDENCE, &["amenity"]))).await;
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: OTHER_PROJECT, ..license(9, Some((RESIDENCE, &[]))) }).await;
    site.sauna().await;
}
