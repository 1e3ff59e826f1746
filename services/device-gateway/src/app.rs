//! What the parts of the service share.
use std::sync::Arc;

use exports::Exports;
use kit::Context;
use tokio::sync::{Notify, mpsc};
use uuid::Uuid;

use crate::broker_users::ChangedUsers;
use crate::config::Config;
use crate::counters::Counters;
use crate::mqtt::MqttClient;
use crate::push::Pusher;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    pub mqtt: MqttClient,
    pub pusher: Pusher,
    pub exports: Exports,
    pub counters: Counters,
    /// Notified when a device may have work, after the commit that says so.
    pub pending_work: Arc<Notify>,
    /// Serial numbers of devices whose user at the broker may have to change.
    pub broker_users: ChangedUsers,
    /// Id of this process in leases.
    pub worker: Uuid,
}

impl App {
    pub fn new(context: Context, config: Config, mqtt: MqttClient) -> (App, mpsc::Receiver<String>) {
        let (broker_users, changed_users) = ChangedUsers::new();
        let app = App {
            pusher: Pusher::start(context.clone()),
            exports: Exports::new(&context),
            counters: Counters::register(&context.metrics),
            config: Arc::new(config),
            mqtt,
            pending_work: Arc::new(Notify::new()),
            broker_users,
            worker: Uuid::now_v7(),
            context,
        };
        (app, changed_users)
    }

    /// Starts the dispatcher of this process at once. Other replicas find the work when they poll.
    pub fn notify_dispatcher(&self) {
        self.pending_work.notify_one();
    }
}
