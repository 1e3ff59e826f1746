//! What groups and users have of the licences.
use licensing::jobs::license_periods::publish_changed;
use licensing::jobs::snapshots::republish_all;
use policy::{Caller, Permission};
use proto::vestibule::events::v1::LicenseChanged;
use proto::vestibule::licensing::v1::group_licenses_server::GroupLicenses as _;
use proto::vestibule::licensing::v1::group_moves_server::GroupMoves as _;
use proto::vestibule::licensing::v1::user_licenses_server::UserLicenses as _;
use proto::vestibule::licensing::v1::*;
use testing::prost_message::Message;
use testing::{PROJECT, administrator, someone};
use time::Duration;
use tonic::Code;

use super::site::{ANNA, FIRST, FLAT, RESIDENCE, SECOND, Site, items};

/// Maximum, used, reserved and free.
fn quota(license: &GroupLicense, kind: &str) -> (Option<i64>, i64, i64, Option<i64>) {
    let quota = license.quotas.iter().find(|quota| quota.kind == kind).unwrap();
    (quota.maximum, quota.used, quota.reserved, quota.free)
}

async fn licensed() -> Site {
    let site = Site::start().await;
    site.add(&site.payload(1)).await.unwrap();
    site
}

#[tokio::test]
async fn a_group_has_what_it_was_given_and_reserves_it() {
    let site = licensed().await;
    site.used("sip", &[(FLAT, 2), (SECOND, 1)]).await;
    let given = site.give(FIRST, 8, 4, 2).await.unwrap();
    assert_eq!(quota(&given, "sip"), (Some(8), 2, 0, Some(6)));
    let other = site.group(&administrator(PROJECT), SECOND).await.unwrap();
    // 20 of the project: 8 reserved, 1 used.
    assert_eq!((other.is_active, quota(&other, "sip").3), (false, Some(11)));
    let whole = site.groups().list_group_licenses(site.by(&administrator(PROJECT), ListGroupLicensesRequest {})).await.unwrap().into_inner().items;
    assert_eq!(whole.len(), 2);
    assert_eq!((whole[0].domain.clone(), quota(&whole[0], "sip")), (None, (Some(20), 3, 6, Some(11))));
}

#[tokio::test]
async fn what_is_given_twice_is_refused_with_group_parent_and_quantity() {
    let site = licensed().await;
    site.give(FIRST, 12, 4, 2).await.unwrap();
    let refused = site.give(SECOND, 9, 4, 2).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "sum of child groups is above the parent"));
    let item = items(&refused).remove(0);
    assert_eq!((item["code"].as_str(), item["group"]["id"].as_i64(), item["parent"].is_null()), (Some("quantity_exceeded"), Some(SECOND), true));
    assert_eq!((item["kind"].as_str(), item["quantity"].as_i64(), item["limit"].as_i64()), (Some("sip"), Some(21), Some(20)));
    // Without its item the same change passes.
    site.give(SECOND, 8, 4, 2).await.unwrap();
}

#[tokio::test]
async fn single_causes_have_their_own_sentences_and_several_a_common_one() {
    let site = licensed().await;
    site.used("ukey2", &[(FLAT, 3)]).await;
    assert_eq!(site.give(FIRST, 5, 4, 2).await.unwrap_err().message(), "used count is above the group limit");
    site.give(RESIDENCE, 10, 5, 5).await.unwrap();
    site.give(FIRST, 6, 5, 3).await.unwrap();
    assert_eq!(site.give(RESIDENCE, 5, 5, 5).await.unwrap_err().message(), "parent is below the sum of child groups");
    let refused = site.give(SECOND, 5, 6, 9).await.unwrap_err();
    assert_eq!((refused.message(), items(&refused).len()), ("domain has license consistency errors", 4));
}

#[tokio::test]
async fn a_feature_that_the_group_above_lacks_is_missing() {
    let site = licensed().await;
    let license = GroupLicense {
        is_active: true,
        features: vec!["sip".into(), "amenity".into()],
        counts: Some(LicenseCounts { sip: Some(1), mobile_app: Some(0), ukey2: Some(0) }),
        ..Default::default()
    };
    let refused = site.change(&administrator(PROJECT), FIRST, license, &["is_active", "features", "counts"]).await.unwrap_err();
    let item = items(&refused).remove(0);
    assert_eq!((item["code"].as_str(), item["kind"].as_str()), (Some("missing_type"), Some("amenity")));
}

#[tokio::test]
async fn a_period_lies_within_that_of_the_parent() {
    let site = licensed().await;
    site.give(FIRST, 5, 4, 2).await.unwrap();
    let at = |days: i64| Some(kit::clock::to_proto(site.now() + Duration::days(days)));
    let period = |days| GroupLicense { restrict_period: Some(LicensePeriod { is_active: true, from: at(0), to: at(days) }), ..Default::default() };
    let refused = site.change(&administrator(PROJECT), FIRST, period(366), &["restrict_period"]).await.unwrap_err();
    assert_eq!(refused.message(), "licence period of group is outside its parent's period");
    let given = site.change(&administrator(PROJECT), FIRST, period(10), &["restrict_period"]).await.unwrap();
    assert_eq!(given.status, "ending");
    site.app.context.clock.advance(Duration::days(11));
    assert_eq!(site.group(&administrator(PROJECT), FIRST).await.unwrap().status, "disabled");
}

#[tokio::test]
async fn of_two_groups_that_want_the_last_licence_at_once_one_gets_it() {
    let site = licensed().await;
    site.give(RESIDENCE, 1, 0, 0).await.unwrap();
    let (first, second) = tokio::join!(site.give(FIRST, 1, 0, 0), site.give(SECOND, 1, 0, 0));
    assert_eq!([first, second].iter().filter(|given| given.is_ok()).count(), 1);
}

fn counts(sip: i64, mobile_app: i64, ukey2: i64) -> GroupLicense {
    GroupLicense { counts: Some(LicenseCounts { sip: Some(sip), mobile_app: Some(mobile_app), ukey2: Some(ukey2) }), ..Default::default() }
}

#[tokio::test]
async fn an_administrator_of_a_group_does_not_lift_its_limits() {
    let site = licensed().await;
    site.give(FIRST, 5, 4, 2).await.unwrap();
    let own = someone(PROJECT, 9, [Permission::CanEditDomainLicensesCount, Permission::CanViewSelfDomainsLicenses], &[FIRST]);
    let refused = async |license, path| site.change(&own, FIRST, license, &[path]).await.unwrap_err().code();
    assert_eq!(refused(GroupLicense::default(), "is_active").await, Code::PermissionDenied);
    assert_eq!(refused(counts(6, 4, 2), "counts").await, Code::PermissionDenied, "a count is not raised");
    let features = GroupLicense { features: vec!["sip".into(), "elevator".into()], ..Default::default() };
    assert_eq!(refused(features, "features").await, Code::PermissionDenied, "no feature is added");
    assert_eq!(site.change(&own, SECOND, GroupLicense::default(), &["is_active"]).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.group(&own, SECOND).await.unwrap_err().code(), Code::NotFound);
    // What lies above is not named to whoever does not see it.
    assert_eq!(site.group(&own, FIRST).await.unwrap().parent, None);
    site.change(&own, FIRST, counts(4, 4, 2), &["counts"]).await.unwrap();
    assert_eq!(refused(counts(5, 4, 2), "counts").await, Code::PermissionDenied, "nor back");
}

#[tokio::test]
async fn limits_are_raised_by_whoever_may_give_what_the_group_above_has() {
    let site = licensed().await;
    site.give(RESIDENCE, 10, 8, 4).await.unwrap();
    let edit = [
        Permission::CanEditDescendantDomainsLicensesCount,
        Permission::CanEditDomainLicensesCount,
        Permission::CanViewDescendantDomainsLicenses,
        Permission::CanViewSelfDomainsLicenses,
    ];
    let dealer = someone(PROJECT, 9, edit, &[RESIDENCE]);
    let given = |is_active| GroupLicense { is_active, features: vec!["sip".into()], ..counts(5, 4, 2) };
    site.change(&dealer, FIRST, given(true), &["is_active", "features", "counts"]).await.unwrap();
    site.change(&dealer, FIRST, counts(6, 5, 2), &["counts"]).await.unwrap();
    // What the residence has is the project's to raise.
    assert_eq!(site.change(&dealer, RESIDENCE, counts(11, 8, 4), &["counts"]).await.unwrap_err().code(), Code::PermissionDenied);
    // Without limits of the residence, what the building is given is taken from the project.
    site.change(&administrator(PROJECT), RESIDENCE, GroupLicense::default(), &["is_active"]).await.unwrap();
    assert_eq!(site.change(&dealer, FIRST, counts(7, 5, 2), &["counts"]).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_refusal_says_of_the_group_above_no_more_than_the_caller_may_view() {
    let site = licensed().await;
    site.used("sip", &[(FLAT, 3)]).await;
    site.give(FIRST, 18, 4, 2).await.unwrap();
    // The flat's numbers would be taken from the project, where the rest is reserved.
    let refusal = async |caller: &Caller| {
        let request = site.by(caller, CheckGroupMoveRequest { group_id: FLAT, parent_id: SECOND });
        site.moves().check_group_move(request).await.unwrap_err()
    };
    let caretaker = someone(PROJECT, 9, [Permission::CanEditDescendantDomains], &[RESIDENCE]);
    let refused = refusal(&caretaker).await;
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "sum of child groups is above the parent"));
    let hidden = items(&refused).remove(0);
    assert_eq!((hidden["code"].as_str(), hidden["is_parent_hidden"].as_bool()), (Some("quantity_exceeded"), Some(true)));
    assert!(["parent", "quantity", "limit", "period"].iter().all(|key| hidden[*key].is_null()), "{hidden}");
    let shown = items(&refusal(&administrator(PROJECT)).await).remove(0);
    assert_eq!((shown["quantity"].as_i64(), shown["limit"].as_i64(), shown["is_parent_hidden"].as_bool()), (Some(21), Some(20), Some(false)));
}

#[tokio::test]
async fn a_move_that_would_give_twice_is_refused() {
    let site = licensed().await;
    site.used("sip", &[(FLAT, 3)]).await;
    site.give(SECOND, 2, 1, 0).await.unwrap();
    let check = async |parent_id| {
        let request = site.by(&administrator(PROJECT), CheckGroupMoveRequest { group_id: FLAT, parent_id });
        site.moves().check_group_move(request).await
    };
    assert_eq!(check(SECOND).await.unwrap_err().code(), Code::FailedPrecondition);
    check(RESIDENCE).await.unwrap();
    let refused = site.moves().check_group_move(site.by(&someone(PROJECT, 9, [], &[FLAT]), CheckGroupMoveRequest::default())).await;
    assert_eq!(refused.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_user_has_at_most_what_the_licence_gives_each_account() {
    let site = licensed().await;
    let change = async |sip, features: Vec<String>| {
        let license = UserLicense { counts: Some(LicenseCounts { sip, ..Default::default() }), features, ..Default::default() };
        let update_mask = Some(prost_types::FieldMask { paths: vec!["counts.sip".into(), "features".into()] });
        let request = UpdateUserLicenseRequest { id: ANNA, license: Some(license), update_mask };
        site.users().update_user_license(site.by(&administrator(PROJECT), request)).await
    };
    assert_eq!(change(Some(4), Vec::new()).await.unwrap_err().code(), Code::InvalidArgument);
    let changed = change(Some(2), vec!["sip".into()]).await.unwrap().into_inner();
    assert_eq!((changed.features, changed.counts.unwrap().sip), (vec!["sip".to_string()], Some(2)));
    let events = site.app.events().await;
    assert!(events.iter().any(|(topic, _)| topic == "licensing.user_license.changed"));
    let stranger = someone(PROJECT, 9, [Permission::CanEditUsersLicenses, Permission::CanViewUsers], &[SECOND]);
    let refused = site.users().get_user_license(site.by(&stranger, GetUserLicenseRequest { id: ANNA })).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
}

#[tokio::test]
async fn a_feature_that_does_not_exist_is_refused_and_switches_none_off() {
    let site = licensed().await;
    let caller = administrator(PROJECT);
    let before = site.users().get_user_license(site.by(&caller, GetUserLicenseRequest { id: ANNA })).await.unwrap().into_inner().features;
    let license = UserLicense { features: vec!["nope".into()], ..Default::default() };
    let update_mask = Some(prost_types::FieldMask { paths: vec!["features".into()] });
    let request = UpdateUserLicenseRequest { id: ANNA, license: Some(license), update_mask };
    let refused = site.users().update_user_license(site.by(&caller, request)).await.unwrap_err();
    let detail = refused.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap();
    let detail: serde_json::Value = serde_json::from_slice(&detail).unwrap();
    assert_eq!((refused.code(), &detail["data"]["fields"]["features"]), (Code::InvalidArgument, &serde_json::json!("unknown value")));
    let after = site.users().get_user_license(site.by(&caller, GetUserLicenseRequest { id: ANNA })).await.unwrap().into_inner().features;
    assert_eq!(after, before);
}

#[tokio::test]
async fn nobody_changes_their_own_licences_unless_they_edit_those_of_all_users() {
    let site = licensed().await;
    let change = async |caller: &Caller, sip| {
        let license = UserLicense { counts: Some(LicenseCounts { sip, ..Default::default() }), ..Default::default() };
        let update_mask = Some(prost_types::FieldMask { paths: vec!["counts.sip".into()] });
        let request = UpdateUserLicenseRequest { id: ANNA, license: Some(license), update_mask };
        site.users().update_user_license(site.by(caller, request)).await.map(drop).map_err(|refused| refused.code())
    };
    let edit = [Permission::CanEditUsersLicenses, Permission::CanViewUsers];
    let caretaker = someone(PROJECT, 9, edit, &[FLAT]);
    change(&caretaker, Some(1)).await.unwrap();
    assert_eq!(change(&someone(PROJECT, ANNA, edit, &[FLAT]), None).await, Err(Code::PermissionDenied));
    assert_eq!(change(&someone(PROJECT, ANNA, [Permission::CanEditUsersLicenses], &[FLAT]), None).await, Err(Code::PermissionDenied));
    change(&someone(PROJECT, ANNA, [Permission::CanEditUsersLicenses, Permission::CanViewAllUsers], &[FLAT]), Some(2)).await.unwrap();
}

#[tokio::test]
async fn a_change_of_a_user_that_names_nothing_writes_nothing() {
    let site = licensed().await;
    let before = site.app.events().await.len();
    let request = UpdateUserLicenseRequest { id: ANNA, license: Some(UserLicense::default()), update_mask: Some(Default::default()) };
    let answer = site.users().update_user_license(site.by(&administrator(PROJECT), request)).await.unwrap().into_inner();
    assert_eq!(answer.user.unwrap().id, ANNA);
    assert_eq!(site.app.events().await.len(), before, "neither an event nor an entry of the log");
}

/// Of the project and of users, in their order.
async fn snapshots(site: &Site) -> Vec<(String, Vec<u8>)> {
    let topics = ["licensing.license.changed", "licensing.user_license.changed"];
    site.app.events().await.into_iter().filter(|(topic, _)| topics.contains(&topic.as_str())).collect()
}

#[tokio::test]
async fn what_holds_is_published_once_more_as_it_was_for_services_that_do_not_know_it() {
    let site = licensed().await;
    site.give(FIRST, 2, 1, 0).await.unwrap();
    let license = UserLicense { counts: Some(LicenseCounts { sip: Some(2), ..Default::default() }), ..Default::default() };
    let update_mask = Some(prost_types::FieldMask { paths: vec!["counts.sip".into()] });
    let request = UpdateUserLicenseRequest { id: ANNA, license: Some(license), update_mask };
    site.users().update_user_license(site.by(&administrator(PROJECT), request)).await.unwrap();

    let before = snapshots(&site).await;
    assert_eq!(republish_all(&site.service).await.unwrap(), 2);
    let again = snapshots(&site).await.split_off(before.len());
    // With their versions: whoever has them changes nothing.
    let last = |topic: &str| before.iter().rfind(|(of, _)| of == topic).cloned().unwrap();
    assert_eq!(again, [last("licensing.license.changed"), last("licensing.user_license.changed")]);

    // What has ended since is published as something new, not as what was.
    site.app.context.clock.advance(Duration::days(400));
    assert_eq!(republish_all(&site.service).await.unwrap(), 1, "the user's alone");
    assert_eq!(publish_changed(&site.service).await.unwrap(), 1);
}

#[tokio::test]
async fn reading_and_changing_a_group_take_as_many_statements_however_many_groups_there_are() {
    let site = licensed().await;
    site.give(FIRST, 2, 1, 0).await.unwrap();
    let count = async || {
        let work = async {
            site.group(&administrator(PROJECT), FIRST).await.unwrap();
            site.give(FIRST, 3, 1, 0).await.unwrap();
            site.give(FIRST, 2, 1, 0).await.unwrap();
        };
        testing::statements(work).await.1.len()
    };
    let few = count().await;
    for id in 200..220 {
        let group = proto::vestibule::events::v1::GroupChanged {
            project_id: PROJECT,
            id,
            version: 1,
            parent_id: RESIDENCE,
            name: "more".into(),
            ..Default::default()
        };
        site.deliver("domains.group.changed", &group).await;
        site.give(id, 0, 0, 0).await.unwrap();
    }
    assert_eq!(count().await, few);
}

#[tokio::test]
async fn outside_of_its_period_a_group_is_shown_with_nothing_to_use_and_its_users_without_its_features() {
    let site = licensed().await;
    site.used("sip", &[(FLAT, 2)]).await;
    site.give(RESIDENCE, 10, 8, 4).await.unwrap();
    // Without a period of its own: that of the group above.
    site.give(FIRST, 5, 4, 2).await.unwrap();
    let at = |days: i64| Some(kit::clock::to_proto(site.now() + Duration::days(days)));
    let period = GroupLicense { restrict_period: Some(LicensePeriod { is_active: true, from: at(-1), to: at(100) }), ..Default::default() };
    site.change(&administrator(PROJECT), RESIDENCE, period, &["restrict_period"]).await.unwrap();
    let seen = async || {
        let group = site.group(&administrator(PROJECT), FIRST).await.unwrap();
        let request = site.by(&administrator(PROJECT), GetUserLicenseRequest { id: ANNA });
        let user = site.users().get_user_license(request).await.unwrap().into_inner();
        (group.status.clone(), quota(&group, "sip"), group.features, user.available_features)
    };
    let sip = || vec!["sip".to_owned()];
    assert_eq!(seen().await, ("active".to_owned(), (Some(5), 2, 0, Some(3)), sip(), sip()));
    site.app.context.clock.advance(Duration::days(100));
    let nothing_is_free = (Some(5), 2, 0, Some(0));
    assert_eq!(seen().await, ("disabled".to_owned(), nothing_is_free, sip(), Vec::new()), "what it was given stays");
}

/// What is published of a group: its features, and whether what exists by those of doors is off.
async fn of_group(site: &Site, id: i64) -> (Vec<String>, bool) {
    let last = snapshots(site).await.into_iter().rfind(|(topic, _)| topic == "licensing.license.changed").unwrap().1;
    let groups = LicenseChanged::decode(last.as_slice()).unwrap().limits.unwrap().groups;
    let group = groups.into_iter().find(|group| group.group_id == id).unwrap();
    (group.features, group.is_off)
}

#[tokio::test]
async fn the_features_of_a_group_end_with_its_period_and_those_of_doors_after_the_grace() {
    let site = licensed().await;
    site.give(RESIDENCE, 10, 8, 4).await.unwrap();
    // Without a period of its own: that of the group above.
    site.give(FIRST, 5, 4, 2).await.unwrap();
    let at = |days: i64| Some(kit::clock::to_proto(site.now() + Duration::days(days)));
    let start = site.now();
    let period = GroupLicense { restrict_period: Some(LicensePeriod { is_active: true, from: at(2), to: at(10) }), ..Default::default() };
    site.change(&administrator(PROJECT), RESIDENCE, period, &["restrict_period"]).await.unwrap();
    let open = (vec!["sip".to_owned()], false);
    let (grace, off) = ((Vec::new(), false), (Vec::new(), true));
    // Without a period it was open until the change.
    for (day, expected) in [(1, &grace), (2, &open), (9, &open), (10, &grace), (23, &grace), (24, &off), (40, &off)] {
        site.app.context.clock.advance(start + Duration::days(day) - site.now());
        publish_changed(&site.service).await.unwrap();
        assert_eq!(&of_group(&site, RESIDENCE).await, expected, "day {day}");
        assert_eq!(&of_group(&site, FIRST).await, expected, "day {day}, below it");
    }
    // The period is longer: it comes back by itself.
    let longer = GroupLicense { restrict_period: Some(LicensePeriod { is_active: true, from: at(-40), to: at(10) }), ..Default::default() };
    site.change(&administrator(PROJECT), RESIDENCE, longer, &["restrict_period"]).await.unwrap();
    assert_eq!((of_group(&site, RESIDENCE).await, of_group(&site, FIRST).await), (open.clone(), open));
}

#[tokio::test]
async fn a_new_period_that_begins_later_leaves_the_doors_of_a_group_their_grace() {
    let site = licensed().await;
    let start = site.now();
    let at = |days: i64| Some(kit::clock::to_proto(start + Duration::days(days)));
    let change = async |from, to| {
        let period = GroupLicense { restrict_period: Some(LicensePeriod { is_active: true, from: at(from), to: at(to) }), ..Default::default() };
        site.change(&administrator(PROJECT), FIRST, period, &["restrict_period"]).await.unwrap();
    };
    let state_on = async |day: i64| {
        site.app.context.clock.advance(start + Duration::days(day) - site.now());
        publish_changed(&site.service).await.unwrap();
        of_group(&site, FIRST).await
    };
    let open = (vec!["sip".to_owned()], false);
    let (grace, off) = ((Vec::new(), false), (Vec::new(), true));
    site.give(FIRST, 5, 4, 2).await.unwrap();
    change(0, 20).await;
    assert_eq!(state_on(25).await, grace);
    change(30, 100).await;
    assert_eq!(state_on(25).await, grace, "nothing is shut by the change");
    // Put off once more: the grace is that of the first end.
    change(50, 100).await;
    assert_eq!(state_on(33).await, grace);
    assert_eq!(state_on(34).await, off);
    assert_eq!(state_on(50).await, open);
}
