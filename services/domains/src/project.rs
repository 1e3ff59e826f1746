//! A new project gets the types that most sites need, so that its first group can be made at once, and general
//! settings with the zone and the language that it was made with, or that its dealer gives it.
use kit::consumer::{Delivery, Handler};
use kit::{Clock, Result, Tx};
use proto::vestibule::events::v1::ProjectChanged;

use crate::domain::group_type::DEFAULTS;
use crate::domain::settings::general::General;
use crate::store::{group_type, settings};

pub const TOPIC: &str = "identity.project.changed";

/// Makes each once: a type that an administrator removed or renamed does not come back, and settings are theirs,
/// until the dealer sets another region.
pub struct NewProjects {
    clock: Clock,
}

impl NewProjects {
    pub fn new(clock: Clock) -> Self {
        NewProjects { clock }
    }
}

#[async_trait::async_trait]
impl Handler for NewProjects {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        let project: ProjectChanged = event.decode()?;
        let now = self.clock.now();
        let version = settings::lock(tx, project.id).await?;
        let before = settings::find::<General>(tx, project.id).await?;
        let after = match &before {
            Some(general) if !project.is_region_new => general.clone(),
            general => general.clone().unwrap_or_default().with_region(&project.time_zone, &project.locale),
        };
        if before.as_ref() != Some(&after) {
            settings::put(tx, project.id, &after, now).await?;
            settings::tell(tx, project.id, version).await?;
        }
        if group_type::first_sight_of(tx, project.id, now).await? {
            for (name, kind, _) in DEFAULTS {
                group_type::insert_default(tx, project.id, name, kind, now).await?;
            }
        }
        Ok(())
    }
}
