//! Publishes what a project has to the other services.
use kit::{Result, clock, outbox};
use prost::Message as _;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, LicenseNumbers};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::domain::counts::Counts;
use crate::domain::license_tree::{Bounds, Grant, PeriodUse};
use crate::store::{license_tree, project_features};

/// In a transaction of the caller. Publishes nothing when it is what was published last; returns whether it differs.
pub async fn publish(connection: &mut PgConnection, project_id: i64, grace: Duration, now: OffsetDateTime) -> Result<bool> {
    let published = project_features::find_for_update(connection, project_id).await?;
    let mut event = snapshot(connection, project_id, grace, now).await?;
    let digest = digest_of(&event);
    event.version = match published {
        Some((_, Some(published))) if published == digest => return Ok(false),
        Some((version, _)) => version + 1,
        None => 1,
    };
    project_features::upsert(connection, project_id, event.version, &event.features, &digest).await?;
    emit(connection, &event).await?;
    Ok(true)
}

/// Publishes what was published last once more, with its version: it changes nothing but where it is not known. What has
/// changed since is left to `publish`. In a transaction of the caller; returns whether it was published.
pub async fn republish(connection: &mut PgConnection, project_id: i64, grace: Duration, now: OffsetDateTime) -> Result<bool> {
    let Some((version, Some(published))) = project_features::find_for_update(connection, project_id).await? else { return Ok(false) };
    let event = snapshot(connection, project_id, grace, now).await?;
    if digest_of(&event) != published {
        return Ok(false);
    }
    emit(connection, &LicenseChanged { version, ..event }).await?;
    Ok(true)
}

/// What holds now, without a version.
async fn snapshot(connection: &mut PgConnection, project_id: i64, grace: Duration, now: OffsetDateTime) -> Result<LicenseChanged> {
    let (_, entitlement) = license_tree::entitlement_of(connection, project_id, grace, now).await?;
    let tree = license_tree::periods(connection, project_id).await?;
    let mut groups: Vec<GroupLicenseLimits> =
        tree.grants.iter().map(|(group, grant)| group_limits(*group, grant, tree.use_at(*group, grace, now))).collect();
    groups.sort_unstable_by_key(|group| group.group_id);
    Ok(LicenseChanged {
        project_id,
        version: 0,
        features: entitlement.features.iter().map(|feature| feature.to_string()).collect(),
        grace_features: entitlement.grace.iter().map(|(feature, _)| feature.to_string()).collect(),
        limits: Some(LicenseLimits {
            project: Some(numbers(&entitlement.counts)),
            grace: Some(numbers(&entitlement.kept_counts)),
            per_user: Some(numbers(&entitlement.per_user)),
            groups,
        }),
    })
}

fn digest_of(event: &LicenseChanged) -> Vec<u8> {
    Sha256::digest(event.encode_to_vec()).to_vec()
}

async fn emit(connection: &mut PgConnection, event: &LicenseChanged) -> Result<()> {
    outbox::emit(connection, event.project_id, kit::features::TOPIC, &format!("license:{}", event.project_id), event).await
}

pub fn numbers(counts: &Counts) -> LicenseNumbers {
    LicenseNumbers { sip: counts.sip, mobile_app: counts.mobile_app, ukey2: counts.ukey2 }
}

fn group_limits(group_id: i64, grant: &Grant, in_period: PeriodUse) -> GroupLicenseLimits {
    let Bounds { from, to } = grant.period.unwrap_or(Bounds::OPEN);
    let features = if in_period == PeriodUse::Open { grant.features.iter().cloned().collect() } else { Vec::new() };
    GroupLicenseLimits {
        group_id,
        limits: Some(numbers(&grant.limits)),
        features,
        from: from.map(clock::to_proto),
        to: to.map(clock::to_proto),
        is_off: in_period == PeriodUse::Off,
    }
}
