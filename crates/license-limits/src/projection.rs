//! Projections of licensing's events: features of groups and users for every service, and numbers for those that count.
use kit::{Result, clock};
use proto::vestibule::events::v1::{LicenseChanged, LicenseLimits, UserLicenseChanged};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::CountedItems;

pub const USER_TOPIC: &str = "licensing.user_license.changed";

/// For a service that counts nothing: stores the features of the project and of its groups, each unless newer ones are stored.
/// The groups have a version of their own, so that the first snapshot after an upgrade fills a table that is new, although the
/// features of the project are those that were stored before.
pub async fn project_features(connection: &mut PgConnection, license: &LicenseChanged) -> Result<()> {
    kit::features::apply(connection, license).await?;
    let is_newer = sqlx::query(
        "INSERT INTO license_snapshots AS s (project_id, version) VALUES ($1, $2)
         ON CONFLICT (project_id) DO UPDATE SET version = excluded.version WHERE s.version < excluded.version",
    )
    .bind(license.project_id)
    .bind(license.version)
    .execute(&mut *connection)
    .await?;
    if is_newer.rows_affected() == 1 {
        store_groups(connection, license.project_id, &license.limits.clone().unwrap_or_default()).await?;
    }
    Ok(())
}

/// For a service that counts nothing: the features that are off for one user.
pub async fn project_user_features(connection: &mut PgConnection, user: &UserLicenseChanged) -> Result<bool> {
    let stored = sqlx::query(
        "INSERT INTO license_user_limits AS l (user_id, project_id, features_off, version) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET features_off = excluded.features_off, version = excluded.version
         WHERE l.version < excluded.version AND l.project_id = excluded.project_id",
    )
    .bind(user.user_id)
    .bind(user.project_id)
    .bind(&user.features_off)
    .bind(user.version)
    .execute(connection)
    .await?;
    Ok(stored.rows_affected() == 1)
}

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
    store_groups(connection, license.project_id, &limits).await?;
    let (groups, maxima): (Vec<i64>, Vec<Option<i64>>) = limits.groups.iter().map(|group| (group.group_id, kind.of(group.limits.as_ref()))).unzip();
    sqlx::query(
        "UPDATE license_group_limits l SET maximum = n.maximum FROM unnest($2::bigint[], $3::bigint[]) n (group_id, maximum)
         WHERE l.project_id = $1 AND l.group_id = n.group_id",
    )
    .bind(license.project_id)
    .bind(groups)
    .bind(maxima)
    .execute(connection)
    .await?;
    Ok(true)
}

/// For a service that looks after what exists by the features of doors: groups in which that is off.
pub async fn project_off_groups(connection: &mut PgConnection, license: &LicenseChanged) -> Result<()> {
    let off: Vec<i64> = license.limits.iter().flat_map(|limits| &limits.groups).filter(|group| group.is_off).map(|group| group.group_id).collect();
    sqlx::query("UPDATE license_group_limits SET is_off = group_id = ANY($2) WHERE project_id = $1")
        .bind(license.project_id)
        .bind(off)
        .execute(connection)
        .await?;
    Ok(())
}

/// What was decided for one user. Returns whether what is counted was switched off or on for them, by which alone what is suspended
/// changes.
pub async fn project_user(connection: &mut PgConnection, items: &CountedItems, user: &UserLicenseChanged) -> Result<bool> {
    let feature = items.kind.word();
    let was_off: Option<bool> =
        sqlx::query_scalar("SELECT $3 = ANY (features_off) FROM license_user_limits WHERE project_id = $1 AND user_id = $2 FOR UPDATE")
            .bind(user.project_id)
            .bind(user.user_id)
            .bind(feature)
            .fetch_optional(&mut *connection)
            .await?;
    if !project_user_features(connection, user).await? {
        return Ok(false);
    }
    sqlx::query("UPDATE license_user_limits SET maximum = $3 WHERE project_id = $1 AND user_id = $2")
        .bind(user.project_id)
        .bind(user.user_id)
        .bind(items.kind.of(user.counts.as_ref()))
        .execute(connection)
        .await?;
    Ok(user.features_off.iter().any(|off| off == feature) != was_off.unwrap_or(false))
}

/// The groups with limits of their own, as the snapshot has them: others have none.
async fn store_groups(connection: &mut PgConnection, project_id: i64, limits: &LicenseLimits) -> Result<()> {
    let at = |at: &Option<_>| -> Option<OffsetDateTime> { at.as_ref().and_then(clock::from_proto) };
    let groups: Vec<i64> = limits.groups.iter().map(|group| group.group_id).collect();
    // Arrays in an array would have to be of one length.
    let features: Vec<String> = limits.groups.iter().map(|group| group.features.join(",")).collect();
    let from: Vec<Option<OffsetDateTime>> = limits.groups.iter().map(|group| at(&group.from)).collect();
    let to: Vec<Option<OffsetDateTime>> = limits.groups.iter().map(|group| at(&group.to)).collect();
    sqlx::query("DELETE FROM license_group_limits WHERE project_id = $1 AND group_id <> ALL($2)")
        .bind(project_id)
        .bind(&groups)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO license_group_limits (group_id, project_id, valid_from, valid_to, features)
         SELECT l.group_id, $1, l.valid_from, l.valid_to, string_to_array(l.features, ',')
         FROM unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::text[]) l (group_id, valid_from, valid_to, features)
         ON CONFLICT (group_id) DO UPDATE SET features = excluded.features, valid_from = excluded.valid_from, valid_to = excluded.valid_to
             WHERE license_group_limits.project_id = excluded.project_id",
    )
    .bind(project_id)
    .bind(&groups)
    .bind(&from)
    .bind(&to)
    .bind(&features)
    .execute(connection)
    .await?;
    Ok(())
}
