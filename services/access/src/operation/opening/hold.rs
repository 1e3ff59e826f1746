use kit::Result;

use super::bump_lists;
use crate::app::App;
use crate::store::opening::{self as store, NewOpening};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    Placed(i64),
    /// No pass is left, or the token has opened already.
    Refused,
    /// The identifier was changed since the decision: decide again.
    Changed,
    /// Nobody counts its passes.
    Uncounted,
}

/// Takes a pass for an opening that was decided of the identifier at this version.
pub async fn hold(app: &App, project_id: i64, identifier: i64, version: i64, new: &NewOpening) -> Result<Hold> {
    let mut tx = app.context.database.tenant(project_id).await?;
    let Some(mut locked) = store::lock(&mut tx, project_id, identifier).await? else { return Ok(Hold::Uncounted) };
    if locked.version() != version {
        return Ok(Hold::Changed);
    }
    let Some(id) = store::hold(&mut tx, &mut locked, new).await? else { return Ok(Hold::Refused) };
    bump_lists(&mut tx, &locked).await?;
    tx.commit().await?;
    Ok(Hold::Placed(id))
}
