//! Commands to lift controllers.
use std::time::Duration;

use super::device::{Device, Protocol};
use super::settings::LiftController;

/// For a controller to answer; a command that comes later is void.
pub const COMMAND_TIMEOUT: Duration = Duration::from_secs(5);

/// States of a command in the log, and of what a controller reports, which has none.
pub const STATES: &[(&str, i16)] = &[("unspecified", 0), ("sent", 1), ("done", 2), ("failed", 3)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum CommandState {
    Sent = 1,
    Done = 2,
    Failed = 3,
}

/// Which setting says how long floors stay released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReleaseCause {
    /// An identifier was shown.
    Card,
    /// Somebody asked for it.
    Api,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiftOrder {
    Release {
        floors: Vec<i32>,
        cause: ReleaseCause,
    },
    /// `up`, `down`, or none.
    Call {
        floor: i32,
        direction: Option<String>,
    },
}

impl LiftOrder {
    /// Code in the log.
    pub fn code(&self) -> &'static str {
        match self {
            LiftOrder::Release { cause: ReleaseCause::Card, .. } => "floors_released",
            LiftOrder::Release { cause: ReleaseCause::Api, .. } | LiftOrder::Call { .. } => "lift_called",
        }
    }

    pub fn floors(&self) -> Vec<i32> {
        match self {
            LiftOrder::Release { floors, .. } => floors.clone(),
            LiftOrder::Call { floor, .. } => vec![*floor],
        }
    }

    pub fn direction(&self) -> Option<&str> {
        match self {
            LiftOrder::Release { .. } => None,
            LiftOrder::Call { direction, .. } => direction.as_deref(),
        }
    }
}

/// Seconds that floors stay released, up to `most`; None leaves it to the controller.
pub fn release_seconds(lift: &LiftController, cause: ReleaseCause, most: u32) -> Option<u32> {
    let time = &lift.settings.lift_release_time;
    let seconds = match cause {
        ReleaseCause::Card => time.card,
        ReleaseCause::Api => time.api,
    };
    seconds.and_then(|seconds| u32::try_from(seconds).ok()).filter(|seconds| *seconds > 0).map(|seconds| seconds.min(most))
}

/// Why a controller cannot be sent a command now.
pub fn obstacle(device: &Device, is_online: bool) -> Option<&'static str> {
    if !device.device_settings.lift_controller.enabled {
        return Some("disabled");
    }
    (device.protocol == Protocol::None || !is_online).then_some("offline")
}

/// Why a controller is not ready: its map may not be the one that it goes by. None where it is.
pub fn not_ready_reason(is_enabled: bool, is_online: bool, tasks_wait: bool, tasks_failed: bool) -> Option<&'static str> {
    let reasons = [(!is_enabled, "disabled"), (tasks_failed, "settings_failed"), (!is_online, "offline"), (tasks_wait, "settings_waiting")];
    reasons.into_iter().find(|(holds, _)| *holds).map(|(_, reason)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::settings::LiftReleaseTime;

    #[test]
    fn floors_stay_released_as_long_as_the_setting_says_and_the_device_takes() {
        let mut lift = LiftController::default();
        assert_eq!(release_seconds(&lift, ReleaseCause::Card, 300), None);
        lift.settings.lift_release_time = LiftReleaseTime { card: Some(5), api: Some(600) };
        assert_eq!((release_seconds(&lift, ReleaseCause::Card, 300), release_seconds(&lift, ReleaseCause::Api, 300)), (Some(5), Some(300)));
        lift.settings.lift_release_time.card = Some(0);
        assert_eq!(release_seconds(&lift, ReleaseCause::Card, 300), None);
    }

    #[test]
    fn a_controller_is_ready_when_it_is_online_and_has_taken_its_settings() {
        assert_eq!(not_ready_reason(true, true, false, false), None);
        assert_eq!(not_ready_reason(false, true, false, false), Some("disabled"));
        assert_eq!(not_ready_reason(true, false, true, false), Some("offline"));
        assert_eq!(not_ready_reason(true, true, true, false), Some("settings_waiting"));
        assert_eq!(not_ready_reason(true, false, true, true), Some("settings_failed"));
    }

    #[test]
    fn an_order_is_logged_with_what_it_does() {
        let release = |cause| LiftOrder::Release { floors: vec![1, 3], cause };
        let call = LiftOrder::Call { floor: 3, direction: Some("up".into()) };
        assert_eq!(
            [release(ReleaseCause::Card).code(), release(ReleaseCause::Api).code(), call.code()],
            ["floors_released", "lift_called", "lift_called"]
        );
        assert_eq!((release(ReleaseCause::Card).floors(), call.floors()), (vec![1, 3], vec![3]));
        assert_eq!((release(ReleaseCause::Api).direction(), call.direction()), (None, Some("up")));
    }
}
