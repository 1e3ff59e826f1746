//! Mobile apps as licences count them.
use std::collections::BTreeSet;

use kit::{Error, Result};
use license_limits::{CountedItems, ItemsToMove, ItemsToTake, Kind, features, move_items, take};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::session::Live;

/// An installation that is signed in, at home in the group of its user with the least id. The one that was signed in first is the
/// oldest, however often it has signed in since.
pub const MOBILE_APPS: CountedItems = CountedItems {
    kind: Kind::MobileApp,
    items: "SELECT c.project_id, c.id, (SELECT min(d.domain_id) FROM user_domains d WHERE d.user_id = c.user_id) AS group_id, c.user_id,
        c.created_at FROM mobile_clients c
        WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.mobile_client_id = c.id AND s.revoked_at IS NULL AND s.expires_at > {now})",
    exceeded: "maximum of mobile apps exceeded",
    exceeded_of_group: "maximum of mobile apps exceeded",
    exceeded_of_user: "maximum of mobile apps exceeded",
};

/// Whether a user may sign in with one more installation; with one that is signed in already they may, unless it is suspended.
pub async fn take_mobile_app(connection: &mut PgConnection, project_id: i64, user_id: i64, vendor_id: &str, now: OffsetDateTime) -> Result<()> {
    let (is_signed_in, is_suspended, group_id): (bool, bool, Option<i64>) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM mobile_clients c JOIN sessions s ON s.mobile_client_id = c.id AND s.revoked_at IS NULL AND s.expires_at > $3
                        WHERE c.user_id = $1 AND c.vendor_id = $2),
             EXISTS (SELECT 1 FROM mobile_clients c JOIN license_suspended x ON x.item_id = c.id WHERE c.user_id = $1 AND c.vendor_id = $2),
             (SELECT min(d.domain_id) FROM user_domains d WHERE d.user_id = $1)",
    )
    .bind(user_id)
    .bind(vendor_id)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    match (is_signed_in, is_suspended) {
        (true, true) => Err(suspended()),
        (true, false) => Ok(()),
        (false, _) => {
            require_feature(&mut *connection, project_id, user_id, group_id).await?;
            take(&mut *connection, &MOBILE_APPS, ItemsToTake { project_id, group_id, user_id: Some(user_id), more: 1 }, now).await?;
            if is_suspended { resume(connection, user_id, vendor_id).await } else { Ok(()) }
        }
    }
}

/// The project has the feature, and the user and the group in which their apps are at home.
async fn require_feature(connection: &mut PgConnection, project_id: i64, user_id: i64, group_id: Option<i64>) -> Result<()> {
    let feature = MOBILE_APPS.kind.word();
    kit::features::require(&mut *connection, project_id, &[feature]).await?;
    let on = features::of_user(connection, user_id, group_id.as_slice(), vec![feature.into()]).await?;
    if on.is_empty() { Err(kit::features::not_licensed()) } else { Ok(()) }
}

/// The features of a mobile app that the user of its session has. None for a browser, and while the features of the project are
/// unknown.
pub async fn app_features(connection: &mut PgConnection, live: &Live) -> Result<Option<Vec<String>>> {
    if !live.is_mobile_app {
        return Ok(None);
    }
    let Some(mut held) = kit::features::find(&mut *connection, live.project_id).await? else { return Ok(None) };
    held.retain(|feature| feature.starts_with(MOBILE_APPS.kind.word()));
    Ok(Some(features::of_user(connection, live.user_id, &live.domain_ids, held).await?))
}

/// Before the groups of a user change: their apps move with them, where the one with the least id is another one.
pub async fn move_mobile_apps(
    connection: &mut PgConnection,
    (project_id, user_id): (i64, i64),
    before: &BTreeSet<i64>,
    after: &BTreeSet<i64>,
    now: OffsetDateTime,
) -> Result<()> {
    let (from, to) = (before.first().copied(), after.first().copied());
    if from == to {
        return Ok(());
    }
    move_items(connection, &MOBILE_APPS, ItemsToMove { project_id, from, to, user_id }, now).await
}

/// One that had signed out and was counted anew.
async fn resume(connection: &mut PgConnection, user_id: i64, vendor_id: &str) -> Result<()> {
    sqlx::query("DELETE FROM license_suspended x USING mobile_clients c WHERE c.id = x.item_id AND c.user_id = $1 AND c.vendor_id = $2")
        .bind(user_id)
        .bind(vendor_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// The installation is over the count: it goes on by itself with the next licence.
pub fn suspended() -> Error {
    Error::conflict(MOBILE_APPS.exceeded)
}
