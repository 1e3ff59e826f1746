//! Which classes of notifications a user receives.
use std::collections::BTreeMap;

use kit::Result;
use policy::{ActionKind, action};
use sqlx::PgConnection;

use crate::domain::notification_class::{self as class, ClassSetting};
use crate::store::notification::Right;

/// Every class, in the contract's order.
pub async fn list<A: ActionKind>(connection: &mut PgConnection, right: &Right<A>) -> Result<Vec<ClassSetting>> {
    let stored: Vec<(i16, bool)> = sqlx::query_as("SELECT type, acs FROM notification_settings WHERE project_id = $1 AND user_id = $2")
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .fetch_all(connection)
        .await?;
    let stored: BTreeMap<i16, bool> = stored.into_iter().collect();
    Ok(class::all().map(|class| (class, stored.get(&(class as i16)).copied().unwrap_or(class::ON_BY_DEFAULT))).collect())
}

pub async fn upsert(connection: &mut PgConnection, right: &Right<action::Edit>, settings: &[ClassSetting]) -> Result<()> {
    let (types, acs): (Vec<i16>, Vec<bool>) = settings.iter().map(|(class, acs)| (*class as i16, *acs)).unzip();
    sqlx::query(
        "INSERT INTO notification_settings (project_id, user_id, type, acs) SELECT $1, $2, t.type, t.acs FROM unnest($3::smallint[], $4::boolean[]) t (type, acs)
         ON CONFLICT (user_id, type) DO UPDATE SET acs = excluded.acs",
    )
    .bind(right.project_id())
    .bind(right.caller().user_id)
    .bind(types)
    .bind(acs)
    .execute(connection)
    .await?;
    Ok(())
}
