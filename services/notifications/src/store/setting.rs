//! Which classes a user wants to hear of.
use std::collections::BTreeMap;

use kit::Result;
use policy::{ActionKind, action};
use proto::vestibule::notifications::v1::NotificationClass;
use sqlx::PgConnection;

use crate::domain::class;
use crate::store::notification::Proof;

/// Every class, in the contract's order, and whether it is on.
pub async fn all<A: ActionKind>(connection: &mut PgConnection, proof: &Proof<A>) -> Result<Vec<(NotificationClass, bool)>> {
    let chosen: Vec<(i16, bool)> = sqlx::query_as("SELECT type, acs FROM notification_settings WHERE project_id = $1 AND user_id = $2")
        .bind(proof.project_id())
        .bind(proof.caller().user_id)
        .fetch_all(connection)
        .await?;
    let chosen: BTreeMap<i16, bool> = chosen.into_iter().collect();
    Ok(class::all().map(|class| (class, chosen.get(&(class as i16)).copied().unwrap_or(class::ON_BY_DEFAULT))).collect())
}

pub async fn set(connection: &mut PgConnection, proof: &Proof<action::Edit>, settings: &[(NotificationClass, bool)]) -> Result<()> {
    let (types, acs): (Vec<i16>, Vec<bool>) = settings.iter().map(|(class, acs)| (*class as i16, *acs)).unzip();
    sqlx::query(
        "INSERT INTO notification_settings (project_id, user_id, type, acs) SELECT $1, $2, t.type, t.acs FROM unnest($3::smallint[], $4::boolean[]) t (type, acs)
         ON CONFLICT (user_id, type) DO UPDATE SET acs = excluded.acs",
    )
    .bind(proof.project_id())
    .bind(proof.caller().user_id)
    .bind(types)
    .bind(acs)
    .execute(connection)
    .await?;
    Ok(())
}
