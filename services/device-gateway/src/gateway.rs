//! What the parts of the service share.
use std::sync::Arc;

use kit::Context;
use tokio::sync::{Notify, mpsc};
use uuid::Uuid;

use crate::broker_users::Changes;
use crate::config::Config;
use crate::counters::Counters;
use crate::driver::mqtt::Link;
use crate::push::Pusher;

/// Cheap to clone.
#[derive(Clone)]
pub struct Gateway {
    pub context: Context,
    pub config: Arc<Config>,
    pub link: Link,
    pub pusher: Pusher,
    pub counters: Counters,
    /// Rung when a device may have work, after the commit that says so.
    pub work: Arc<Notify>,
    /// Serial numbers of which the broker's user may be another.
    pub broker_users: Changes,
    /// This process, as leases name it.
    pub worker: Uuid,
}

impl Gateway {
    pub fn new(context: Context, config: Config, link: Link) -> (Gateway, mpsc::Receiver<String>) {
        let (broker_users, changed_users) = Changes::new();
        let gateway = Gateway {
            pusher: Pusher::start(context.clone()),
            counters: Counters::register(&context.metrics),
            config: Arc::new(config),
            link,
            work: Arc::new(Notify::new()),
            broker_users,
            worker: Uuid::now_v7(),
            context,
        };
        (gateway, changed_users)
    }

    /// Tells the dispatcher of this process; the others look each second.
    pub fn there_is_work(&self) {
        self.work.notify_one();
    }
}
