//! What a project would have without one of its licences.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::counts::{Kind, Limit};
use crate::domain::feature;
use crate::domain::license::{License, entitlement};
use crate::store::license::LicenseRow;
use crate::store::{license, license_tree};

pub struct LicenseEndPreview {
    pub ends_at: Option<OffsetDateTime>,
    pub features: Vec<&'static str>,
    pub grace_features: Vec<&'static str>,
    pub grace_days: i64,
    pub counts: Vec<CountAfterEnd>,
}

pub struct CountAfterEnd {
    pub kind: Kind,
    pub used: i64,
    pub maximum: Limit,
    /// At once: ukey2 goes on through the grace.
    pub suspended: i64,
}

/// As if it ended now: what the others give goes on.
pub async fn preview_end(app: &App, right: &Authorized<resource::License, action::View>, id: i64) -> Result<LicenseEndPreview> {
    let project_id = right.project_id();
    let now = app.context.clock.now();
    let mut reader = app.context.database.read(project_id).await?;
    let rows = license::list(&mut reader, project_id).await?;
    let row = rows.iter().find(|row| row.id == id && row.is_present()).ok_or(Error::NotFound)?;
    let devices = license_tree::count_devices(&mut reader, project_id).await?;
    let used = license_tree::used_by_project(&mut reader, project_id).await?;
    let all: Vec<License> = rows.iter().map(|row| row.license.clone()).collect();
    let ended = |row: &LicenseRow| match row.id == id {
        true => License { withdrawn_at: Some(row.license.withdrawn_at.map_or(now, |withdrawn| withdrawn.min(now))), ..row.license.clone() },
        false => row.license.clone(),
    };
    let rest: Vec<License> = rows.iter().map(ended).collect();
    let (before, after) = (entitlement(&all, devices, app.config.grace, now), entitlement(&rest, devices, app.config.grace, now));
    let features: Vec<&'static str> = before.features.difference(&after.features).copied().collect();
    let count = |kind: Kind| {
        let used = used.get(&kind).copied().unwrap_or_default();
        let suspended = after.kept_counts.of(kind).map_or(0, |kept| (used - kept).max(0));
        CountAfterEnd { kind, used, maximum: after.counts.of(kind), suspended }
    };
    Ok(LicenseEndPreview {
        ends_at: row.license.effective().to,
        grace_features: features.iter().copied().filter(|name| feature::GRACED.contains(name)).collect(),
        features,
        grace_days: app.config.grace.whole_days(),
        counts: Kind::ALL.into_iter().map(count).collect(),
    })
}
