//! Events of other services: topic -> operation.
use kit::consumer::{Delivery, Handler};
pub use kit::projection::topic::PROJECT;
use kit::{Result, Tx};
use proto::vestibule::events::v1::ProjectChanged;

use crate::app::App;
use crate::operation::license::create_evaluation::create_evaluation;

pub const TOPICS: &[&str] = &[PROJECT];

pub struct Events(pub App);

#[async_trait::async_trait]
impl Handler for Events {
    type FollowUp = ();

    async fn handle(&self, tx: &mut Tx, event: &Delivery) -> Result<()> {
        let project: ProjectChanged = event.decode()?;
        create_evaluation(&self.0, tx, project.id).await
    }
}
