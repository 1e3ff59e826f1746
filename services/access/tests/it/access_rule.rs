use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::*;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_rule_without_a_device_is_refused() {
    let site = Site::start().await;
    let refused = site.try_rule(&site.admin(), AccessRule { devices: vec![], ..lets(ANNA, DOOR_1) }).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["devices"]);
    assert_eq!(said_of(&refused, "devices"), "access rule must have a device");
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
    site.forget().await;
    site.tell("domains.group.changed", &group(PROJECT, BUILDING_2, 0, 2)).await;
    assert_eq!(site.touched().await, [DOOR_1]);
    let held: Vec<String> = site.desired(DOOR_1).await.into_iter().map(|item| item.number).collect();
    assert_eq!(held, ["0000000077"]);
}

#[tokio::test]
async fn a_suspended_user_leaves_the_door() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    site.forget().await;
    let suspended = proto::vestibule::events::v1::UserChanged { is_active: false, ..user(PROJECT, ANNA, BUILDING_1, 2) };
    site.tell("identity.user.changed", &suspended).await;
    assert_eq!(site.touched().await, [DOOR_1]);
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn an_older_snapshot_changes_nothing() {
    let site = Site::start().await;
    site.tell("identity.user.changed", &user(PROJECT, ANNA, BUILDING_2, 5)).await;
    site.forget().await;
    site.tell("identity.user.changed", &user(PROJECT, ANNA, BUILDING_1, 4)).await;
    site.rule(AccessRule { users: vec![], domains: vec![reference(BUILDING_2)], ..lets(ANNA, DOOR_2) }).await;
    site.card(ANNA, "77").await;
    assert_eq!(site.desired(DOOR_2).await.len(), 1);
}

#[tokio::test]
async fn a_deleted_rule_closes_the_door() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    let rule = site.rule(lets(ANNA, DOOR_1)).await;
    site.forget().await;
    site.access_rules.delete_access_rule(site.by(&site.admin(), DeleteAccessRuleRequest { id: rule.id })).await.unwrap();
    assert_eq!(site.touched().await, [DOOR_1]);
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn only_a_service_is_told_what_a_device_holds() {
    use proto::vestibule::access::v1::device_lists_server::DeviceLists;
    let site = Site::start().await;
    let request = site.by(&site.admin(), GetDeviceListRequest { project_id: PROJECT, device_id: DOOR_1 });
    assert_eq!(site.lists.get_device_list(request).await.err().map(|status| status.code()), Some(Code::Unauthenticated));
}
