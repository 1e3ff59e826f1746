//! What an administrator gives to a group.
use std::collections::BTreeSet;

use kit::{Fields, Mask, Result};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::counts::{Counts, Kind};
use super::feature;
use super::license_tree::{Bounds, Grant};
use super::reminder::Reminder;

const MAX_COUNT: i64 = 1_000_000_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupLicenseDraft {
    pub is_active: bool,
    pub features: BTreeSet<String>,
    pub counts: Counts,
    pub has_period: bool,
    pub period_from: Option<OffsetDateTime>,
    pub period_to: Option<OffsetDateTime>,
    pub reminder: Reminder,
}

impl GroupLicenseDraft {
    /// The fields that the mask names come from `new`.
    pub fn merge(&self, new: &GroupLicenseDraft, mask: &Mask) -> GroupLicenseDraft {
        let mut merged = self.clone();
        mask.apply("is_active", &mut merged.is_active, new.is_active);
        mask.apply("features", &mut merged.features, new.features.clone());
        for kind in Kind::ALL {
            if mask.has(&format!("counts.{}", kind.word())) {
                merged.counts.set(kind, new.counts.of(kind));
            }
        }
        mask.apply("restrict_period.is_active", &mut merged.has_period, new.has_period);
        mask.apply("restrict_period.from", &mut merged.period_from, new.period_from);
        mask.apply("restrict_period.to", &mut merged.period_to, new.period_to);
        mask.apply("notifications.is_enabled", &mut merged.reminder.is_enabled, new.reminder.is_enabled);
        mask.apply("notifications.mode", &mut merged.reminder.mode, new.reminder.mode);
        mask.apply("notifications.notify_before", &mut merged.reminder.notify_before, new.reminder.notify_before);
        merged
    }

    pub fn validate(&self) -> Result<()> {
        let mut fields = Fields::new();
        for kind in Kind::ALL {
            if let Some(count) = self.counts.of(kind) {
                fields.range(&format!("counts.{}", kind.word()), count, 0, MAX_COUNT);
            }
        }
        let known = feature::all();
        fields.check(self.features.iter().all(|feature| known.contains(feature.as_str())), "features", "unknown value");
        if self.has_period {
            fields.check(self.period_from.is_some(), "restrict_period.from", "required");
            fields.check(self.period_to.is_some(), "restrict_period.to", "required");
            let is_in_order = self.period_from.zip(self.period_to).is_none_or(|(from, to)| from < to);
            fields.check(is_in_order, "restrict_period.to", "wrong parameters");
        }
        self.reminder.validate(&mut fields);
        fields.finish()
    }

    /// None without limits of its own.
    pub fn grant(&self) -> Option<Grant> {
        let period = self.has_period.then_some(Bounds { from: self.period_from, to: self.period_to });
        self.is_active.then(|| Grant { limits: self.counts, features: self.features.clone(), period })
    }

    pub fn audit_view(&self) -> Value {
        json!({
            "is_active": self.is_active,
            "features": self.features,
            "sip": self.counts.sip,
            "mobile_app": self.counts.mobile_app,
            "ukey2": self.counts.ukey2,
            "period_from": self.period_from.filter(|_| self.has_period).map(|at| at.unix_timestamp()),
            "period_to": self.period_to.filter(|_| self.has_period).map(|at| at.unix_timestamp()),
            "reminder": self.reminder.is_enabled.then_some(self.reminder.mode.word()),
            "notify_before": self.reminder.notify_before,
        })
    }
}
