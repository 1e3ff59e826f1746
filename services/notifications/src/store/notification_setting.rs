//! Which classes of notifications a user receives.
use std::collections::BTreeMap;

use kit::Result;
use policy::{ActionKind, action};
use sqlx::PgConnection;

use crate::domain::notification_class::{self as class, ClassSetting};
use crate::store::notification::Right;

/// Every class, in the contract's order. `is_watcher`: whether the user's role lets them view what happens at doors.
pub async fn list<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>, is_watcher: bool) -> Result<Vec<ClassSetting>> {
    let stored: Vec<(i16, bool, Option<bool>)> =
        sqlx::query_as("SELECT type, acs, push FROM notification_settings WHERE project_id = $1 AND user_id = $2")
            .bind(right.project_id())
            .bind(right.caller().user_id)
            .fetch_all(&mut *connection)
            .await?;
    let stored: BTreeMap<i16, (bool, Option<bool>)> = stored.into_iter().map(|(class, acs, push)| (class, (acs, push))).collect();
    let setting = |class| {
        let (acs, push) = stored.get(&(class as i16)).copied().unwrap_or((class::is_on_by_default(class, is_watcher), None));
        ClassSetting { class, acs, push: Some(push.unwrap_or_else(|| class::is_pushed_by_default(class))) }
    };
    Ok(class::all().map(setting).collect())
}

pub async fn upsert(connection: &mut PgConnection, right: &Right<action::Edit>, settings: &[ClassSetting]) -> Result<()> {
    let types: Vec<i16> = settings.iter().map(|setting| setting.class as i16).collect();
    let acs: Vec<bool> = settings.iter().map(|setting| setting.acs).collect();
    let pushes: Vec<Option<bool>> = settings.iter().map(|setting| setting.push).collect();
    sqlx::query(
        "INSERT INTO notification_settings (project_id, user_id, type, acs, push)
         SELECT $1, $2, t.type, t.acs, t.push FROM unnest($3::smallint[], $4::boolean[], $5::boolean[]) t (type, acs, push)
         ON CONFLICT (user_id, type) DO UPDATE SET acs = excluded.acs, push = coalesce(excluded.push, notification_settings.push)",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(types)
    .bind(acs)
    .bind(pushes)
    .execute(connection)
    .await?;
    Ok(())
}
