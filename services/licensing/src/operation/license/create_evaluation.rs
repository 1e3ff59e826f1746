//! Creates the licence with which a new project can evaluate everything.
use kit::{Result, Tx};

use crate::app::App;
use crate::domain::license::Plan;
use crate::operation::project_features::publish::publish;
use crate::store::{license, project_features};

pub const EVALUATION: &str = "Evaluation licence";

/// In the transaction of the event. Without limits of features, numbers and time; once for a project, also when that
/// licence has been removed. Where the installation is not for evaluation, a new project has Basic.
pub async fn create_evaluation(app: &App, tx: &mut Tx, project_id: i64) -> Result<()> {
    if project_features::find_for_update(tx, project_id).await?.is_some() {
        return Ok(());
    }
    let now = app.context.clock.now();
    if app.config.evaluation_license {
        license::insert_unlimited(tx, project_id, EVALUATION, Plan::Evaluation, now).await?;
    }
    publish(tx, project_id, app.config.grace, now).await?;
    Ok(())
}
