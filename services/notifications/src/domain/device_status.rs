//! What is told of devices in trouble to those whom the settings of their groups name.
use kit::clock::from_proto;
use proto::vestibule::events::v1::{DeviceStatusChanged, DeviceTaskFailed};
use time::OffsetDateTime;

use super::local_time::LocalTime;
use super::mail::locale::Locale;
use super::mail::macros::Values;

/// The type of the mails.
pub const KIND: &str = "device_status";
const MAX_DETAILS: usize = 500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Offline,
    TaskFailed,
}

/// A device in trouble.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    pub project_id: i64,
    pub domain_id: i64,
    pub what: What,
    device: String,
    details: String,
    at: Option<OffsetDateTime>,
}

impl Trouble {
    /// None for a device that is back.
    pub fn of_status(changed: DeviceStatusChanged) -> Option<Trouble> {
        (!changed.online).then_some(Trouble {
            project_id: changed.project_id,
            domain_id: changed.domain_id,
            what: What::Offline,
            device: changed.device_name,
            details: String::new(),
            at: changed.at.as_ref().and_then(from_proto),
        })
    }

    pub fn of_task(failed: DeviceTaskFailed) -> Trouble {
        Trouble {
            project_id: failed.project_id,
            domain_id: failed.domain_id,
            what: What::TaskFailed,
            device: failed.device_name,
            details: failed.error.chars().take(MAX_DETAILS).collect(),
            at: failed.at.as_ref().and_then(from_proto),
        }
    }

    /// `group`: what the device's group is called; `local`: how the project writes times.
    pub fn values(&self, group: &str, locale: Locale, local: &LocalTime) -> Values {
        let event = match (self.what, locale) {
            (What::Offline, Locale::En) => "offline",
            (What::Offline, Locale::Ru) => "нет связи",
            (What::TaskFailed, Locale::En) => "a task failed",
            (What::TaskFailed, Locale::Ru) => "задание не выполнено",
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
    fn a_device_that_is_back_is_no_trouble() {
        assert_eq!(Trouble::of_status(DeviceStatusChanged { online: true, ..Default::default() }), None);
        assert_eq!(Trouble::of_status(DeviceStatusChanged::default()).map(|trouble| trouble.what), Some(What::Offline));
    }

    #[test]
    fn what_happened_is_told_in_the_receivers_language_and_by_the_projects_clock() {
        let at = Some(prost_types::Timestamp { seconds: 1_772_748_249, nanos: 0 });
        let trouble = Trouble::of_task(DeviceTaskFailed { device_name: "Gate".into(), error: "no memory".into(), at, ..Default::default() });
        let local = LocalTime { time_zone: "Europe/Moscow".into(), time_format: "YYYY-MM-DD".into() };
        let values = trouble.values("House", Locale::Ru, &local);
        let told = ["device", "group", "event", "at", "details"].map(|name| values[name].as_str());
        assert_eq!(told, ["Gate", "House", "задание не выполнено", "2026-03-06 01:04 MSK", "no memory"]);
    }

    #[test]
    fn an_endless_error_is_cut() {
        let trouble = Trouble::of_task(DeviceTaskFailed { error: "я".repeat(10_000), ..Default::default() });
        assert_eq!(trouble.values("", Locale::En, &LocalTime::default())["details"].chars().count(), MAX_DETAILS);
    }
}
