//! What guests' identifiers may be given at most.
use kit::{Fields, Mask};
use proto::vestibule::domains::v1 as api;
use proto::vestibule::events::v1::GroupGuestLimits;
use serde::{Deserialize, Serialize};

use crate::domain::path::within;

const MAX_PASSES: i32 = 9_999;
const MAX_DAYS: i32 = 3_650;

/// None: no limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GuestLimits {
    pub max_passes_count: Option<i32>,
    pub max_period_days: Option<i32>,
}

impl GuestLimits {
    pub fn merge(&mut self, mask: &Mask, path: &str, new: api::GuestLimits) {
        mask.apply(&within(path, "max_passes_count"), &mut self.max_passes_count, new.max_passes_count);
        mask.apply(&within(path, "max_period_days"), &mut self.max_period_days, new.max_period_days);
    }

    pub fn validate(&self, fields: &mut Fields, path: &str) {
        if let Some(passes) = self.max_passes_count {
            fields.range(&within(path, "max_passes_count"), passes, 1, MAX_PASSES);
        }
        if let Some(days) = self.max_period_days {
            fields.range(&within(path, "max_period_days"), days, 1, MAX_DAYS);
        }
    }

    pub fn into_event(self) -> GroupGuestLimits {
        GroupGuestLimits { max_passes_count: self.max_passes_count, max_period_days: self.max_period_days }
    }

    pub fn into_api(self) -> api::GuestLimits {
        api::GuestLimits { max_passes_count: self.max_passes_count, max_period_days: self.max_period_days }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_limits() {
        for (passes, days, ok) in
            [(None, None, true), (Some(1), Some(1), true), (Some(9_999), Some(3_650), true), (Some(0), None, false), (None, Some(3_651), false)]
        {
            let mut fields = Fields::new();
            GuestLimits { max_passes_count: passes, max_period_days: days }.validate(&mut fields, "guest_identifier_limits");
            assert_eq!(fields.is_empty(), ok, "{passes:?} {days:?}");
        }
    }
}
