//! A new project gets the types that most sites need, so that its first group can be made at once.
use kit::consumer::{Delivery, Handler};
use kit::{Clock, Result, Tx};
use proto::vestibule::domains::v1::GroupKind;
use proto::vestibule::events::v1::ProjectChanged;

use crate::store::group_type;

pub const TOPIC: &str = "identity.project.changed";

/// The console translates these names, as it does those of the default roles.
const DEFAULTS: [(&str, GroupKind); 6] = [
    ("company", GroupKind::Common),
    ("site", GroupKind::Common),
    ("building", GroupKind::Building),
    ("entrance", GroupKind::Unit),
    ("floor", GroupKind::Floor),
    ("apartment", GroupKind::Apartment),
];

/// Makes them once: a type that an administrator removed or renamed does not come back.
pub struct DefaultTypes {
    clock: Clock,
}

impl DefaultTypes {
    pub fn new(clock: Clock) -> Self {
        DefaultTypes { clock }
    }
}

#[async_trait::async_trait]
impl Handler for DefaultTypes {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        let project: ProjectChanged = event.decode()?;
        let now = self.clock.now();
        if !group_type::first_sight_of(tx, project.id, now).await? {
            return Ok(());
        }
        for (name, kind) in DEFAULTS {
            group_type::insert_default(tx, project.id, name, kind, now).await?;
        }
        Ok(())
    }
}
