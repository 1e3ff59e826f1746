//! Devices that register with their virtual numbers.
use device_protocol::DeviceCall;
use futures::StreamExt;
use kit::realtime::{Audience, Push};
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{GroupChanged, NumberChanged};
use testing::PROJECT;

use crate::http_panel::make;
use crate::panel::Panel;
use crate::site::{ROOT, Site, a_panel, until};

/// A number as telephony publishes it; device 0 is none.
pub fn number(site: &Site, id: i64, version: i64, device_id: i64, password: &str) -> NumberChanged {
    NumberChanged {
        project_id: PROJECT,
        id,
        version,
        number: format!("20{id}"),
        is_active: true,
        device_id,
        realm: "p1.sip.test".into(),
        proxy_address: "edge.test".into(),
        proxy_port: 5070,
        transport: "udp".into(),
        sealed_password: site.app.context.sealer.seal_for("telephony.number.password", password),
        ..Default::default()
    }
}

pub async fn deliver(site: &Site, number: NumberChanged) {
    site.deliver("telephony.number.changed", number).await;
}

async fn sip(site: &Site, device: i64) -> SipSettings {
    site.get(&site.admin(), device).await.unwrap().device_settings.unwrap().sip.unwrap()
}

async fn kinds(site: &Site, device: i64) -> Vec<String> {
    site.tasks_of(device).await.into_iter().map(|task| task.kind).filter(|kind| kind == "sip_settings").collect()
}

#[tokio::test]
async fn a_device_is_told_the_account_of_its_number() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    deliver(&site, number(&site, 1, 1, device.id, "Secret12")).await;
    site.gateway.notify_dispatcher();
    let sent = || {
        panel.memory.lock().unwrap().calls.iter().any(|call| {
            matches!(call, DeviceCall::WriteSip(sip) if sip.user == "201" && sip.password == "Secret12" && sip.realm == "p1.sip.test" && sip.proxy == "edge.test:5070")
        })
    };
    until("the panel has its account", async || sent()).await;
    let sip_settings = sip(&site, device.id).await;
    assert_eq!((sip_settings.enabled, sip_settings.login.as_deref(), sip_settings.password.as_deref()), (true, Some("201"), Some("********")));
    site.end().await;
}

#[tokio::test]
async fn what_is_entered_by_hand_stays_until_it_is_left_to_the_number() {
    let site = Site::start().await;
    let mut device = site.make_panel().await;
    let by_hand =
        SipSettings { manual: true, enabled: true, login: Some("panel".into()), proxy_address: Some("pbx.test".into()), ..Default::default() };
    device.device_settings.as_mut().unwrap().sip = Some(by_hand);
    let mut device = site.update(&site.admin(), device, &["device_settings.sip"]).await.unwrap();
    deliver(&site, number(&site, 1, 1, device.id, "Secret12")).await;
    assert_eq!(sip(&site, device.id).await.login.as_deref(), Some("panel"));
    device.device_settings.as_mut().unwrap().sip.as_mut().unwrap().manual = false;
    site.update(&site.admin(), device.clone(), &["device_settings.sip.manual"]).await.unwrap();
    let sip_settings = sip(&site, device.id).await;
    assert_eq!((sip_settings.login.as_deref(), sip_settings.proxy_address.as_deref()), (Some("201"), Some("edge.test:5070")));
    site.end().await;
}

#[tokio::test]
async fn an_account_by_number_is_not_changed_by_hand() {
    let site = Site::start().await;
    let mut device = site.make_panel().await;
    deliver(&site, number(&site, 1, 1, device.id, "Secret12")).await;
    let other =
        SipSettings { enabled: false, login: Some("evil".into()), password: Some("Another12".into()), talk_timeout: Some(60), ..Default::default() };
    device.device_settings.as_mut().unwrap().sip = Some(other);
    let paths = ["device_settings.sip.enabled", "device_settings.sip.login", "device_settings.sip.password", "device_settings.sip.talk_timeout"];
    site.update(&site.admin(), device.clone(), &paths).await.unwrap();
    let sip_settings = sip(&site, device.id).await;
    assert_eq!((sip_settings.enabled, sip_settings.login.as_deref(), sip_settings.talk_timeout), (true, Some("201"), Some(60)));
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let sealed: Vec<u8> = sqlx::query_scalar("SELECT sip_password FROM devices").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(site.app.context.sealer.open(&sealed).unwrap(), "Secret12");
    drop(tx);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_loses_its_number_is_switched_off_and_another_gets_it() {
    let site = Site::start().await;
    let (first, second) = (site.make_panel().await, site.make_panel().await);
    deliver(&site, number(&site, 1, 1, first.id, "Secret12")).await;
    deliver(&site, number(&site, 1, 2, second.id, "Secret34")).await;
    let (lost, got) = (sip(&site, first.id).await, sip(&site, second.id).await);
    assert_eq!((lost.enabled, lost.login, lost.password), (false, None, None));
    assert_eq!((got.enabled, got.login.as_deref()), (true, Some("201")));
    assert_eq!((kinds(&site, first.id).await.len(), kinds(&site, second.id).await.len()), (2, 1));
    deliver(&site, NumberChanged { deleted: true, ..number(&site, 1, 3, second.id, "") }).await;
    assert!(!sip(&site, second.id).await.enabled);
    site.end().await;
}

#[tokio::test]
async fn only_news_makes_a_task() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    deliver(&site, number(&site, 1, 2, device.id, "Secret12")).await;
    deliver(&site, number(&site, 1, 1, 0, "Secret12")).await;
    assert!(sip(&site, device.id).await.enabled, "an old snapshot");
    deliver(&site, NumberChanged { name: "Gate".into(), ..number(&site, 1, 3, device.id, "Secret12") }).await;
    assert_eq!(kinds(&site, device.id).await.len(), 1, "the device is sent no names");
    deliver(&site, number(&site, 1, 4, device.id, "Secret34")).await;
    assert_eq!(kinds(&site, device.id).await.len(), 2, "another password");
    site.end().await;
}

#[tokio::test]
async fn whoever_shows_a_device_hears_that_its_number_is_another() {
    let site = Site::start().await;
    // Every test's pushes go through the same channel, and ids repeat from database to database: the group's does not.
    let own = 1_000_000_000 + (uuid::Uuid::now_v7().as_u128() % 1_000_000_000) as i64;
    site.deliver("domains.group.changed", GroupChanged { project_id: PROJECT, id: own, parent_id: ROOT, version: 1, ..Default::default() }).await;
    let device = site.create(&site.admin(), a_panel(own)).await.unwrap();
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pushes = client.get_async_pubsub().await.unwrap();
    pushes.subscribe(kit::realtime::channel(&site.app.context.settings)).await.unwrap();
    let mut heard = pushes.into_on_message();
    deliver(&site, number(&site, 1, 1, device.id, "Secret12")).await;
    let listening = async {
        loop {
            let pushes = kit::realtime::parse(heard.next().await.unwrap().get_payload_bytes()).unwrap_or_default();
            let is_of_group = |push: &Push| matches!(&push.audience, Audience::Scope { path, .. } if path == &[ROOT, own]);
            if let Some(push) = pushes.into_iter().find(|push| is_of_group(push) && push.data["type"] == "device.changed") {
                return push;
            }
        }
    };
    let push = tokio::time::timeout(std::time::Duration::from_secs(20), listening).await.expect("a push");
    assert_eq!((push.topic.as_str(), push.data), ("devices", serde_json::json!({ "type": "device.changed", "device_id": device.id })));
    site.end().await;
}

async fn stored_password(site: &Site) -> Option<String> {
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let sealed: Option<Vec<u8>> = sqlx::query_scalar("SELECT sip_password FROM devices").fetch_one(&mut *tx).await.unwrap();
    sealed.map(|sealed| site.app.context.sealer.open(&sealed).unwrap())
}

#[tokio::test]
async fn another_address_is_not_sent_the_password_of_the_number_until_it_is_another() {
    let site = Site::start().await;
    let (device, _panel) = make(&site).await;
    deliver(&site, number(&site, 1, 1, device.id, "Secret12")).await;
    assert_eq!(stored_password(&site).await.as_deref(), Some("Secret12"));
    let settings = |password: Option<&str>, manual| {
        let sip = SipSettings { manual, password: password.map(String::from), ..Default::default() };
        Some(DeviceSettings { sip: Some(sip), ..Default::default() })
    };
    let moved = Device {
        id: device.id,
        port: 1,
        login: Some("admin".into()),
        password: Some("of the page".into()),
        device_settings: settings(Some("Another12"), false),
        ..Default::default()
    };
    site.update(&site.admin(), moved, &["port", "login", "password", "device_settings.sip.password"]).await.unwrap();
    assert_eq!(stored_password(&site).await, None);
    // No other change brings it back.
    let renamed = Device { id: device.id, name: "Gate".into(), ..Default::default() };
    site.update(&site.admin(), renamed, &["name"]).await.unwrap();
    for manual in [true, false] {
        let by_hand = Device { id: device.id, device_settings: settings(None, manual), ..Default::default() };
        site.update(&site.admin(), by_hand, &["device_settings.sip.manual"]).await.unwrap();
    }
    deliver(&site, NumberChanged { name: "Gate".into(), ..number(&site, 1, 2, device.id, "Secret12") }).await;
    assert_eq!(stored_password(&site).await, None);
    deliver(&site, number(&site, 1, 3, device.id, "Secret34")).await;
    assert_eq!(stored_password(&site).await.as_deref(), Some("Secret34"));
    site.end().await;
}
