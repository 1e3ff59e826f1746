//! What an administrator gives to a group.
use std::collections::BTreeSet;

use kit::{Fields, Mask, Result};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::counts::{Counts, Kind, exceeds};
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

    /// Whether the group has more than by `before`: more is reserved for it, or it is limited less. Whoever reaches no more than
    /// the group itself does not change that, because it is taken from others.
    pub fn takes_more_than(&self, before: &GroupLicenseDraft) -> bool {
        match (before.grant(), self.grant()) {
            (None, None) => false,
            // Limits of its own are reserved; without them it has what the group above has.
            (None, Some(_)) | (Some(_), None) => true,
            (Some(before), Some(after)) => {
                let is_raised = Kind::ALL.into_iter().any(|kind| exceeds(after.limits.of(kind), before.limits.of(kind)));
                let is_longer = match (before.period, after.period) {
                    (Some(before), Some(after)) => !before.covers(&after),
                    (before, _) => before.is_some(),
                };
                is_raised || is_longer || !after.features.is_subset(&before.features)
            }
        }
    }

    /// None without limits of its own.
    pub fn grant(&self) -> Option<Grant> {
        let period = self.has_period.then_some(Bounds { from: self.period_from, to: self.period_to });
        self.is_active.then(|| Grant { limits: self.counts, features: self.features.clone(), period, former_end: None })
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

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    fn draft(change: impl FnOnce(&mut GroupLicenseDraft)) -> GroupLicenseDraft {
        let mut draft = GroupLicenseDraft {
            is_active: true,
            features: BTreeSet::from(["sip".to_owned()]),
            counts: Counts { sip: Some(5), mobile_app: Some(4), ukey2: Some(2) },
            has_period: true,
            period_from: Some(datetime!(2026-01-01 00:00 UTC)),
            period_to: Some(datetime!(2027-01-01 00:00 UTC)),
            reminder: Reminder::default(),
        };
        change(&mut draft);
        draft
    }

    fn takes_more(change: impl FnOnce(&mut GroupLicenseDraft)) -> bool {
        draft(change).takes_more_than(&draft(|_| ()))
    }

    #[test]
    fn more_is_taken_by_a_higher_count_a_feature_a_longer_period_and_by_beginning_or_ending_limits() {
        assert!(takes_more(|draft| draft.counts.sip = Some(6)));
        assert!(takes_more(|draft| draft.counts.ukey2 = None));
        assert!(takes_more(|draft| draft.features.extend(["elevator".to_owned()])));
        assert!(takes_more(|draft| draft.has_period = false));
        assert!(takes_more(|draft| draft.period_to = Some(datetime!(2027-01-02 00:00 UTC))));
        assert!(takes_more(|draft| draft.is_active = false));
        assert!(draft(|_| ()).takes_more_than(&draft(|draft| draft.is_active = false)));
    }

    #[test]
    fn less_and_the_reminders_take_nothing() {
        assert!(!takes_more(|draft| draft.counts = Counts::ZERO));
        assert!(!takes_more(|draft| draft.features.clear()));
        assert!(!takes_more(|draft| draft.period_to = Some(datetime!(2026-06-01 00:00 UTC))));
        assert!(!takes_more(|draft| draft.reminder.notify_before = 30));
        let open = draft(|draft| draft.has_period = false);
        assert!(!draft(|_| ()).takes_more_than(&open));
    }
}
