use policy::Permission;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::{IdentifierChanged, LicenseChanged, UserChanged};
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_card_is_the_same_in_dec_and_hex() {
    let site = Site::start().await;
    let created = site.card(ANNA, "0013961168").await;
    assert_eq!((created.value_dec.as_deref(), created.value_hex.as_deref()), (Some("0013961168"), Some("00-D5-07-D0")));
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
    let created = site.card(ANNA, "77").await;
    let other = testing::administrator(OTHER_PROJECT);
    let get = site.identifiers.get_identifier(site.by(&other, GetIdentifierRequest { id: created.id, ..Default::default() })).await;
    assert_eq!(get.unwrap_err().code(), Code::NotFound);
    let revoke = site.identifiers.revoke_identifier(site.by(&other, RevokeIdentifierRequest { id: created.id })).await;
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
    let created = site.card(ANNA, "77").await;
    let change = |identifier, paths: &[&str]| {
        site.by(&site.admin(), UpdateIdentifierRequest { id: created.id, identifier: Some(identifier), update_mask: mask(paths) })
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
    let created = site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    assert_eq!(site.desired(DOOR_1).await.len(), 1);
    site.clear_outbox().await;

    let revoke = || site.by(&site.admin(), RevokeIdentifierRequest { id: created.id });
    let revoked = site.identifiers.revoke_identifier(revoke()).await.unwrap().into_inner();
    assert!(revoked.revoked_at.is_some());
    assert_eq!(site.changed_lists().await, [DOOR_1]);
    assert_eq!(site.desired(DOOR_1).await.len(), 0);

    let again = site.identifiers.revoke_identifier(revoke()).await.unwrap().into_inner();
    assert_eq!(again.revoked_at, revoked.revoked_at);
    assert!(site.app.events().await.is_empty());
}

#[tokio::test]
async fn a_change_its_event_and_its_record_are_written_together() {
    let site = Site::start().await;
    site.clear_outbox().await;
    site.card(ANNA, "77").await;
    let topics: Vec<String> = site.app.events().await.into_iter().map(|(topic, _)| topic).collect();
    assert_eq!(topics, ["access.identifier.changed", "audit.recorded"]);
    site.clear_outbox().await;
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
async fn a_groups_administrator_sees_and_revokes_the_identifiers_of_its_people_only() {
    let site = Site::start().await;
    let (annas, boriss) = (site.card(ANNA, "77").await, site.card(BORIS, "78").await);
    let manager = manager_of_building_1();
    let listed = site.identifiers.list_identifiers(site.by(&manager, ListIdentifiersRequest::default())).await.unwrap().into_inner();
    assert_eq!(listed.items.iter().map(|item| item.id).collect::<Vec<_>>(), [annas.id]);
    let revoked = site.identifiers.revoke_identifier(site.by(&manager, RevokeIdentifierRequest { id: annas.id })).await.unwrap();
    assert!(revoked.into_inner().revoked_at.is_some());
    let elsewhere = site.identifiers.revoke_identifier(site.by(&manager, RevokeIdentifierRequest { id: boriss.id })).await;
    assert_eq!(elsewhere.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn an_identifier_of_somebody_in_two_groups_is_seen_from_one_and_changed_from_both() {
    let site = Site::start().await;
    let both = proto::vestibule::events::v1::UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, CLARA, BUILDING_1, 1) };
    site.deliver("identity.user.changed", &both).await;
    let card = site.card(CLARA, "79").await;
    let revoke = |caller: &policy::Caller| site.by(caller, RevokeIdentifierRequest { id: card.id });
    let manager = manager_of_building_1();
    let seen = site.identifiers.get_identifier(site.by(&manager, GetIdentifierRequest { id: card.id, ..Default::default() })).await;
    assert_eq!(seen.expect("a card of their building").into_inner().id, card.id);
    assert_eq!(site.identifiers.revoke_identifier(revoke(&manager)).await.unwrap_err().code(), Code::PermissionDenied);
    let manager_of_both = testing::group_administrator(PROJECT, 8, &[RESIDENCE]);
    site.identifiers.revoke_identifier(revoke(&manager_of_both)).await.expect("both of their groups");
}

#[tokio::test]
async fn to_revoke_needs_the_right_to_edit() {
    let site = Site::start().await;
    let created = site.card(ANNA, "77").await;
    let viewer = testing::someone(PROJECT, 7, [Permission::CanViewAllIdentifiers], &[]);
    let refused = site.identifiers.revoke_identifier(site.by(&viewer, RevokeIdentifierRequest { id: created.id })).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    let nobody = site.identifiers.revoke_identifier(site.by(&testing::nobody(), RevokeIdentifierRequest { id: created.id })).await.unwrap_err();
    assert_eq!(nobody.code(), Code::Unauthenticated);
}

#[tokio::test]
async fn delete_all_answers_for_each_item() {
    let site = Site::start().await;
    let created = site.card(ANNA, "77").await;
    let items = vec![created.id, 424_242];
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
    let id = issue_ukey2(&site).await;
    let refused = site.identifiers.delete_identifier(site.by(&site.admin(), DeleteIdentifierRequest { id })).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "ukey2 identifiers cannot be deleted"));
}

#[tokio::test]
async fn others_are_told_since_when_a_card_opens_nothing() {
    use proto::vestibule::events::v1::IdentifierChanged;
    let site = Site::start().await;
    let (kept, revoked, deleted) = (site.card(ANNA, "77").await, site.card(ANNA, "78").await, site.card(ANNA, "79").await);
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: revoked.id })).await.unwrap();
    site.identifiers.delete_identifier(site.by(&site.admin(), DeleteIdentifierRequest { id: deleted.id })).await.unwrap();
    let published = site.app.events().await;
    let events = published.iter().filter(|(topic, _)| topic == "access.identifier.changed");
    let events: Vec<IdentifierChanged> = events.map(|(_, payload)| prost::Message::decode(payload.as_slice()).expect("an event")).collect();
    let void = |id: i64| events.iter().rfind(|event| event.id == id).and_then(|event| event.void_since);
    let now = Some(kit::clock::to_proto(site.app.context.clock.now()));
    assert_eq!((void(kept.id), void(revoked.id), void(deleted.id)), (None, now, now));
}

fn manager_of_building_1() -> policy::Caller {
    testing::group_administrator(PROJECT, 7, &[BUILDING_1])
}

async fn change_identifier(
    site: &Site,
    caller: &policy::Caller,
    id: i64,
    identifier: Identifier,
    paths: &[&str],
) -> Result<Identifier, tonic::Status> {
    let request = UpdateIdentifierRequest { id, identifier: Some(identifier), update_mask: mask(paths) };
    Ok(site.identifiers.update_identifier(site.by(caller, request)).await?.into_inner())
}

fn in_rules(rules: &[i64]) -> Identifier {
    Identifier { access_rules: rules.iter().map(|id| reference(*id)).collect(), ..Default::default() }
}

#[tokio::test]
async fn an_identifier_leaves_no_rule_that_its_holder_may_not_change() {
    let site = Site::start().await;
    let manager = manager_of_building_1();
    let card = site.try_card(&manager, ANNA, "77").await.unwrap();
    let forbidding = site.rule(AccessRule { prohibition: true, identifiers: vec![reference(card.id)], ..lets(BORIS, DOOR_2) }).await;
    let rules = async || {
        let found = site.identifiers.get_identifier(site.by(&site.admin(), GetIdentifierRequest { id: card.id, ..Default::default() })).await;
        found.unwrap().into_inner().access_rules.iter().map(|rule| rule.id).collect::<Vec<_>>()
    };
    // The manager does not see the rule, and takes nothing out of it.
    change_identifier(&site, &manager, card.id, in_rules(&[]), &["access_rules"]).await.expect("their own part");
    assert_eq!(rules().await, [forbidding.id]);
    let own = site.try_rule(&manager, lets(ANNA, DOOR_1)).await.unwrap();
    change_identifier(&site, &manager, card.id, in_rules(&[own.id]), &["access_rules"]).await.expect("their own rule");
    assert_eq!(rules().await, [forbidding.id, own.id]);
    change_identifier(&site, &manager, card.id, in_rules(&[]), &["access_rules"]).await.expect("their own rule");
    assert_eq!(rules().await, [forbidding.id]);
}

#[tokio::test]
async fn nobody_gives_an_identifier_to_somebody_who_is_also_in_a_group_beyond_their_reach() {
    let site = Site::start().await;
    let both = proto::vestibule::events::v1::UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, CLARA, BUILDING_1, 1) };
    site.deliver("identity.user.changed", &both).await;
    let manager = manager_of_building_1();
    assert_eq!(site.try_card(&manager, CLARA, "77").await.unwrap_err().code(), Code::PermissionDenied);
    let own = site.try_card(&manager, ANNA, "78").await.expect("somebody of their own building");
    let given = change_identifier(&site, &manager, own.id, Identifier { owner: Some(reference(CLARA)), ..Default::default() }, &["owner"]).await;
    assert_eq!(given.unwrap_err().code(), Code::PermissionDenied);
    site.card(CLARA, "79").await;
}

#[tokio::test]
async fn an_identifier_follows_its_owner_to_another_group() {
    let site = Site::start().await;
    let card = site.card(ANNA, "77").await;
    assert_eq!(card.domain.map(|group| group.id), Some(BUILDING_1));
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_2, 2)).await;
    let request = site.by(&site.admin(), GetIdentifierRequest { id: card.id, ..Default::default() });
    let moved = site.identifiers.get_identifier(request).await.unwrap().into_inner();
    assert_eq!(moved.domain.map(|group| group.id), Some(BUILDING_2));
}

/// A mobile key, as it is issued: not by this API.
async fn issue_ukey2(site: &Site) -> i64 {
    let key = site.card(ANNA, "77").await;
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("UPDATE identifiers SET type = 3 WHERE id = $1").bind(key.id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    key.id
}

#[tokio::test]
async fn a_ukey2_is_created_only_by_being_issued() {
    let site = Site::start().await;
    let key = Identifier { r#type: IdentifierType::Ukey2.into(), ..card(ANNA, "77") };
    let refused = site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(key) })).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["type"]);
}

#[tokio::test]
async fn no_identifier_becomes_a_ukey2_and_a_ukey2_becomes_nothing_else() {
    let site = Site::start().await;
    let key = issue_ukey2(&site).await;
    let as_card = Identifier { r#type: IdentifierType::Card.into(), ..Default::default() };
    let refused = change_identifier(&site, &site.admin(), key, as_card, &["type"]).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["type"]);
    let card = site.card(ANNA, "78").await;
    let as_key = Identifier { r#type: IdentifierType::Ukey2.into(), ..Default::default() };
    let refused = change_identifier(&site, &site.admin(), card.id, as_key, &["type"]).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["type"]);
    let named = Identifier { name: "phone".into(), ..Default::default() };
    change_identifier(&site, &site.admin(), key, named, &["name"]).await.expect("its name is no type");
}

#[tokio::test]
async fn control_characters_in_a_value_are_refused() {
    let site = Site::start().await;
    for (kind, value) in [(IdentifierType::Face, "An\u{0}na"), (IdentifierType::LicensePlate, "AB\u{0}123")] {
        let identifier = Identifier { r#type: kind.into(), value: value.into(), ..card(ANNA, "1") };
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(identifier) });
        assert_eq!(refused_fields(&site.identifiers.create_identifier(request).await.unwrap_err()), ["value"]);
    }
}

#[tokio::test]
async fn an_identifier_names_only_the_rules_that_the_caller_sees_and_keeps_the_others() {
    let site = Site::start().await;
    let of_card = |card: &Identifier, name: &str, group: i64, device: i64| AccessRule {
        name: name.into(),
        identifiers: vec![reference(card.id)],
        domains: vec![reference(group)],
        devices: vec![lock(device)],
        ..Default::default()
    };
    let annas = site.card(ANNA, "77").await;
    let seen = site.rule(of_card(&annas, "seen", BUILDING_1, DOOR_1)).await;
    let hidden = site.rule(of_card(&annas, "hidden", BUILDING_2, DOOR_2)).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let rules = |identifier: &Identifier| identifier.access_rules.iter().map(|rule| rule.id).collect::<Vec<_>>();
    let get = async |caller: &policy::Caller| {
        let request = site.by(caller, GetIdentifierRequest { id: annas.id, ..Default::default() });
        site.identifiers.get_identifier(request).await.unwrap().into_inner()
    };
    assert_eq!(rules(&get(&site.admin()).await), [seen.id, hidden.id]);
    assert_eq!(rules(&get(&manager).await), [seen.id]);
    let listed = site.identifiers.list_identifiers(site.by(&manager, ListIdentifiersRequest::default())).await.unwrap().into_inner();
    assert_eq!(rules(&listed.items[0]), [seen.id]);

    let request = UpdateIdentifierRequest { id: annas.id, identifier: Some(Identifier::default()), update_mask: mask(&["access_rules"]) };
    let answered = site.identifiers.update_identifier(site.by(&manager, request)).await.unwrap().into_inner();
    assert_eq!(rules(&answered), [0; 0]);
    assert_eq!(rules(&get(&site.admin()).await), [hidden.id]);
}

async fn file(pieces: impl tokio_stream::Stream<Item = Result<proto::vestibule::common::v1::FileChunk, tonic::Status>>) -> (String, Vec<u8>) {
    use tokio_stream::StreamExt;
    let pieces: Vec<_> = pieces.map(|piece| piece.expect("a piece")).collect().await;
    (pieces[0].content_type.clone(), pieces.into_iter().flat_map(|piece| piece.data).collect())
}

#[tokio::test]
async fn a_qr_identifier_is_shown_as_an_image_to_whoever_sees_it_and_others_are_not() {
    let site = Site::start().await;
    let uuid = "7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f";
    let qr = Identifier { r#type: IdentifierType::Qr.into(), value: uuid.to_uppercase(), ..card(ANNA, "1") };
    let qr = site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(qr) })).await.unwrap().into_inner();
    let card = site.card(ANNA, "77").await;
    let image = async |caller: &policy::Caller, id: i64, format: QrFormat, size: Option<i32>| {
        let request = GetIdentifierQrRequest { id, format: format.into(), size };
        Ok::<_, tonic::Status>(file(site.identifiers.get_identifier_qr(site.by(caller, request)).await?.into_inner()).await)
    };
    let admin = site.admin();
    let (kind, png) = image(&admin, qr.id, QrFormat::Unspecified, None).await.unwrap();
    assert_eq!((kind.as_str(), &png[..4], u32::from_be_bytes(png[16..20].try_into().unwrap())), ("image/png", &b"\x89PNG"[..], 512));
    let (kind, svg) = image(&admin, qr.id, QrFormat::Svg, Some(256)).await.unwrap();
    assert!(kind == "image/svg+xml" && svg.starts_with(b"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"256\""), "{kind}");
    let refused = image(&admin, card.id, QrFormat::Png, None).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "view identifier is not available"));
    assert_eq!(refused_fields(&image(&admin, qr.id, QrFormat::Png, Some(2049)).await.unwrap_err()), ["size"]);
    let boris = testing::with_role(PROJECT, BORIS, "user", &[BUILDING_2]);
    for stranger in [boris, testing::administrator(OTHER_PROJECT)] {
        assert_eq!(image(&stranger, qr.id, QrFormat::Png, None).await.unwrap_err().code(), Code::NotFound);
    }
}

#[tokio::test]
async fn one_origin_makes_one_identifier_and_lists_are_filtered_by_it() {
    let site = Site::start().await;
    let (made, other) = (site.card(ANNA, "77").await, site.card(ANNA, "78").await);
    assert_eq!((made.origin(), made.origin_ref), (IdentifierOrigin::Manual, None));
    let set_origin = async |id: i64| {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        let set = sqlx::query("UPDATE identifiers SET origin = 5, origin_ref = 'reservation 3' WHERE id = $1").bind(id).execute(&mut *tx).await;
        set.map(|_| ()).map_err(|error| kit::error::violated(&error).map(String::from))?;
        tx.commit().await.map_err(|_| None)
    };
    assert_eq!(set_origin(made.id).await, Ok(()));
    assert_eq!(set_origin(other.id).await, Err(Some("identifiers_origin_ref".to_string())));
    let filters = r#"[{"field":"origin","rule":"equals","value":"reservation"}]"#.to_string();
    let listed = site.identifiers.list_identifiers(site.by(&site.admin(), ListIdentifiersRequest { filters, ..Default::default() })).await.unwrap();
    let listed = listed.into_inner().items;
    assert_eq!(listed.iter().map(|item| (item.id, item.origin_ref.as_deref())).collect::<Vec<_>>(), [(made.id, Some("reservation 3"))]);
}

#[tokio::test]
async fn an_export_has_what_the_list_shows_and_names_only_rules_that_the_caller_sees() {
    let site = Site::start().await;
    let (annas, boriss) = (site.card(ANNA, "77").await, site.card(BORIS, "78").await);
    site.rule(AccessRule { name: "Gate".into(), identifiers: vec![reference(annas.id)], ..lets(ANNA, DOOR_1) }).await;
    site.rule(AccessRule { name: "Depot".into(), identifiers: vec![reference(annas.id)], ..lets(BORIS, DOOR_2) }).await;
    site.identifiers.revoke_identifier(site.by(&site.admin(), RevokeIdentifierRequest { id: boriss.id })).await.unwrap();
    let export = async |caller: &policy::Caller, filters: &str| {
        let csv = proto::vestibule::common::v1::ExportFormat::Csv.into();
        let request = ExportIdentifiersRequest { export_format: csv, filters: filters.into(), sort: "value".into(), ..Default::default() };
        let (_, table) = file(site.identifiers.export_identifiers(site.by(caller, request)).await?.into_inner()).await;
        Ok::<_, tonic::Status>(
            String::from_utf8(table).unwrap().lines().map(|line| line.trim_start_matches('\u{feff}').to_string()).collect::<Vec<_>>(),
        )
    };
    let heading = "name,type,value,owner,owner_name,group,rules,valid_from,valid_to,passes,status";
    let anna = format!("card 77,card,0000000077,{ANNA},user {ANNA},group 10 / group 11");
    let boris = format!("card 78,card,0000000078,{BORIS},user {BORIS},group 10 / group 12,,,,,revoked");
    let everything = export(&site.admin(), "").await.unwrap();
    assert_eq!(everything, [heading.to_string(), format!("{anna},Gate; Depot,,,,active"), boris]);
    let role = [Permission::CanExportIdentifiers, Permission::CanEditIdentifier, Permission::CanViewAccessRules];
    let manager = testing::someone(PROJECT, 7, role, &[BUILDING_1]);
    let anna = anna.replace("group 10 / ", "");
    assert_eq!(export(&manager, "").await.unwrap(), [heading.to_string(), format!("{anna},Gate,,,,active")]);
    let refused = export(&manager, r#"[{"field":"password","rule":"equals","value":"x"}]"#).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["filters.password"]);
    let without = testing::someone(PROJECT, 7, [Permission::CanEditIdentifier], &[BUILDING_1]);
    assert_eq!(export(&without, "").await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_card_is_named_by_a_rule_only_of_those_who_may_change_the_rule() {
    let site = Site::start().await;
    let server_room = site.rule(AccessRule { name: "Server room".into(), users: vec![], ..lets(ANNA, DOOR_1) }).await;
    let role = [
        Permission::CanViewAccessRules,
        Permission::CanViewDevices,
        Permission::CanViewUsers,
        Permission::CanCreateIdentifier,
        Permission::CanEditIdentifier,
    ];
    let auditor = testing::someone(PROJECT, 7, role, &[BUILDING_1]);
    let named = Identifier { access_rules: vec![reference(server_room.id)], ..card(ANNA, "77") };
    let create = |caller, identifier: &Identifier| site.by(caller, CreateIdentifierRequest { identifier: Some(identifier.clone()) });
    let refused = site.identifiers.create_identifier(create(&auditor, &named)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert!(site.desired(DOOR_1).await.is_empty());
    let kept = site.identifiers.create_identifier(create(&site.admin(), &named)).await.unwrap().into_inner();
    let without = UpdateIdentifierRequest { id: kept.id, identifier: Some(Identifier::default()), update_mask: mask(&["access_rules"]) };
    let refused = site.identifiers.update_identifier(site.by(&auditor, without)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied, "nor is it taken out");
    assert_eq!(site.desired(DOOR_1).await.len(), 1);
}

fn plate(value: &str) -> Identifier {
    Identifier { r#type: IdentifierType::LicensePlate.into(), ..card(ANNA, value) }
}

#[tokio::test]
async fn a_plate_in_cyrillic_letters_is_the_one_in_latin_letters_that_look_alike() {
    let site = Site::start().await;
    let features = vec!["license_plate".into()];
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 2, features, ..Default::default() }).await;
    let create = async |value: &str| {
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(plate(value)) });
        site.identifiers.create_identifier(request).await
    };
    let made = create("АВЕКМНОРСТУХ 77").await.unwrap().into_inner();
    assert_eq!(made.value, "АВЕКМНОРСТУХ 77", "as it was typed");
    let refused = create("abekmhopctyx77").await.unwrap_err();
    assert_eq!((refused.message(), refusal(&refused)["data"]["existing"]["id"].as_i64()), ("identifier duplicate", Some(made.id)));
    let published: Vec<IdentifierChanged> = site
        .app
        .events()
        .await
        .iter()
        .filter(|(topic, _)| topic == "access.identifier.changed")
        .map(|(_, payload)| prost::Message::decode(payload.as_slice()).unwrap())
        .collect();
    assert_eq!(published[0].number, "ABEKMHOPCTYX77", "as cameras are compared with it");
}

#[tokio::test]
async fn plates_of_an_older_build_that_are_one_by_now_all_go_on_opening() {
    let site = Site::start().await;
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let insert = async |tx: &mut kit::Tx, number: &str, unique: &str, revoked: bool| -> i64 {
        sqlx::query_scalar(
            "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, owner_id, revoked_at, created_at, updated_at)
             VALUES ($1, gen_random_uuid(), 'Plate', 7, $2, $2, $3, true, 1, $4, CASE WHEN $5 THEN now() END, now(), now()) RETURNING id",
        )
        .bind(PROJECT)
        .bind(number)
        .bind(unique)
        .bind(ANNA)
        .bind(revoked)
        .fetch_one(&mut **tx)
        .await
        .unwrap()
    };
    let revoked = insert(&mut tx, "А123ВС77", "А123ВС77", true).await;
    let latin = insert(&mut tx, "A123BC77", "A123BC77", false).await;
    let mixed = insert(&mut tx, "A123ВC77", "A123ВC77", false).await;
    let alone = insert(&mut tx, "К777КК77", "К777КК77", false).await;
    let ended = insert(&mut tx, "К777КК77", "К777КК77#1", false).await;
    tx.commit().await.unwrap();
    site.app.migrate_again(&access::MIGRATIONS, 1741).await;
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let rows: Vec<(i64, String, String, String)> =
        sqlx::query_as("SELECT id, value, number, unique_value FROM identifiers ORDER BY id").fetch_all(&mut *tx).await.unwrap();
    let row = |id: i64, value: &str, number: &str, unique: String| (id, value.to_owned(), number.to_owned(), unique);
    let expected = [
        row(revoked, "А123ВС77", "A123BC77", format!("A123BC77#{revoked}")),
        row(latin, "A123BC77", "A123BC77", "A123BC77".into()),
        row(mixed, "A123ВC77", "A123BC77", format!("A123BC77#{mixed}")),
        row(alone, "К777КК77", "K777KK77", "K777KK77".into()),
        row(ended, "К777КК77", "K777KK77", "K777KK77#1".into()),
    ];
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn a_card_of_a_person_who_is_gone_is_not_revived_by_taking_its_owner_away() {
    let site = Site::start().await;
    let annas = site.card(ANNA, "77").await;
    site.rule(AccessRule { identifiers: vec![reference(annas.id)], users: vec![], ..lets(ANNA, DOOR_1) }).await;
    let change = async |owner: Option<i64>| {
        let identifier = Some(Identifier { owner: owner.map(reference), ..annas.clone() });
        let request = UpdateIdentifierRequest { id: annas.id, identifier, update_mask: mask(&["owner"]) };
        site.identifiers.update_identifier(site.by(&site.admin(), request)).await
    };
    let gone =
        [UserChanged { is_active: false, ..user(PROJECT, ANNA, BUILDING_1, 2) }, UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 3) }];
    for person in gone {
        site.deliver("identity.user.changed", &person).await;
        let refused = change(None).await.unwrap_err();
        assert_eq!(field_message(&refused, "owner"), "the owner is suspended or deleted: choose another owner or revoke it");
        assert_eq!((site.desired(DOOR_1).await.len(), site.decided(annas.id, DOOR_1).await.0), (0, false));
    }
    let given = change(Some(BORIS)).await.expect("somebody else may be given it").into_inner();
    assert_eq!((given.owner.map(|owner| owner.id), site.decided(annas.id, DOOR_1).await.0), (Some(BORIS), true));
}

#[tokio::test]
async fn who_made_an_identifier_takes_it_from_nobody_who_has_left_their_reach() {
    let site = Site::start().await;
    let manager = manager_of_building_1();
    let card = site.try_card(&manager, ANNA, "77").await.unwrap();
    site.deliver("identity.user.changed", &user(PROJECT, CLARA, BUILDING_1, 1)).await;
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_2, 2)).await;
    for owner in [None, Some(reference(CLARA))] {
        let taken = Identifier { owner, value: "99".into(), ..Default::default() };
        let refused = change_identifier(&site, &manager, card.id, taken, &["owner", "value"]).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied);
    }
    let given = Identifier { owner: Some(reference(CLARA)), ..Default::default() };
    change_identifier(&site, &site.admin(), card.id, given, &["owner"]).await.expect("an administrator reaches both");
}

#[tokio::test]
async fn an_identifier_gets_another_number_only_from_those_who_may_change_the_rules_that_name_it() {
    let site = Site::start().await;
    let manager = manager_of_building_1();
    let (card, other) = (site.card(ANNA, "77").await, site.card(ANNA, "78").await);
    site.rule(AccessRule { identifiers: vec![reference(card.id)], ..lets(BORIS, DOOR_2) }).await;
    let value = |value: &str| Identifier { value: value.into(), ..Default::default() };
    let as_ukey = Identifier { r#type: IdentifierType::Ukey.into(), ..Default::default() };
    for (changed, path) in [(value("99"), "value"), (as_ukey, "type")] {
        let refused = change_identifier(&site, &manager, card.id, changed, &[path]).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{path}");
    }
    change_identifier(&site, &manager, card.id, value("00-00-00-4D"), &["value"]).await.expect("the same number in another form");
    let named = Identifier { name: "spare".into(), ..Default::default() };
    change_identifier(&site, &manager, card.id, named, &["name"]).await.expect("its name is no number");
    change_identifier(&site, &site.admin(), card.id, value("99"), &["value"]).await.expect("an administrator may change the rule");
    site.try_rule(&manager, AccessRule { identifiers: vec![reference(other.id)], ..lets(ANNA, DOOR_1) }).await.unwrap();
    change_identifier(&site, &manager, other.id, value("100"), &["value"]).await.expect("a rule of their own");
}

#[tokio::test]
async fn a_qr_code_without_a_value_gets_one() {
    let site = Site::start().await;
    let make = async || {
        let qr = Identifier { r#type: IdentifierType::Qr.into(), value: " ".into(), ..card(ANNA, "1") };
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(qr) });
        site.identifiers.create_identifier(request).await.expect("a QR code").into_inner()
    };
    let (one, other) = (make().await, make().await);
    assert!(uuid::Uuid::try_parse(&one.value).is_ok() && one.value != other.value, "{}", one.value);
    let emptied = change_identifier(&site, &site.admin(), one.id, Identifier::default(), &["value"]).await.unwrap_err();
    assert_eq!(refused_fields(&emptied), ["value"]);
}
