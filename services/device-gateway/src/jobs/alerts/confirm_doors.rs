use std::collections::BTreeMap;

use kit::Result;

use super::actions;
use crate::app::App;
use crate::operation::alert::publish_outcomes;

/// Doors of lockdowns whose devices have confirmed their lists.
pub(super) async fn confirm_doors(app: &App) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let mut by_run: BTreeMap<(i64, i64), Vec<i64>> = BTreeMap::new();
    for door in actions::confirm_doors(&mut tx, app.context.clock.now()).await? {
        by_run.entry((door.project_id, door.run_id)).or_default().push(door.device_id);
    }
    for ((project_id, run_id), devices) in by_run {
        publish_outcomes(&mut tx, project_id, run_id, Some(&devices)).await?;
    }
    Ok(tx.commit().await?)
}
