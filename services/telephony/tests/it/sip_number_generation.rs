use policy::Permission::*;
use proto::vestibule::events::v1::{ProjectSettingsChanged, ProjectSip};
use proto::vestibule::telephony::v1::*;
use testing::{PROJECT, someone};

use crate::site::*;

async fn range(site: &Site, version: i64, first: &str, last: &str) {
    let sip = ProjectSip { first_number: first.into(), last_number: last.into(), ..Default::default() };
    let settings = ProjectSettingsChanged { project_id: PROJECT, version, sip: Some(sip), ..Default::default() };
    site.deliver("domains.settings.changed", &settings).await;
}

#[tokio::test]
async fn the_next_free_numbers_are_given_out() {
    let site = Site::start().await;
    site.number(of_group("101", BUILDING_1)).await;
    site.number(SipNumber { is_reserved: true, ..of_group("103", BUILDING_1) }).await;
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 3).await.unwrap(), ["100", "102", "104"]);
    assert_eq!(site.generate(&site.admin(), BUILDING_2, 2).await.unwrap(), ["105", "106"]);
    assert_eq!(site.number(SipNumber { number: String::new(), ..of_user("", ANNA) }).await.number, "107", "a number that is made without one");
}

#[tokio::test]
async fn a_number_that_is_free_again_is_given_out_again() {
    let site = Site::start().await;
    let made = site.number(of_user("", ANNA)).await;
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 2).await.unwrap(), ["101", "102"]);
    site.delete(&site.admin(), made.id).await.unwrap();
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 2).await.unwrap(), ["100", "103"]);
    let second = site.number(of_user("", ANNA)).await;
    site.change(&site.admin(), second.id, SipNumber { number: "7000".into(), ..Default::default() }, &["number"]).await.unwrap();
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 1).await.unwrap(), ["104"]);
}

#[tokio::test]
async fn numbers_keep_to_the_range_of_the_project() {
    let site = Site::start().await;
    range(&site, 1, "0001", "0003").await;
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 2).await.unwrap(), ["0001", "0002"]);
    let refused = site.generate(&site.admin(), BUILDING_1, 2).await.unwrap_err();
    assert_eq!(refused.message(), "no free numbers in the range of the project");
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 1).await.unwrap(), ["0003"], "all of them or none");
    range(&site, 2, "0001", "0009").await;
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 1).await.unwrap(), ["0004"]);
    range(&site, 3, "500", "600").await;
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 1).await.unwrap(), ["500"]);
}

#[tokio::test]
async fn two_at_once_get_different_numbers() {
    let site = Site::start().await;
    let (admin, count) = (site.admin(), 20);
    let made = futures_of(&site, &admin, count).await;
    let mut numbers: Vec<String> = made.into_iter().flatten().collect();
    numbers.sort();
    let expected: Vec<String> = (100..100 + 4 * i64::from(count)).map(|number| number.to_string()).collect();
    assert_eq!(numbers, expected);
}

async fn futures_of(site: &Site, admin: &policy::Caller, count: i32) -> Vec<Vec<String>> {
    let one = || async { site.generate(admin, BUILDING_1, count).await.expect("numbers") };
    let (a, b, c, d) = tokio::join!(one(), one(), one(), one());
    vec![a, b, c, d]
}

#[tokio::test]
async fn from_1_to_500_are_made_at_once_for_a_group_in_reach() {
    let site = Site::start().await;
    for count in [0, 501] {
        assert_eq!(refused_fields(&site.generate(&site.admin(), BUILDING_1, count).await.unwrap_err()), ["count"]);
    }
    assert_eq!(site.generate(&site.admin(), BUILDING_1, 500).await.unwrap().len(), 500);
    let manager = someone(PROJECT, 7, [CanCreateSipNumber, CanViewSipNumbers], &[BUILDING_1]);
    site.generate(&manager, BUILDING_1, 1).await.expect("their own");
    for group in [BUILDING_2, FOREIGN_GROUP] {
        assert_eq!(site.generate(&manager, group, 1).await.unwrap_err().message(), "invalid related entity sent");
    }
}

#[tokio::test]
async fn every_generated_number_has_a_password_and_is_told_of() {
    let site = Site::start().await;
    site.generate(&site.admin(), BUILDING_1, 3).await.unwrap();
    let published = site.published_numbers().await;
    assert_eq!(published.iter().map(|number| number.number.as_str()).collect::<Vec<_>>(), ["100", "101", "102"]);
    let mut digests = Vec::new();
    for number in &published {
        digests.push(site.account(number.id).await.1);
    }
    digests.dedup();
    assert_eq!(digests.len(), 3);
}
