//! A lockdown: what the platform decides at once, what devices are to hold meanwhile, and that all is as before afterwards.
use prost::Message;
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{AlertRunChanged, LockdownApplied};
use testing::PROJECT;

use crate::site::*;

/// Of the whole residence; people of a group still pass.
fn lockdown(version: i64, status: &str, pass_group: i64) -> AlertRunChanged {
    AlertRunChanged {
        project_id: PROJECT,
        id: 7,
        version,
        status: status.into(),
        door_mode: "lockdown".into(),
        domain_ids: vec![RESIDENCE],
        pass_domain_ids: vec![pass_group],
        ..Default::default()
    }
}

async fn run(site: &Site, version: i64, status: &str, pass_group: i64) {
    site.deliver("notifications.alert_run.changed", &lockdown(version, status, pass_group)).await;
}

async fn asked(site: &Site, number: &str) -> (bool, Option<i32>) {
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id: DOOR_1, r#type: "card".into(), number: number.into() };
    let gateway = testing::service(PROJECT, "device-gateway");
    let answer = site.remote.check_identifier(site.by(&gateway, question)).await.expect("an answer").into_inner();
    (answer.known, answer.lock_number)
}

async fn applied(site: &Site) -> Vec<LockdownApplied> {
    let events = site.app.events().await;
    let of_lockdowns = events.iter().filter(|(topic, _)| topic == "access.lockdown.applied");
    of_lockdowns.map(|(_, payload)| LockdownApplied::decode(payload.as_slice()).unwrap()).collect()
}

#[tokio::test]
async fn a_lockdown_shuts_doors_for_all_but_some_groups_and_its_release_restores_every_list_equal() {
    let site = Site::start().await;
    // A group that nobody of these is in.
    let nobody = 999;
    let card = site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    site.rule(lets(ANNA, DOOR_2)).await;
    let before = [site.desired(DOOR_1).await, site.desired(DOOR_2).await];
    assert_eq!((before[0].len(), asked(&site, "77").await), (1, (true, Some(1))));
    site.clear_outbox().await;

    run(&site, 1, "running", nobody).await;
    assert_eq!(asked(&site, "77").await, (true, None), "a question of a device is refused at once");
    assert!(site.desired(DOOR_1).await.is_empty() && site.desired(DOOR_2).await.is_empty());
    let ask = CheckAccessRequest { identifier_id: Some(card.id), device_id: DOOR_1, lock_number: 1, ..Default::default() };
    let explained = site.checks.check_access(site.by(&site.admin(), ask)).await.unwrap().into_inner();
    assert_eq!((explained.allowed, explained.reasons[0].code.as_str()), (false, "lockdown"));
    let begun = applied(&site).await.remove(0);
    let mut versions: Vec<(i64, i64)> = begun.devices.iter().map(|device| (device.device_id, device.list_version)).collect();
    versions.sort_unstable();
    assert_eq!(versions, [(DOOR_1, site.list(DOOR_1).await.version), (DOOR_2, site.list(DOOR_2).await.version)]);
    assert!(!begun.is_released);

    run(&site, 2, "stopping", nobody).await;
    run(&site, 3, "stopped", nobody).await;
    assert_eq!([site.desired(DOOR_1).await, site.desired(DOOR_2).await], before, "as if nothing had been");
    assert_eq!(asked(&site, "77").await, (true, Some(1)));
    let applied = applied(&site).await;
    assert_eq!((applied.len(), applied[1].is_released), (2, true), "two ends are one");
}

#[tokio::test]
async fn people_of_the_groups_that_pass_are_let_in_as_always() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let before = site.desired(DOOR_1).await;
    run(&site, 1, "running", RESIDENCE).await;
    assert_eq!((site.desired(DOOR_1).await, asked(&site, "77").await), (before, (true, Some(1))));
}

#[tokio::test]
async fn an_end_that_comes_before_its_beginning_leaves_no_lockdown() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    run(&site, 2, "finished", 999).await;
    run(&site, 1, "running", 999).await;
    assert_eq!(asked(&site, "77").await, (true, Some(1)));
    assert!(applied(&site).await.is_empty());
}

#[tokio::test]
async fn a_lockdown_that_is_published_once_more_begins_where_it_was_not_known_and_changes_nothing_elsewhere() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let repeated = AlertRunChanged { is_repeated: true, ..lockdown(1, "running", 999) };
    site.deliver("notifications.alert_run.changed", &repeated).await;
    assert_eq!(asked(&site, "77").await, (true, None), "its event was lost");
    let version = site.list(DOOR_1).await.version;
    site.deliver("notifications.alert_run.changed", &repeated).await;
    assert_eq!((applied(&site).await.len(), site.list(DOOR_1).await.version), (1, version));
    run(&site, 2, "stopped", 999).await;
    site.deliver("notifications.alert_run.changed", &repeated).await;
    assert_eq!(asked(&site, "77").await, (true, Some(1)), "nor does one that was published before the end");
}

#[tokio::test]
async fn a_lockdown_ends_at_its_time_though_nobody_says_so() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let ends_at = Some(kit::clock::to_proto(site.app.context.clock.now() + time::Duration::minutes(10)));
    let begun = AlertRunChanged { ends_at, ..lockdown(1, "running", 999) };
    site.deliver("notifications.alert_run.changed", &begun).await;
    assert_eq!(asked(&site, "77").await, (true, None));
    access::jobs::lockdowns::end_due(&access::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!(asked(&site, "77").await, (true, None), "not before");
    site.app.context.clock.advance(time::Duration::minutes(10));
    site.clear_outbox().await;
    access::jobs::lockdowns::end_due(&access::app::App::new(&site.app.context)).await.unwrap();
    assert_eq!((asked(&site, "77").await, site.desired(DOOR_1).await.len()), ((true, Some(1)), 1));
    assert!(applied(&site).await.remove(0).is_released);
    site.clear_outbox().await;
    run(&site, 2, "finished", 999).await;
    assert!(applied(&site).await.is_empty(), "what has ended ends no second time");
}

async fn move_device(site: &Site, device: i64, group: i64, version: i64) {
    site.deliver("device.device.changed", &door(PROJECT, device, group, version)).await;
}

/// A lockdown of the first building.
async fn run_in_building(site: &Site, version: i64, status: &str) {
    let run = AlertRunChanged { domain_ids: vec![BUILDING_1], ..lockdown(version, status, 999) };
    site.deliver("notifications.alert_run.changed", &run).await;
}

#[tokio::test]
async fn a_door_that_is_moved_out_of_a_locked_down_group_stays_shut_until_the_release_and_is_restored_then() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_1)).await;
    let before = site.desired(DOOR_1).await;
    run_in_building(&site, 1, "running").await;
    move_device(&site, DOOR_1, BUILDING_2, 2).await;
    assert_eq!((asked(&site, "77").await, site.desired(DOOR_1).await.len()), ((true, None), 0), "moving a door opens none");
    site.clear_outbox().await;
    run_in_building(&site, 2, "stopping").await;
    assert_eq!((asked(&site, "77").await, site.desired(DOOR_1).await), ((true, Some(1)), before));
    let released = applied(&site).await.remove(0);
    assert_eq!(released.devices.iter().map(|device| device.device_id).collect::<Vec<_>>(), [DOOR_1], "the board waits for its list");
    assert!(released.is_released);
}

#[tokio::test]
async fn a_door_that_comes_into_a_locked_down_group_is_shut_and_named_for_the_board_and_restored_with_the_others() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_2)).await;
    let before = site.desired(DOOR_2).await;
    run_in_building(&site, 1, "running").await;
    site.clear_outbox().await;
    move_device(&site, DOOR_2, BUILDING_1, 2).await;
    assert!(site.desired(DOOR_2).await.is_empty());
    let added = applied(&site).await.remove(0);
    let named: Vec<(i64, i64)> = added.devices.iter().map(|device| (device.device_id, device.list_version)).collect();
    assert_eq!((named, added.is_released), (vec![(DOOR_2, site.list(DOOR_2).await.version)], false));
    site.clear_outbox().await;
    move_device(&site, DOOR_2, BUILDING_1, 3).await;
    assert!(applied(&site).await.is_empty(), "once");
    run_in_building(&site, 2, "stopping").await;
    let mut released: Vec<i64> = applied(&site).await.remove(0).devices.iter().map(|device| device.device_id).collect();
    released.sort_unstable();
    assert_eq!(released, [DOOR_1, DOOR_2]);
    assert_eq!(site.desired(DOOR_2).await, before);
    site.clear_outbox().await;
    move_device(&site, DOOR_2, BUILDING_2, 4).await;
    move_device(&site, DOOR_2, BUILDING_1, 5).await;
    assert!(applied(&site).await.is_empty(), "what has ended shuts no door");
}

#[tokio::test]
async fn a_group_that_is_moved_below_one_with_a_lockdown_brings_its_doors_into_it() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    site.rule(lets(ANNA, DOOR_2)).await;
    run_in_building(&site, 1, "running").await;
    site.clear_outbox().await;
    site.deliver("domains.group.changed", &group(PROJECT, BUILDING_2, BUILDING_1, 2)).await;
    assert!(site.desired(DOOR_2).await.is_empty());
    assert_eq!(applied(&site).await.remove(0).devices[0].device_id, DOOR_2);
    site.deliver("domains.group.changed", &group(PROJECT, BUILDING_2, RESIDENCE, 3)).await;
    assert!(site.desired(DOOR_2).await.is_empty(), "and takes none out");
}

#[tokio::test]
async fn guests_of_people_who_pass_are_kept_out() {
    use crate::guest_key::{anna, give, key, shareable};
    let site = crate::guest_key::start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    let card = site.card(ANNA, "77").await.id;
    let given = give(&site, &anna(), key(rule)).await.id;
    run(&site, 1, "running", BUILDING_1).await;
    assert_eq!(site.desired(DOOR_1).await.iter().map(|held| held.id).collect::<Vec<_>>(), [card]);
    assert_eq!((site.decided(card, DOOR_1).await.0, site.decided(given, DOOR_1).await), (true, (false, "lockdown".into())));
}
