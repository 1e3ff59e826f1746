//! Desired and actual: whatever happens, a device comes to hold what it should.
use std::collections::HashSet;
use std::sync::atomic::Ordering;

use device_protocol::{DeviceCall, ItemOutcome};
use proto::vestibule::access::v1::DesiredIdentifier;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use uuid::Uuid;

use crate::access::{card, link, office_hours};
use crate::panel::Panel;
use crate::site::{Site, until};

fn links(numbers: impl IntoIterator<Item = i64>) -> HashSet<Uuid> {
    numbers.into_iter().map(link).collect()
}

async fn sync_errors(site: &Site, id: i64) -> Vec<SyncError> {
    let request = site.as_caller(&site.admin(), ListSyncErrorsRequest { id });
    site.devices().list_sync_errors(request).await.unwrap().into_inner().items
}

fn with_hours(number: i64, schedule: i64) -> DesiredIdentifier {
    DesiredIdentifier { schedule_link_ids: vec![link(schedule).to_string()], ..card(number) }
}

#[tokio::test]
async fn a_change_of_the_list_reaches_the_panel() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![with_hours(1, 100), card(2)], vec![office_hours(100)]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds(), (links([1, 2]), links([100])));
    let tasks = site.tasks_of(device.id).await;
    let done: Vec<(&str, i32, TaskStatus)> = tasks.iter().map(|task| (task.kind.as_str(), task.items_count, task.status())).collect();
    assert_eq!(done, [("schedules_save", 1, TaskStatus::Completed), ("identifiers_save", 2, TaskStatus::Completed)]);

    // Revoked: the card goes, and the schedule that nothing uses any more goes after it.
    let version = site.access.set(device.id, vec![card(2)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds(), (links([2]), links([])));
    let kinds: Vec<String> = site.tasks_of(device.id).await.into_iter().skip(2).map(|task| task.kind).collect();
    assert_eq!(kinds, ["identifiers_delete", "schedules_delete"]);
    site.end().await;
}

#[tokio::test]
async fn the_tasks_of_a_panel_that_is_away_wait_and_it_converges_on_its_return() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let version = site.access.set(device.id, (1..=120).map(card).collect(), vec![]);
    site.list_changed(device.id, version).await;
    until("the tasks wait", async || {
        let tasks = site.tasks_of(device.id).await;
        tasks.len() == 3 && tasks.iter().all(|task| task.status() == TaskStatus::Waiting)
    })
    .await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links(1..=120));
    assert!(site.tasks_of(device.id).await.iter().all(|task| task.status() == TaskStatus::Completed));
    site.end().await;
}

/// The panel stores a card, and its answer is lost; meanwhile the card is revoked.
async fn overtaken_in_doubt(reads_fail_with: Option<u16>) {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;

    panel.memory.lock().unwrap().answers_lost = 1;
    let version = site.access.set(device.id, vec![card(1), card(2)], vec![]);
    site.list_changed(device.id, version).await;
    until("the card is taken", async || panel.holds().0 == links([1, 2])).await;
    let version = site.access.set(device.id, vec![card(1), card(3)], vec![]);
    panel.memory.lock().unwrap().reads_fail_with = reads_fail_with;
    site.list_changed(device.id, version).await;
    // The command is given up after its fifteen seconds.
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links([1, 3]));
    site.end().await;
}

#[tokio::test]
async fn what_was_sent_without_an_answer_and_overtaken_is_not_left_on_the_panel() {
    overtaken_in_doubt(None).await;
}

#[tokio::test]
async fn nor_on_a_panel_that_cannot_say_what_it_holds() {
    overtaken_in_doubt(Some(500)).await;
}

#[tokio::test]
async fn a_newer_list_overtakes_what_was_not_sent() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    for cards in [1..=1, 1..=3] {
        let version = site.access.set(device.id, cards.map(card).collect(), vec![]);
        site.list_changed(device.id, version).await;
        until("the tasks of the version wait", async || {
            site.tasks_of(device.id).await.iter().any(|task| task.version == version && task.status() == TaskStatus::Waiting)
        })
        .await;
    }
    let states: Vec<(i64, TaskStatus)> = site.tasks_of(device.id).await.iter().map(|task| (task.version, task.status())).collect();
    assert_eq!(states, [(1, TaskStatus::Stopped), (2, TaskStatus::Waiting)]);
    let panel = Panel::connect(&device.serial_number).await;
    site.until_in_step(device.id, 2).await;
    assert_eq!(panel.holds().0, links(1..=3));
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_was_reset_gets_everything_again() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![with_hours(1, 100), card(2)], vec![office_hours(100)]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;

    panel.forget_everything();
    // It only says that it is online, as after a short loss of power.
    panel.say_online().await;
    until("the panel holds everything again", async || panel.holds() == (links([1, 2]), links([100]))).await;
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_was_restored_from_a_backup_loses_what_it_should_not_hold() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![card(1), card(2)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    let backup = panel.memory.lock().unwrap().identifiers.clone();
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;

    let version = site.access.set(device.id, vec![card(2)], vec![]);
    site.list_changed(device.id, version).await;
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    site.until_in_step(device.id, version).await;
    panel.memory.lock().unwrap().identifiers = backup;
    panel.say_online().await;
    until("the revoked card is gone again", async || panel.holds().0 == links([2])).await;
    site.end().await;
}

#[tokio::test]
async fn a_panel_in_step_is_asked_for_its_digest_only() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![with_hours(1, 100)], vec![office_hours(100)]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    // The time is sent and the firmware asked whatever else is asked.
    let is_clock = |call: &DeviceCall| matches!(call, DeviceCall::SetClock(_) | DeviceCall::Info);
    let asked = || panel.memory.lock().unwrap().calls.iter().filter(|call| !is_clock(call)).cloned().collect::<Vec<_>>();
    until("the panel was asked once", async || asked().iter().any(|call| matches!(call, DeviceCall::WriteIdentifiers(_)))).await;
    panel.memory.lock().unwrap().calls.clear();
    panel.say_online().await;
    until("both digests were asked for", async || asked().len() >= 2).await;
    assert!(
        asked().iter().all(|call| matches!(call, DeviceCall::ReadIdentifiers(page) | DeviceCall::ReadTimeProfiles(page) if page.digest_only)),
        "{:?}",
        asked()
    );
    site.end().await;
}

#[tokio::test]
async fn a_refused_item_becomes_a_sync_error_and_stops_no_other() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.memory.lock().unwrap().refuses.insert(link(2), ItemOutcome::WrongRule);
    let version = site.access.set(device.id, vec![card(1), card(2), card(3)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links([1, 3]));
    let errors = sync_errors(&site, device.id).await;
    assert_eq!(errors.len(), 1);
    assert_eq!(
        (errors[0].kind.as_str(), errors[0].entity_id, errors[0].error.as_str(), errors[0].name.as_str()),
        ("identifier", 2, "wrong_rule", "Owner 2")
    );
    let task = &site.tasks_of(device.id).await[0];
    assert_eq!((task.status(), task.error.as_deref()), (TaskStatus::Completed, Some("1 of 3 refused: wrong_rule")));
    assert_eq!(site.info(device.id).await.sync_errors_count, 1);

    // What it refused is not sent again, until it is another.
    panel.memory.lock().unwrap().refuses.clear();
    let version = site.access.set(device.id, vec![card(1), DesiredIdentifier { owner_name: "New name".into(), ..card(2) }, card(3)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links([1, 2, 3]));
    assert!(sync_errors(&site, device.id).await.is_empty());
    site.end().await;
}

#[tokio::test]
async fn what_the_panel_cannot_read_is_a_sync_error_and_not_sent() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let odd = DesiredIdentifier { r#type: "ukey2".into(), ..card(2) };
    let version = site.access.set(device.id, vec![card(1), odd], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links([1]));
    assert_eq!(sync_errors(&site, device.id).await[0].error, "unsupported_type");
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_does_not_answer_is_tried_again_when_it_returns() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    until("the panel has the time and was asked for its list", async || panel.memory.lock().unwrap().calls.len() >= 3).await;
    panel.is_mute.store(true, Ordering::Relaxed);
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("the task is under way", async || site.tasks_of(device.id).await.iter().any(|task| task.status() == TaskStatus::Started)).await;
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links([1]));
    site.end().await;
}

#[tokio::test]
async fn a_command_that_goes_wrong_ten_times_is_an_error_and_the_queue_can_be_restarted() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.memory.lock().unwrap().fails_with = Some(503);
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    let task = async || site.tasks_of(device.id).await.into_iter().last();
    until("the task pauses", async || task().await.is_some_and(|task| task.status() == TaskStatus::Waiting && task.attempts == 1)).await;
    assert_eq!(task().await.unwrap().error.as_deref(), Some("out of order (503)"));

    // Eight attempts later. The worker may still hold the device: counted as all work is, this is not overlooked.
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE tasks SET attempts = 9, next_attempt_at = created_at").execute(&mut *tx).await.unwrap();
    sqlx::query("UPDATE device_sync SET work_at = (SELECT created_at FROM tasks LIMIT 1), work_seq = work_seq + 1").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    until("the task is in error", async || task().await.is_some_and(|task| task.status() == TaskStatus::Error)).await;
    assert_eq!(site.info(device.id).await.tasks_failed, 1);
    assert_eq!(site.outbox_events::<proto::vestibule::events::v1::DeviceTaskFailed>("device.task.failed").await.len(), 1);

    panel.memory.lock().unwrap().fails_with = None;
    let request = site.as_caller(&site.admin(), DeviceActionRequest { id: device.id });
    assert_eq!(site.devices().restart_device_queue(request).await.unwrap().into_inner().tasks, 1);
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, links([1]));
    site.end().await;
}
