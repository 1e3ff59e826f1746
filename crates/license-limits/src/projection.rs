//! What licensing has said.
use kit::{Result, clock};
use proto::vestibule::events::v1::{LicenseChanged, UserLicenseChanged};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::CountedItems;

pub const USER_TOPIC: &str = "licensing.user_license.changed";

/// Stores the limits of the kind that the service counts, unless newer ones are stored. An event of an earlier release limits
/// nothing.
pub async fn project(connection: &mut PgConnection, items: &CountedItems, license: &LicenseChanged) -> Result<bool> {
    let limits = license.limits.clone().unwrap_or_default();
    let kind = items.kind;
    let taken = sqlx::query(
        "INSERT INTO license_usage (project_id, kind, maximum, kept, per_user, version) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (project_id, kind) DO UPDATE SET maximum = excluded.maximum, kept = excluded.kept, per_user = excluded.per_user,
             version = excluded.version
         WHERE license_usage.version < excluded.version",
    )
    .bind(license.project_id)
    .bind(kind.word())
    .bind(kind.of(limits.project.as_ref()))
    .bind(kind.of(limits.grace.as_ref()))
    .bind(kind.of(limits.per_user.as_ref()))
    .bind(license.version)
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(false);
    }
    let at = |at: &Option<_>| -> Option<OffsetDateTime> { at.as_ref().and_then(clock::from_proto) };
    let groups: Vec<i64> = limits.groups.iter().map(|group| group.group_id).collect();
    let maxima: Vec<Option<i64>> = limits.groups.iter().map(|group| kind.of(group.limits.as_ref())).collect();
    // Arrays in an array would have to be of one length.
    let features: Vec<String> = limits.groups.iter().map(|group| group.features.join(",")).collect();
    let from: Vec<Option<OffsetDateTime>> = limits.groups.iter().map(|group| at(&group.from)).collect();
    let to: Vec<Option<OffsetDateTime>> = limits.groups.iter().map(|group| at(&group.to)).collect();
    sqlx::query("DELETE FROM license_group_limits WHERE project_id = $1 AND group_id <> ALL($2)")
        .bind(license.project_id)
        .bind(&groups)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO license_group_limits (group_id, project_id, maximum, valid_from, valid_to, features)
         SELECT l.group_id, $1, l.maximum, l.valid_from, l.valid_to, string_to_array(l.features, ',')
         FROM unnest($2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::text[]) l (group_id, maximum, valid_from, valid_to, features)
         ON CONFLICT (group_id) DO UPDATE SET features = excluded.features, maximum = excluded.maximum, valid_from = excluded.valid_from, valid_to = excluded.valid_to",
    )
    .bind(license.project_id)
    .bind(&groups)
    .bind(&maxima)
    .bind(&from)
    .bind(&to)
    .bind(&features)
    .execute(connection)
    .await?;
    Ok(true)
}

/// What was decided for one user.
pub async fn project_user(connection: &mut PgConnection, items: &CountedItems, user: &UserLicenseChanged) -> Result<bool> {
    let stored = sqlx::query(
        "INSERT INTO license_user_limits (user_id, project_id, maximum, features_off, version) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE SET maximum = excluded.maximum, features_off = excluded.features_off, version = excluded.version
         WHERE license_user_limits.version < excluded.version",
    )
    .bind(user.user_id)
    .bind(user.project_id)
    .bind(items.kind.of(user.counts.as_ref()))
    .bind(&user.features_off)
    .bind(user.version)
    .execute(connection)
    .await?;
    Ok(stored.rows_affected() == 1)
}
