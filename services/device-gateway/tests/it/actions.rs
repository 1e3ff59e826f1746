//! Apply, initialise, restart the queue: three different things.
use device_protocol::DeviceCall;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::DeviceTaskFailed;
use tonic::Code;

use crate::access::{card, link};
use crate::panel::Panel;
use crate::site::{ROOT, Site, a_panel, until};

fn sip(login: Option<&str>, password: Option<&str>) -> SipSettings {
    SipSettings {
        enabled: true,
        proxy_address: Some("sip.example.org".into()),
        login: login.map(Into::into),
        password: password.map(Into::into),
        ..Default::default()
    }
}

async fn apply(site: &Site, id: i64) -> i64 {
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id })).await.unwrap().into_inner().tasks
}

#[tokio::test]
async fn apply_sends_settings_and_the_whole_list_again() {
    let site = Site::start().await;
    let mut wanted = a_panel(ROOT);
    wanted.device_settings.as_mut().unwrap().sip = Some(sip(Some("1001"), Some("Secret1")));
    wanted.device_settings.as_mut().unwrap().address =
        Some(AddressSettings { mode: Some("unit".into()), building: Some("12".into()), ..Default::default() });
    let device = site.create(&site.admin(), wanted).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    panel.memory.lock().unwrap().calls.clear();

    assert_eq!(apply(&site, device.id).await, 7);
    until("everything was sent", async || site.info(device.id).await.tasks_waiting == 0).await;
    let kinds: Vec<String> = site.tasks_of(device.id).await.into_iter().rev().take(7).map(|task| task.kind).collect();
    assert_eq!(kinds, ["identifiers_save", "forwards", "alpr_camera", "additional", "address", "sip_calls", "sip_settings"]);
    let calls = panel.memory.lock().unwrap().calls.clone();
    assert!(calls.iter().any(|call| matches!(call, DeviceCall::WriteSip(sip) if sip.password == "Secret1")));
    assert!(calls.iter().any(|call| matches!(call, DeviceCall::SetMode(_))));
    assert!(calls.iter().any(|call| matches!(call, DeviceCall::WriteIdentifiers(items) if items.list_items.len() == 1)));
    site.end().await;
}

#[tokio::test]
async fn init_clears_the_panel_and_builds_it_up_again() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![card(1), card(2)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    panel.memory.lock().unwrap().calls.clear();
    let request = site.as_caller(&site.admin(), DeviceActionRequest { id: device.id });
    site.devices().init_device(request).await.unwrap();
    until("the panel is built up again", async || {
        let info = site.info(device.id).await;
        info.tasks_waiting == 0 && info.identifiers_count == 2
    })
    .await;
    let calls = panel.memory.lock().unwrap().calls.clone();
    let place = |test: fn(&DeviceCall) -> bool| calls.iter().position(test).unwrap();
    assert!(place(|call| matches!(call, DeviceCall::DeleteIdentifiers(_))) < place(|call| matches!(call, DeviceCall::WriteIdentifiers(_))));
    assert_eq!(panel.holds().0, [link(1), link(2)].into());
    site.end().await;
}

#[tokio::test]
async fn a_setting_that_cannot_be_sent_is_an_error_that_is_told_and_can_be_restarted() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let settings = DeviceSettings { sip: Some(sip(Some("1001"), None)), ..Default::default() };
    let change = Device { id: device.id, device_settings: Some(settings), ..Default::default() };
    site.update(&site.admin(), change, &["device_settings.sip.enabled", "device_settings.sip.login", "device_settings.sip.proxy_address"])
        .await
        .unwrap();
    until("the task is in error", async || site.info(device.id).await.tasks_failed == 1).await;
    let calls = panel.memory.lock().unwrap().calls.clone();
    assert!(calls.iter().any(|call| matches!(call, DeviceCall::SetTalkTimeout(_))), "what needs no password was sent");
    assert!(!calls.iter().any(|call| matches!(call, DeviceCall::WriteSip(_) | DeviceCall::EnableSip(_))));
    let task = site.tasks_of(device.id).await.remove(0);
    assert_eq!(task.kind, "sip_settings");
    assert!(task.error.is_some_and(|why| why.contains("the SIP account was not sent, its password is not set")));
    let published: Vec<DeviceTaskFailed> = site.outbox_events("device.task.failed").await;
    assert_eq!((published.len(), published[0].task_id, published[0].device_name.as_str()), (1, task.id, "Front door"));

    let settings = DeviceSettings { sip: Some(sip(None, Some("Secret1"))), ..Default::default() };
    let change = Device { id: device.id, device_settings: Some(settings), ..Default::default() };
    site.update(&site.admin(), change, &["device_settings.sip.password"]).await.unwrap();
    until("the settings were sent", async || site.tasks_of(device.id).await.iter().any(|task| task.status() == TaskStatus::Completed)).await;
    assert_eq!(site.tasks_of(device.id).await[0].status(), TaskStatus::Stopped);
    site.end().await;
}

#[tokio::test]
async fn the_queue_of_a_device_without_a_protocol_cannot_be_restarted() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), Device { protocol: Protocol::None.into(), ..a_panel(ROOT) }).await.unwrap();
    let request = site.as_caller(&site.admin(), DeviceActionRequest { id: device.id });
    let refused = site.devices().restart_device_queue(request).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device protocol none prevents init, queue restart and sync"));
    site.end().await;
}
