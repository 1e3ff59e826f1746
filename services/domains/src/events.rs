//! What domains take from the other services.
use kit::consumer::{Delivery, Handler};
use kit::{Clock, Result, Tx, features};

use crate::project::{self, NewProjects};
use crate::store::projection;

pub const TOPICS: &[&str] = &[project::TOPIC, USER, DEVICE, features::TOPIC];
const USER: &str = "identity.user.changed";
const DEVICE: &str = "device.device.changed";

pub struct Events {
    projects: NewProjects,
}

impl Events {
    pub fn new(clock: Clock) -> Self {
        Events { projects: NewProjects::new(clock) }
    }
}

#[async_trait::async_trait]
impl Handler for Events {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            project::TOPIC => self.projects.handle(tx, event).await,
            USER => projection::person(tx, &event.decode()?).await,
            DEVICE => projection::device(tx, &event.decode()?).await,
            features::TOPIC => features::apply(tx, &event.decode()?).await.map(|_| ()),
            _ => Ok(()),
        }
    }
}
