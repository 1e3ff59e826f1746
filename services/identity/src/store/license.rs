//! Mobile apps as licences count them.
use kit::Result;
use license_limits::{CountedItems, ItemsToTake, Kind, take};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// An installation that is signed in, at home in the group of its user with the least id.
pub const MOBILE_APPS: CountedItems = CountedItems {
    kind: Kind::MobileApp,
    items: "SELECT c.project_id, c.id, (SELECT min(d.domain_id) FROM user_domains d WHERE d.user_id = c.user_id) AS group_id, c.user_id,
        c.auth_at AS created_at FROM mobile_clients c
        WHERE EXISTS (SELECT 1 FROM sessions s WHERE s.mobile_client_id = c.id AND s.revoked_at IS NULL)",
    exceeded: "maximum of mobile apps exceeded",
    exceeded_of_group: "maximum of mobile apps exceeded",
    exceeded_of_user: "maximum of mobile apps exceeded",
};

/// Whether a user may sign in with one more installation; with one that is signed in already they may.
pub async fn take_mobile_app(connection: &mut PgConnection, project_id: i64, user_id: i64, vendor_id: &str, now: OffsetDateTime) -> Result<()> {
    let (is_signed_in, group_id): (bool, Option<i64>) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM mobile_clients c JOIN sessions s ON s.mobile_client_id = c.id AND s.revoked_at IS NULL
                        WHERE c.user_id = $1 AND c.vendor_id = $2),
             (SELECT min(d.domain_id) FROM user_domains d WHERE d.user_id = $1)",
    )
    .bind(user_id)
    .bind(vendor_id)
    .fetch_one(&mut *connection)
    .await?;
    if is_signed_in {
        return Ok(());
    }
    take(connection, &MOBILE_APPS, ItemsToTake { project_id, group_id, user_id: Some(user_id), more: 1 }, now).await
}

/// Whether the installation of a session is over the count: it goes on by itself with the next licence.
pub async fn is_suspended(connection: &mut PgConnection, session_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sessions s JOIN license_suspended x ON x.item_id = s.mobile_client_id WHERE s.id = $1)")
        .bind(session_id)
        .fetch_one(connection)
        .await?)
}
