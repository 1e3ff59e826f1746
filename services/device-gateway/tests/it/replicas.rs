//! Several processes of one installation.
use std::time::Duration;

use device_gateway::Config;
use device_protocol::link::PageQuery;
use device_protocol::{DeviceCall, Presence, TopicKind};
use futures::StreamExt;
use kit::realtime::{Audience, Push};
use proto::vestibule::device::v1::*;
use uuid::Uuid;

use crate::access::card;
use crate::events::{event, push};
use crate::panel::Panel;
use crate::site::{ROOT, Site, a_panel, until};

const CALL_TIMEOUT: Duration = Duration::from_secs(20);

#[tokio::test]
async fn two_processes_share_the_devices_and_send_no_task_twice() {
    let mut site = Site::start().await;
    let replica = site.start_replica().await;
    let mut panels = Vec::new();
    for _ in 0..4 {
        let device = site.make_panel().await;
        let version = site.access.set(device.id, (1..=150).map(card).collect(), vec![]);
        let panel = Panel::connect(&device.serial_number).await;
        for gateway in [&site.gateway, &replica] {
            has_seen(gateway, &panel).await;
        }
        panels.push((device.id, version, panel));
    }
    for (device, version, _) in &panels {
        site.list_changed(*device, *version).await;
        replica.notify_dispatcher();
    }
    for (device, version, panel) in &panels {
        site.until_in_step(*device, *version).await;
        assert_eq!(panel.holds().0.len(), 150);
        for task in site.tasks_of(*device).await {
            assert_eq!((task.status(), task.attempts), (TaskStatus::Completed, 1), "{task:?}");
        }
    }
    site.end().await;
}

/// A process that learns that a device has connected gives up what it asks the device: the two may learn of it at different
/// times, and the one that is later may have the device's work by then.
async fn has_seen(gateway: &device_gateway::App, panel: &Panel) {
    until("the panel's answer comes after the news of it", async || {
        let question = DeviceCall::ReadIdentifiers(PageQuery::FIRST).request(Uuid::new_v4());
        gateway.mqtt.call(&panel.serial, question, CALL_TIMEOUT).await.is_ok_and(|answer| answer.is_success())
    })
    .await;
}

#[tokio::test]
async fn two_processes_store_an_event_once_and_both_can_ask_a_device() {
    let mut site = Site::start().await;
    let replica = site.start_replica().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    for id in 1..=10 {
        assert_eq!(panel.push(push([event(id)])).await.status, 200);
    }
    assert_eq!(site.device_events(&site.admin()).await.len(), 10);
    let serial = panel.serial.clone();
    for gateway in [&site.gateway, &replica] {
        let question = DeviceCall::ReadIdentifiers(PageQuery::FIRST).request(Uuid::new_v4());
        assert!(gateway.mqtt.call(&serial, question, CALL_TIMEOUT).await.unwrap().is_success());
    }
    site.end().await;
}

#[tokio::test]
async fn what_a_dead_process_held_is_taken_over() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    until("the device is left alone", async || {
        let mut tx = site.app.context.database.system().await.unwrap();
        let changed =
            sqlx::query("UPDATE device_sync SET lease_owner = $1 WHERE lease_owner IS NULL").bind(Uuid::new_v4()).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        changed.rows_affected() == 1
    })
    .await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0.len(), 1);
    site.end().await;
}

/// An event is pushed to browsers in the form that the gateway's sockets filter by.
#[tokio::test]
async fn an_event_is_pushed_to_whoever_sees_its_group() {
    let site = Site::start().await;
    // Ids repeat from database to database; this name does not.
    let device = Device { name: site.app.database().into(), ..a_panel(ROOT) };
    let device = site.create(&site.admin(), device).await.unwrap();
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pushes = client.get_async_pubsub().await.unwrap();
    pushes.subscribe(kit::realtime::channel(&site.app.context.settings)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    panel.push(push([event(1)])).await;
    let mut heard = pushes.into_on_message();
    let listening = async {
        loop {
            let pushes = kit::realtime::parse(heard.next().await.unwrap().get_payload_bytes()).unwrap_or_default();
            // Every test's pushes go through the same channel.
            let is_wanted = |push: &Push| push.topic == "events.access-control" && push.data["device"]["name"] == site.app.database();
            if let Some(push) = pushes.into_iter().find(is_wanted) {
                return push;
            }
        }
    };
    let push = tokio::time::timeout(std::time::Duration::from_secs(20), listening).await.unwrap();
    assert!(matches!(push.audience, Audience::Scope { resource, path } if resource == "events/access-control" && path == [ROOT]));
    site.end().await;
}

/// How often the device was to be read back.
async fn reads(site: &Site, device: i64) -> (i64, i64) {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query_as("SELECT read_asked, read_done FROM device_sync WHERE device_id = $1").bind(device).fetch_one(&mut *tx).await.unwrap()
}

async fn is_read(site: &Site, device: i64) -> bool {
    let (asked, done) = reads(site, device).await;
    asked == done
}

#[tokio::test]
async fn a_replica_that_starts_reads_back_no_device_whose_status_is_stored_already() {
    let mut site = Site::start().await;
    let (online, returned) = (site.make_panel().await, site.make_panel().await);
    let _panels = (Panel::connect(&online.serial_number).await, Panel::connect(&returned.serial_number).await);
    for device in [&online, &returned] {
        site.until_online(device.id, true).await;
        until("the device is read back", async || is_read(&site, device.id).await).await;
    }
    // Of one the stored status is wrong, so that the retained one is a change: the start of the replica is seen by it.
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE devices SET status = 2 WHERE id = $1").bind(returned.id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let before = (reads(&site, online.id).await, reads(&site, returned.id).await);
    site.start_replica().await;
    site.until_online(returned.id, true).await;
    until("the device is read back", async || is_read(&site, returned.id).await).await;
    assert!(reads(&site, returned.id).await.0 > before.1.0);
    assert_eq!(reads(&site, online.id).await, before.0);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_the_broker_does_not_report_is_offline_only_if_it_does_not_answer() {
    let mut site = Site::with_config(Config { presence_timeout: Duration::from_secs(1), ..Config::default() }).await;
    let (answering, mute) = (site.make_panel().await, site.make_panel().await);
    let panels = [Panel::connect(&answering.serial_number).await, Panel::connect(&mute.serial_number).await];
    for (device, panel) in [&answering, &mute].into_iter().zip(&panels) {
        site.until_online(device.id, true).await;
        panel.forget_retained_status().await;
        // Once this is answered, the broker has forgotten it.
        panel.push(push([event(1)])).await;
    }
    panels[1].is_mute.store(true, std::sync::atomic::Ordering::Relaxed);
    site.start_replica().await;
    site.until_online(mute.id, false).await;
    assert_eq!(site.info(answering.id).await.status(), DeviceStatus::Online);
    site.end().await;
}

/// As after a connection at which the broker dropped what it kept of the device.
async fn lose_status(site: &Site, device: i64, panel: &Panel) {
    // Nothing that it answers comes afterwards.
    until("the device is read back", async || is_read(site, device).await).await;
    panel.forget_retained_status().await;
    panel.publish(TopicKind::DeviceStatus.topic(&panel.serial), Presence::Offline.as_str().into()).await;
    site.until_online(device, false).await;
    assert_eq!(site.gateway.counters.devices_online.get(), 0);
}

#[tokio::test]
async fn a_device_that_is_stored_as_offline_and_sends_an_event_is_online_and_counted() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    lose_status(&site, device.id, &panel).await;
    panel.push(push([event(1)])).await;
    site.until_online(device.id, true).await;
    assert_eq!(site.gateway.counters.devices_online.get(), 1);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_is_stored_as_offline_and_answers_is_online() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    lose_status(&site, device.id, &panel).await;
    let question = DeviceCall::ReadIdentifiers(PageQuery::FIRST).request(Uuid::new_v4());
    assert!(site.gateway.mqtt.call(&panel.serial, question, CALL_TIMEOUT).await.unwrap().is_success());
    site.until_online(device.id, true).await;
    site.end().await;
}
