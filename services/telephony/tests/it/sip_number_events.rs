use kit::tree;
use proto::vestibule::events::v1::{DeviceChanged, GroupChanged, ProjectSettingsChanged, ProjectSip, UserChanged};
use proto::vestibule::telephony::v1::*;
use testing::PROJECT;

use crate::site::*;

#[tokio::test]
async fn a_devices_number_is_told_with_what_the_device_registers_with() {
    let site = Site::start().await;
    let made = site.number(SipNumber { password: Some("Secret12".into()), ..of_panel("201", PANEL_1) }).await;
    let published = site.published_numbers().await;
    assert_eq!(published.len(), 1);
    assert_eq!((published[0].id, published[0].device_id, published[0].number.as_str()), (made.id, PANEL_1, "201"));
    assert_eq!((published[0].realm.as_str(), published[0].proxy_address.as_str(), published[0].proxy_port), ("p1.sip.test", "edge.test", 5060));
    let opened = site.app.context.sealer.open_for("telephony.number.password", &published[0].sealed_password);
    assert_eq!(opened.unwrap(), "Secret12");
}

#[tokio::test]
async fn the_password_of_a_users_number_is_told_to_nobody() {
    let site = Site::start().await;
    site.number(of_user("101", ANNA)).await;
    assert!(site.published_numbers().await[0].sealed_password.is_empty());
}

#[tokio::test]
async fn every_change_is_told_with_a_newer_version_and_a_deletion_last() {
    let site = Site::start().await;
    let made = site.number(of_panel("201", PANEL_1)).await;
    site.change(&site.admin(), made.id, SipNumber { name: "Gate".into(), ..Default::default() }, &["name"]).await.unwrap();
    site.delete(&site.admin(), made.id).await.unwrap();
    let published = site.published_numbers().await;
    assert_eq!(published.iter().map(|number| (number.version, number.deleted)).collect::<Vec<_>>(), [(1, false), (2, false), (3, true)]);
    assert!(published[2].sealed_password.is_empty());
}

#[tokio::test]
async fn the_numbers_of_a_deleted_user_stay_and_are_free() {
    let site = Site::start().await;
    let made = site.number(of_user("101", ANNA)).await;
    let before = site.account(made.id).await;
    site.published_numbers().await;
    site.deliver("identity.user.changed", &UserChanged { deleted: true, ..user(PROJECT, ANNA, BUILDING_1, 2) }).await;
    let published = site.published_numbers().await;
    assert_eq!(published.iter().map(|number| (number.id, number.user_id)).collect::<Vec<_>>(), [(made.id, 0)]);
    assert_ne!(site.account(made.id).await.1, before.1, "a phone that was theirs registers no longer");
    site.change(&site.admin(), made.id, SipNumber { user: Some(reference(BORIS)), ..Default::default() }, &["user"]).await.expect("free to be given");
}

#[tokio::test]
async fn the_number_of_a_deleted_device_stays_and_is_free() {
    let site = Site::start().await;
    let made = site.number(of_panel("201", PANEL_1)).await;
    site.published_numbers().await;
    site.deliver("device.device.changed", &DeviceChanged { deleted: true, ..panel(PROJECT, PANEL_1, BUILDING_1, 2) }).await;
    let published = site.published_numbers().await;
    assert_eq!((published[0].id, published[0].device_id, published[0].sealed_password.len()), (made.id, 0, 0));
    site.change(&site.admin(), made.id, SipNumber { device: Some(reference(PANEL_2)), ..Default::default() }, &["device"]).await.expect("free");
}

#[tokio::test]
async fn the_numbers_of_a_deleted_group_are_out_of_use_until_another_has_them() {
    let site = Site::start().await;
    let general = site.number(SipNumber { is_general: true, ..of_group("300", BUILDING_1) }).await;
    site.published_numbers().await;
    site.deliver(tree::TOPIC, &GroupChanged { deleted: true, ..group(PROJECT, BUILDING_1, RESIDENCE, 2) }).await;
    let published = site.published_numbers().await;
    assert_eq!((published[0].id, published[0].is_active, published[0].is_general), (general.id, false, false));
    let moved = SipNumber { domain: Some(reference(BUILDING_2)), is_active: Some(true), ..Default::default() };
    let moved = site.change(&site.admin(), general.id, moved, &["domain", "is_active"]).await.expect("another group takes it");
    assert_eq!((moved.domain.map(|group| group.id), moved.is_active), (Some(BUILDING_2), Some(true)));
}

#[tokio::test]
async fn devices_are_told_when_they_register_elsewhere() {
    let site = Site::start().await;
    let made = site.number(of_panel("201", PANEL_1)).await;
    site.number(of_user("101", ANNA)).await;
    site.published_numbers().await;
    let sip = |version, proxy: &str, talk_timeout| ProjectSettingsChanged {
        project_id: PROJECT,
        version,
        sip: Some(ProjectSip {
            is_enabled: true,
            proxy_address: proxy.into(),
            proxy_port: 5070,
            transport: "tcp".into(),
            talk_timeout,
            ..Default::default()
        }),
        ..Default::default()
    };
    site.deliver("domains.settings.changed", &sip(1, "sip.example.org", 120)).await;
    let published = site.published_numbers().await;
    assert_eq!(published.len(), 1, "a user's phone finds the way by itself");
    assert_eq!((published[0].id, published[0].version), (made.id, 2));
    assert_eq!((published[0].proxy_address.as_str(), published[0].proxy_port, published[0].transport.as_str()), ("sip.example.org", 5070, "tcp"));
    site.deliver("domains.settings.changed", &sip(2, "sip.example.org", 60)).await;
    assert!(site.published_numbers().await.is_empty(), "nothing that is published to devices has changed");
}

#[tokio::test]
async fn devices_are_told_the_realm_of_a_server_of_the_projects_own() {
    let site = Site::start().await;
    site.number(of_panel("201", PANEL_1)).await;
    site.published_numbers().await;
    let realm = async |version, proxy: &str, realm: &str| {
        let sip = ProjectSip {
            is_enabled: true,
            proxy_address: proxy.into(),
            realm_address: realm.into(),
            proxy_port: 5060,
            transport: "udp".into(),
            talk_timeout: 120,
            ..Default::default()
        };
        let changed = ProjectSettingsChanged { project_id: PROJECT, version, sip: Some(sip), ..Default::default() };
        site.deliver("domains.settings.changed", &changed).await;
        site.published_numbers().await.pop().map(|number| number.realm)
    };
    assert_eq!(realm(1, "", "pbx.test").await, None, "the installation's edge knows the project's own realm alone");
    assert_eq!(realm(2, "sip.pbx.test", "pbx.test").await.as_deref(), Some("pbx.test"));
    assert_eq!(realm(3, "sip.pbx.test", "").await.as_deref(), Some("p1.sip.test"));
}
