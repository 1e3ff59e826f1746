//! Elevators and their floors.
use policy::Caller;
use prost::Message;
use proto::vestibule::access::v1::elevators_server::Elevators;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::events::v1::{
    AuditRecorded, DeviceChanged, ElevatorChanged, GroupChanged, LicenseChanged, LiftControllerState, LiftFloor, UserChanged,
};
use testing::{OTHER_PROJECT, PROJECT};
use tonic::{Code, Status};

use crate::license_features::{LICENSE_STATES, PERIOD_STATES, deliver_period, deliver_state};
use crate::site::*;

pub const LIFT_1: i64 = 1101;
pub const LIFT_2: i64 = 1102;
const FOREIGN_LIFT: i64 = 1190;
pub const ENTRANCE: i64 = 21;
const FLAT: i64 = 22;

/// A floor, its apartments.
pub fn floor(number: i32, apartments: &[&str]) -> LiftFloor {
    LiftFloor {
        floor: number,
        name: format!("Floor {number}"),
        apartments: apartments.iter().map(|flat| flat.to_string()).collect(),
        ..Default::default()
    }
}

pub fn public(number: i32) -> LiftFloor {
    LiftFloor { is_public: true, ..floor(number, &[]) }
}

pub fn lift(project_id: i64, id: i64, domain_id: i64, version: i64, floors: &[LiftFloor]) -> DeviceChanged {
    let lift = LiftControllerState { is_enabled: true, device_mode: "access-control-manual".into(), floors: floors.to_vec() };
    DeviceChanged {
        r#type: "liftcontroller".into(),
        locks: 0,
        identifier_types: Vec::new(),
        lift: Some(lift),
        ..door(project_id, id, domain_id, version)
    }
}

/// The site with a licence for lifts; a controller in each building: the first has a public floor 1, Anna's flat on floor 3
/// and floor 5. Anna lives in the flat.
pub async fn site_with_lifts() -> Site {
    let site = Site::start().await;
    let licence =
        |project_id| LicenseChanged { project_id, version: 2, features: vec!["identifier.guest".into(), "elevator".into()], ..Default::default() };
    for project in [PROJECT, OTHER_PROJECT] {
        site.deliver("licensing.license.changed", &licence(project)).await;
    }
    let entrance = GroupChanged { kind: "unit".into(), logic_address: "01".into(), ..group(PROJECT, ENTRANCE, BUILDING_1, 1) };
    let flat = GroupChanged { kind: "apartment".into(), logic_address: "05".into(), ..group(PROJECT, FLAT, ENTRANCE, 1) };
    for group in [entrance, flat] {
        site.deliver("domains.group.changed", &group).await;
    }
    site.deliver("identity.user.changed", &UserChanged { domain_ids: vec![BUILDING_1, FLAT], ..user(PROJECT, ANNA, BUILDING_1, 2) }).await;
    site.deliver("device.device.changed", &lift(PROJECT, LIFT_1, BUILDING_1, 1, &[public(1), floor(3, &["01-05"]), floor(5, &[])])).await;
    site.deliver("device.device.changed", &lift(PROJECT, LIFT_2, BUILDING_2, 1, &[public(1), floor(2, &["01-05"])])).await;
    site.deliver("device.device.changed", &lift(OTHER_PROJECT, FOREIGN_LIFT, FOREIGN_GROUP, 1, &[floor(1, &[])])).await;
    site
}

pub fn elevator(domain: i64, devices: &[i64]) -> Elevator {
    let devices = devices.iter().map(|id| ElevatorDevice { id: *id, ..Default::default() }).collect();
    Elevator { name: "North".into(), domain: Some(reference(domain)), devices, ..Default::default() }
}

pub async fn try_create(site: &Site, caller: &Caller, elevator: Elevator) -> Result<Elevator, Status> {
    Ok(site.elevators.create_elevator(site.by(caller, CreateElevatorRequest { elevator: Some(elevator) })).await?.into_inner())
}

pub async fn create(site: &Site, elevator: Elevator) -> Elevator {
    try_create(site, &site.admin(), elevator).await.expect("an elevator")
}

async fn get(site: &Site, caller: &Caller, id: i64) -> Result<Elevator, Status> {
    Ok(site.elevators.get_elevator(site.by(caller, GetElevatorRequest { id, ..Default::default() })).await?.into_inner())
}

async fn update(site: &Site, caller: &Caller, id: i64, elevator: Elevator, paths: &[&str]) -> Result<Elevator, Status> {
    let request = UpdateElevatorRequest { id, elevator: Some(elevator), update_mask: mask(paths) };
    Ok(site.elevators.update_elevator(site.by(caller, request)).await?.into_inner())
}

/// Floor, whether the caller may go there.
pub async fn floors(site: &Site, caller: &Caller, id: i64, mode: &str) -> Result<Vec<(i32, bool)>, Status> {
    let request = site.by(caller, ListElevatorFloorsRequest { id, mode: mode.into() });
    let floors = site.elevators.list_elevator_floors(request).await?.into_inner().items;
    Ok(floors.into_iter().map(|floor| (floor.floor, floor.is_allowed)).collect())
}

async fn published(site: &Site) -> Vec<ElevatorChanged> {
    let events = site.app.events().await.into_iter().filter(|(topic, _)| topic == "access.elevator.changed");
    events.map(|(_, payload)| ElevatorChanged::decode(payload.as_slice()).unwrap()).collect()
}

/// May do everything about elevators, in these groups and below.
pub fn manager(domains: &[i64]) -> Caller {
    use policy::Permission::*;
    let rights = [
        CanViewElevators,
        CanCreateElevator,
        CanEditElevator,
        CanDeleteElevator,
        CanViewElevatorAccessRules,
        CanCreateElevatorAccessRule,
        CanEditElevatorAccessRule,
        CanDeleteElevatorAccessRule,
        CanViewDevices,
        CanViewDescendantDevices,
        CanViewUsers,
    ];
    testing::someone(PROJECT, 7, rights, domains)
}

#[tokio::test]
async fn what_is_stored_of_an_elevator_is_answered_recorded_and_published() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_2, LIFT_1])).await;
    assert_eq!((made.name.as_str(), made.floors_count, made.domain.as_ref().unwrap().id), ("North", 4, BUILDING_1));
    assert_eq!(made.devices.iter().map(|device| device.id).collect::<Vec<_>>(), [LIFT_2, LIFT_1], "in the order in which they were entered");
    assert!(made.devices.iter().all(|device| device.is_enabled && device.device_mode == "access-control-manual" && device.is_ready.is_none()));
    let changed = update(&site, &site.admin(), made.id, Elevator { name: "South".into(), ..elevator(RESIDENCE, &[LIFT_1]) }, &["name", "devices"])
        .await
        .unwrap();
    assert_eq!((changed.name.as_str(), changed.domain.unwrap().id, changed.floors_count), ("South", BUILDING_1, 3), "the group is not in the mask");
    let listed = site.elevators.list_elevators(site.by(&site.admin(), ListElevatorsRequest::default())).await.unwrap().into_inner();
    assert_eq!(listed.items.iter().map(|elevator| (elevator.id, elevator.name.as_str())).collect::<Vec<_>>(), [(made.id, "South")]);
    let snapshots = published(&site).await;
    let [first, second] = &snapshots[..] else { panic!("two snapshots") };
    assert!(first.version < second.version && !second.deleted);
    assert_eq!((first.device_ids.as_slice(), second.device_ids.as_slice(), second.name.as_str()), (&[LIFT_2, LIFT_1][..], &[LIFT_1][..], "South"));
    let recorded = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded");
    let recorded: Vec<AuditRecorded> = recorded.map(|(_, payload)| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    assert_eq!(
        recorded.iter().map(|record| (record.action.as_str(), record.resource.as_str())).collect::<Vec<_>>(),
        [("create", "elevators"), ("edit", "elevators")]
    );
    assert!(recorded[1].before.contains("North") && recorded[1].after.contains("South"));

    let answers =
        site.elevators.delete_all_elevators(site.by(&site.admin(), DeleteAllRequest { items: vec![made.id, 999] })).await.unwrap().into_inner();
    assert_eq!(answers.items.iter().map(|item| item.done).collect::<Vec<_>>(), [true, false]);
    let last = published(&site).await.pop().unwrap();
    assert!(last.deleted && last.device_ids.is_empty() && last.version > second.version);
    create(&site, elevator(BUILDING_2, &[LIFT_1])).await;
}

#[tokio::test]
async fn a_controller_is_in_one_elevator_whoever_is_first() {
    let site = site_with_lifts().await;
    let admin = site.admin();
    let attempts = (0..8).map(|_| try_create(&site, &admin, elevator(BUILDING_1, &[LIFT_1])));
    let outcomes = futures::future::join_all(attempts).await;
    let refused: Vec<&Status> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert_eq!((outcomes.len(), refused.len()), (8, 7));
    assert!(refused.iter().all(|status| status.message() == "controller already linked to another elevator"), "{refused:?}");
    let other = create(&site, elevator(BUILDING_2, &[LIFT_2])).await;
    let refused = update(&site, &admin, other.id, elevator(BUILDING_2, &[LIFT_2, LIFT_1]), &["devices"]).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "controller already linked to another elevator"));
}

#[tokio::test]
async fn an_elevator_names_only_controllers_and_groups_that_its_maker_reaches() {
    let site = site_with_lifts().await;
    for wrong in [elevator(BUILDING_1, &[DOOR_1]), elevator(BUILDING_1, &[FOREIGN_LIFT]), elevator(FOREIGN_GROUP, &[LIFT_1])] {
        assert_eq!(try_create(&site, &site.admin(), wrong).await.unwrap_err().message(), "invalid related entity sent");
    }
    let of_one = manager(&[BUILDING_1]);
    for wrong in [elevator(BUILDING_1, &[LIFT_2]), elevator(BUILDING_2, &[LIFT_1])] {
        assert_eq!(try_create(&site, &of_one, wrong).await.unwrap_err().message(), "invalid related entity sent");
    }
    let theirs = try_create(&site, &of_one, elevator(ENTRANCE, &[LIFT_1])).await.expect("in their building");
    let refused = update(&site, &of_one, theirs.id, elevator(BUILDING_2, &[]), &["domain"]).await.unwrap_err();
    assert_eq!(refused.message(), "invalid related entity sent");
    let refused = try_create(&site, &site.admin(), Elevator { name: " ".into(), ..elevator(BUILDING_1, &[]) }).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["devices", "name"]);
}

#[tokio::test]
async fn an_elevator_beyond_reach_does_not_exist() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    for stranger in [manager(&[BUILDING_2]), testing::administrator(OTHER_PROJECT)] {
        assert_eq!(get(&site, &stranger, made.id).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(update(&site, &stranger, made.id, elevator(BUILDING_1, &[]), &["name"]).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(floors(&site, &stranger, made.id, "").await.unwrap_err().code(), Code::NotFound);
        let request = site.by(&stranger, CallElevatorRequest { id: made.id, floor: 1, ..Default::default() });
        assert_eq!(site.elevators.call_elevator(request).await.unwrap_err().code(), Code::NotFound);
        let listed = site.elevators.list_elevators(site.by(&stranger, ListElevatorsRequest::default())).await.unwrap().into_inner();
        assert!(listed.items.is_empty());
    }
    let watcher = testing::someone(PROJECT, 8, [policy::Permission::CanViewElevators], &[BUILDING_1]);
    assert!(get(&site, &watcher, made.id).await.is_ok());
    assert_eq!(update(&site, &watcher, made.id, elevator(BUILDING_1, &[]), &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn lifts_need_their_licence_to_be_made_and_not_to_be_kept() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    let anna = testing::someone(PROJECT, ANNA, [policy::Permission::CanViewElevators], &[BUILDING_1]);
    assert_eq!(floors(&site, &anna, made.id, "").await.unwrap(), [(1, true), (3, true), (5, false)]);
    site.deliver("licensing.license.changed", &LicenseChanged { project_id: PROJECT, version: 3, features: Vec::new(), ..Default::default() }).await;
    let refused = try_create(&site, &site.admin(), elevator(BUILDING_2, &[LIFT_2])).await.unwrap_err();
    assert_eq!(refused.message(), "feature is not licensed");
    assert_eq!(floors(&site, &anna, made.id, "").await.unwrap(), [(1, true), (3, false), (5, false)], "public floors are left");
    update(&site, &site.admin(), made.id, Elevator { name: "Old".into(), ..Default::default() }, &["name"])
        .await
        .expect("what exists may be changed");
}

#[tokio::test]
async fn lifts_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    let anna = testing::someone(PROJECT, ANNA, [policy::Permission::CanViewElevators], &[BUILDING_1]);
    for (version, is_licensed, is_in_grace, opens) in LICENSE_STATES {
        deliver_state(&site, version, is_licensed, is_in_grace, &["elevator"]).await;
        assert_eq!(floors(&site, &anna, made.id, "").await.unwrap(), [(1, true), (3, opens), (5, false)], "version {version}");
        if !is_licensed {
            let refused = try_create(&site, &site.admin(), elevator(BUILDING_2, &[LIFT_2])).await.unwrap_err();
            assert_eq!(refused.message(), "feature is not licensed", "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn lifts_of_a_group_go_on_through_the_grace_after_its_period_then_end_and_come_back() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    let anna = testing::someone(PROJECT, ANNA, [policy::Permission::CanViewElevators], &[BUILDING_1]);
    for (version, is_open, is_off, opens) in PERIOD_STATES {
        deliver_period(&site, version, is_open, is_off).await;
        assert_eq!(floors(&site, &anna, made.id, "").await.unwrap(), [(1, true), (3, opens), (5, false)], "version {version}");
        if !is_open {
            let refused = try_create(&site, &site.admin(), elevator(BUILDING_1, &[LIFT_1])).await.unwrap_err();
            assert_eq!(refused.message(), "feature is not licensed", "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn an_elevator_needs_a_floor_of_one_of_its_controllers() {
    let site = site_with_lifts().await;
    let bare = 2_090;
    site.deliver("device.device.changed", &lift(PROJECT, bare, BUILDING_1, 1, &[])).await;
    let refused = |status: Status| assert_eq!(field_message(&status, "devices"), "at least one must have a floor");
    refused(try_create(&site, &site.admin(), elevator(BUILDING_1, &[bare])).await.unwrap_err());
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    refused(update(&site, &site.admin(), made.id, elevator(BUILDING_1, &[bare]), &["devices"]).await.unwrap_err());
    site.deliver("device.device.changed", &lift(PROJECT, LIFT_1, BUILDING_1, 2, &[])).await;
    let renamed = Elevator { name: "South".into(), ..elevator(BUILDING_1, &[LIFT_1]) };
    assert_eq!(update(&site, &site.admin(), made.id, renamed, &["name", "devices"]).await.unwrap().name, "South", "one whose floors are gone stays");
}

#[tokio::test]
async fn floors_are_public_home_or_given_by_a_rule_and_nothing_for_who_is_suspended() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    let view = [policy::Permission::CanViewElevators];
    let (anna, boris) = (testing::someone(PROJECT, ANNA, view, &[BUILDING_1]), testing::someone(PROJECT, BORIS, view, &[BUILDING_1]));
    assert_eq!(floors(&site, &anna, made.id, "").await.unwrap(), [(1, true), (3, true), (5, false)]);
    assert_eq!(floors(&site, &boris, made.id, "").await.unwrap(), [(1, true), (3, false), (5, false)]);
    assert_eq!(floors(&site, &anna, made.id, "access").await.unwrap(), [(3, true), (5, false)], "rules name no public floors");
    assert_eq!(floors(&site, &anna, made.id, "other").await.unwrap_err().code(), Code::InvalidArgument);
    // The same address in another building is not Anna's home.
    let other = create(&site, elevator(BUILDING_2, &[LIFT_2])).await;
    let anna_everywhere = testing::someone(PROJECT, ANNA, view, &[RESIDENCE]);
    assert_eq!(floors(&site, &anna_everywhere, other.id, "").await.unwrap(), [(1, true), (2, false)]);
    crate::elevator_access_rule::create(&site, &[BORIS], &[(made.id, &[5])]).await;
    assert_eq!(floors(&site, &boris, made.id, "").await.unwrap(), [(1, true), (3, false), (5, true)]);
    for (id, groups) in [(ANNA, vec![BUILDING_1, FLAT]), (BORIS, vec![BUILDING_2])] {
        site.deliver("identity.user.changed", &UserChanged { is_active: false, domain_ids: groups, ..user(PROJECT, id, 0, 9) }).await;
    }
    for suspended in [&anna, &boris] {
        assert_eq!(floors(&site, suspended, made.id, "").await.unwrap(), [(1, true), (3, false), (5, false)]);
    }
}

#[tokio::test]
async fn an_elevator_outlives_its_group_and_its_controller() {
    let site = site_with_lifts().await;
    let made = create(&site, elevator(ENTRANCE, &[LIFT_1, LIFT_2])).await;
    site.clear_outbox().await;
    site.deliver("domains.group.changed", &GroupChanged { deleted: true, ..group(PROJECT, ENTRANCE, BUILDING_1, 9) }).await;
    assert_eq!(get(&site, &site.admin(), made.id).await.unwrap().domain.unwrap().id, BUILDING_1, "the nearest group above that exists");
    site.deliver("device.device.changed", &DeviceChanged { deleted: true, ..lift(PROJECT, LIFT_1, BUILDING_1, 9, &[]) }).await;
    let left = get(&site, &site.admin(), made.id).await.unwrap();
    assert_eq!(left.devices.iter().map(|device| device.id).collect::<Vec<_>>(), [LIFT_2]);
    let snapshots: Vec<_> = published(&site).await.into_iter().map(|event| (event.domain_id, event.device_ids)).collect();
    assert_eq!(snapshots, [(BUILDING_1, vec![LIFT_1, LIFT_2]), (BUILDING_1, vec![LIFT_2])]);
}

#[tokio::test]
async fn somebody_whose_access_to_lifts_is_off_goes_to_public_floors_only() {
    let site = site_with_lifts().await;
    let elevator = create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    let anna = testing::someone(PROJECT, ANNA, [policy::Permission::CanViewElevators], &[BUILDING_1, FLAT]);
    assert_eq!(floors(&site, &anna, elevator.id, "").await.unwrap(), [(1, true), (3, true), (5, false)], "public, and home");
    let off = UserChanged { domain_ids: vec![BUILDING_1, FLAT], elevator_access_disabled: true, ..user(PROJECT, ANNA, BUILDING_1, 3) };
    site.deliver("identity.user.changed", &off).await;
    assert_eq!(floors(&site, &anna, elevator.id, "").await.unwrap(), [(1, true), (3, false), (5, false)]);
    let on = UserChanged { elevator_access_disabled: false, version: 4, ..off };
    site.deliver("identity.user.changed", &on).await;
    assert_eq!(floors(&site, &anna, elevator.id, "").await.unwrap(), [(1, true), (3, true), (5, false)]);
}
