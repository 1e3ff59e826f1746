//! Why a door opens or stays shut.

use jiff::Timestamp;
use serde::Serialize;

use crate::domain::ids::{RuleId, ScheduleId};

/// One reason of a decision. `code` on the wire is the variant's name in snake_case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Reason {
    /// `schedule` is the one that holds; none when the rule has no schedules.
    GrantedBy {
        rule: RuleId,
        schedule: Option<ScheduleId>,
    },
    /// `schedule` as with a grant.
    ProhibitedBy {
        rule: RuleId,
        schedule: Option<ScheduleId>,
    },
    /// The platform keeps everybody out but people of some groups.
    Lockdown,
    /// The rule would grant, but not now. `next_opens` is when it does next, by `schedule`; none
    /// when it never does again.
    OutsideSchedule {
        rule: RuleId,
        schedule: Option<ScheduleId>,
        next_opens: Option<Timestamp>,
    },
    /// No rule grants this door at any time.
    NoRuleForThisDoor,
    IdentifierInactive,
    Revoked,
    NotYetValid {
        from: Timestamp,
    },
    Expired {
        to: Timestamp,
    },
    PassesUsedUp,
    /// A face without a photo.
    NoPhoto,
    /// A recurring key outside of its hours. `next_opens` is when they begin next.
    OutsideHours {
        next_opens: Option<Timestamp>,
    },
    OwnerSuspended,
    /// The licence does not cover identifiers of this type, or guests.
    Unlicensed,
    /// The device has no such lock, or cannot read identifiers of this type.
    UnsupportedByDevice,
    /// The rules grant, but the device cannot hold them, and does not ask about this.
    NotHeldByDevice,
}

impl Reason {
    /// The stable word of the API.
    pub const fn code(self) -> &'static str {
        match self {
            Reason::GrantedBy { .. } => "granted_by",
            Reason::ProhibitedBy { .. } => "prohibited_by",
            Reason::Lockdown => "lockdown",
            Reason::OutsideSchedule { .. } => "outside_schedule",
            Reason::NoRuleForThisDoor => "no_rule_for_this_door",
            Reason::IdentifierInactive => "identifier_inactive",
            Reason::Revoked => "revoked",
            Reason::NotYetValid { .. } => "not_yet_valid",
            Reason::Expired { .. } => "expired",
            Reason::PassesUsedUp => "passes_used_up",
            Reason::NoPhoto => "no_photo",
            Reason::OutsideHours { .. } => "outside_hours",
            Reason::OwnerSuspended => "owner_suspended",
            Reason::Unlicensed => "unlicensed",
            Reason::UnsupportedByDevice => "unsupported_by_device",
            Reason::NotHeldByDevice => "not_held_by_device",
        }
    }

    /// The rule behind the reason, if there is one.
    pub const fn rule(self) -> Option<RuleId> {
        match self {
            Reason::GrantedBy { rule, .. } | Reason::ProhibitedBy { rule, .. } | Reason::OutsideSchedule { rule, .. } => Some(rule),
            _ => None,
        }
    }

    /// The schedule behind the reason, if there is one.
    pub const fn schedule(self) -> Option<ScheduleId> {
        match self {
            Reason::GrantedBy { schedule, .. } | Reason::ProhibitedBy { schedule, .. } | Reason::OutsideSchedule { schedule, .. } => schedule,
            _ => None,
        }
    }
}
