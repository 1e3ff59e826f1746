//! Emergency alerts whose groups, devices or roles are deleted: they say so, and their editors are told.
use notifications::events::{DEVICE, ROLE};
use notifications::rpc::GroupMembersService;
use proto::vestibule::common::v1::{CountGroupMembersRequest, GroupMembers};
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, RoleChanged};
use proto::vestibule::notifications::v1::emergency_alerts_server::EmergencyAlerts as _;
use proto::vestibule::notifications::v1::group_members_server::GroupMembers as _;
use proto::vestibule::notifications::v1::*;
use testing::{OTHER_PROJECT, PROJECT, administrator};
use tonic::Code;

use crate::emergency_alert::*;
use crate::harness::*;

const GUARD_ROLE: i64 = 30;
/// People with the right to change alerts: in the whole project, in ANNEX, in HOUSE; and one without it in ANNEX.
pub const OVERSEER: i64 = 50;
pub const GUARD_OF_ANNEX: i64 = 51;
pub const GUARD_OF_HOUSE: i64 = 52;
pub const TENANT: i64 = 53;

pub async fn start_with_people() -> Alerts {
    let alerts = start().await;
    let permissions = GUARD_RIGHTS.iter().map(|permission| permission.code().to_string()).collect();
    let role = RoleChanged { project_id: PROJECT, id: GUARD_ROLE, version: 1, deleted: false, name: "guard".into(), permissions };
    alerts.site.receive(ROLE, &role).await;
    for (id, role, group) in
        [(OVERSEER, ADMINISTRATOR, COMPANY), (GUARD_OF_ANNEX, GUARD_ROLE, ANNEX), (GUARD_OF_HOUSE, GUARD_ROLE, HOUSE), (TENANT, RESIDENT, ANNEX)]
    {
        alerts.site.user(id, role, &[group]).await;
    }
    alerts
}

impl Alerts {
    async fn delete_group(&self, id: i64, parent_id: i64) {
        let deleted = GroupChanged { project_id: PROJECT, id, version: 2, parent_id, deleted: true, ..Default::default() };
        self.site.receive("domains.group.changed", &deleted).await;
    }

    async fn delete_role(&self, id: i64) {
        let deleted = RoleChanged { project_id: PROJECT, id, version: 1_000, deleted: true, ..Default::default() };
        self.site.receive(ROLE, &deleted).await;
    }

    /// Users who were notified of an alert, with the lists that name nothing, in order.
    async fn notified(&self, alert: i64) -> Vec<(i64, String)> {
        let mut tx = self.site.app.context.database.system().await.unwrap();
        let sql = "SELECT user_id, data->'names_nothing'->>0 FROM notifications WHERE type = 17 AND (data->'emergency_alert'->>'id')::bigint = $1 ORDER BY 1, 2";
        sqlx::query_as(sql).bind(alert).fetch_all(&mut *tx).await.unwrap()
    }

    async fn names_nothing(&self, id: i64) -> Vec<String> {
        let listed = self.service.list_emergency_alerts(self.by(&admin(), ListEmergencyAlertsRequest::default())).await.unwrap().into_inner();
        let listed = listed.items.into_iter().find(|alert| alert.id == id).unwrap().names_nothing;
        assert_eq!(self.get(&admin(), id).await.unwrap().names_nothing, listed);
        listed
    }
}

fn of_each(users: &[i64], list: &str) -> Vec<(i64, String)> {
    users.iter().map(|user| (*user, list.to_owned())).collect()
}

#[tokio::test]
async fn an_alert_whose_last_device_is_deleted_says_so_and_whoever_may_change_it_is_notified_once() {
    let alerts = start_with_people().await;
    let single = EmergencyAlert { domains: vec![], devices: vec![reference(ANNEX_MONITOR)], ..alerts.fire(&admin()).await };
    let id = alerts.create(&admin(), single).await.unwrap().id;
    let both = EmergencyAlert { devices: vec![reference(ANNEX_MONITOR)], ..alerts.fire(&admin()).await };
    let both = alerts.create(&admin(), both).await.unwrap().id;
    assert_eq!(alerts.names_nothing(id).await, [""; 0]);
    let deleted = DeviceChanged { version: 2, deleted: true, ..device(ANNEX_MONITOR, "monitor", 0, ANNEX) };
    alerts.site.receive(DEVICE, &deleted).await;
    alerts.site.receive(DEVICE, &deleted).await;
    assert_eq!(alerts.names_nothing(id).await, ["recipients"]);
    assert_eq!(alerts.notified(id).await, of_each(&[OVERSEER, GUARD_OF_ANNEX], "recipients"));
    let notification = alerts.site.unread(&caller(GUARD_OF_ANNEX)).await.important.remove(0);
    assert_eq!((notification.r#type(), notification.significance()), (NotificationClass::EmergencyAlertProblem, Significance::Important));
    assert_eq!(alerts.start(&admin(), id).await.unwrap_err().message(), "can't perform action");
    // The other one still has its house.
    assert_eq!((alerts.names_nothing(both).await, alerts.notified(both).await), (vec![], vec![]));
    // Whoever reached the device mends the alert; nobody else sees it.
    assert_eq!(alerts.get(&guard(GUARD_OF_HOUSE, &[HOUSE]), id).await.unwrap_err().code(), Code::NotFound);
    let changed = EmergencyAlert { domains: vec![reference(ANNEX)], ..Default::default() };
    let changed = alerts.update(&guard(GUARD_OF_ANNEX, &[ANNEX]), id, changed, &["domains"]).await.unwrap();
    assert_eq!(changed.names_nothing, ["devices"], "no device is there yet");
    alerts.site.receive(DEVICE, &device(90, "monitor", 0, ANNEX)).await;
    assert_eq!(alerts.names_nothing(id).await, [""; 0]);
}

#[tokio::test]
async fn an_alert_whose_groups_have_no_device_for_it_any_more_says_so_and_its_editors_are_told_once() {
    let alerts = start_with_people().await;
    let fire = alerts.fire(&admin()).await;
    let of_annex = alerts.create(&admin(), EmergencyAlert { domains: vec![reference(ANNEX)], ..fire.clone() }).await.unwrap().id;
    let of_house = alerts.create(&admin(), fire.clone()).await.unwrap().id;
    let everywhere =
        alerts.create(&admin(), EmergencyAlert { domains: vec![reference(COMPANY), reference(ANNEX)], ..fire.clone() }).await.unwrap().id;
    let doors = EmergencyAlert { domains: vec![reference(HOUSE)], filename: String::new(), door_mode: DoorMode::Unlock.into(), ..fire };
    let doors = alerts.create(&admin(), doors).await.unwrap().id;

    let deleted = DeviceChanged { version: 2, deleted: true, ..device(ANNEX_MONITOR, "monitor", 0, ANNEX) };
    alerts.site.receive(DEVICE, &deleted).await;
    alerts.site.receive(DEVICE, &deleted).await;
    assert_eq!(
        (alerts.names_nothing(of_annex).await, alerts.notified(of_annex).await),
        (vec!["devices".into()], of_each(&[OVERSEER, GUARD_OF_ANNEX], "devices"))
    );

    // Moved to another group, it is lost to its alerts as well.
    let moved = DeviceChanged { version: 2, ..device(MONITOR, "monitor", 0, ANNEX) };
    alerts.site.receive(DEVICE, &moved).await;
    assert_eq!(
        (alerts.names_nothing(of_house).await, alerts.notified(of_house).await),
        (vec!["devices".into()], of_each(&[OVERSEER, GUARD_OF_HOUSE], "devices"))
    );
    assert_eq!(alerts.names_nothing(of_annex).await, [""; 0]);

    // And so is a device of which a lock was taken away.
    for (id, kind) in [(PANEL, "panel"), (CONTROLLER, "accesscontroller")] {
        assert!(alerts.notified(doors).await.is_empty());
        alerts.site.receive(DEVICE, &DeviceChanged { version: 2, ..device(id, kind, 0, HOUSE) }).await;
    }
    assert_eq!(alerts.notified(doors).await, of_each(&[OVERSEER, GUARD_OF_HOUSE], "devices"));
    assert_eq!((alerts.names_nothing(everywhere).await, alerts.notified(everywhere).await), (vec![], vec![]));
}

#[tokio::test]
async fn a_group_that_is_moved_away_takes_the_devices_of_alerts_with_it() {
    let alerts = start_with_people().await;
    let of_house = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let moved = GroupChanged { project_id: PROJECT, id: FLOOR, version: 2, parent_id: ANNEX, name: "Floor".into(), ..Default::default() };
    alerts.site.receive("domains.group.changed", &moved).await;
    assert_eq!(
        (alerts.names_nothing(of_house).await, alerts.notified(of_house).await),
        (vec!["devices".into()], of_each(&[OVERSEER, GUARD_OF_HOUSE], "devices"))
    );
}

#[tokio::test]
async fn an_alert_whose_groups_are_deleted_all_the_same_says_so() {
    let alerts = start_with_people().await;
    let fire = alerts.fire(&admin()).await;
    let of_floor = alerts.create(&admin(), EmergencyAlert { domains: vec![reference(FLOOR)], ..fire.clone() }).await.unwrap().id;
    let lockdown = EmergencyAlert {
        door_mode: DoorMode::Lockdown.into(),
        domains: vec![reference(HOUSE)],
        pass_domains: vec![reference(FLOOR)],
        ..fire.clone()
    };
    let lockdown = alerts.create(&admin(), lockdown).await.unwrap().id;
    let both = EmergencyAlert { domains: vec![reference(FLOOR), reference(HOUSE)], pass_domains: vec![reference(ANNEX), reference(FLOOR)], ..fire };
    let both = alerts.create(&admin(), both).await.unwrap().id;
    alerts.delete_group(FLOOR, HOUSE).await;
    alerts.delete_group(FLOOR, HOUSE).await;
    // Devices of a deleted group move to the one above.
    alerts.site.receive(DEVICE, &DeviceChanged { version: 2, ..device(MONITOR, "monitor", 0, HOUSE) }).await;
    assert_eq!(alerts.names_nothing(of_floor).await, ["recipients"]);
    assert_eq!(alerts.names_nothing(lockdown).await, ["pass_domains"]);
    assert_eq!(alerts.names_nothing(both).await, [""; 0]);
    assert_eq!(alerts.notified(of_floor).await, of_each(&[OVERSEER, GUARD_OF_HOUSE], "recipients"));
    assert_eq!(alerts.notified(lockdown).await, of_each(&[OVERSEER, GUARD_OF_HOUSE], "pass_domains"));
    assert!(alerts.notified(both).await.is_empty());
    let seen = alerts.get(&admin(), both).await.unwrap();
    let ids = |refs: Vec<proto::vestibule::common::v1::Ref>| refs.into_iter().map(|group| group.id).collect::<Vec<_>>();
    assert_eq!((ids(seen.domains), ids(seen.pass_domains)), (vec![HOUSE], vec![ANNEX]));
    // Who reaches what is left changes it, and has seen what is gone.
    let of_house = guard(GUARD_OF_HOUSE, &[HOUSE]);
    let saved = alerts.update(&of_house, lockdown, EmergencyAlert { name: "Lockdown".into(), ..Default::default() }, &["name"]).await.unwrap();
    assert_eq!((saved.name.as_str(), saved.names_nothing), ("Lockdown", vec![]));
}

#[tokio::test]
async fn an_alert_whose_roles_are_deleted_says_that_its_editors_start_and_end_it() {
    let alerts = start_with_people().await;
    let roles = [GROUP_ADMINISTRATOR, RESIDENT].map(reference).to_vec();
    let lockdown = EmergencyAlert {
        door_mode: DoorMode::Lockdown.into(),
        start_roles: roles,
        release_roles: vec![reference(RESIDENT)],
        ..alerts.fire(&admin()).await
    };
    let id = alerts.create(&admin(), lockdown).await.unwrap().id;
    alerts.delete_role(RESIDENT).await;
    assert_eq!(alerts.names_nothing(id).await, ["release_roles"]);
    alerts.delete_role(GROUP_ADMINISTRATOR).await;
    assert_eq!(alerts.names_nothing(id).await, ["start_roles", "release_roles"]);
    let people = [of_each(&[OVERSEER], "release_roles"), of_each(&[OVERSEER], "start_roles")].concat();
    let of_house = [of_each(&[GUARD_OF_HOUSE], "release_roles"), of_each(&[GUARD_OF_HOUSE], "start_roles")].concat();
    assert_eq!(alerts.notified(id).await, [people, of_house].concat());
}

#[tokio::test]
async fn the_people_whom_an_alert_is_about_are_found_anew_at_each_start_so_that_their_deletion_empties_nothing() {
    let alerts = start_with_people().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let deleted = proto::vestibule::events::v1::UserChanged { version: 2, deleted: true, ..user(GUARD_OF_HOUSE, GUARD_ROLE, &[HOUSE]) };
    alerts.site.receive(notifications::events::USER, &deleted).await;
    assert_eq!((alerts.names_nothing(id).await, alerts.notified(id).await), (vec![], vec![]));
    assert!(alerts.start(&admin(), id).await.is_ok());
}

#[tokio::test]
async fn groups_that_alerts_name_are_counted_for_domains_alone_which_deletes_none_of_them() {
    let alerts = start().await;
    let lockdown = EmergencyAlert {
        door_mode: DoorMode::Lockdown.into(),
        pass_domains: vec![reference(FLOOR), reference(HOUSE)],
        ..alerts.fire(&admin()).await
    };
    alerts.create(&admin(), lockdown).await.unwrap();
    alerts.create(&admin(), EmergencyAlert { domains: vec![reference(FLOOR)], ..alerts.fire(&admin()).await }).await.unwrap();
    let rpc = GroupMembersService(alerts.site.service.clone());
    let message = || CountGroupMembersRequest { group_ids: vec![COMPANY, HOUSE, FLOOR, ANNEX] };
    let signer = &alerts.site.app.context.signer;
    let mut counted = rpc.count_group_members(signer.as_service("domains", PROJECT, message())).await.unwrap().into_inner().items;
    counted.sort_by_key(|item| item.group_id);
    let of = |group_id, count| GroupMembers { group_id, resource: "emergency-alerts".into(), count };
    assert_eq!(counted, [of(HOUSE, 1), of(FLOOR, 2)], "an alert counts once for a group that it names twice");
    assert!(rpc.count_group_members(signer.as_service("domains", OTHER_PROJECT, message())).await.unwrap().into_inner().items.is_empty());
    let refused = rpc.count_group_members(alerts.by(&administrator(PROJECT), message())).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    // By the list they are named.
    let filters = serde_json::json!([{ "field": "named_domain_id", "rule": "equals", "value": FLOOR }]).to_string();
    let listed =
        alerts.service.list_emergency_alerts(alerts.by(&admin(), ListEmergencyAlertsRequest { filters, ..Default::default() })).await.unwrap();
    assert_eq!(listed.into_inner().items.len(), 2);
}
