//! A user reads which classes of notifications they receive.
use kit::Result;
use policy::ActionKind;
use sqlx::PgConnection;

use crate::domain::event_rules::WATCHERS;
use crate::domain::notification_class::ClassSetting;
use crate::projection::role;
use crate::store::notification::Right;
use crate::store::notification_setting;

/// Every class, in the contract's order. What they have not chosen depends on whether they watch doors.
pub async fn read_settings<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>) -> Result<Vec<ClassSetting>> {
    let is_watcher = role::has_any_right(connection, right.project_id(), right.caller().user_id, WATCHERS).await?;
    notification_setting::list(connection, right, is_watcher).await
}
