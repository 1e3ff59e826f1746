//! A new project gets a licence to try everything with.
use kit::consumer::{Delivery, Handler};
use kit::{Clock, Result, Tx};
use proto::vestibule::events::v1::ProjectChanged;

use crate::features;
use crate::store::license::{self, Plan};
use crate::store::project_features;

pub const TOPIC: &str = "identity.project.changed";
pub const EVALUATION: &str = "Evaluation licence";

/// Makes one evaluation licence per project, unlimited in features, numbers and time. A project that had one before
/// does not get another.
pub struct EvaluationLicenses {
    clock: Clock,
}

impl EvaluationLicenses {
    pub fn new(clock: Clock) -> Self {
        EvaluationLicenses { clock }
    }
}

#[async_trait::async_trait]
impl Handler for EvaluationLicenses {
    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        let project: ProjectChanged = event.decode()?;
        if project_features::lock(tx, project.id).await?.is_some() {
            return Ok(());
        }
        let now = self.clock.now();
        license::insert_unlimited(tx, project.id, EVALUATION, Plan::Evaluation, now).await?;
        features::tell(tx, project.id, now).await?;
        Ok(())
    }
}
