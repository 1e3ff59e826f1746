//! What is needed to know whether the licences of a project's groups are consistent.
use std::collections::{BTreeSet, HashMap};

use kit::Result;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{group_license, license};
use crate::domain::counts::{Counts, Kind};
use crate::domain::license::{Entitlement, License, covered_until, entitlement};
use crate::domain::license_tree::{Bounds, Grant, LicenseTree};

/// What the licences of a project give now.
pub async fn entitlement_of(
    connection: &mut PgConnection,
    project_id: i64,
    grace: Duration,
    now: OffsetDateTime,
) -> Result<(Vec<License>, Entitlement)> {
    let licenses: Vec<License> = license::list(connection, project_id).await?.into_iter().map(|row| row.license).collect();
    let devices = count_devices(connection, project_id).await?;
    let entitlement = entitlement(&licenses, devices, grace, now);
    Ok((licenses, entitlement))
}

/// Panels and monitors.
pub async fn count_devices(connection: &mut PgConnection, project_id: i64) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM devices WHERE project_id = $1 AND NOT deleted AND type IN ('panel', 'monitor')")
        .bind(project_id)
        .fetch_one(connection)
        .await?)
}

/// What groups have, and when. The groups above them are read only where one of them has a period.
pub async fn periods(connection: &mut PgConnection, project_id: i64) -> Result<LicenseTree> {
    let grants = group_license::list_grants(connection, project_id).await?;
    let parents = match grants.values().any(|grant| grant.period.is_some()) {
        true => parents(connection, project_id).await?,
        false => HashMap::new(),
    };
    let project = Grant { limits: Counts::UNLIMITED, features: BTreeSet::new(), period: None, former_end: None };
    Ok(LicenseTree { parents, project, grants, used: HashMap::new() })
}

async fn parents(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<i64, Option<i64>>> {
    let parents: Vec<(i64, Option<i64>)> =
        sqlx::query_as("SELECT id, parent_id FROM group_nodes WHERE project_id = $1 AND NOT deleted").bind(project_id).fetch_all(connection).await?;
    Ok(parents.into_iter().collect())
}

/// The whole project at this moment, with what its licences give.
pub async fn load(connection: &mut PgConnection, project_id: i64, grace: Duration, now: OffsetDateTime) -> Result<(LicenseTree, Entitlement)> {
    let (licenses, entitlement) = entitlement_of(connection, project_id, grace, now).await?;
    let tree = tree_of(connection, project_id, &licenses, &entitlement, now).await?;
    Ok((tree, entitlement))
}

/// The groups of a project whose licences were read.
pub async fn tree_of(
    connection: &mut PgConnection,
    project_id: i64,
    licenses: &[License],
    entitlement: &Entitlement,
    now: OffsetDateTime,
) -> Result<LicenseTree> {
    let parents = parents(connection, project_id).await?;
    let grants = group_license::list_grants(connection, project_id).await?;
    let used = usage(connection, project_id).await?;
    let project = Grant {
        limits: entitlement.counts,
        features: entitlement.features.iter().map(|feature| feature.to_string()).collect(),
        period: covered_until(licenses, now).map(|to| Bounds { from: None, to: Some(to) }),
        former_end: None,
    };
    Ok(LicenseTree { parents, project, grants, used })
}

async fn usage(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<(Kind, i64), i64>> {
    let rows: Vec<(i16, i64, i64)> = sqlx::query_as("SELECT kind, group_id, used FROM license_usage WHERE project_id = $1 AND used > 0")
        .bind(project_id)
        .fetch_all(connection)
        .await?;
    let kind = |number: i16| Kind::ALL.into_iter().find(|kind| kind.number() == number);
    Ok(rows.into_iter().filter_map(|(number, group, used)| Some(((kind(number)?, group), used))).collect())
}

/// Of each kind, of the whole project.
pub async fn used_by_project(connection: &mut PgConnection, project_id: i64) -> Result<HashMap<Kind, i64>> {
    let mut sums = HashMap::new();
    for ((kind, _), used) in usage(connection, project_id).await? {
        *sums.entry(kind).or_default() += used;
    }
    Ok(sums)
}

/// What licences name the project by; None before identity has said so.
pub async fn project_uid(connection: &mut PgConnection, project_id: i64) -> Result<Option<Uuid>> {
    let uid: Option<Option<Uuid>> =
        sqlx::query_scalar("SELECT uid FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(uid.flatten())
}
