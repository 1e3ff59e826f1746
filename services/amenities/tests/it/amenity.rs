use amenities::rpc::rule_use::RuleUseService;
use prost::Message;
use proto::vestibule::amenities::v1::amenities_server::Amenities;
use proto::vestibule::amenities::v1::rule_uses_server::RuleUses;
use proto::vestibule::amenities::v1::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::AuditRecorded;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

const AMENITY: &str = "vestibule.amenities.v1.Amenity";

#[tokio::test]
async fn every_field_that_a_patch_names_is_stored_answered_and_recorded() {
    let site = Site::start().await;
    let made = site.sauna().await;
    // A duration by itself would not divide the hours.
    let changes =
        testing::changed_fields(AMENITY, &made, &[("time_zone", "Europe/Berlin")]).into_iter().filter(|change| change.path != "time_slots.duration");
    let changes: Vec<_> = changes.collect();
    assert!(changes.iter().any(|change| change.path == "number_of_persons.min"));
    for change in changes {
        site.published().await;
        site.change(&admin(), made.id, change.entity.clone(), &[&change.path]).await.unwrap();
        let found = site.amenities.get_amenity(site.by(&admin(), GetAmenityRequest { id: made.id })).await.unwrap().into_inner();
        assert!(change.is_in(&found), "{} is answered: {found:?}", change.path);
        let recorded = site.app.events().await.into_iter().find(|(topic, _)| topic == "audit.recorded").expect("a record");
        let recorded = AuditRecorded::decode(recorded.1.as_slice()).unwrap();
        assert!(change.is_recorded(&recorded.after), "{} is recorded: {}", change.path, recorded.after);
        let again = site.amenity(change.entity.clone()).await.unwrap();
        assert!(change.is_in(&again), "{} is stored with a new amenity", change.path);
    }
}

#[tokio::test]
async fn people_see_the_amenities_that_they_may_reserve_and_change_none() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let get = |caller: policy::Caller| site.amenities.get_amenity(site.by(&caller, GetAmenityRequest { id: sauna }));
    assert!(get(resident(ANNA)).await.is_ok(), "a flat of the residence");
    assert!(get(resident(ANNA)).await.unwrap().into_inner().access_rules.is_empty(), "which doors it opens is nobody else's business");
    let by_rule = |caller: policy::Caller| {
        let filters = format!(r#"[{{"field":"access_rule_id","rule":"equals","value":{RULE}}}]"#);
        site.amenities.list_amenities(site.by(&caller, ListAmenitiesRequest { filters, ..Default::default() }))
    };
    assert_eq!(by_rule(admin()).await.unwrap().into_inner().total, 1);
    assert_eq!(by_rule(resident(ANNA)).await.unwrap_err().code(), Code::InvalidArgument, "nor is it found by a filter");
    let office = testing::with_role(PROJECT, BORIS, "user", &[OFFICE]);
    assert_eq!(get(office).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(get(testing::administrator(OTHER_PROJECT)).await.unwrap_err().code(), Code::NotFound);
    let renamed = Amenity { name: "Mine".into(), ..Default::default() };
    // Even with every right to what is their own.
    let resident = testing::someone(PROJECT, ANNA, [policy::Permission::CanViewOwnAmenities, policy::Permission::CanEditOwnAmenities], &[FLAT]);
    assert_eq!(site.change(&resident, sauna, renamed.clone(), &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
    let manager = testing::group_administrator(PROJECT, CLARA, &[RESIDENCE]);
    assert_eq!(site.change(&manager, sauna, renamed.clone(), &["name"]).await.unwrap().name, "Mine");
    // Who manages a part of its groups changes nothing for the others.
    site.change(&admin(), sauna, Amenity { domains: vec![reference(RESIDENCE), reference(OFFICE)], ..Default::default() }, &["domains"])
        .await
        .unwrap();
    assert_eq!(site.change(&manager, sauna, renamed, &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn an_amenity_is_given_to_groups_and_doors_in_reach_only() {
    let site = Site::start().await;
    let manager = testing::group_administrator(PROJECT, CLARA, &[RESIDENCE]);
    assert!(site.amenity_by(&manager, Amenity { domains: vec![reference(FLAT)], ..sauna() }).await.is_ok());
    let refused = site.amenity_by(&manager, Amenity { domains: vec![reference(OFFICE)], ..sauna() }).await.unwrap_err();
    assert_eq!(refused.message(), "invalid related entity sent");
    let refused = site.amenity(Amenity { access_rules: vec![reference(RULE_WITHOUT_QR)], ..sauna() }).await.unwrap_err();
    assert_eq!(refused.message(), "access rule contains devices without qr support");
    let made = site.sauna().await;
    let other = Amenity { access_rules: vec![reference(RULE), reference(RULE_WITHOUT_QR)], ..Default::default() };
    assert!(site.change(&admin(), made.id, other, &["access_rules"]).await.is_err());
}

#[tokio::test]
async fn a_change_of_an_amenity_keeps_what_was_promised() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    let early = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9, 10], 6)).await.unwrap();
    site.reserve(&resident(CLARA), at(sauna, TUESDAY, &[10], 3)).await.unwrap();
    let smaller = Amenity { number_of_persons: Some(PersonLimits { min: 1, max: 8 }), ..Default::default() };
    let refused = site.change(&admin(), sauna, smaller, &["number_of_persons.max"]).await.unwrap_err();
    assert_eq!(refusal_data(&refused)["fields"]["number_of_persons.max"], "must be within 9 - 500");
    let slots = |duration: i32, from: i32| {
        let days = vec!["tue".to_owned()];
        Amenity { time_slots: Some(TimeSlots { duration, items: vec![TimeSlotItem { days, from, to: 18 * HOUR }] }), ..Default::default() }
    };
    // From 10 on, in half hours: the first reservation begins outside of them, and still takes its places.
    site.change(&admin(), sauna, slots(HOUR / 2, 10 * HOUR), &["time_slots"]).await.unwrap();
    assert_eq!(site.taken(sauna, TUESDAY).await[..3], [9, 9, 0]);
    let outside = site.list(&admin(), r#"[{"field":"is_outside_slots","rule":"equals","value":true}]"#).await;
    assert_eq!(outside.len(), 2);
    assert_eq!(site.find(&admin(), early.id).await.unwrap().time_slots, early.time_slots);
    let half = AmenityReservation { time_slots: vec![ReservedSlot { from: 10 * HOUR, to: 0 }], ..at(sauna, TUESDAY, &[], 2) };
    assert_eq!(site.reserve(&resident(CLARA), half).await.unwrap_err().message(), "no free places");
    site.cancel(&resident(ANNA), early.id).await.unwrap();
    assert_eq!(site.taken(sauna, TUESDAY).await[..3], [3, 3, 0]);
    let overlap = Amenity {
        time_slots: Some(TimeSlots {
            duration: HOUR,
            items: [9, 10].map(|from| TimeSlotItem { days: vec!["tue".into()], from: from * HOUR, to: 12 * HOUR }).to_vec(),
        }),
        ..Default::default()
    };
    assert_eq!(site.change(&admin(), sauna, overlap, &["time_slots"]).await.unwrap_err().message(), "inconsistent slots");
}

#[tokio::test]
async fn longer_slots_are_refused_only_where_more_persons_have_reserved_the_same_time() {
    let site = Site::start().await;
    let sauna = site.sauna().await.id;
    for hour in 9..12 {
        site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[hour], 10)).await.unwrap();
    }
    let days = vec!["tue".to_owned()];
    let slots = TimeSlots { duration: 3 * HOUR, items: vec![TimeSlotItem { days, from: 9 * HOUR, to: 18 * HOUR }] };
    site.change(&admin(), sauna, Amenity { time_slots: Some(slots), ..Default::default() }, &["time_slots"]).await.unwrap();
    assert_eq!(site.taken(sauna, TUESDAY).await, [30, 0, 0]);
    let another = AmenityReservation { time_slots: vec![ReservedSlot { from: 9 * HOUR, to: 0 }], ..at(sauna, TUESDAY, &[], 1) };
    assert_eq!(site.reserve(&resident(CLARA), another).await.unwrap_err().message(), "no free places");
}

#[tokio::test]
async fn groups_that_somebody_does_not_see_stay_when_they_change_the_groups() {
    let site = Site::start().await;
    let shared = Amenity { domains: vec![reference(RESIDENCE), reference(OFFICE)], ..sauna() };
    let sauna = site.amenity(shared).await.unwrap().id;
    let editor = testing::someone(PROJECT, CLARA, [policy::Permission::CanViewAllAmenities, policy::Permission::CanEditAllAmenities], &[RESIDENCE]);
    let groups = |ids: &[i64]| Amenity { domains: ids.iter().map(|id| reference(*id)).collect(), ..Default::default() };
    site.change(&editor, sauna, groups(&[RESIDENCE]), &["domains"]).await.unwrap();
    let request = site.by(&admin(), GetAmenityRequest { id: sauna });
    let found = site.amenities.get_amenity(request).await.unwrap().into_inner();
    assert_eq!(found.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [RESIDENCE, OFFICE]);
}

#[tokio::test]
async fn an_amenity_with_reservations_ahead_is_not_deleted() {
    let site = Site::start().await;
    let (sauna, empty) = (site.sauna().await.id, site.sauna().await.id);
    let made = site.reserve(&resident(ANNA), at(sauna, TUESDAY, &[9], 1)).await.unwrap();
    let answer = site.amenities.delete_all_amenities(site.by(&admin(), DeleteAllRequest { items: vec![sauna, empty] })).await.unwrap().into_inner();
    let answers: Vec<(bool, &str)> = answer.items.iter().map(|item| (item.done, item.message.as_str())).collect();
    assert_eq!(answers, [(false, "cannot delete with reserved or active reservations"), (true, "")]);
    site.cancel(&resident(ANNA), made.id).await.unwrap();
    assert!(site.amenities.delete_amenity(site.by(&admin(), DeleteAmenityRequest { id: sauna })).await.is_ok());
}

#[tokio::test]
async fn without_a_licence_no_amenity_is_made() {
    let site = Site::start().await;
    let license = proto::vestibule::events::v1::LicenseChanged { project_id: PROJECT, version: 2, features: Vec::new(), ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    assert_eq!(site.amenity(sauna()).await.unwrap_err().message(), "feature is not licensed");
}

#[tokio::test]
async fn rules_that_amenities_open_by_are_counted_for_access_alone_which_deletes_none_of_them() {
    let site = Site::start().await;
    let sauna = site.sauna().await;
    let rule = sauna.access_rules[0].id;
    let rpc = RuleUseService(amenities::app::App::new(&site.app.context));
    let message = || CountRuleUsesRequest { access_rule_ids: vec![rule, 999] };
    let signer = &site.app.context.signer;
    let counted = rpc.count_rule_uses(signer.as_service("access", PROJECT, message())).await.unwrap().into_inner().items;
    assert_eq!(counted, [RuleUse { access_rule_id: rule, count: 1 }]);
    assert!(rpc.count_rule_uses(signer.as_service("access", OTHER_PROJECT, message())).await.unwrap().into_inner().items.is_empty());
    assert_eq!(rpc.count_rule_uses(site.by(&admin(), message())).await.unwrap_err().code(), Code::PermissionDenied);
    let many = CountRuleUsesRequest { access_rule_ids: vec![1; 501] };
    assert_eq!(rpc.count_rule_uses(signer.as_service("access", PROJECT, many)).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn a_rule_of_an_amenity_is_shown_where_it_is_seen_and_stays_where_it_is_not() {
    let site = Site::start().await;
    let both = vec![reference(RULE), reference(RULE_ELSEWHERE)];
    let sauna = site.amenity(Amenity { access_rules: both, ..sauna() }).await.unwrap().id;
    let manager = testing::group_administrator(PROJECT, CLARA, &[RESIDENCE]);
    let rules = |amenity: Amenity| amenity.access_rules.into_iter().map(|rule| rule.id).collect::<Vec<_>>();
    let get = |caller: &policy::Caller| site.amenities.get_amenity(site.by(caller, GetAmenityRequest { id: sauna }));
    assert_eq!(rules(get(&manager).await.unwrap().into_inner()), [RULE]);
    let listed = site.amenities.list_amenities(site.by(&manager, ListAmenitiesRequest::default())).await.unwrap().into_inner();
    assert_eq!(listed.items.into_iter().map(rules).collect::<Vec<_>>(), [[RULE]]);
    let by_rule = |rule: i64| {
        let filters = format!(r#"{{"items":[{{"field":"access_rule_id","rule":"equals","value":[{rule}]}}]}}"#);
        site.amenities.list_amenities(site.by(&manager, ListAmenitiesRequest { filters, ..Default::default() }))
    };
    assert_eq!(by_rule(RULE).await.unwrap().into_inner().total, 1);
    assert_eq!(by_rule(RULE_ELSEWHERE).await.unwrap_err().message(), "invalid related entity sent");

    let none = site.change(&manager, sauna, Amenity::default(), &["access_rules"]).await.unwrap();
    assert!(rules(none).is_empty());
    assert_eq!(rules(get(&admin()).await.unwrap().into_inner()), [RULE_ELSEWHERE]);
    let again = Amenity { access_rules: vec![reference(RULE)], ..Default::default() };
    assert_eq!(rules(site.change(&manager, sauna, again, &["access_rules"]).await.unwrap()), [RULE]);
    assert_eq!(rules(get(&admin()).await.unwrap().into_inner()), [RULE, RULE_ELSEWHERE]);
}

#[tokio::test]
async fn a_filter_does_not_tell_which_amenities_are_for_a_group_that_the_caller_does_not_see() {
    let site = Site::start().await;
    site.amenity(Amenity { domains: vec![reference(RESIDENCE), reference(OFFICE)], ..sauna() }).await.unwrap();
    let list = |caller: policy::Caller, filters: serde_json::Value| {
        let request = ListAmenitiesRequest { filters: filters.to_string(), ..Default::default() };
        site.amenities.list_amenities(site.by(&caller, request))
    };
    let manager = || testing::group_administrator(PROJECT, CLARA, &[RESIDENCE]);
    for field in ["domain_id", "within_domain_id"] {
        let by = |group: serde_json::Value| serde_json::json!({ "field": field, "rule": "equals", "value": group });
        let name = serde_json::json!({ "field": "name", "rule": "equals", "value": "Sauna" });
        let shapes = [
            serde_json::json!([by(OFFICE.into())]),
            serde_json::json!([by(serde_json::json!([RESIDENCE, OFFICE]))]),
            serde_json::json!({ "match": "match_any", "items": [name, { "items": [by(OFFICE.into())] }] }),
            serde_json::json!({ "field": field, "rule": "equals", "value": [], "items": [by(OFFICE.into())] }),
        ];
        for shape in shapes {
            for caller in [manager(), resident(ANNA)] {
                assert_eq!(list(caller, shape.clone()).await.unwrap_err().message(), "invalid related entity sent", "{shape}");
            }
        }
        let nobodys = serde_json::json!([by(999.into())]);
        assert_eq!(list(manager(), nobodys).await.unwrap_err().message(), "invalid related entity sent", "a group that is not there");
        assert_eq!(list(manager(), serde_json::json!([by(RESIDENCE.into())])).await.unwrap().into_inner().total, 1);
        assert_eq!(list(admin(), serde_json::json!([by(OFFICE.into())])).await.unwrap().into_inner().total, 1);
    }
    // A condition that is hidden behind another of the same name.
    let hidden = serde_json::json!({ "field": "access_rule_id", "rule": "equals", "value": [], "items": [
        { "field": "access_rule_id", "rule": "equals", "value": RULE_ELSEWHERE },
    ] });
    assert_eq!(list(manager(), hidden).await.unwrap_err().message(), "invalid related entity sent");
}
