//! Sends one task to its device and stores the outcome.
use std::time::Duration;

use device_protocol::link::{LinkIds, LinkItems};
use device_protocol::management::ClientCertificate;
use device_protocol::{DeviceCall, Response};
use kit::{Error, Result, Tx, clock, outbox};
use proto::vestibule::events::v1::DeviceTaskFailed;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

use super::pushes::build_task_pushes;
use super::{ask, face_images, items, run_forwards};
use crate::app::App;
use crate::bas_ip::outcome::{self, ItemResult};
use crate::bas_ip::reported::{self, MAX_PAGES};
use crate::bas_ip::settings::{self, Server, Surroundings};
use crate::device_link::CallError;
use crate::domain::device::Protocol;
use crate::domain::item::ItemKind;
use crate::domain::retry;
use crate::domain::task::{TaskItem, TaskKind, TaskStep};
use crate::store::device_sync::{ClaimedDevice, PendingWork};
use crate::store::task::{StartedTask, StepDetails};
use crate::store::{device_sync, item, project_broker, task};

const TOPIC_FAILED: &str = "device.task.failed";
/// Time for the answer to one call.
const CALL_TIMEOUT: Duration = Duration::from_secs(15);

/// Why a change of the network failed.
const UNANSWERED: &str = "the device did not answer the change of its network";

/// The outcome of one attempt at a task.
pub(super) enum Outcome {
    /// Carried out; with a note about items that the device refused.
    Completed(Option<String>),
    /// Tried again after a pause.
    Retry(String),
    /// The connection was lost meanwhile: tried again with the next connection.
    Disconnected(String),
    /// Would fail again as it is.
    Failed(String),
    /// The rest of it comes after more urgent tasks. It is no attempt.
    Continue,
}

/// What is sent for a task.
enum Payload {
    Items {
        kind: ItemKind,
        items: Vec<TaskItem>,
        call: DeviceCall,
    },
    /// With why something of the task cannot be sent.
    Calls(Vec<DeviceCall>, Option<&'static str>),
    Clear,
    Forwards,
}

pub async fn run(app: &App, claimed: &ClaimedDevice, id: i64) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let Some((sent, changes)) = task::start(&mut tx, id, app.context.clock.now()).await? else {
        tx.rollback().await?;
        return Ok(());
    };
    // A change and its task are stored together, maybe after the device was loaded: what is sent is at least as new as the task.
    let Some(current) = device_sync::load_claimed(&mut tx, claimed.key.device_id, app.worker).await? else {
        tx.rollback().await?;
        return Ok(());
    };
    let claimed = &current;
    let payload = build_payload(app, &mut tx, claimed, &sent).await?;
    let pushes = build_task_pushes(&mut tx, claimed, &changes).await?;
    tx.commit().await?;
    app.pusher.send(pushes);

    let outcome = match payload {
        Err(why) => Outcome::Failed(why),
        // It was sent by a process that ended before the answer came.
        Ok(_) if sent.kind == TaskKind::Network && sent.attempts > 1 => Outcome::Failed(UNANSWERED.into()),
        Ok(payload) => carry_out(app, claimed, &sent, payload).await?,
    };
    finish(app, claimed, &sent, no_retry_for_network(&sent, outcome)).await
}

/// A change of the network is sent once. A device that it disconnected is back only after somebody repaired it by hand, and
/// would be disconnected again.
fn no_retry_for_network(sent: &StartedTask, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Disconnected(_) if sent.kind == TaskKind::Network => Outcome::Failed(UNANSWERED.into()),
        Outcome::Retry(why) if sent.kind == TaskKind::Network => Outcome::Failed(why),
        outcome => outcome,
    }
}

async fn build_payload(app: &App, tx: &mut Tx, claimed: &ClaimedDevice, sent: &StartedTask) -> Result<Result<Payload, String>> {
    let device_id = claimed.key.device_id;
    Ok(match sent.kind {
        TaskKind::IdentifiersSave => {
            save(ItemKind::Identifier, item::bodies_to_save(tx, device_id, ItemKind::Identifier, &sent.items).await?, DeviceCall::WriteIdentifiers)
        }
        TaskKind::SchedulesSave => {
            save(ItemKind::Schedule, item::bodies_to_save(tx, device_id, ItemKind::Schedule, &sent.items).await?, DeviceCall::WriteTimeProfiles)
        }
        TaskKind::IdentifiersDelete => Ok(delete(
            ItemKind::Identifier,
            item::links_to_delete(tx, device_id, ItemKind::Identifier, &sent.items).await?,
            DeviceCall::DeleteIdentifiers,
        )),
        TaskKind::SchedulesDelete => Ok(delete(
            ItemKind::Schedule,
            item::links_to_delete(tx, device_id, ItemKind::Schedule, &sent.items).await?,
            DeviceCall::DeleteTimeProfiles,
        )),
        TaskKind::Clear => Ok(Payload::Clear),
        TaskKind::Forwards => Ok(Payload::Forwards),
        TaskKind::ManagementServer => {
            let surroundings = Surroundings { server: server(app, tx, claimed).await?, ..surroundings(app, claimed) };
            settings::calls(sent.kind, &claimed.device, &surroundings).map(|calls| Payload::Calls(calls, None))
        }
        _ => {
            let surroundings = surroundings(app, claimed);
            let lacking = settings::lacking(sent.kind, &claimed.device, &surroundings);
            settings::calls(sent.kind, &claimed.device, &surroundings).map(|calls| Payload::Calls(calls, lacking))
        }
    })
}

fn save<T: DeserializeOwned>(
    kind: ItemKind,
    bodies: Vec<(TaskItem, Value)>,
    call: impl FnOnce(LinkItems<T>) -> DeviceCall,
) -> Result<Payload, String> {
    let (items, bodies): (Vec<TaskItem>, Vec<Value>) = bodies.into_iter().unzip();
    let bodies: Vec<T> = bodies.into_iter().map(serde_json::from_value).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    Ok(Payload::Items { kind, items, call: call(LinkItems::new(bodies)) })
}

fn delete(kind: ItemKind, items: Vec<TaskItem>, call: impl FnOnce(LinkIds) -> DeviceCall) -> Payload {
    let call = call(LinkIds { link_ids: items.iter().map(|item| item.link_id).collect() });
    Payload::Items { kind, items, call }
}

fn surroundings(app: &App, claimed: &ClaimedDevice) -> Surroundings {
    let open = |sealed: &Option<Vec<u8>>| sealed.as_ref().and_then(|sealed| app.context.sealer.open(sealed).ok());
    Surroundings { sip_password: open(&claimed.sip_password), mqtt_password: open(&claimed.mqtt_password), server: None }
}

/// Where the device is to report to: by its protocol, or by that to which it changes.
async fn server(app: &App, tx: &mut Tx, claimed: &ClaimedDevice) -> Result<Option<Server>> {
    let protocol = claimed.pending_protocol.unwrap_or(claimed.device.protocol);
    let broker = match claimed.target_broker_id.filter(|_| protocol == Protocol::Mqtt) {
        Some(id) => project_broker::find(tx, id).await?.filter(|broker| broker.project_id == claimed.key.project_id),
        None => None,
    };
    let Some(broker) = broker else { return Ok(Server::for_protocol(protocol, app)) };
    let private_key = app.context.sealer.open(&broker.private_key).map_err(Error::internal)?;
    let certificate = ClientCertificate { certificate: broker.certificate, private_key, authority: broker.authority };
    Ok(Some(Server::Mqtt(broker.url, Some(certificate))))
}

async fn carry_out(app: &App, claimed: &ClaimedDevice, sent: &StartedTask, payload: Payload) -> Result<Outcome> {
    match payload {
        // All its items have been sent or are no longer wanted.
        Payload::Items { items, .. } if items.is_empty() => Ok(Outcome::Completed(None)),
        Payload::Items { kind, items, call } => match face_images::load(app, claimed, items, call).await {
            Err(why) => Ok(Outcome::Retry(why)),
            Ok((items, _)) if items.is_empty() => Ok(Outcome::Completed(None)),
            Ok((items, call)) => send_items(app, claimed, sent, kind, &items, &call).await,
        },
        Payload::Calls(calls, lacking) => {
            for call in calls {
                match ask(app, claimed, &call).await? {
                    Ok(response) if response.is_success() => {}
                    // The same settings would be refused again.
                    Ok(response) if outcome::is_final(&response) => return Ok(Outcome::Failed(outcome::refusal(&response))),
                    Ok(response) => return Ok(Outcome::Retry(outcome::refusal(&response))),
                    Err(end) => return Ok(end),
                }
            }
            Ok(lacking.map_or(Outcome::Completed(None), |why| Outcome::Failed(why.into())))
        }
        Payload::Clear => clear(app, claimed).await,
        Payload::Forwards => run_forwards::run(app, claimed).await,
    }
}

async fn send_items(
    app: &App,
    claimed: &ClaimedDevice,
    sent: &StartedTask,
    kind: ItemKind,
    items: &[TaskItem],
    call: &DeviceCall,
) -> Result<Outcome> {
    match ask(app, claimed, call).await? {
        Err(end) => Ok(end),
        Ok(response) => match outcome::item_results(sent.kind, items, &response) {
            Err(why) => Ok(Outcome::Retry(why)),
            Ok(outcomes) => store_results(app, claimed, kind, sent.kind, items, &outcomes).await,
        },
    }
}

/// Stores the result of each item.
async fn store_results(
    app: &App,
    claimed: &ClaimedDevice,
    kind: ItemKind,
    task: TaskKind,
    items: &[TaskItem],
    outcomes: &[ItemResult],
) -> Result<Outcome> {
    let now = app.context.clock.now();
    let with = |wanted: ItemResult| {
        items.iter().zip(outcomes).filter(move |(_, outcome)| **outcome == wanted).map(|(item, _)| item.clone()).collect::<Vec<TaskItem>>()
    };
    let (stored, absent, unanswered) = (with(ItemResult::Stored), with(ItemResult::Absent), with(ItemResult::Unanswered));
    let refused: Vec<(&TaskItem, &str)> = items
        .iter()
        .zip(outcomes)
        .filter_map(|(item, outcome)| if let ItemResult::Refused(word) = outcome { Some((item, word.as_str())) } else { None })
        .collect();
    let mut tx = app.context.database.system().await?;
    device_sync::lock(&mut tx, claimed.key.device_id).await?;
    item::set_stored(&mut tx, claimed.key, kind, &stored, now).await?;
    items::set_absent(&mut tx, claimed.key, kind, &absent.iter().map(|item| item.link_id).collect::<Vec<_>>(), now).await?;
    let deletes = matches!(task, TaskKind::IdentifiersDelete | TaskKind::SchedulesDelete);
    if !deletes {
        for (item, word) in &refused {
            items::set_refused(&mut tx, claimed.key, kind, item, word, now).await?;
        }
    }
    tx.commit().await?;
    Ok(match refused.first() {
        // An identifier that the device does not delete still opens doors: that is more than a sync error.
        Some((_, word)) if deletes => Outcome::Retry(format!("{} of {} not deleted: {word}", refused.len(), items.len())),
        _ if !unanswered.is_empty() => Outcome::Retry(format!("the device did not answer for {} of {} items", unanswered.len(), items.len())),
        Some((_, word)) => Outcome::Completed(Some(format!("{} of {} refused: {word}", refused.len(), items.len()))),
        None => Outcome::Completed(None),
    })
}

/// Deletes everything that the device holds, identifiers first.
async fn clear(app: &App, claimed: &ClaimedDevice) -> Result<Outcome> {
    for kind in [ItemKind::Identifier, ItemKind::Schedule] {
        let mut before = usize::MAX;
        for _ in 0..MAX_PAGES {
            let page = ask(app, claimed, &reported::page_request(kind, 1))
                .await?
                .and_then(|response| reported::page(kind, &response).map_err(Outcome::Retry));
            let page = match page {
                Ok((page, _)) => page,
                Err(end) => return Ok(end),
            };
            if page.is_empty() {
                break;
            }
            let links = LinkIds { link_ids: page.iter().map(|item| item.link_id).collect() };
            let call = if kind == ItemKind::Identifier { DeviceCall::DeleteIdentifiers(links) } else { DeviceCall::DeleteTimeProfiles(links) };
            match ask(app, claimed, &call).await? {
                Ok(response) if response.is_success() => {}
                Ok(response) => return Ok(Outcome::Retry(outcome::refusal(&response))),
                Err(end) => return Ok(end),
            }
            if page.len() == before && before < device_protocol::link::MAX_BULK {
                return Ok(Outcome::Retry("the device keeps what it was to delete".into()));
            }
            before = page.len();
        }
    }
    let mut tx = app.context.database.system().await?;
    device_sync::enqueue(&mut tx, &[claimed.key.device_id], PendingWork::PLAN, app.context.clock.now()).await?;
    item::delete_all_actual(&mut tx, claimed.key.device_id).await?;
    tx.commit().await?;
    Ok(Outcome::Completed(None))
}

/// Every write names the version of the list that it leads to.
pub(super) async fn ask(app: &App, claimed: &ClaimedDevice, call: &DeviceCall) -> Result<Result<Response, Outcome>> {
    let request = call.request(Uuid::now_v7()).with_version(claimed.desired_version.max(0) as u64);
    let ended = |error: CallError| if error.is_interruption() { Outcome::Disconnected(error.to_string()) } else { Outcome::Retry(error.to_string()) };
    Ok(ask::ask(app, claimed, request, CALL_TIMEOUT).await?.map_err(ended))
}

async fn finish(app: &App, claimed: &ClaimedDevice, sent: &StartedTask, outcome: Outcome) -> Result<()> {
    let now = app.context.clock.now();
    let device_id = claimed.key.device_id;
    let mut tx = app.context.database.system().await?;
    if matches!(outcome, Outcome::Continue) {
        clear_attempts(&mut tx, sent.id).await?;
    }
    let (step, error, next_attempt_at) = match outcome {
        Outcome::Completed(word) => (TaskStep::Complete, word, None),
        Outcome::Disconnected(why) => (TaskStep::Wait, Some(why), None),
        Outcome::Continue => (TaskStep::Wait, None, Some(now)),
        Outcome::Retry(why) if sent.attempts < retry::MAX_ATTEMPTS => {
            (TaskStep::Wait, Some(why), Some(now + retry::pause(sent.attempts, &mut rand::rng())))
        }
        Outcome::Retry(why) | Outcome::Failed(why) => (TaskStep::Fail, Some(why), None),
    };
    let changes = task::advance(&mut tx, &[sent.id], step, StepDetails { error: error.as_deref(), next_attempt_at }, now).await?;
    if step == TaskStep::Fail && !changes.is_empty() {
        app.counters.tasks_failed.inc();
        outbox::emit(
            &mut tx,
            claimed.key.project_id,
            TOPIC_FAILED,
            &format!("device:{device_id}"),
            &failed(claimed, sent, error.unwrap_or_default(), now),
        )
        .await?;
    }
    if step == TaskStep::Complete {
        app.counters.tasks_completed.inc();
        // After the last one, planning finds out whether the device is in step.
        if sent.kind.is_list() && !task::has_unfinished_list_tasks(&mut tx, device_id).await? {
            device_sync::enqueue(&mut tx, &[device_id], PendingWork::PLAN, now).await?;
        }
    }
    let pushes = build_task_pushes(&mut tx, claimed, &changes).await?;
    tx.commit().await?;
    app.pusher.send(pushes);
    Ok(())
}

/// What was carried out so far was no failure.
async fn clear_attempts(connection: &mut PgConnection, id: i64) -> Result<()> {
    sqlx::query("UPDATE tasks SET attempts = 0 WHERE id = $1").bind(id).execute(connection).await?;
    Ok(())
}

fn failed(claimed: &ClaimedDevice, sent: &StartedTask, error: String, now: time::OffsetDateTime) -> DeviceTaskFailed {
    DeviceTaskFailed {
        project_id: claimed.key.project_id,
        task_id: sent.id,
        device_id: claimed.key.device_id,
        device_name: claimed.device.name.clone(),
        kind: sent.kind.as_str().into(),
        error,
        at: Some(clock::to_proto(now)),
        domain_id: claimed.device.domain_id,
    }
}
