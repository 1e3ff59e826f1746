//! A user switches classes of notifications on and off.
use kit::Result;
use kit::audit::{self, Change};
use policy::{Action, Resource, action};
use serde_json::{Value, json};

use crate::app::App;
use crate::domain::notification_class::{self as class, ClassSetting};
use crate::operation::notification::read_settings::read_settings;
use crate::store::notification::Right;
use crate::store::notification_setting;

/// Classes that are not named stay as they are. Returns all of them.
pub async fn update_settings(app: &App, right: &Right<action::Edit>, settings: &[ClassSetting]) -> Result<Vec<ClassSetting>> {
    let caller = right.caller();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = read_settings(&mut tx, right).await?;
    notification_setting::upsert(&mut tx, right, settings).await?;
    let after = read_settings(&mut tx, right).await?;
    if before != after {
        let change = Change::new(Action::Edit, Resource::Notification, caller.user_id, &caller.user_name, audit_view(&before), audit_view(&after));
        audit::record(&mut tx, &app.context.clock, caller, change).await?;
    }
    tx.commit().await?;
    Ok(after)
}

fn audit_view(settings: &[ClassSetting]) -> Value {
    settings.iter().map(|setting| (class::word(setting.class), json!({ "console": setting.acs, "push": setting.push }))).collect()
}
