use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);
const GRACE: Duration = Duration::days(14);

fn license(from: OffsetDateTime, to: Option<OffsetDateTime>, features: Option<&[&str]>) -> License {
    let features = features.map(|features| features.iter().map(|name| name.to_string()).collect());
    License { period: Period { from, to }, withdrawn_at: None, features, counts: Counts::UNLIMITED, per_user: Counts::UNLIMITED }
}

fn counted(days: i64, ukey2: i64) -> License {
    let end = NOW + Duration::days(days);
    License { counts: Counts { sip: Some(10), mobile_app: Some(10), ukey2: Some(ukey2) }, ..license(NOW - Duration::days(90), Some(end), None) }
}

fn graced(licenses: &[License], now: OffsetDateTime) -> Vec<&'static str> {
    entitlement(licenses, 0, GRACE, now).grace.into_iter().map(|(feature, _)| feature).collect()
}

#[test]
fn a_licence_without_a_list_enables_every_feature() {
    assert_eq!(enabled_features(&[license(NOW, None, None)], NOW), feature::all());
}

#[test]
fn features_of_all_valid_licences_are_enabled() {
    let yesterday = NOW - time::Duration::DAY;
    let licenses = [
        license(yesterday, None, Some(&["sip.trunks"])),
        license(yesterday, Some(NOW + time::Duration::DAY), Some(&["elevator", "invisibility"])),
        license(yesterday, Some(NOW), Some(&["amenity"])),
        license(NOW + time::Duration::SECOND, None, None),
    ];
    let mut expected = BTreeSet::from(BASIC_FEATURES);
    expected.extend(["elevator", "sip.trunks"]);
    assert_eq!(enabled_features(&licenses, NOW), expected);
}

#[test]
fn without_a_licence_a_project_has_basic() {
    let basic = entitlement(&[], 3, GRACE, NOW);
    assert_eq!(basic.features, BTreeSet::from(BASIC_FEATURES));
    assert_eq!(basic.counts, Counts { sip: Some(6), mobile_app: Some(6), ukey2: Some(0) });
    assert!(basic.grace.is_empty());
}

#[test]
fn counts_of_valid_licences_and_of_devices_add_up() {
    let sum = entitlement(&[counted(5, 7), counted(9, 1), counted(-1, 100)], 2, GRACE, NOW).counts;
    assert_eq!(sum, Counts { sip: Some(24), mobile_app: Some(24), ukey2: Some(8) });
    assert_eq!(entitlement(&[counted(5, 7), license(NOW, None, None)], 2, GRACE, NOW).counts, Counts::UNLIMITED);
}

#[test]
fn features_of_doors_go_on_for_14_days_and_the_others_end_at_once() {
    let licenses = [counted(0, 5)];
    assert!(graced(&licenses, NOW - Duration::SECOND).is_empty());
    assert_eq!(graced(&licenses, NOW), feature::GRACED);
    assert_eq!(graced(&licenses, NOW + GRACE - Duration::SECOND), feature::GRACED);
    assert!(graced(&licenses, NOW + GRACE).is_empty());
    assert!(!entitlement(&licenses, 0, GRACE, NOW).features.contains("sip.trunks"));
}

#[test]
fn keys_of_doors_are_counted_by_the_grace_and_numbers_are_not() {
    let ended = entitlement(&[counted(0, 5)], 1, GRACE, NOW);
    assert_eq!((ended.counts.ukey2, ended.kept_counts.ukey2), (Some(0), Some(5)));
    assert_eq!((ended.counts.sip, ended.kept_counts.sip), (Some(2), Some(2)));
    assert_eq!(entitlement(&[counted(0, 5)], 1, GRACE, NOW + GRACE).kept_counts.ukey2, Some(0));
}

#[test]
fn a_renewal_ends_the_grace() {
    assert!(graced(&[counted(0, 5), license(NOW, None, None)], NOW).is_empty());
}

#[test]
fn a_withdrawn_licence_ends_when_it_is_withdrawn_and_one_that_never_began_gives_no_grace() {
    let withdrawn = License { withdrawn_at: Some(NOW), ..counted(30, 5) };
    assert!(!withdrawn.is_valid(NOW) && withdrawn.is_valid(NOW - Duration::SECOND));
    assert_eq!(graced(&[withdrawn], NOW), feature::GRACED);
    let future = License { withdrawn_at: Some(NOW), ..license(NOW + Duration::DAY, None, None) };
    assert!(graced(&[future], NOW + Duration::DAY).is_empty());
}

#[test]
fn a_licence_that_was_withdrawn_before_it_began_counts_as_nothing() {
    let future = License { withdrawn_at: Some(NOW), ..counted(30, 5) };
    let begins = NOW + Duration::DAY;
    let future = License { period: Period { from: begins, to: Some(NOW + Duration::days(30)) }, ..future };
    for withdrawn in [future.clone(), License { period: Period { from: begins, to: None }, ..future }] {
        for day in [0, 1, 2, 14, 400] {
            assert_eq!(entitlement(std::slice::from_ref(&withdrawn), 0, GRACE, NOW + Duration::days(day)).kept_counts.ukey2, Some(0), "day {day}");
        }
    }
}

#[test]
fn something_is_lost_where_a_licence_ends_and_those_that_go_on_give_less() {
    let at = |day: i64| NOW + Duration::days(day);
    let basic = License { features: Some(vec!["sip".into()]), counts: counted(1, 1).counts, ..license(NOW, None, None) };
    // Its features end, or its counts.
    assert_eq!(losses(&[basic.clone(), counted(1, 0)], NOW), [at(1)]);
    let numbers = License { features: Some(vec!["sip".into()]), ..counted(1, 0) };
    assert_eq!(losses(&[basic.clone(), numbers], NOW), [at(1)]);
    // A successor of the same, and one of less.
    let renewal = License { period: Period { from: at(1), to: Some(at(90)) }, ..counted(1, 0) };
    assert_eq!(losses(&[basic.clone(), counted(1, 0), renewal.clone()], NOW), [at(90)]);
    let less = License { counts: Counts { sip: Some(9), ..renewal.counts }, ..renewal };
    assert_eq!(losses(&[basic.clone(), counted(1, 0), less], NOW), [at(1), at(90)]);
    assert!(losses(&[license(NOW, None, None), counted(1, 5)], NOW).is_empty());
    assert!(losses(&[basic, counted(0, 5), counted(-1, 5)], NOW).is_empty());
}

#[test]
fn licences_that_follow_without_a_gap_cover_one_period() {
    let next = license(NOW + Duration::days(5), Some(NOW + Duration::days(40)), None);
    assert_eq!(covered_until(&[counted(5, 0), next.clone()], NOW), Some(NOW + Duration::days(40)));
    assert_eq!(covered_until(&[counted(4, 0), next], NOW), Some(NOW + Duration::days(4)));
    assert_eq!(covered_until(&[counted(4, 0), license(NOW, None, None)], NOW), None);
    assert_eq!(covered_until(&[], NOW), None);
}
