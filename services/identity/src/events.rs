//! The events that identity takes: the group tree, licences, and what every service records for the audit log.
use kit::consumer::{Delivery, Handler};
use kit::{Context, Result, Tx, audit, tree};
use proto::vestibule::events::v1::{AuditRecorded, GroupChanged, LicenseChanged};

use crate::domain::audit_event::AuditEvent;
use crate::signal::{self, Changed};
use crate::store;

const LICENSE: &str = "licensing.license.changed";
pub const TOPICS: &[&str] = &[tree::TOPIC, LICENSE, audit::TOPIC];

pub struct Events {
    pub context: Context,
}

#[async_trait::async_trait]
impl Handler for Events {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        match event.topic.as_str() {
            tree::TOPIC => self.group_changed(tx, &event.decode()?).await,
            LICENSE => store::features::apply(tx, &event.decode::<LicenseChanged>()?).await,
            audit::TOPIC => {
                let recorded: AuditRecorded = event.decode()?;
                store::audit_event::append(tx, &AuditEvent::new(recorded, self.context.clock.now())).await
            }
            _ => Ok(()),
        }
    }

    /// The users of a deleted group are no longer in it. Who they were is not known here any more, and it is rare:
    /// every session is asked for again.
    async fn committed(&self, events: &[Delivery]) {
        let is_deletion = |event: &Delivery| event.topic == tree::TOPIC && event.decode::<GroupChanged>().is_ok_and(|group| group.deleted);
        if events.iter().any(is_deletion) {
            signal::publish(&self.context, &[Changed::All(true)]).await;
        }
    }
}

impl Events {
    async fn group_changed(&self, tx: &mut Tx, group: &GroupChanged) -> Result<()> {
        let is_news = tree::apply(tx, group).await?;
        if is_news && group.deleted {
            store::user::leave_group(tx, group.project_id, group.id, self.context.clock.now()).await?;
        }
        Ok(())
    }
}
