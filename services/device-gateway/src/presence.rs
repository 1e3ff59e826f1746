//! Who is there: from the retained status topics to the table, events and browsers.
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use device_protocol::{Presence, Serial};
use kit::{Result, clock, outbox};
use policy::Resource;
use proto::vestibule::events::v1::DeviceStatusChanged;
use serde_json::json;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::gateway::Gateway;
use crate::push;
use crate::store::device::{OFFLINE, ONLINE};
use crate::store::status::StatusChange;
use crate::store::sync::Due;
use crate::store::{place, status, sync, task};

pub const TOPIC: &str = "device.status.changed";
/// After a connection to the broker: whoever it has not said to be online by then is not.
const GRACE: Duration = Duration::from_secs(60);
/// Pause when the database is away; what was heard is kept.
const PAUSE: Duration = Duration::from_millis(500);

/// The last word of each device, until it is written. At most one entry a device: nothing is dropped.
#[derive(Clone, Default)]
pub struct Heard {
    news: Arc<Mutex<HashMap<String, News>>>,
    since_connection: Arc<Mutex<HashSet<String>>>,
    bell: Arc<Notify>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct News {
    presence: Presence,
    /// It came (again), even if it has gone since.
    came: bool,
}

impl Heard {
    pub fn note(&self, serial: Serial, presence: Presence) {
        let came = presence == Presence::Online;
        if came {
            lock(&self.since_connection).insert(serial.to_string());
        } else {
            lock(&self.since_connection).remove(serial.as_str());
        }
        let mut news = lock(&self.news);
        let before = news.get(serial.as_str()).is_some_and(|news| news.came);
        news.insert(serial.into(), News { presence, came: came || before });
        self.bell.notify_one();
    }

    /// The connection is gone: who is there is to be heard again.
    pub fn lost(&self) {
        lock(&self.since_connection).clear();
    }

    fn take(&self) -> HashMap<String, News> {
        std::mem::take(&mut *lock(&self.news))
    }

    /// Puts back what could not be written, unless there is something newer.
    fn put_back(&self, old: HashMap<String, News>) {
        let mut news = lock(&self.news);
        for (serial, old) in old {
            news.entry(serial).and_modify(|newer| newer.came |= old.came).or_insert(old);
        }
        self.bell.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Writes what is heard, until shutdown.
pub async fn run(gateway: Gateway, heard: Heard, shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut connections = gateway.link.connections();
    let mut sweep_at: Option<tokio::time::Instant> = None;
    loop {
        let sweep = async {
            match sweep_at {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            _ = heard.bell.notified() => {}
            changed = connections.changed() => {
                let is_new = changed.is_ok() && *connections.borrow_and_update() != 0;
                sweep_at = is_new.then(|| tokio::time::Instant::now() + GRACE);
            }
            _ = sweep => {
                sweep_at = None;
                let known: Vec<String> = lock(&heard.since_connection).iter().cloned().collect();
                if let Err(error) = mark_missing(&gateway, &known).await {
                    tracing::warn!(%error, "devices that did not come back are not marked");
                    sweep_at = Some(tokio::time::Instant::now() + PAUSE);
                }
            }
        }
        let news = heard.take();
        if let Err(error) = write(&gateway, &news).await {
            tracing::warn!(%error, devices = news.len(), "the status of devices waits for the database");
            heard.put_back(news);
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn write(gateway: &Gateway, news: &HashMap<String, News>) -> Result<()> {
    if news.is_empty() {
        return Ok(());
    }
    let now = gateway.context.clock.now();
    let serials: Vec<String> = news.keys().cloned().collect();
    let statuses: Vec<i16> = serials.iter().map(|serial| if news[serial].presence == Presence::Online { ONLINE } else { OFFLINE }).collect();
    let came: Vec<String> = news.iter().filter(|(_, news)| news.came).map(|(serial, _)| serial.clone()).collect();
    let mut tx = gateway.context.database.system().await?;
    let changes = status::set_statuses(&mut tx, &serials, &statuses, now).await?;
    let returned = status::ids(&mut tx, &came).await?;
    // It may have been reset, restored or replaced while it was away: ask what it holds.
    sync::wake(&mut tx, &returned, Due::READ, now).await?;
    task::end_pauses(&mut tx, &returned).await?;
    commit(gateway, tx, changes).await
}

async fn mark_missing(gateway: &Gateway, heard_of: &[String]) -> Result<()> {
    let mut tx = gateway.context.database.system().await?;
    let changes = status::set_missing_offline(&mut tx, heard_of, gateway.context.clock.now()).await?;
    commit(gateway, tx, changes).await
}

async fn commit(gateway: &Gateway, mut tx: kit::Tx, changes: Vec<StatusChange>) -> Result<()> {
    let now = gateway.context.clock.now();
    let ids: Vec<i64> = changes.iter().map(|change| change.id).collect();
    sync::wake(&mut tx, &ids, Due::LOOK, now).await?;
    let events: Vec<_> = changes.iter().map(|change| event(change, now)).collect();
    outbox::emit_all(&mut tx, TOPIC, &events).await?;
    let groups: Vec<i64> = changes.iter().map(|change| change.domain_id).collect();
    let paths = place::paths(&mut tx, &groups).await?;
    tx.commit().await?;
    gateway.there_is_work();
    let push = |change: &StatusChange| {
        let status = if change.status == ONLINE { "online" } else { "offline" };
        let data = json!({"type": "device.status.changed", "device_id": change.id, "name": change.name, "status": status});
        push::of_resource(change.project_id, "devices", Resource::Device, paths.get(&change.domain_id).cloned().unwrap_or_default(), data)
    };
    gateway.pusher.send(changes.iter().map(push).collect());
    Ok(())
}

fn event(change: &StatusChange, now: time::OffsetDateTime) -> outbox::Outgoing<DeviceStatusChanged> {
    outbox::Outgoing {
        project_id: change.project_id,
        aggregate: format!("device:{}", change.id),
        event: DeviceStatusChanged {
            project_id: change.project_id,
            device_id: change.id,
            device_name: change.name.clone(),
            domain_id: change.domain_id,
            online: change.status == ONLINE,
            at: Some(clock::to_proto(now)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serial() -> Serial {
        Serial::new("a").unwrap()
    }

    #[test]
    fn a_device_that_came_and_went_at_once_has_come() {
        let heard = Heard::default();
        heard.note(serial(), Presence::Online);
        heard.note(serial(), Presence::Offline);
        assert_eq!(heard.take()["a"], News { presence: Presence::Offline, came: true });
        assert!(heard.take().is_empty());
    }

    #[test]
    fn what_could_not_be_written_does_not_hide_what_is_newer() {
        let heard = Heard::default();
        heard.note(serial(), Presence::Online);
        let old = heard.take();
        heard.note(serial(), Presence::Offline);
        heard.put_back(old);
        assert_eq!(heard.take()["a"], News { presence: Presence::Offline, came: true });
    }
}
