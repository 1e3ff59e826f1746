//! A licence, and what the licences of a project give together.
use std::collections::BTreeSet;

use time::{Duration, OffsetDateTime};

use super::counts::{Counts, Kind, exceeds};
use super::feature;
use super::license_state::LicenseState;

/// When a licence is valid: from `from` on, before `to`; without an end when that is None.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Period {
    pub from: OffsetDateTime,
    pub to: Option<OffsetDateTime>,
}

impl Period {
    pub fn is_valid(&self, now: OffsetDateTime) -> bool {
        self.from <= now && !self.has_ended(now)
    }

    pub fn has_ended(&self, now: OffsetDateTime) -> bool {
        self.to.is_some_and(|to| to <= now)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plan {
    Basic = 1,
    Plus = 2,
    Trial = 3,
    #[serde(skip)]
    Evaluation = 4,
}

impl Plan {
    pub fn from_number(number: i16) -> Plan {
        match number {
            1 => Plan::Basic,
            2 => Plan::Plus,
            3 => Plan::Trial,
            _ => Plan::Evaluation,
        }
    }

    /// As the API names it.
    pub fn word(self) -> &'static str {
        match self {
            Plan::Basic => "basic",
            Plan::Plus => "plus",
            Plan::Trial => "trial",
            Plan::Evaluation => "evaluation",
        }
    }
}

/// What is of effect of a licence.
#[derive(Clone, Debug, PartialEq)]
pub struct License {
    pub period: Period,
    /// When it was removed, revoked by its server or replaced by another, if it was.
    pub withdrawn_at: Option<OffsetDateTime>,
    /// None for every feature.
    pub features: Option<Vec<String>>,
    pub counts: Counts,
    pub per_user: Counts,
}

impl License {
    /// Its period until it was withdrawn.
    pub fn effective(&self) -> Period {
        let to = match (self.period.to, self.withdrawn_at) {
            (Some(to), Some(withdrawn)) => Some(to.min(withdrawn)),
            (to, withdrawn) => to.or(withdrawn),
        };
        Period { from: self.period.from, to }
    }

    pub fn is_valid(&self, now: OffsetDateTime) -> bool {
        self.effective().is_valid(now)
    }

    pub fn state(&self, now: OffsetDateTime) -> LicenseState {
        LicenseState::of(&self.effective(), now)
    }

    fn names(&self, feature: &str) -> bool {
        self.features.as_ref().is_none_or(|features| features.iter().any(|name| name == feature))
    }

    /// Whether it is valid, or ended not longer ago than `grace`. One that was withdrawn before it began gave nothing.
    fn is_kept(&self, grace: Duration, now: OffsetDateTime) -> bool {
        let Period { from, to } = self.effective();
        from <= now && to.is_none_or(|to| to > from && to + grace > now)
    }

    /// Until when its features go on for what exists.
    fn grace_end(&self, grace: Duration) -> Option<OffsetDateTime> {
        let Period { from, to } = self.effective();
        // One that was withdrawn before it began gave nothing.
        to.filter(|to| *to > from).map(|to| to + grace)
    }
}

/// What the licences of a project give at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Entitlement {
    pub features: BTreeSet<&'static str>,
    /// Features whose licence has ended, each with the time until which it goes on for what exists.
    pub grace: Vec<(&'static str, OffsetDateTime)>,
    pub counts: Counts,
    /// What is suspended only beyond these: those of the grace included.
    pub kept_counts: Counts,
    pub per_user: Counts,
}

/// Without a licence, by the devices that are there: two numbers and two apps for each panel and monitor.
pub const BASIC_PER_DEVICE: i64 = 2;
/// Features of Basic.
pub const BASIC_FEATURES: [&str; 4] = ["mobile_app", "mobile_app.remote_open", "sip", "sip.web_dialer"];

/// `devices`: panels and monitors of the project.
pub fn entitlement(licenses: &[License], devices: i64, grace: Duration, now: OffsetDateTime) -> Entitlement {
    let valid: Vec<&License> = licenses.iter().filter(|license| license.is_valid(now)).collect();
    let features = enabled_features(licenses, now);
    let basic = Counts { sip: Some(devices * BASIC_PER_DEVICE), mobile_app: Some(devices * BASIC_PER_DEVICE), ukey2: Some(0) };
    let counts = valid.iter().fold(basic, |sum, license| sum.plus(license.counts));
    // Only keys of doors are counted for longer: numbers and apps end with their licence.
    let kept = licenses.iter().filter(|license| license.is_kept(grace, now));
    let ukey2 = kept.fold(basic, |sum, license| sum.plus(license.counts)).ukey2;
    let per_user = per_user(&valid);
    let grace = graced_features(licenses, &features, grace, now);
    Entitlement { features, grace, counts, kept_counts: Counts { ukey2, ..counts }, per_user }
}

/// What each account may have: the most that one of the licences gives.
fn per_user(valid: &[&License]) -> Counts {
    match valid.split_first() {
        Some((first, others)) => others.iter().fold(first.per_user, |greatest, license| greatest.max(license.per_user)),
        None => Counts::UNLIMITED,
    }
}

/// The features of all licences that are valid now, and those of Basic. Names that the platform does not know are dropped.
pub fn enabled_features(licenses: &[License], now: OffsetDateTime) -> BTreeSet<&'static str> {
    let valid: Vec<&License> = licenses.iter().filter(|license| license.is_valid(now)).collect();
    features_of(&valid)
}

fn features_of(valid: &[&License]) -> BTreeSet<&'static str> {
    feature::all().into_iter().filter(|feature| BASIC_FEATURES.contains(feature) || valid.iter().any(|license| license.names(feature))).collect()
}

/// Features of doors whose last licence ended not longer ago than `grace`.
fn graced_features(
    licenses: &[License],
    enabled: &BTreeSet<&'static str>,
    grace: Duration,
    now: OffsetDateTime,
) -> Vec<(&'static str, OffsetDateTime)> {
    let until = |feature: &str| {
        let ended = licenses.iter().filter(|license| license.effective().has_ended(now) && license.names(feature));
        ended.filter_map(|license| license.grace_end(grace)).max().filter(|end| *end > now)
    };
    feature::GRACED.into_iter().filter(|feature| !enabled.contains(feature)).filter_map(|feature| Some((feature, until(feature)?))).collect()
}

/// Until when some licence is valid from now on without a gap: the period of the project. None without an end; that of a
/// project without a valid licence ends nowhere either, because Basic does not end.
pub fn covered_until(licenses: &[License], now: OffsetDateTime) -> Option<OffsetDateTime> {
    let mut periods: Vec<Period> = licenses.iter().map(License::effective).collect();
    if !periods.iter().any(|period| period.is_valid(now)) {
        return None;
    }
    periods.sort_by_key(|period| period.from);
    let mut until = now;
    for period in periods.into_iter().filter(|period| !period.has_ended(now)) {
        if period.from <= until {
            until = until.max(period.to?);
        }
    }
    Some(until)
}

/// When something ends that the project has then, the next first: a licence ends, and those that are valid from then on give
/// fewer features or less of a count.
pub fn losses(licenses: &[License], now: OffsetDateTime) -> Vec<OffsetDateTime> {
    let ends: BTreeSet<OffsetDateTime> = licenses.iter().filter_map(|license| license.effective().to).filter(|end| *end > now).collect();
    ends.into_iter().filter(|end| is_loss(licenses, *end)).collect()
}

fn is_loss(licenses: &[License], end: OffsetDateTime) -> bool {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for license in licenses {
        let period = license.effective();
        if period.from < end && period.to.is_none_or(|to| to >= end) {
            before.push(license);
        }
        if period.is_valid(end) {
            after.push(license);
        }
    }
    let counts = |valid: &[&License]| valid.iter().fold(Counts::ZERO, |sum, license| sum.plus(license.counts));
    let (had, left) = ([counts(&before), per_user(&before)], [counts(&after), per_user(&after)]);
    let has_less = had.iter().zip(&left).any(|(had, left)| Kind::ALL.into_iter().any(|kind| exceeds(had.of(kind), left.of(kind))));
    after.is_empty() || has_less || !features_of(&before).is_subset(&features_of(&after))
}

#[cfg(test)]
mod tests;
