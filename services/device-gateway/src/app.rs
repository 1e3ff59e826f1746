//! What the parts of the service share.
use std::sync::Arc;

use blob::{Blobs, SealKeys, SealedBlobs};
use exports::Exports;
use kit::Context;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::broker_users::ChangedUsers;
use crate::config::Config;
use crate::counters::Counters;
use crate::domain::snapshot_slots::SnapshotSlots;
use crate::http_link::HttpLink;
use crate::intake::room::SharedRoom;
use crate::mqtt::{MqttClient, ProjectBrokers};
use crate::push::Pusher;

/// Cheap to clone.
#[derive(Clone)]
pub struct App {
    pub context: Context,
    pub config: Arc<Config>,
    /// The broker of the installation.
    pub mqtt: MqttClient,
    /// Those of projects.
    pub brokers: ProjectBrokers,
    /// For messages of devices that come over those and wait to be stored.
    pub project_room: SharedRoom,
    pub http: HttpLink,
    pub pusher: Pusher,
    pub exports: Exports,
    pub counters: Counters,
    pub blobs: Blobs,
    /// Images of events, sealed.
    pub images: SealedBlobs,
    /// Snapshots under way.
    pub snapshot_slots: SnapshotSlots,
    /// Notified when a device may have work, after the commit that says so.
    pub pending_work: Arc<Notify>,
    /// Notified when a run of an emergency alert has changed, after the commit.
    pub alert_work: Arc<Notify>,
    /// Notified when the broker of a project was stored, after the commit.
    pub broker_work: Arc<Notify>,
    /// Serial numbers of devices whose user at the broker may have to change.
    pub broker_users: ChangedUsers,
    /// Id of this process in leases.
    pub worker: Uuid,
}

impl App {
    pub fn new(context: Context, config: Config, mqtt: MqttClient) -> App {
        let blobs = Blobs::with_authorities(&context.settings.blob, &context.settings.certificate_authorities);
        App {
            images: blobs.sealed(seal_keys(&context)),
            blobs,
            snapshot_slots: SnapshotSlots::default(),
            pusher: Pusher::start(context.clone()),
            exports: Exports::new(&context),
            counters: Counters::register(&context.metrics),
            config: Arc::new(config),
            mqtt,
            brokers: ProjectBrokers::default(),
            project_room: SharedRoom::of_projects(),
            http: HttpLink::new(&context.outgoing, &context.clock),
            pending_work: Arc::new(Notify::new()),
            alert_work: Arc::new(Notify::new()),
            broker_work: Arc::new(Notify::new()),
            broker_users: ChangedUsers::new(),
            worker: Uuid::now_v7(),
            context,
        }
    }

    /// Starts the dispatcher of this process at once. Other replicas find the work when they poll.
    pub fn notify_dispatcher(&self) {
        self.pending_work.notify_one();
    }

    /// The connection over which a device came last. None while this process does not know the broker yet.
    pub fn mqtt_of(&self, broker_id: Option<i64>) -> Option<MqttClient> {
        match broker_id {
            None => Some(self.mqtt.clone()),
            Some(id) => self.brokers.find(id),
        }
    }
}

fn seal_keys(context: &Context) -> SealKeys {
    let settings = &context.settings;
    let keys: Vec<&[u8]> = std::iter::once(&settings.seal_key).chain(&settings.former_seal_keys).map(Vec::as_slice).collect();
    SealKeys::new(&keys)
}
