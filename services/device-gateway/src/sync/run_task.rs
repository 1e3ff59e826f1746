//! Sends one task to its device and notes what came of it.
use std::time::Duration;

use device_protocol::link::{LinkIds, LinkItems};
use device_protocol::{DeviceCall, Response, Serial};
use kit::{Result, Tx, clock, outbox};
use proto::vestibule::events::v1::DeviceTaskFailed;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::session;
use crate::domain::difference::{Item, ItemKind};
use crate::domain::retry;
use crate::domain::task::{Kind, Step};
use crate::driver::bas_ip::held::{self, MAX_PAGES};
use crate::driver::bas_ip::outcome::{self, Outcome};
use crate::driver::bas_ip::settings::{self, Surroundings};
use crate::driver::mqtt::CallError;
use crate::gateway::Gateway;
use crate::store::sync::{Due, Held};
use crate::store::task::{Note, Sent};
use crate::store::{item, sync, task};

pub const FAILED: &str = "device.task.failed";
/// For the answer to one call.
const PATIENCE: Duration = Duration::from_secs(15);

/// Of a change of the network.
const UNANSWERED: &str = "the device did not answer the change of its network";

/// How a task ended.
enum End {
    /// Done; with a word about items that were refused.
    Done(Option<String>),
    /// To be tried again after a pause.
    Again(String),
    /// The connection was lost meanwhile: to be tried again with the next one.
    Interrupted(String),
    /// Never to succeed as it is.
    Hopeless(String),
}

/// What is sent for a task.
enum Load {
    Items { kind: ItemKind, items: Vec<Item>, call: DeviceCall },
    Calls(Vec<DeviceCall>),
    Clear,
}

pub async fn run(gateway: &Gateway, held: &Held, id: i64) -> Result<()> {
    let mut tx = gateway.context.database.system().await?;
    let Some((sent, changes)) = task::start(&mut tx, id, gateway.context.clock.now()).await? else {
        tx.rollback().await?;
        return Ok(());
    };
    let load = load(gateway, &mut tx, held, &sent).await?;
    let pushes = session::pushes(&mut tx, held, &changes).await?;
    tx.commit().await?;
    gateway.pusher.send(pushes);

    let end = match load {
        Err(why) => End::Hopeless(why),
        // By a process that was lost with the answer.
        Ok(_) if sent.kind == Kind::Network && sent.attempts > 1 => End::Hopeless(UNANSWERED.into()),
        Ok(load) => match Serial::new(held.device.serial_number.clone()) {
            Ok(serial) => carry_out(gateway, held, &serial, &sent, load).await?,
            Err(error) => End::Hopeless(error.to_string()),
        },
    };
    finish(gateway, held, &sent, once(&sent, end)).await
}

/// A change of the network is never sent again by itself. A device that it cut off comes back when somebody has brought
/// it back by hand, and would be cut off again.
fn once(sent: &Sent, end: End) -> End {
    match end {
        End::Interrupted(_) if sent.kind == Kind::Network => End::Hopeless(UNANSWERED.into()),
        End::Again(why) if sent.kind == Kind::Network => End::Hopeless(why),
        end => end,
    }
}

async fn load(gateway: &Gateway, tx: &mut Tx, held: &Held, sent: &Sent) -> Result<Result<Load, String>> {
    let device_id = held.holder.device_id;
    Ok(match sent.kind {
        Kind::IdentifiersSave => {
            save(ItemKind::Identifier, item::bodies_to_save(tx, device_id, ItemKind::Identifier, &sent.items).await?, DeviceCall::WriteIdentifiers)
        }
        Kind::SchedulesSave => {
            save(ItemKind::Schedule, item::bodies_to_save(tx, device_id, ItemKind::Schedule, &sent.items).await?, DeviceCall::WriteTimeProfiles)
        }
        Kind::IdentifiersDelete => Ok(delete(
            ItemKind::Identifier,
            item::links_to_delete(tx, device_id, ItemKind::Identifier, &sent.items).await?,
            DeviceCall::DeleteIdentifiers,
        )),
        Kind::SchedulesDelete => Ok(delete(
            ItemKind::Schedule,
            item::links_to_delete(tx, device_id, ItemKind::Schedule, &sent.items).await?,
            DeviceCall::DeleteTimeProfiles,
        )),
        Kind::Clear => Ok(Load::Clear),
        _ => settings::calls(sent.kind, &held.device, &surroundings(gateway, held)).map(Load::Calls),
    })
}

fn save<T: DeserializeOwned>(kind: ItemKind, bodies: Vec<(Item, Value)>, call: impl FnOnce(LinkItems<T>) -> DeviceCall) -> Result<Load, String> {
    let (items, bodies): (Vec<Item>, Vec<Value>) = bodies.into_iter().unzip();
    let bodies: Vec<T> = bodies.into_iter().map(serde_json::from_value).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    Ok(Load::Items { kind, items, call: call(LinkItems::new(bodies)) })
}

fn delete(kind: ItemKind, items: Vec<Item>, call: impl FnOnce(LinkIds) -> DeviceCall) -> Load {
    let call = call(LinkIds { link_ids: items.iter().map(|item| item.link_id).collect() });
    Load::Items { kind, items, call }
}

fn surroundings(gateway: &Gateway, held: &Held) -> Surroundings {
    let open = |sealed: &Option<Vec<u8>>| sealed.as_ref().and_then(|sealed| gateway.context.sealer.open(sealed).ok());
    Surroundings { sip_password: open(&held.sip_password), mqtt_password: open(&held.mqtt_password), broker_url: gateway.config.broker_url.clone() }
}

async fn carry_out(gateway: &Gateway, held: &Held, serial: &Serial, sent: &Sent, load: Load) -> Result<End> {
    match load {
        // Everything it named has been done, or is no longer wanted.
        Load::Items { items, .. } if items.is_empty() => Ok(End::Done(None)),
        Load::Items { kind, items, call } => match ask(gateway, held, serial, &call).await {
            Err(end) => Ok(end),
            Ok(response) => match outcome::outcomes(sent.kind, &items, &response) {
                Err(why) => Ok(End::Again(why)),
                Ok(outcomes) => note(gateway, held, kind, sent.kind, &items, &outcomes).await,
            },
        },
        Load::Calls(calls) => {
            for call in calls {
                match ask(gateway, held, serial, &call).await {
                    Ok(response) if response.is_success() => {}
                    // The same settings would be refused again.
                    Ok(response) if outcome::is_final(&response) => return Ok(End::Hopeless(outcome::refusal(&response))),
                    Ok(response) => return Ok(End::Again(outcome::refusal(&response))),
                    Err(end) => return Ok(end),
                }
            }
            Ok(End::Done(None))
        }
        Load::Clear => clear(gateway, held, serial).await,
    }
}

/// Writes what became of each item.
async fn note(gateway: &Gateway, held: &Held, kind: ItemKind, task: Kind, items: &[Item], outcomes: &[Outcome]) -> Result<End> {
    let now = gateway.context.clock.now();
    let with = |wanted: Outcome| {
        items.iter().zip(outcomes).filter(move |(_, outcome)| **outcome == wanted).map(|(item, _)| item.clone()).collect::<Vec<Item>>()
    };
    let (done, gone, silent) = (with(Outcome::Held), with(Outcome::Gone), with(Outcome::Silent));
    let refused: Vec<(&Item, &str)> = items
        .iter()
        .zip(outcomes)
        .filter_map(|(item, outcome)| if let Outcome::Refused(word) = outcome { Some((item, word.as_str())) } else { None })
        .collect();
    let mut tx = gateway.context.database.system().await?;
    item::set_held(&mut tx, held.holder, kind, &done).await?;
    item::set_gone(&mut tx, held.holder, kind, &gone.iter().map(|item| item.link_id).collect::<Vec<_>>()).await?;
    let deletes = matches!(task, Kind::IdentifiersDelete | Kind::SchedulesDelete);
    if !deletes {
        for (item, word) in &refused {
            item::set_refused(&mut tx, held.holder, kind, item, word, now).await?;
        }
    }
    tx.commit().await?;
    Ok(match refused.first() {
        // What the device will not give up opens doors still: that is no mere sync error.
        Some((_, word)) if deletes => End::Again(format!("{} of {} not deleted: {word}", refused.len(), items.len())),
        _ if !silent.is_empty() => End::Again(format!("the device did not answer for {} of {} items", silent.len(), items.len())),
        Some((_, word)) => End::Done(Some(format!("{} of {} refused: {word}", refused.len(), items.len()))),
        None => End::Done(None),
    })
}

/// Deletes everything that the device holds, identifiers first.
async fn clear(gateway: &Gateway, held: &Held, serial: &Serial) -> Result<End> {
    for kind in [ItemKind::Identifier, ItemKind::Schedule] {
        let mut before = usize::MAX;
        for _ in 0..MAX_PAGES {
            let page =
                ask(gateway, held, serial, &held::question(kind, 1)).await.and_then(|response| held::page(kind, &response).map_err(End::Again));
            let page = match page {
                Ok((page, _)) => page,
                Err(end) => return Ok(end),
            };
            if page.is_empty() {
                break;
            }
            let links = LinkIds { link_ids: page.iter().map(|item| item.link_id).collect() };
            let call = if kind == ItemKind::Identifier { DeviceCall::DeleteIdentifiers(links) } else { DeviceCall::DeleteTimeProfiles(links) };
            match ask(gateway, held, serial, &call).await {
                Ok(response) if response.is_success() => {}
                Ok(response) => return Ok(End::Again(outcome::refusal(&response))),
                Err(end) => return Ok(end),
            }
            if page.len() == before && before < device_protocol::link::MAX_BULK {
                return Ok(End::Again("the device keeps what it was to delete".into()));
            }
            before = page.len();
        }
    }
    let mut tx = gateway.context.database.system().await?;
    item::forget_everything(&mut tx, held.holder.device_id).await?;
    sync::wake(&mut tx, &[held.holder.device_id], Due::PLAN, gateway.context.clock.now()).await?;
    tx.commit().await?;
    Ok(End::Done(None))
}

/// Every write says which version of the list it leads to.
async fn ask(gateway: &Gateway, held: &Held, serial: &Serial, call: &DeviceCall) -> Result<Response, End> {
    let request = call.request(Uuid::now_v7()).with_version(held.desired_version.max(0) as u64);
    let ended = |error: CallError| if error.is_interruption() { End::Interrupted(error.to_string()) } else { End::Again(error.to_string()) };
    gateway.link.call(serial, request, PATIENCE).await.map_err(ended)
}

async fn finish(gateway: &Gateway, held: &Held, sent: &Sent, end: End) -> Result<()> {
    let now = gateway.context.clock.now();
    let device_id = held.holder.device_id;
    let mut tx = gateway.context.database.system().await?;
    let (step, error, next_attempt_at) = match end {
        End::Done(word) => (Step::Complete, word, None),
        End::Interrupted(why) => (Step::Wait, Some(why), None),
        End::Again(why) if sent.attempts < retry::MAX_ATTEMPTS => (Step::Wait, Some(why), Some(now + retry::pause(sent.attempts, &mut rand::rng()))),
        End::Again(why) | End::Hopeless(why) => (Step::Fail, Some(why), None),
    };
    let changes = task::advance(&mut tx, &[sent.id], step, Note { error: error.as_deref(), next_attempt_at }, now).await?;
    if step == Step::Fail && !changes.is_empty() {
        gateway.counters.tasks_failed.inc();
        outbox::emit(&mut tx, held.holder.project_id, FAILED, &format!("device:{device_id}"), &failed(held, sent, error.unwrap_or_default(), now))
            .await?;
    }
    if step == Step::Complete {
        gateway.counters.tasks_completed.inc();
        // The last one: is the device in step now?
        if sent.kind.is_list() && !task::has_any_of_the_list(&mut tx, device_id).await? {
            sync::wake(&mut tx, &[device_id], Due::PLAN, now).await?;
        }
    }
    let pushes = session::pushes(&mut tx, held, &changes).await?;
    tx.commit().await?;
    gateway.pusher.send(pushes);
    Ok(())
}

fn failed(held: &Held, sent: &Sent, error: String, now: time::OffsetDateTime) -> DeviceTaskFailed {
    DeviceTaskFailed {
        project_id: held.holder.project_id,
        task_id: sent.id,
        device_id: held.holder.device_id,
        device_name: held.device.name.clone(),
        kind: sent.kind.word().into(),
        error,
        at: Some(clock::to_proto(now)),
        domain_id: held.device.domain_id,
    }
}
