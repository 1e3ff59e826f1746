//! Events on their way from a device to the table.
use std::time::Duration;

use device_protocol::{Event as Reported, EventPush, Response, StoredEvents};
use futures::{StreamExt, TryStreamExt};
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::device::v1::events_server::Events;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{EventArrived, IdentifierChanged, ProjectChanged, ProjectGeneral, ProjectSettingsChanged};
use serde::Deserialize;
use serde_json::json;
use sqlx::Connection;
use testing::PROJECT;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::panel::Panel;
use crate::site::{ROOT, Site, until};

pub fn event(id: u64) -> Reported {
    serde_json::from_value(json!({
        "id": id, "created_at": "2026-03-02T08:15:00.123Z", "category": "access", "code": "access_granted_by_valid_identifier",
        "info": {"number": "13961168", "type": "card", "owner": "Ann", "lock": 1}
    }))
    .unwrap()
}

pub fn push(events: impl IntoIterator<Item = Reported>) -> EventPush {
    EventPush::new(events)
}

fn stored(response: &Response) -> Vec<u64> {
    assert_eq!(response.status, 200, "{response:?}");
    StoredEvents::deserialize(&response.body).unwrap().stored
}

#[tokio::test]
async fn an_event_is_stored_with_whose_number_it_is_and_told_to_others() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let identifier = IdentifierChanged {
        project_id: PROJECT,
        id: 70,
        version: 1,
        name: "Blue card".into(),
        r#type: "card".into(),
        number: "0013961168".into(),
        is_active: true,
        owner_id: 5,
        owner_name: "Ann".into(),
        ..Default::default()
    };
    site.deliver("access.identifier.changed", identifier).await;
    let panel = Panel::connect(&device.serial_number).await;
    assert_eq!(stored(&panel.push(push([event(1)])).await), [1]);

    let events = site.device_events(&site.admin()).await;
    let found = &events[0];
    assert_eq!((found.category(), found.code.as_str()), (EventCategory::Access, "access_granted_by_valid_identifier"));
    assert_eq!((found.identifier.as_ref().unwrap().id, found.user.as_ref().unwrap().name.as_str()), (70, "Ann"));
    assert_eq!((found.domain.as_ref().unwrap().id, found.lock_number, found.is_revoked), (ROOT, Some(1), false));
    assert_ne!(found.created_at, found.received_at);
    let published: Vec<EventArrived> = site.outbox_events("device.event.arrived").await;
    assert_eq!(published.len(), 1);
    assert_eq!((published[0].event_id, published[0].user_id, published[0].device_name.as_str()), (found.id, 5, "Front door"));
    site.end().await;
}

#[tokio::test]
async fn events_that_are_older_than_their_project_stores_them_are_deleted_the_oldest_first() {
    let site = Site::start().await;
    let changed = ProjectChanged { id: PROJECT, version: 1, time_zone: "UTC".into(), ..Default::default() };
    site.deliver("identity.project.changed", changed).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    for id in 1..=3 {
        assert_eq!(stored(&panel.push(push([event(id)])).await), [id]);
    }
    let delete = async |most_days, days, limit| {
        let now = site.app.context.clock.now() + time::Duration::days(days);
        let mut tx = site.app.context.database.system().await.unwrap();
        let deleted = device_gateway::operation::event::delete_expired(&mut tx, most_days, now, limit).await.unwrap();
        tx.commit().await.unwrap();
        deleted
    };
    let all: Vec<i64> = site.device_events(&site.admin()).await.iter().map(|event| event.id).collect();
    assert_eq!(delete(None, 364, 10).await, 0, "365 days is the default of a project");
    let general = ProjectGeneral { event_days: 7, ..Default::default() };
    site.deliver(
        "domains.settings.changed",
        ProjectSettingsChanged { project_id: PROJECT, version: 1, general: Some(general), ..Default::default() },
    )
    .await;
    assert_eq!(delete(None, 7, 10).await, 0);
    assert_eq!(delete(None, 8, 1).await, 1);
    assert_eq!(delete(Some(3), 4, 1).await, 1, "the installation may say less");
    let left: Vec<i64> = site.device_events(&site.admin()).await.iter().map(|event| event.id).collect();
    assert_eq!(left, all[2..]);
    site.end().await;
}

#[tokio::test]
async fn a_revoked_card_is_marked() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let identifier = IdentifierChanged {
        project_id: PROJECT,
        id: 70,
        version: 1,
        r#type: "card".into(),
        number: "13961168".into(),
        revoked: true,
        ..Default::default()
    };
    site.deliver("access.identifier.changed", identifier).await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.push(push([event(1)])).await;
    assert!(site.device_events(&site.admin()).await[0].is_revoked);
    assert!(site.outbox_events::<EventArrived>("device.event.arrived").await[0].is_revoked);
    site.end().await;
}

#[tokio::test]
async fn an_event_that_is_sent_twice_is_stored_and_told_once() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    assert_eq!(stored(&panel.push(push([event(1), event(2)])).await), [1, 2]);
    assert_eq!(stored(&panel.push(push([event(2), event(3), event(3)])).await), [2, 3, 3]);
    let ids: Vec<i64> = site.device_events(&site.admin()).await.iter().map(|event| event.device_event_id).collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!(site.outbox_events::<EventArrived>("device.event.arrived").await.len(), 3);
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_was_reset_or_replaced_loses_no_event_though_it_numbers_them_anew() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    assert_eq!(stored(&panel.push(push([event(1), event(2)])).await), [1, 2]);
    let later = |id| Reported { created_at: event(id).created_at + time::Duration::HOUR, ..event(id) };
    assert_eq!(stored(&panel.push(push([later(1), later(2)])).await), [1, 2]);
    assert_eq!(stored(&panel.push(push([later(2)])).await), [2], "sent twice");
    let ids: Vec<i64> = site.device_events(&site.admin()).await.iter().map(|event| event.device_event_id).collect();
    assert_eq!(ids, [1, 2, 1, 2]);
    site.end().await;
}

#[tokio::test]
async fn an_event_that_is_dated_far_ahead_counts_as_of_its_arrival_and_none_is_lost() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let dated = |id, at: &str| Reported { created_at: OffsetDateTime::parse(at, &Rfc3339).unwrap(), ..event(id) };
    let now = site.app.context.clock.now();
    let soon = Reported { created_at: now + time::Duration::minutes(10), ..event(4) };
    let pushed = [dated(1, "9999-12-31T23:59:59Z"), event(2), dated(3, "9999-12-31T23:59:58Z"), soon.clone()];
    assert_eq!(stored(&panel.push(push(pushed.clone())).await), [1, 2, 3, 4]);
    // Another event of the same number, as of a panel that numbers them anew, is another event.
    assert_eq!(stored(&panel.push(push([dated(1, "9998-01-01T00:00:00Z")])).await), [1]);
    assert_eq!(stored(&panel.push(push(pushed.clone())).await), [1, 2, 3, 4], "sent twice");
    site.app.context.clock.advance(time::Duration::HOUR);
    assert_eq!(stored(&panel.push(push([soon, event(5)])).await), [4, 5], "sent again when its time has come");

    let events = site.device_events(&site.admin()).await;
    let of = |id: i64| events.iter().filter(|event| event.device_event_id == id).collect::<Vec<_>>();
    assert_eq!((events.len(), of(1).len(), of(4).len()), (6, 2, 1));
    let time = |at: &Option<prost_types::Timestamp>| at.as_ref().and_then(kit::clock::from_proto);
    let far = of(1)[0];
    assert!((time(&far.created_at).unwrap() - now).abs() < time::Duration::milliseconds(1) && far.received_at.is_some());
    assert_eq!(time(&far.device_created_at).unwrap().year(), 9_999, "the device's own time is stored");
    assert!(of(4)[0].device_created_at.is_some() && of(2)[0].device_created_at.is_none());
    let published: Vec<EventArrived> = site.outbox_events("device.event.arrived").await;
    assert_eq!(published.len(), 6);
    assert_eq!(published.iter().filter(|event| event.device_created_at.is_some()).count(), 4);
    // By time it does not stand above what happens later.
    let newest = ListEventsRequest { size: 10, sort: "-created_at".into(), ..Default::default() };
    let event_6 = Reported { created_at: site.app.context.clock.now(), ..event(6) };
    panel.push(push([event_6])).await;
    let first = site.events_rpc().list_device_events(site.as_caller(&site.admin(), newest)).await.unwrap().into_inner().items.remove(0);
    assert_eq!(first.device_event_id, 6);
    site.end().await;
}

/// Another transaction keeps the events from being committed: until it ends, nobody is answered.
#[tokio::test]
async fn a_device_is_answered_only_after_the_commit() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let mut blocker = site.app.context.database.system().await.unwrap();
    // The same key, uncommitted: the intake's insert has to wait for it.
    sqlx::query(
        "INSERT INTO events (project_id, device_id, domain_id, device_event_id, category, code, info, created_at, received_at)
         VALUES ($1, $2, $3, 1, 1, 'x', '{}', '2026-03-02 08:15:00.123Z', now())",
    )
    .bind(PROJECT)
    .bind(device.id)
    .bind(ROOT)
    .execute(&mut *blocker)
    .await
    .unwrap();
    let mut answers = panel.answers();
    let pushing = panel.push(push([event(1)]));
    tokio::pin!(pushing);
    // The intake is known to wait once Postgres says so.
    let mut watcher = sqlx::PgConnection::connect(&watching_url(&site)).await.unwrap();
    let waits = async {
        loop {
            let waiting: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE NOT l.granted AND a.datname = current_database()",
            )
            .fetch_one(&mut watcher)
            .await
            .unwrap();
            if waiting > 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::select! {
        answer = &mut pushing => panic!("answered before the commit: {answer:?}"),
        () = waits => {}
    }
    assert!(answers.try_recv().is_err());
    blocker.rollback().await.unwrap();
    assert_eq!(stored(&pushing.await), [1]);
    site.end().await;
}

pub fn watching_url(site: &Site) -> String {
    let admin = std::env::var("VESTIBULE_DATABASE_ADMIN_URL").unwrap();
    let (server, _) = admin.rsplit_once('/').unwrap();
    format!("{server}/{}", site.app.database())
}

#[tokio::test]
async fn garbage_is_refused_kept_and_stops_nobody() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let refused = panel.say_and_hear(b"\x00\xff{nonsense".to_vec(), |response| response.id == Uuid::nil()).await;
    assert_eq!(refused.status, 400);
    let id = Uuid::new_v4();
    let bad = json!({"id": id, "method": "PUT", "uri": "/api/v0/devices/logs", "body": {"events": "many"}});
    assert_eq!(panel.say_and_hear(bad.to_string().into_bytes(), move |response| response.id == id).await.status, 400);
    let too_long = vec![b' '; 300 * 1024];
    assert_eq!(panel.say_and_hear(too_long, |response| response.id == Uuid::nil()).await.status, 413);

    assert_eq!(stored(&panel.push(push([event(1)])).await), [1]);
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let kept: Vec<(i64, i32)> = sqlx::query_as("SELECT device_id, size FROM rejected_messages ORDER BY id").fetch_all(&mut *tx).await.unwrap();
    assert_eq!(kept.iter().map(|(device, _)| *device).collect::<Vec<_>>(), [device.id; 3]);
    assert_eq!(kept[2].1, 300 * 1024);
    drop(tx);
    site.end().await;
}

#[tokio::test]
async fn a_device_pushes_out_no_rejected_message_of_another() {
    let site = Site::start().await;
    let (quiet, loud) = (site.make_panel().await, site.make_panel().await);
    let quiet_panel = Panel::connect(&quiet.serial_number).await;
    quiet_panel.say_and_hear(b"nonsense".to_vec(), |response| response.status == 400).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO rejected_messages (project_id, device_id, reason, size, payload, received_at)
         SELECT $1, $2, 'nonsense', 0, '', now() FROM generate_series(1, 150)",
    )
    .bind(PROJECT)
    .bind(loud.id)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let loud_panel = Panel::connect(&loud.serial_number).await;
    loud_panel.say_and_hear(b"nonsense".to_vec(), |response| response.status == 400).await;
    let kept = async |device: i64| -> i64 {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        sqlx::query_scalar("SELECT count(*) FROM rejected_messages WHERE device_id = $1").bind(device).fetch_one(&mut *tx).await.unwrap()
    };
    assert_eq!((kept(quiet.id).await, kept(loud.id).await), (1, 100));
    site.end().await;
}

/// A device repeats what it is not rid of: the bad events go with the good ones, so that its queue goes on.
#[tokio::test]
async fn bad_events_are_kept_as_they_came_and_hold_up_none_of_the_others() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let sent = |id: serde_json::Value, changes: serde_json::Value| {
        let mut sent = json!(event(1));
        sent["id"] = id;
        sent.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        sent
    };
    let events = json!([
        sent(json!(1), json!({})),
        sent(json!(0), json!({})),
        sent(json!(2), json!({"info": {"number": "7".repeat(300), "type": "card", "owner": "Ann"}})),
        sent(json!("three"), json!({})),
        sent(json!(4), json!({"created_at": "noon"})),
        sent(json!(5), json!({})),
    ]);
    let request = json!({"id": Uuid::new_v4(), "method": "PUT", "uri": "/api/v0/devices/logs", "body": {"events": events}});
    let id = Uuid::deserialize(&request["id"]).unwrap();
    let answer = panel.say_and_hear(request.to_string().into_bytes(), move |response| response.id == id).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, json!({"stored": [1, 2, 5, 0, 4], "refused": ["three"]}));
    assert_eq!(stored(&panel.push(push([event(6)])).await), [6]);

    let events = site.device_events(&site.admin()).await;
    assert_eq!(events.iter().map(|event| event.device_event_id).collect::<Vec<_>>(), [1, 2, 5, 6]);
    assert_eq!(events[1].identifier_number.as_deref(), Some("7".repeat(255).as_str()));
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let cut: serde_json::Value = sqlx::query_scalar("SELECT info FROM events WHERE device_event_id = 2").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(cut["cut"], json!(["number"]));
    let kept: Vec<(String, Vec<u8>)> = sqlx::query_as("SELECT reason, payload FROM rejected_messages ORDER BY id").fetch_all(&mut *tx).await.unwrap();
    let ids: Vec<_> = kept.iter().map(|(_, raw)| serde_json::from_slice::<serde_json::Value>(raw).unwrap()["id"].clone()).collect();
    assert_eq!(ids, [json!(0), json!("three"), json!(4)]);
    assert!(kept[2].0.starts_with("created_at"), "{}", kept[2].0);
    assert_eq!(site.gateway.counters.messages_rejected.get(), 3);
    drop(tx);
    site.end().await;
}

#[tokio::test]
async fn a_card_that_was_good_when_it_was_used_raises_no_alarm_however_late_its_door_says_so() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    // The events are of 08:15.
    let since = |hour| Some(kit::clock::to_proto(time::macros::datetime!(2026-03-02 00:00 UTC) + time::Duration::hours(hour)));
    let void = |id, number: &str, hour, deleted: bool| IdentifierChanged {
        project_id: PROJECT,
        id,
        version: 1,
        r#type: "card".into(),
        number: number.into(),
        revoked: !deleted,
        deleted,
        void_since: since(hour),
        ..Default::default()
    };
    for (id, number, hour, deleted) in [(1, "1", 8, false), (2, "2", 9, false), (3, "3", 8, true), (4, "4", 9, true)] {
        site.deliver("access.identifier.changed", void(id, number, hour, deleted)).await;
    }
    let panel = Panel::connect(&device.serial_number).await;
    let used = |id: u64| {
        let mut used = event(id);
        used.info.number = Some(id.to_string());
        used
    };
    panel.push(push((1..=4).map(used))).await;
    let events = site.device_events(&site.admin()).await;
    assert_eq!(events.iter().map(|event| event.is_revoked).collect::<Vec<_>>(), [true, false, true, false]);
    site.end().await;
}

#[tokio::test]
async fn a_zero_character_costs_neither_the_event_nor_its_neighbours() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let mut odd = event(1);
    odd.info.owner = Some("a\0b".into());
    odd.info.number = Some("\0".into());
    assert_eq!(stored(&panel.push(push([odd, event(2)])).await), [1, 2]);
    assert_eq!(site.device_events(&site.admin()).await.len(), 2);
    site.end().await;
}

#[tokio::test]
async fn many_panels_are_answered_each_for_its_own() {
    let site = Site::start().await;
    let mut panels = Vec::new();
    for _ in 0..5 {
        panels.push(Panel::connect(&site.make_panel().await.serial_number).await);
    }
    let pushes = panels.iter().enumerate().map(|(index, panel)| panel.push(push((1..=20).map(move |id| event(id + 100 * index as u64)))));
    for (index, response) in futures::future::join_all(pushes).await.iter().enumerate() {
        assert_eq!(stored(response), (1..=20).map(|id| id + 100 * index as u64).collect::<Vec<_>>());
    }
    assert_eq!(site.device_events(&site.admin()).await.len(), 100);
    site.end().await;
}

#[tokio::test]
async fn the_log_of_access_control_holds_access_only_and_a_feed_asks_for_what_came_after() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let booted: Reported =
        serde_json::from_value(json!({"id": 2, "created_at": "2026-03-02T08:15:00Z", "category": "info", "code": "device_booted"})).unwrap();
    panel.push(push([event(1), booted, event(3)])).await;
    let list = async |after_id| {
        let request = site.as_caller(&site.admin(), ListEventsRequest { after_id, sort: "id".into(), ..Default::default() });
        site.events_rpc().list_access_control_events(request).await.unwrap().into_inner().items
    };
    let access = list(None).await;
    assert_eq!(access.iter().map(|event| event.device_event_id).collect::<Vec<_>>(), [1, 3]);
    let later = list(Some(access[0].id)).await;
    assert_eq!(later.iter().map(|event| event.device_event_id).collect::<Vec<_>>(), [3]);
    site.end().await;
}

/// The next push of a topic that names the event.
async fn pushed_event(pushes: &mut redis::aio::PubSub, topic: &str) -> serde_json::Value {
    let mut heard = pushes.on_message();
    let wait = async {
        loop {
            let found = kit::realtime::parse(heard.next().await.unwrap().get_payload_bytes()).unwrap_or_default();
            if let Some(push) = found.into_iter().find(|push| push.topic == topic && push.data["type"] == "device.event.arrived") {
                return push.data;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("a push of the topic")
}

#[tokio::test]
async fn a_code_and_a_qr_code_are_in_no_list_download_push_event_or_search() {
    const CODE: &str = "471103";
    const QR: &str = "7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0fab12";
    let site = Site::start().await;
    let device = site.make_panel().await;
    for (id, kind, number) in [(70, "access_code", CODE), (71, "qr", QR)] {
        let identifier = IdentifierChanged {
            project_id: PROJECT,
            id,
            version: 1,
            name: format!("Courier {id}"),
            r#type: kind.into(),
            number: number.into(),
            is_active: true,
            ..Default::default()
        };
        site.deliver("access.identifier.changed", identifier).await;
    }
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pushes = client.get_async_pubsub().await.unwrap();
    pushes.subscribe(kit::realtime::channel(&site.app.context.settings)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    let presented = |id: u64, kind: &str, number: &str| -> Reported {
        serde_json::from_value(json!({
            "id": id, "created_at": "2026-03-02T08:15:00Z", "category": "access", "code": "access_granted_by_valid_identifier",
            "info": {"number": number, "type": kind, "lock": 1, "entered": number}
        }))
        .unwrap()
    };
    panel.push(push([presented(1, "inputCode", CODE)])).await;
    let pushed = pushed_event(&mut pushes, "events.access-control").await;
    assert_eq!((&pushed["identifier_id"], &pushed["identifier_number"]), (&json!(70), &json!("••••••")));
    panel.push(push([presented(2, "qr", QR), presented(3, "inputCode", "471104")])).await;

    let concierge = site.admin();
    let list = async |request: ListEventsRequest| {
        site.events_rpc().list_access_control_events(site.as_caller(&concierge, request)).await.unwrap().into_inner().items
    };
    let all = list(ListEventsRequest { sort: "id".into(), ..Default::default() }).await;
    let numbers: Vec<_> = all.iter().map(|event| event.identifier_number.as_deref().unwrap()).collect();
    assert_eq!(numbers, ["••••••", "••••ab12", "••••••"], "a mistyped code gives the right one away");
    let found: Vec<_> = all.iter().map(|event| event.identifier.as_ref().map(|identifier| identifier.id)).collect();
    assert_eq!(found, [Some(70), Some(71), None], "they are resolved nevertheless");
    for number in [CODE, QR, "4711"] {
        assert!(list(ListEventsRequest { search: number.into(), ..Default::default() }).await.is_empty(), "{number}");
        let filters = json!([{"field": "identifier_number", "rule": "has", "value": number}]).to_string();
        assert!(list(ListEventsRequest { filters, ..Default::default() }).await.is_empty(), "{number}");
    }
    let rows = downloaded(&site, &concierge, DownloadEventsRequest::default()).await.unwrap().concat().join(",");
    let published: Vec<EventArrived> = site.outbox_events("device.event.arrived").await;
    let mut tx = site.app.context.database.system().await.unwrap();
    let stored: Vec<String> = sqlx::query_scalar("SELECT e::text FROM events e").fetch_all(&mut *tx).await.unwrap();
    for text in [rows, format!("{published:?}"), stored.join("\n")] {
        assert!(text.contains("••") && [CODE, QR, "471104"].iter().all(|number| !text.contains(number)), "{text}");
    }
    drop(tx);
    site.end().await;
}

#[tokio::test]
async fn a_status_is_told_once_for_each_change() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    panel.say_online().await;
    panel.push(push([event(1)])).await;
    panel.vanish().await;
    site.until_online(device.id, false).await;
    until("both changes are published", async || {
        let published: Vec<bool> = site
            .outbox_events::<proto::vestibule::events::v1::DeviceStatusChanged>("device.status.changed")
            .await
            .iter()
            .map(|change| change.online)
            .collect();
        published == [true, false]
    })
    .await;
    site.end().await;
}

/// The cells of a csv, without its head. No value of these tests has a comma.
async fn downloaded(site: &Site, caller: &policy::Caller, request: DownloadEventsRequest) -> Result<Vec<Vec<String>>, tonic::Status> {
    let request = DownloadEventsRequest { export_format: ExportFormat::Csv.into(), ..request };
    let pieces = site.events_rpc().download_access_control_events(site.as_caller(caller, request)).await?.into_inner();
    let pieces: Vec<_> = pieces.try_collect().await?;
    assert_eq!(pieces[0].file_name, "access-control-events.csv");
    let text = String::from_utf8(pieces.into_iter().flat_map(|piece| piece.data).collect()).unwrap();
    Ok(text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect())
}

#[tokio::test]
async fn a_download_has_every_event_of_its_filters_once_in_order_and_only_those_that_the_list_shows() {
    let site = Site::start().await;
    let keeper = testing::group_administrator(PROJECT, 5, &[crate::site::HOUSE]);
    let device = site.make_panel().await;
    let own = site.create(&keeper, crate::site::a_panel(crate::site::HOUSE)).await.unwrap();
    // Three pages and a half, many of one time; one of another category.
    let mut tx = site.app.context.database.system().await.unwrap();
    for (device, events) in [(device.id, 3_500), (own.id, 2)] {
        sqlx::query(
            "INSERT INTO events (project_id, device_id, domain_id, device_event_id, category, code, lock_number, info, created_at, received_at)
             SELECT $1, $2, 1, n, CASE WHEN n = 1 THEN 2 ELSE 1 END, CASE n % 2 WHEN 0 THEN '=cmd()' ELSE 'door_was_opened' END, 1, '{}',
                 timestamptz '2026-03-02 08:00Z' + interval '1 minute' * (n / 100), now()
             FROM generate_series(1, $3) n",
        )
        .bind(PROJECT)
        .bind(device)
        .bind(events)
        .execute(&mut *tx)
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    let filters = json!([{"field": "device_id", "rule": "equals", "value": device.id}]).to_string();
    for sort in ["", "id", "created_at", "-created_at"] {
        let request = DownloadEventsRequest { sort: sort.into(), filters: filters.clone(), ..Default::default() };
        let ids: Vec<i64> = downloaded(&site, &site.admin(), request).await.unwrap().iter().map(|cells| cells[0].parse().unwrap()).collect();
        // Times and ids rise together.
        let mut expected = ids.clone();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(expected.len(), 3_499, "{sort}");
        if matches!(sort, "" | "-created_at") {
            expected.reverse();
        }
        assert_eq!(ids, expected, "{sort}");
    }
    let own_rows = downloaded(&site, &keeper, DownloadEventsRequest::default()).await.unwrap();
    assert_eq!(own_rows.iter().map(|cells| cells[5].as_str()).collect::<Vec<_>>(), [own.id.to_string()]);
    assert_ne!(own_rows[0][4], "=cmd()", "a formula is defused");
    assert!(downloaded(&site, &testing::administrator(testing::OTHER_PROJECT), DownloadEventsRequest::default()).await.unwrap().is_empty());
    let wrong = DownloadEventsRequest { sort: "code".into(), ..Default::default() };
    assert_eq!(downloaded(&site, &site.admin(), wrong).await.unwrap_err().code(), tonic::Code::InvalidArgument);
    site.end().await;
}
