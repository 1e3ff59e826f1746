//! Macros and cameras of a video platform, asked of its server.
mod list_cameras;
mod list_macros;

use kit::{Error, Result};
use policy::{Action, Caller};
use serde_json::Value;

use crate::app::App;
use crate::domain::integration::{IntegrationDraft, IntegrationType};
use crate::operation::integration::{is_allowed, is_allowed_in_any};
use crate::store::integration;

pub use list_cameras::list_cameras;
pub use list_macros::list_macros;

struct VideoPlatform {
    /// Id and version of the integration.
    key: (i64, i64),
    draft: IntegrationDraft,
}

/// An active video platform that the caller sees by a right, and not only for having created it: a caller who lost the
/// right to the groups is not told of their cameras.
async fn find_usable(app: &App, caller: &Caller, id: i64) -> Result<VideoPlatform> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let row = integration::find(&mut reader, caller, id).await?;
    let is_permitted = is_allowed(&mut reader, caller, Action::View, row.domain_id).await?
        || is_allowed_in_any(&mut reader, caller, Action::View, &row.group_ids).await?;
    drop(reader);
    let draft = row.draft();
    if !is_permitted {
        return Err(not_allowed("integration not allowed for user"));
    }
    if draft.kind != IntegrationType::AxxonOne || !draft.is_active {
        return Err(not_allowed("integration not allowed for device"));
    }
    Ok(VideoPlatform { key: (id, row.version), draft })
}

fn not_allowed(message: &str) -> Error {
    Error::Conflict { code: "integration_not_allowed", message: message.into(), data: Value::Null }
}
