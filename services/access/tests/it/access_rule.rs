use prost::Message;
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::AuditRecorded;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_rule_without_a_device_is_refused() {
    let site = Site::start().await;
    let refused = site.try_rule(&site.admin(), AccessRule { devices: vec![], ..lets(ANNA, DOOR_1) }).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["devices"]);
    assert_eq!(field_message(&refused, "devices"), "access rule must have a device");
}

#[tokio::test]
async fn every_field_that_a_patch_names_is_stored_answered_and_recorded() {
    let site = Site::start().await;
    let made = site.rule(lets(ANNA, DOOR_1)).await;
    let changes = testing::changed_fields("vestibule.access.v1.AccessRule", &made, &[]);
    assert!(changes.iter().any(|change| change.path == "description"));
    for change in changes {
        site.clear_outbox().await;
        let request =
            UpdateAccessRuleRequest { id: made.id, access_rule: Some(change.entity.clone()), update_mask: mask(&[&change.path]), whole: false };
        site.access_rules.update_access_rule(site.by(&site.admin(), request)).await.unwrap();
        let found = site.access_rules.get_access_rule(site.by(&site.admin(), GetAccessRuleRequest { id: made.id })).await.unwrap().into_inner();
        assert!(change.is_in(&found), "{} is answered: {found:?}", change.path);
        let listed = site.access_rules.list_access_rules(site.by(&site.admin(), ListAccessRulesRequest::default())).await.unwrap().into_inner();
        assert!(listed.items.iter().any(|rule| change.is_in(rule)), "{} is in the list", change.path);
        let recorded = site.app.events().await.into_iter().find(|(topic, _)| topic == "audit.recorded").expect("a record");
        let recorded = AuditRecorded::decode(recorded.1.as_slice()).unwrap();
        assert!(change.is_recorded(&recorded.after), "{} is recorded: {}", change.path, recorded.after);
    }
    let all = testing::changed_fields("vestibule.access.v1.AccessRule", &made, &[]);
    for change in all {
        let again = site.rule(change.entity.clone()).await;
        assert!(change.is_in(&again), "{} is stored with a new rule", change.path);
    }
}

#[tokio::test]
async fn a_rule_names_only_what_its_maker_sees() {
    let site = Site::start().await;
    for rule in [lets(FOREIGN_USER, DOOR_1), lets(ANNA, FOREIGN_DOOR), AccessRule { domains: vec![reference(FOREIGN_GROUP)], ..lets(ANNA, DOOR_1) }] {
        let refused = site.try_rule(&site.admin(), rule).await.unwrap_err();
        assert_eq!(refused.message(), "invalid related entity sent");
    }
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    site.try_rule(&manager, lets(ANNA, DOOR_1)).await.expect("their own building");
    assert!(site.try_rule(&manager, lets(ANNA, DOOR_2)).await.is_err());
    assert!(site.try_rule(&manager, lets(BORIS, DOOR_1)).await.is_err());
}

#[tokio::test]
async fn nobody_changes_a_rule_that_opens_doors_beyond_their_reach() {
    let site = Site::start().await;
    let both = site.rule(AccessRule { devices: vec![lock(DOOR_1), lock(DOOR_2)], domains: vec![reference(BUILDING_1)], ..lets(BORIS, DOOR_1) }).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let seen = site.access_rules.get_access_rule(site.by(&manager, GetAccessRuleRequest { id: both.id })).await;
    assert!(seen.is_ok(), "it is seen, for it opens a door of theirs");
    let change = UpdateAccessRuleRequest {
        id: both.id,
        access_rule: Some(AccessRule { users: vec![reference(ANNA)], ..Default::default() }),
        update_mask: mask(&["users"]),
        whole: false,
    };
    assert_eq!(site.access_rules.update_access_rule(site.by(&manager, change)).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(
        site.access_rules.delete_access_rule(site.by(&manager, DeleteAccessRuleRequest { id: both.id })).await.unwrap_err().code(),
        Code::PermissionDenied
    );
}

#[tokio::test]
async fn a_rule_of_another_tenant_does_not_exist() {
    let site = Site::start().await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    let foreign = testing::administrator(OTHER_PROJECT);
    assert_eq!(site.access_rules.get_access_rule(site.by(&foreign, GetAccessRuleRequest { id: rule.id })).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(
        site.access_rules.delete_access_rule(site.by(&foreign, DeleteAccessRuleRequest { id: rule.id })).await.unwrap_err().code(),
        Code::NotFound
    );
}

#[tokio::test]
async fn a_group_rule_holds_for_the_groups_below_and_follows_a_move() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.card(BORIS, "78").await;
    site.rule(AccessRule { users: vec![], domains: vec![reference(RESIDENCE)], ..lets(ANNA, DOOR_1) }).await;
    assert_eq!(site.desired(DOOR_1).await.len(), 2);
    site.clear_outbox().await;
    site.deliver("domains.group.changed", &group(PROJECT, BUILDING_2, 0, 2)).await;
    assert_eq!(site.changed_lists().await, [DOOR_1]);
    let held: Vec<String> = site.desired(DOOR_1).await.into_iter().map(|item| item.number).collect();
    assert_eq!(held, ["0000000077"]);
}

#[tokio::test]
async fn a_suspended_user_leaves_the_door() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    site.clear_outbox().await;
    let suspended = proto::vestibule::events::v1::UserChanged { is_active: false, ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.deliver("identity.user.changed", &suspended).await;
    assert_eq!(site.changed_lists().await, [DOOR_1]);
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn an_older_snapshot_changes_nothing() {
    let site = Site::start().await;
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_2, 5)).await;
    site.clear_outbox().await;
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_1, 4)).await;
    site.rule(AccessRule { users: vec![], domains: vec![reference(BUILDING_2)], ..lets(ANNA, DOOR_2) }).await;
    site.card(ANNA, "77").await;
    assert_eq!(site.desired(DOOR_2).await.len(), 1);
}

#[tokio::test]
async fn a_deleted_rule_closes_the_door() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    site.clear_outbox().await;
    site.access_rules.delete_access_rule(site.by(&site.admin(), DeleteAccessRuleRequest { id: rule.id })).await.unwrap();
    assert_eq!(site.changed_lists().await, [DOOR_1]);
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn only_a_service_is_told_what_a_device_holds() {
    use proto::vestibule::access::v1::device_lists_server::DeviceLists;
    let site = Site::start().await;
    let request = site.by(&site.admin(), GetDeviceListRequest { project_id: PROJECT, device_id: DOOR_1 });
    assert_eq!(site.lists.get_device_list(request).await.err().map(|status| status.code()), Some(Code::PermissionDenied));
}

/// Puts so many cards into a rule as no single request may name.
async fn put_cards_into(site: &Site, rule: i64, count: i64) {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(
        "WITH card AS (
             INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, created_at, updated_at)
             SELECT $1, gen_random_uuid(), 'card', 1, n::text, n::text, n::text, true, 1, now(), now() FROM generate_series(1, $3) n RETURNING id)
         INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) SELECT $2, id, $1 FROM card",
    )
    .bind(PROJECT)
    .bind(rule)
    .bind(count)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
}

async fn identifiers_of(site: &Site, rule: i64) -> i64 {
    let mut reader = site.app.context.database.read(PROJECT).await.unwrap();
    sqlx::query_scalar("SELECT count(*) FROM rule_identifiers WHERE rule_id = $1").bind(rule).fetch_one(&mut *reader).await.unwrap()
}

async fn change(site: &Site, caller: &policy::Caller, id: i64, rule: AccessRule, paths: &[&str]) -> Result<AccessRule, tonic::Status> {
    let request = UpdateAccessRuleRequest { id, access_rule: Some(rule), update_mask: mask(paths), whole: false };
    Ok(site.access_rules.update_access_rule(site.by(caller, request)).await?.into_inner())
}

#[tokio::test]
async fn a_change_of_a_rule_leaves_what_the_request_does_not_name() {
    let site = Site::start().await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    put_cards_into(&site, rule.id, 600).await;
    change(&site, &site.admin(), rule.id, AccessRule { name: "renamed".into(), ..Default::default() }, &["name"]).await.unwrap();
    assert_eq!(identifiers_of(&site, rule.id).await, 600);
}

#[tokio::test]
async fn a_rule_loses_only_identifiers_that_an_answer_has_shown() {
    let site = Site::start().await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    put_cards_into(&site, rule.id, 600).await;
    let answered = change(&site, &site.admin(), rule.id, AccessRule::default(), &["identifiers"]).await.unwrap();
    assert_eq!((answered.identifiers.len(), identifiers_of(&site, rule.id).await), (100, 100));
}

#[tokio::test]
async fn a_rule_names_to_everybody_only_what_they_see() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    let card = site.card(BORIS, "78").await;
    let wide = AccessRule {
        devices: vec![lock(DOOR_1), lock(DOOR_2)],
        users: vec![reference(ANNA), reference(BORIS)],
        domains: vec![reference(BUILDING_1), reference(BUILDING_2)],
        identifiers: vec![reference(card.id)],
        time_rules: vec![reference(hours.id)],
        ..lets(ANNA, DOOR_1)
    };
    let rule = site.rule(wide).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let ids = |refs: &[proto::vestibule::common::v1::Ref]| refs.iter().map(|named| named.id).collect::<Vec<_>>();
    let got = site.access_rules.get_access_rule(site.by(&manager, GetAccessRuleRequest { id: rule.id })).await.unwrap().into_inner();
    let listed = site.access_rules.list_access_rules(site.by(&manager, ListAccessRulesRequest::default())).await.unwrap().into_inner();
    for seen in [&got, &listed.items[0]] {
        assert_eq!(seen.devices.iter().map(|device| device.id).collect::<Vec<_>>(), [DOOR_1]);
        assert_eq!((ids(&seen.users), ids(&seen.domains), ids(&seen.identifiers)), (vec![ANNA], vec![BUILDING_1], vec![]));
        assert_eq!(ids(&seen.time_rules), [hours.id], "a schedule of the whole project");
    }
    let all = site.access_rules.get_access_rule(site.by(&site.admin(), GetAccessRuleRequest { id: rule.id })).await.unwrap().into_inner();
    assert_eq!((all.devices.len(), all.users.len(), all.domains.len(), all.identifiers.len()), (2, 2, 2, 1));
}

#[tokio::test]
async fn what_somebody_does_not_see_of_a_rule_survives_their_change() {
    let site = Site::start().await;
    let both = AccessRule { users: vec![reference(ANNA), reference(BORIS)], ..lets(ANNA, DOOR_1) };
    let rule = site.rule(both).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let answered = change(&site, &manager, rule.id, AccessRule::default(), &["users"]).await.unwrap();
    assert_eq!(answered.users, []);
    let kept = site.access_rules.get_access_rule(site.by(&site.admin(), GetAccessRuleRequest { id: rule.id })).await.unwrap().into_inner();
    assert_eq!(kept.users.iter().map(|user| user.id).collect::<Vec<_>>(), [BORIS]);
}

#[tokio::test]
async fn of_two_changes_of_a_list_at_once_the_later_one_counts_as_a_whole() {
    let site = Site::start().await;
    let made = site.rule(lets(ANNA, DOOR_1)).await;
    // Somebody else is about to add Boris.
    let mut other = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query("SELECT id FROM access_rules WHERE id = $1 FOR UPDATE").bind(made.id).execute(&mut *other).await.unwrap();
    sqlx::query("INSERT INTO rule_users (rule_id, user_id, project_id) VALUES ($1, $2, $3)")
        .bind(made.id)
        .bind(BORIS)
        .bind(PROJECT)
        .execute(&mut *other)
        .await
        .unwrap();
    let request = UpdateAccessRuleRequest { id: made.id, access_rule: Some(made.clone()), update_mask: mask(&["users"]), ..Default::default() };
    let change = site.access_rules.update_access_rule(site.by(&site.admin(), request));
    let commit = async {
        // The change waits for the lock.
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut *other).await.unwrap() {
            // Within a transaction the list of connections is read once, and that of the change may be younger.
            sqlx::query("SELECT pg_stat_clear_snapshot()").execute(&mut *other).await.unwrap();
            tokio::task::yield_now().await;
        }
        other.commit().await.unwrap();
    };
    let (changed, ()) = tokio::join!(change, commit);
    let users: Vec<i64> = changed.unwrap().into_inner().users.iter().map(|user| user.id).collect();
    assert_eq!(users, [ANNA], "what is sent is the whole list");
}

#[tokio::test]
async fn a_rule_by_which_amenities_open_doors_is_not_deleted() {
    let site = Site::start().await;
    let (used, free) = (site.rule(lets(ANNA, DOOR_1)).await.id, site.rule(lets(BORIS, DOOR_2)).await.id);
    site.app.context.peers.add("amenities", amenities_of_rules(&[used]).routes());
    let delete = async |id| site.access_rules.delete_access_rule(site.by(&site.admin(), DeleteAccessRuleRequest { id })).await;
    let refused = delete(used).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "the access rule is used by amenities"));
    assert_eq!(delete(999).await.unwrap_err().code(), Code::NotFound);
    let answers = site.access_rules.delete_all_access_rules(site.by(&site.admin(), DeleteAllRequest { items: vec![used, free] })).await.unwrap();
    let answers: Vec<_> = answers.into_inner().items.into_iter().map(|item| (item.id, item.done)).collect();
    assert_eq!(answers, [(used, false), (free, true)]);
    // While it is not known.
    site.app.context.peers.add("amenities", testing::StandIn::default().routes());
    assert!(delete(used).await.is_err());
}

#[tokio::test]
async fn a_rule_by_which_amenities_open_doors_does_not_become_one_that_forbids() {
    let site = Site::start().await;
    let (used, free) = (site.rule(lets(ANNA, DOOR_1)).await.id, site.rule(lets(BORIS, DOOR_2)).await.id);
    site.app.context.peers.add("amenities", amenities_of_rules(&[used]).routes());
    let forbid = async |id| change(&site, &site.admin(), id, AccessRule { prohibition: true, ..Default::default() }, &["prohibition"]).await;
    let refused = forbid(used).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "the access rule is used by amenities"));
    assert!(forbid(free).await.unwrap().prohibition);
}
