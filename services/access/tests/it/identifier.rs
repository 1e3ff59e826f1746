use policy::Permission;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_card_is_the_same_in_dec_and_hex() {
    let site = Site::start().await;
    let made = site.card(ANNA, "0013961168").await;
    assert_eq!((made.value_dec.as_deref(), made.value_hex.as_deref()), (Some("0013961168"), Some("00-D5-07-D0")));
    let again = site.try_card(&site.admin(), BORIS, "00-d5-07-d0").await.unwrap_err();
    assert_eq!((again.code(), again.message()), (Code::FailedPrecondition, "identifier duplicate"));
}

#[tokio::test]
async fn two_projects_may_hold_the_same_card() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.try_card(&testing::administrator(OTHER_PROJECT), FOREIGN_USER, "77").await.expect("another project's card");
}

#[tokio::test]
async fn a_card_of_another_tenant_does_not_exist() {
    let site = Site::start().await;
    let made = site.card(ANNA, "77").await;
    let other = testing::administrator(OTHER_PROJECT);
    let get = site.identifiers.get_identifier(site.by(&other, GetIdentifierRequest { id: made.id, ..Default::default() })).await;
    assert_eq!(get.unwrap_err().code(), Code::NotFound);
    let revoke = site.identifiers.revoke_identifier(site.by(&other, RevokeIdentifierRequest { id: made.id })).await;
    assert_eq!(revoke.unwrap_err().code(), Code::NotFound);
    let listed = site.identifiers.list_identifiers(site.by(&other, ListIdentifiersRequest::default())).await.unwrap().into_inner();
    assert_eq!(listed.total, 0);
}

#[tokio::test]
async fn an_owner_of_another_tenant_is_refused_as_one_that_does_not_exist() {
    let site = Site::start().await;
    let foreign = site.try_card(&site.admin(), FOREIGN_USER, "77").await.unwrap_err();
    let missing = site.try_card(&site.admin(), 999_999, "77").await.unwrap_err();
    assert_eq!((foreign.code(), foreign.message()), (missing.code(), missing.message()));
    assert_eq!(foreign.message(), "invalid related entity sent");
}

#[tokio::test]
async fn what_is_wrong_with_a_card_is_said_by_field() {
    let site = Site::start().await;
    let bad = Identifier {
        name: String::new(),
        value: "not a number".into(),
        passes_restrict_active: true,
        passes_restrict_max_count: 0,
        ..card(ANNA, "1")
    };
    let refused = site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(bad) })).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["name", "passes_restrict_max_count", "value"]);
}

#[tokio::test]
async fn an_absent_key_is_unchanged_and_null_clears() {
    let site = Site::start().await;
    let made = site.card(ANNA, "77").await;
    let change = |identifier, paths: &[&str]| {
        site.by(&site.admin(), UpdateIdentifierRequest { id: made.id, identifier: Some(identifier), update_mask: mask(paths) })
    };
    let described = Identifier { description: Some("spare".into()), ..Default::default() };
    let after = site.identifiers.update_identifier(change(described, &["description"])).await.unwrap().into_inner();
    assert_eq!((after.name.as_str(), after.description.as_deref(), after.value.as_str()), ("card 77", Some("spare"), "77"));
    let cleared = site.identifiers.update_identifier(change(Identifier::default(), &["description", "owner"])).await.unwrap().into_inner();
    assert_eq!((cleared.description, cleared.owner), (None, None));
}

#[tokio::test]
async fn a_revoked_card_leaves_the_door_and_revoking_again_changes_nothing() {
    let site = Site::start().await;
    let made = site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    assert_eq!(site.desired(DOOR_1).await.len(), 1);
    site.forget().await;

    let revoke = || site.by(&site.admin(), RevokeIdentifierRequest { id: made.id });
    let revoked = site.identifiers.revoke_identifier(revoke()).await.unwrap().into_inner();
    assert!(revoked.revoked_at.is_some());
    assert_eq!(site.touched().await, [DOOR_1]);
    assert_eq!(site.desired(DOOR_1).await.len(), 0);

    let again = site.identifiers.revoke_identifier(revoke()).await.unwrap().into_inner();
    assert_eq!(again.revoked_at, revoked.revoked_at);
    assert!(site.app.events().await.is_empty());
}

#[tokio::test]
async fn a_change_its_event_and_its_record_are_written_together() {
    let site = Site::start().await;
    site.forget().await;
    site.card(ANNA, "77").await;
    let topics: Vec<String> = site.app.events().await.into_iter().map(|(topic, _)| topic).collect();
    assert_eq!(topics, ["access.identifier.changed", "audit.recorded"]);
    site.forget().await;
    site.try_card(&site.admin(), BORIS, "77").await.unwrap_err();
    assert!(site.app.events().await.is_empty());
}

#[tokio::test]
async fn without_the_right_to_view_all_only_own_cards_are_seen() {
    let site = Site::start().await;
    let annas = site.card(ANNA, "77").await;
    let boriss = site.card(BORIS, "78").await;
    let anna = testing::with_role(PROJECT, ANNA, "user", &[BUILDING_1]);
    let listed = site.identifiers.list_identifiers(site.by(&anna, ListIdentifiersRequest::default())).await.unwrap().into_inner();
    assert_eq!(listed.items.iter().map(|item| item.id).collect::<Vec<_>>(), [annas.id]);
    let get = site.identifiers.get_identifier(site.by(&anna, GetIdentifierRequest { id: boriss.id, ..Default::default() })).await;
    assert_eq!(get.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn to_revoke_needs_the_right_to_edit() {
    let site = Site::start().await;
    let made = site.card(ANNA, "77").await;
    let viewer = testing::someone(PROJECT, 7, [Permission::CanViewAllIdentifiers], &[]);
    let refused = site.identifiers.revoke_identifier(site.by(&viewer, RevokeIdentifierRequest { id: made.id })).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let nobody = site.identifiers.revoke_identifier(site.by(&testing::nobody(), RevokeIdentifierRequest { id: made.id })).await.unwrap_err();
    assert_eq!(nobody.code(), Code::Unauthenticated);
}

#[tokio::test]
async fn delete_all_answers_for_each_item() {
    let site = Site::start().await;
    let made = site.card(ANNA, "77").await;
    let items = vec![made.id, 424_242];
    let answer = site.identifiers.delete_all_identifiers(site.by(&site.admin(), DeleteAllRequest { items })).await.unwrap().into_inner();
    let done: Vec<_> = answer.items.iter().map(|item| (item.done, item.message.as_str())).collect();
    assert_eq!(done, [(true, ""), (false, "item not found")]);
}

#[tokio::test]
async fn an_unknown_filter_field_is_refused_by_name() {
    let site = Site::start().await;
    let filters = r#"[{"field":"password","rule":"equals","value":"x"}]"#.to_string();
    let refused =
        site.identifiers.list_identifiers(site.by(&site.admin(), ListIdentifiersRequest { filters, ..Default::default() })).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["filters.password"]);
}

#[tokio::test]
async fn the_list_filters_sorts_and_counts() {
    let site = Site::start().await;
    for number in 1..=25 {
        site.card(if number % 2 == 0 { ANNA } else { BORIS }, &number.to_string()).await;
    }
    let filters = format!(
        r#"{{"match":"match_all","items":[{{"field":"owner_id","rule":"equals","value":{ANNA}}},{{"field":"type","rule":"equals","value":["card","qr"]}}]}}"#
    );
    let request = ListIdentifiersRequest { filters, sort: "-id".into(), size: 10, page: 2, ..Default::default() };
    let page = site.identifiers.list_identifiers(site.by(&site.admin(), request)).await.unwrap().into_inner();
    assert_eq!((page.total, page.items.len(), page.items[0].value.as_str()), (12, 2, "4"));
}

#[tokio::test]
async fn a_ukey2_cannot_be_deleted() {
    let site = Site::start().await;
    let features = vec!["ukey2".into()];
    site.tell("licensing.license.changed", &proto::vestibule::events::v1::LicenseChanged { project_id: PROJECT, version: 2, features }).await;
    let key = Identifier { r#type: IdentifierType::Ukey2.into(), ..card(ANNA, "77") };
    let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(key) });
    let key = site.identifiers.create_identifier(request).await.expect("a key").into_inner();
    let refused = site.identifiers.delete_identifier(site.by(&site.admin(), DeleteIdentifierRequest { id: key.id })).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "ukey2 identifiers cannot be deleted"));
}

#[tokio::test]
async fn others_are_told_since_when_a_card_opens_nothing() {
    use proto::vestibule::events::v1::IdentifierChanged;
    let site = Site::start().await;
    let (kept, revoked, deleted) = (site.card(ANNA, "77").await, site.card(ANNA, "78").await, site.card(ANNA, "79").await);
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: revoked.id })).await.unwrap();
    site.identifiers.delete_identifier(site.by(&site.admin(), DeleteIdentifierRequest { id: deleted.id })).await.unwrap();
    let told = site.app.events().await;
    let told = told.iter().filter(|(topic, _)| topic == "access.identifier.changed");
    let told: Vec<IdentifierChanged> = told.map(|(_, payload)| prost::Message::decode(payload.as_slice()).expect("an event")).collect();
    let void = |id: i64| told.iter().rfind(|told| told.id == id).and_then(|told| told.void_since);
    let now = Some(kit::clock::to_proto(site.app.context.clock.now()));
    assert_eq!((void(kept.id), void(revoked.id), void(deleted.id)), (None, now, now));
}
