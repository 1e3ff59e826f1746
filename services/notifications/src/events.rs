//! What the service hears: of people and groups, to know whom to tell, and of doors, to have something to tell.
use std::collections::HashMap;
use std::sync::Mutex;

use kit::consumer::{Delivery, Handler};
use kit::{Context, Result, Tx, tree};
use proto::vestibule::events::v1::EventArrived;
use uuid::Uuid;

use crate::domain::occasion;
use crate::push;
use crate::store::recipient::Told;
use crate::store::{person, recipient, role};

pub const TOPICS: &[&str] = &[tree::TOPIC, USER, ROLE, EVENT];
pub const USER: &str = "identity.user.changed";
pub const ROLE: &str = "identity.role.changed";
pub const EVENT: &str = "device.event.arrived";

pub struct Events {
    context: Context,
    /// Notifications by the event that made them, until its transaction commits.
    waiting: Mutex<HashMap<Uuid, Vec<Told>>>,
}

impl Events {
    pub fn new(context: Context) -> Self {
        Events { context, waiting: Mutex::default() }
    }

    async fn tell(&self, tx: &mut Tx, id: Uuid, event: &EventArrived) -> Result<()> {
        let Some(class) = occasion::class_of(event) else { return Ok(()) };
        let told = recipient::tell(tx, event, class, self.context.clock.now()).await?;
        self.waiting.lock().expect("not poisoned").insert(id, told);
        Ok(())
    }

    /// Batches come one after the other, so whatever waits for another event belongs to a batch that failed.
    fn take(&self, events: &[Delivery]) -> Vec<Told> {
        let mut waiting = std::mem::take(&mut *self.waiting.lock().expect("not poisoned"));
        events.iter().filter_map(|event| waiting.remove(&event.id)).flatten().collect()
    }
}

#[async_trait::async_trait]
impl Handler for Events {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            USER => person::apply(tx, &event.decode()?).await,
            ROLE => role::apply(tx, &event.decode()?).await,
            EVENT => self.tell(tx, event.id, &event.decode()?).await,
            _ => tree::apply(tx, &event.decode()?).await.map(|_| ()),
        }
    }

    async fn committed(&self, events: &[Delivery]) {
        push::all(&self.context, self.take(events)).await;
    }
}
