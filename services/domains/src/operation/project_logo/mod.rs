//! The logo of the project's white label.
mod delete;
mod set;

use kit::audit::{self, Change};
use kit::{Result, Tx};
use policy::{Action, Resource, action};
use serde_json::Value;

use super::settings::SettingsRight;
use crate::app::App;
use crate::domain::settings::Area;
use crate::domain::white_label::WhiteLabel;
use crate::store::settings::{self, LockedSettings};

pub use delete::delete;
pub use set::set;

/// Publishes the settings, which contain the logo, and records the change.
async fn publish_and_record(
    tx: &mut Tx,
    app: &App,
    right: &SettingsRight<action::Edit>,
    locked: &LockedSettings,
    before: Value,
    after: Value,
) -> Result<()> {
    settings::publish(tx, locked).await?;
    let change = Change::new(Action::Edit, Resource::ProjectSettings, right.project_id(), WhiteLabel::NAME, before, after);
    audit::record(tx, &app.context.clock, right.caller(), change).await
}
