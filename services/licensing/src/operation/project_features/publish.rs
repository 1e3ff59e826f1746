//! Publishes what a project has to the other services.
use kit::{Result, clock, outbox};
use prost::Message as _;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, LicenseNumbers};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::domain::counts::Counts;
use crate::domain::license_tree::{Bounds, Grant};
use crate::store::{group_license, license_tree, project_features};

/// In a transaction of the caller. Publishes nothing when it is what was published last; returns whether it differs.
pub async fn publish(connection: &mut PgConnection, project_id: i64, grace: Duration, now: OffsetDateTime) -> Result<bool> {
    let published = project_features::find_for_update(connection, project_id).await?;
    let (_, entitlement) = license_tree::entitlement_of(connection, project_id, grace, now).await?;
    let mut grants: Vec<(i64, Grant)> = group_license::list_grants(connection, project_id).await?.into_iter().collect();
    grants.sort_unstable_by_key(|(group, _)| *group);
    let mut event = LicenseChanged {
        project_id,
        version: 0,
        features: entitlement.features.iter().map(|feature| feature.to_string()).collect(),
        grace_features: entitlement.grace.iter().map(|(feature, _)| feature.to_string()).collect(),
        limits: Some(LicenseLimits {
            project: Some(numbers(&entitlement.counts)),
            grace: Some(numbers(&entitlement.kept_counts)),
            per_user: Some(numbers(&entitlement.per_user)),
            groups: grants.into_iter().map(group_limits).collect(),
        }),
    };
    let digest = Sha256::digest(event.encode_to_vec()).to_vec();
    event.version = match published {
        Some((_, Some(published))) if published == digest => return Ok(false),
        Some((version, _)) => version + 1,
        None => 1,
    };
    project_features::upsert(connection, project_id, event.version, &event.features, &digest).await?;
    outbox::emit(connection, project_id, kit::features::TOPIC, &format!("license:{project_id}"), &event).await?;
    Ok(true)
}

pub fn numbers(counts: &Counts) -> LicenseNumbers {
    LicenseNumbers { sip: counts.sip, mobile_app: counts.mobile_app, ukey2: counts.ukey2 }
}

fn group_limits((group_id, grant): (i64, Grant)) -> GroupLicenseLimits {
    let Bounds { from, to } = grant.period.unwrap_or(Bounds::OPEN);
    GroupLicenseLimits {
        group_id,
        limits: Some(numbers(&grant.limits)),
        features: grant.features.into_iter().collect(),
        from: from.map(clock::to_proto),
        to: to.map(clock::to_proto),
    }
}
