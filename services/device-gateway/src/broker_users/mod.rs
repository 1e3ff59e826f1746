//! The users of the broker: one for each device, stored by Mosquitto's dynamic security plugin. Their rights are patterns in a file
//! of the broker (docs/adr/0003-mqtt-users.md).
//!
//! The table of devices is authoritative. After every connection the replica that leads reconciles all users with it; between
//! connections the replica that changes a device reconciles its user at once.
mod command;
mod difference;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context as _;
use hmac::{Hmac, Mac};
use kit::Context;
use serde_json::Value;
use sha2::Sha256;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use self::difference::DesiredUser;
use crate::config::Config;
use crate::device_link::CallError;
use crate::mqtt::MqttClient;
use crate::store::broker_user::{self, BrokerUser};

/// ChangedUsers that wait; beyond that the next comparison finds them.
const MAX_QUEUED_CHANGES: usize = 10_000;
/// Between reconciliations of all users while the connection lasts.
const RECONCILE_INTERVAL: Duration = Duration::from_secs(600);
/// Users in one answer of the broker.
const PAGE_SIZE: usize = 500;
/// A broker that lists more users is left alone: that of a project may list any number.
const MAX_USERS: usize = 100_000;
const MAX_USERS_OF_PROJECT: usize = 20_000;
/// What this version sets for a user besides the password, in the description: users made by a version that did not bind client
/// ids differ by it, and are modified.
const FORMAT: &str = "clientid/";
const RETRY_PAUSE: Duration = Duration::from_secs(5);
/// Commands in one message: the broker writes its file for each of them and does nothing else meanwhile.
const MAX_COMMANDS: usize = 5;

/// Queue of the serial numbers of changed devices.
#[derive(Clone)]
pub struct ChangedUsers(broadcast::Sender<String>);

impl ChangedUsers {
    pub fn new() -> ChangedUsers {
        ChangedUsers(broadcast::channel(MAX_QUEUED_CHANGES).0)
    }

    pub fn note(&self, serial: &str) {
        let _nobody_manages_users = self.0.send(serial.into());
    }

    pub fn subscribe(&self) -> broadcast::Receiver<String> {
        self.0.subscribe()
    }
}

/// Reconciles the users of the broker with the devices.
pub struct Reconciler {
    context: Context,
    mqtt: MqttClient,
    /// The platform's own name at the broker, which no device may have.
    own_user: String,
    /// None: devices of all projects.
    project_id: Option<i64>,
    /// Descriptions of the users of this installation begin with it.
    mark: String,
}

impl Reconciler {
    pub fn new(context: &Context, config: &Config, mqtt: &MqttClient, own_user: &str) -> Reconciler {
        let mark = format!("vestibule/{}/", config.installation);
        Reconciler { context: context.clone(), mqtt: mqtt.clone(), own_user: own_user.into(), project_id: None, mark }
    }

    /// Devices of one project only, whose broker it is.
    pub fn of_project(self, project_id: i64) -> Reconciler {
        Reconciler { project_id: Some(project_id), ..self }
    }

    /// Until shutdown.
    pub async fn run(self, mut changes: broadcast::Receiver<String>, shutdown: CancellationToken) -> anyhow::Result<()> {
        let mut connections = self.mqtt.connections();
        let mut leadership = self.context.leadership.clone();
        let mut timer = tokio::time::interval(RECONCILE_INTERVAL);
        timer.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            let result = tokio::select! {
                _ = shutdown.cancelled() => return Ok(()),
                serial = changes.recv() => match serial {
                    Ok(serial) => self.reconcile_one(&serial).await,
                    Err(broadcast::error::RecvError::Lagged(_)) => self.reconcile_all().await,
                    Err(broadcast::error::RecvError::Closed) => return Ok(()),
                },
                changed = connections.changed() => {
                    changed?;
                    connections.borrow_and_update();
                    self.reconcile_all().await
                }
                _ = leadership.changed() => self.reconcile_all().await,
                _ = timer.tick() => self.reconcile_all().await,
            };
            if let Err(error) = result {
                tracing::warn!(error = format!("{error:#}"), "the users of the broker could not be reconciled");
                timer.reset_after(RETRY_PAUSE);
            }
        }
    }

    /// All users. Users of other installations are left alone.
    async fn reconcile_all(&self) -> anyhow::Result<()> {
        if !self.mqtt.is_connected() || !self.context.leadership.is_held() {
            return Ok(());
        }
        // The broker is read first: a device that is created meanwhile is in the table by the time its user is in the list.
        let existing = self.users().await?;
        let mut tx = self.context.database.system().await?;
        let desired = broker_user::list(&mut tx, self.project_id).await?;
        tx.commit().await?;
        let desired: Vec<DesiredUser> = desired.into_iter().filter_map(|user| self.desired(user)).collect();
        let commands = difference::commands(&desired, &existing, &self.mark);
        if !commands.is_empty() {
            tracing::info!(commands = commands.len(), "reconciling the users of the broker");
        }
        for chunk in commands.chunks(MAX_COMMANDS) {
            let began = tokio::time::Instant::now();
            self.send(chunk.to_vec()).await?;
            // The broker does nothing else while it writes: it gets as much time for its other work.
            if commands.len() > MAX_COMMANDS {
                tokio::time::sleep(began.elapsed()).await;
            }
        }
        Ok(())
    }

    async fn reconcile_one(&self, serial: &str) -> anyhow::Result<()> {
        let mut tx = self.context.database.system().await?;
        let user = broker_user::find(&mut tx, self.project_id, serial).await?;
        tx.commit().await?;
        let answers = self.mqtt.control(vec![command::get(serial)]).await?;
        let existing: HashMap<String, String> = answers.first().and_then(command::user_of_answer).into_iter().collect();
        let desired: Vec<DesiredUser> = user.and_then(|user| self.desired(user)).into_iter().collect();
        self.send(difference::commands(&desired, &existing, &self.mark)).await
    }

    /// Name and description of every user of the broker.
    async fn users(&self) -> anyhow::Result<HashMap<String, String>> {
        let limit = if self.project_id.is_some() { MAX_USERS_OF_PROJECT } else { MAX_USERS };
        read_users(&self.mark, limit, |offset| self.mqtt.control(vec![command::list(PAGE_SIZE, offset)])).await
    }

    async fn send(&self, commands: Vec<Value>) -> anyhow::Result<()> {
        if commands.is_empty() {
            return Ok(());
        }
        let errors: Vec<String> = self.mqtt.control(commands).await?.iter().filter_map(command::error).collect();
        anyhow::ensure!(errors.is_empty(), "the broker refused: {}", errors.join(", "));
        Ok(())
    }

    fn desired(&self, user: BrokerUser) -> Option<DesiredUser> {
        if user.serial_number == self.own_user {
            tracing::error!(serial = user.serial_number, "a device has the name of the service's own user at the broker");
            return None;
        }
        match self.context.sealer.open(&user.mqtt_password) {
            Ok(password) => {
                Some(DesiredUser { description: format!("{}{FORMAT}{}", self.mark, self.fingerprint(&password)), name: user.serial_number, password })
            }
            Err(error) => {
                tracing::error!(serial = user.serial_number, %error, "the device's password at the broker cannot be opened");
                None
            }
        }
    }

    /// Of the password, for the user's description: the broker does not return passwords.
    fn fingerprint(&self, password: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.context.settings.seal_key).expect("HMAC takes a key of any length");
        mac.update(password.as_bytes());
        hex::encode(&mac.finalize().into_bytes()[..16])
    }
}

/// Name and description of every user, from pages that `read_page` gives from an offset on.
async fn read_users<F>(mark: &str, limit: usize, read_page: impl Fn(usize) -> F) -> anyhow::Result<HashMap<String, String>>
where
    F: Future<Output = Result<Vec<Value>, CallError>>,
{
    let (mut users, mut listed) = (HashMap::new(), 0);
    loop {
        let answers = read_page(listed).await?;
        let page =
            answers.first().and_then(command::users_of_answer).context("the broker does not list its users: has it the dynamic security plugin?")?;
        let (before, size) = (users.len(), page.len());
        listed += size;
        anyhow::ensure!(listed <= limit, "the broker lists more than {limit} users");
        // Of users that are not ours the name is enough.
        users.extend(
            page.into_iter().map(|(name, description)| if description.starts_with(mark) { (name, description) } else { (name, String::new()) }),
        );
        if size < PAGE_SIZE || users.len() == before {
            return Ok(users);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use serde_json::json;

    use super::*;

    const MARK: &str = "vestibule/x/";

    /// The users of these numbers, as the broker lists them.
    fn page(numbers: std::ops::Range<usize>) -> Vec<Value> {
        let clients: Vec<Value> = numbers.map(|number| json!({"username": format!("user-{number}"), "textdescription": "theirs"})).collect();
        vec![json!({"command": "listClients", "data": {"clients": clients}})]
    }

    #[tokio::test]
    async fn users_are_read_to_the_last_page() {
        let users = read_users(MARK, MAX_USERS, |offset| std::future::ready(Ok(page(offset..(offset + PAGE_SIZE).min(1_234))))).await.unwrap();
        assert_eq!(users.len(), 1_234);
        assert!(users.values().all(String::is_empty));
    }

    #[tokio::test]
    async fn a_broker_that_lists_users_without_end_is_left_alone() {
        let pages = AtomicUsize::new(0);
        let endless = |offset| {
            pages.fetch_add(1, Ordering::Relaxed);
            std::future::ready(Ok(page(offset..offset + PAGE_SIZE)))
        };
        assert!(read_users(MARK, MAX_USERS_OF_PROJECT, endless).await.is_err());
        assert_eq!(pages.into_inner(), MAX_USERS_OF_PROJECT / PAGE_SIZE + 1);
    }
}
