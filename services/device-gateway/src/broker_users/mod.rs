//! The users of the broker: one for each device, kept by Mosquitto's dynamic security plugin. What each may do is
//! the broker's own file of patterns (docs/adr/0003-mqtt-users.md).
//!
//! The table of devices is the truth. After every connection the users are compared with it, by the replica that leads;
//! between connections a change of a device is carried over at once, by whoever made it.
mod command;
mod plan;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::Context as _;
use hmac::{Hmac, Mac};
use serde_json::Value;
use sha2::Sha256;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::gateway::Gateway;
use crate::store::broker_user::{self, BrokerUser};

/// Changes that wait; beyond that the next comparison finds them.
const QUEUE: usize = 10_000;
/// Between comparisons while the connection lasts.
const EVERY: Duration = Duration::from_secs(600);
/// Users of one answer of the broker.
const PAGE: usize = 500;
/// Commands of one message: the broker writes its file for each of them and does nothing else meanwhile.
const AT_ONCE: usize = 5;

/// Where changes of devices are noted, by serial number.
#[derive(Clone)]
pub struct Changes(mpsc::Sender<String>);

impl Changes {
    pub fn new() -> (Changes, mpsc::Receiver<String>) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        (Changes(sender), receiver)
    }

    pub fn note(&self, serial: &str) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.0.try_send(serial.into()) {
            tracing::warn!(serial, "the broker's user follows with the next comparison");
        }
    }
}

/// Keeps the users, until shutdown.
pub async fn run(gateway: Gateway, mut changes: mpsc::Receiver<String>, shutdown: CancellationToken) -> anyhow::Result<()> {
    let keeper = Keeper { gateway };
    let mut connections = keeper.gateway.link.connections();
    let mut leadership = keeper.gateway.context.leadership.clone();
    let mut timer = tokio::time::interval(EVERY);
    timer.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let result = tokio::select! {
            _ = shutdown.cancelled() => return Ok(()),
            serial = changes.recv() => match serial {
                Some(serial) => keeper.follow(&serial).await,
                None => return Ok(()),
            },
            changed = connections.changed() => {
                changed?;
                connections.borrow_and_update();
                keeper.compare().await
            }
            _ = leadership.changed() => keeper.compare().await,
            _ = timer.tick() => keeper.compare().await,
        };
        if let Err(error) = result {
            tracing::warn!(error = format!("{error:#}"), "the users of the broker are not all as they should be");
            timer.reset_after(Duration::from_secs(5));
        }
    }
}

struct Keeper {
    gateway: Gateway,
}

impl Keeper {
    /// Brings all users in line. Whoever is not ours is left alone.
    async fn compare(&self) -> anyhow::Result<()> {
        if !self.gateway.link.is_connected() || !self.gateway.context.leadership.is_held() {
            return Ok(());
        }
        // The broker first: a device that is made meanwhile is in the table by the time its user is in the list.
        let there = self.users().await?;
        let mut tx = self.gateway.context.database.system().await?;
        let wanted = broker_user::all(&mut tx).await?;
        tx.commit().await?;
        let wanted: Vec<plan::Wanted> = wanted.into_iter().filter_map(|user| self.wanted(user)).collect();
        let commands = plan::commands(&wanted, &there, &self.mark());
        if !commands.is_empty() {
            tracing::info!(commands = commands.len(), "bringing the users of the broker in line");
        }
        for some in commands.chunks(AT_ONCE) {
            let began = tokio::time::Instant::now();
            self.send(some.to_vec()).await?;
            // The broker stands still while it writes: give it as long for its other work.
            if commands.len() > AT_ONCE {
                tokio::time::sleep(began.elapsed()).await;
            }
        }
        Ok(())
    }

    /// Brings one user in line.
    async fn follow(&self, serial: &str) -> anyhow::Result<()> {
        let mut tx = self.gateway.context.database.system().await?;
        let user = broker_user::of(&mut tx, serial).await?;
        tx.commit().await?;
        let answers = self.gateway.link.control(vec![command::get(serial)]).await?;
        let there: HashMap<String, String> = answers.first().and_then(command::user_of_answer).into_iter().collect();
        let wanted: Vec<plan::Wanted> = user.and_then(|user| self.wanted(user)).into_iter().collect();
        self.send(plan::commands(&wanted, &there, &self.mark())).await
    }

    /// Name and description of every user of the broker.
    async fn users(&self) -> anyhow::Result<HashMap<String, String>> {
        let mut users = HashMap::new();
        loop {
            let answers = self.gateway.link.control(vec![command::list(PAGE, users.len())]).await?;
            let page = answers
                .first()
                .and_then(command::users_of_answer)
                .context("the broker does not list its users: has it the dynamic security plugin?")?;
            let (before, size) = (users.len(), page.len());
            users.extend(page);
            if size < PAGE || users.len() == before {
                return Ok(users);
            }
        }
    }

    async fn send(&self, commands: Vec<Value>) -> anyhow::Result<()> {
        if commands.is_empty() {
            return Ok(());
        }
        let errors: Vec<String> = self.gateway.link.control(commands).await?.iter().filter_map(command::error).collect();
        anyhow::ensure!(errors.is_empty(), "the broker refused: {}", errors.join(", "));
        Ok(())
    }

    fn wanted(&self, user: BrokerUser) -> Option<plan::Wanted> {
        if user.serial_number == self.gateway.context.settings.mqtt_user {
            tracing::error!(serial = user.serial_number, "a device has the name of the service's own user at the broker");
            return None;
        }
        match self.gateway.context.sealer.open(&user.mqtt_password) {
            Ok(password) => {
                Some(plan::Wanted { description: format!("{}{}", self.mark(), self.fingerprint(&password)), name: user.serial_number, password })
            }
            Err(error) => {
                tracing::error!(serial = user.serial_number, %error, "the device's password at the broker cannot be opened");
                None
            }
        }
    }

    /// How descriptions of our users begin.
    fn mark(&self) -> String {
        format!("vestibule/{}/", self.gateway.config.installation)
    }

    /// The broker does not give passwords back, so that its users carry what tells one from another.
    fn fingerprint(&self, password: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.gateway.context.settings.seal_key).expect("HMAC takes a key of any length");
        mac.update(password.as_bytes());
        hex::encode(&mac.finalize().into_bytes()[..16])
    }
}
