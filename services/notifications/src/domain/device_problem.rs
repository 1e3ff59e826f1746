//! Problems of devices, of which a mail goes to the users that the settings of their groups name.
use kit::clock::from_proto;
use proto::vestibule::events::v1::{DeviceStatusChanged, DeviceTaskFailed};
use time::OffsetDateTime;

use super::local_time::LocalTime;
use super::mail::locale::Locale;
use super::mail::macros::Values;

/// Id of the type of these mails.
pub const MAIL_TYPE: &str = "device_status";
const MAX_DETAILS: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    Offline,
    TaskFailed,
}

/// A device that went offline or failed at a task.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceProblem {
    pub project_id: i64,
    pub group_id: i64,
    pub kind: ProblemKind,
    device: String,
    details: String,
    at: Option<OffsetDateTime>,
}

impl DeviceProblem {
    /// None for a device that is online again.
    pub fn from_status(changed: DeviceStatusChanged) -> Option<DeviceProblem> {
        (!changed.online).then_some(DeviceProblem {
            project_id: changed.project_id,
            group_id: changed.domain_id,
            kind: ProblemKind::Offline,
            device: changed.device_name,
            details: String::new(),
            at: changed.at.as_ref().and_then(from_proto),
        })
    }

    pub fn from_failed_task(failed: DeviceTaskFailed) -> DeviceProblem {
        DeviceProblem {
            project_id: failed.project_id,
            group_id: failed.domain_id,
            kind: ProblemKind::TaskFailed,
            device: failed.device_name,
            details: failed.error.chars().take(MAX_DETAILS).collect(),
            at: failed.at.as_ref().and_then(from_proto),
        }
    }

    /// Values of the mail's macros. `group`: name of the device's group; `local`: how the project writes times.
    pub fn values(&self, group: &str, locale: Locale, local: &LocalTime) -> Values {
        let event = match (self.kind, locale) {
            (ProblemKind::Offline, Locale::En) => "offline",
            (ProblemKind::Offline, Locale::Ru) => "нет связи",
            (ProblemKind::TaskFailed, Locale::En) => "a task failed",
            (ProblemKind::TaskFailed, Locale::Ru) => "задание не выполнено",
        };
        let at = self.at.map(|at| local.write(at)).unwrap_or_default();
        let values = [("device", self.device.as_str()), ("group", group), ("event", event), ("at", &at), ("details", &self.details)];
        values.into_iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_that_is_online_again_has_no_problem() {
        assert_eq!(DeviceProblem::from_status(DeviceStatusChanged { online: true, ..Default::default() }), None);
        assert_eq!(DeviceProblem::from_status(DeviceStatusChanged::default()).map(|problem| problem.kind), Some(ProblemKind::Offline));
    }

    #[test]
    fn a_problem_is_described_in_the_receivers_language_and_the_projects_time_zone() {
        let at = Some(prost_types::Timestamp { seconds: 1_772_748_249, nanos: 0 });
        let problem =
            DeviceProblem::from_failed_task(DeviceTaskFailed { device_name: "Gate".into(), error: "no memory".into(), at, ..Default::default() });
        let local = LocalTime { time_zone: "Europe/Moscow".into(), time_format: "YYYY-MM-DD".into() };
        let values = problem.values("House", Locale::Ru, &local);
        let actual = ["device", "group", "event", "at", "details"].map(|name| values[name].as_str());
        assert_eq!(actual, ["Gate", "House", "задание не выполнено", "2026-03-06 01:04 MSK", "no memory"]);
    }

    #[test]
    fn a_long_error_is_truncated() {
        let problem = DeviceProblem::from_failed_task(DeviceTaskFailed { error: "я".repeat(10_000), ..Default::default() });
        assert_eq!(problem.values("", Locale::En, &LocalTime::default())["details"].chars().count(), MAX_DETAILS);
    }
}
