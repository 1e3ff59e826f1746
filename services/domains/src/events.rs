//! Events of other services that domains consumes.
use kit::consumer::{Delivery, Handler};
use kit::projection::topic::{DEVICE, PROJECT, USER};
use kit::{Clock, Result, Tx, features};

use crate::operation::project;
use crate::projection::{DEVICES, USERS, license};

pub const TOPICS: &[&str] = &[PROJECT, USER, DEVICE, features::TOPIC];

pub struct Events {
    clock: Clock,
}

impl Events {
    pub fn new(clock: Clock) -> Self {
        Events { clock }
    }
}

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ();

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            PROJECT => project::prepare(tx, &self.clock, &event.decode()?).await,
            USER => USERS.project(tx, &event.decode()?).await.map(|_| ()),
            DEVICE => DEVICES.project(tx, &event.decode()?).await.map(|_| ()),
            features::TOPIC => license::project(tx, &event.decode()?).await,
            _ => Ok(()),
        }
    }
}
