//! A run of an alert: its states, and what devices do in it.
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::emergency_alert::DoorMode;

/// Devices of one run.
pub const MAX_DEVICES: i64 = 5_000;
/// For the answers of devices to the end of a run.
pub const STOPPING_TIMEOUT: Duration = Duration::seconds(10);

/// Numbered as in the API and in tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertRunStatus {
    Running = 1,
    /// Somebody has ended it, and not all devices have answered.
    Stopping = 2,
    Stopped = 3,
    /// Its time was over.
    Finished = 4,
}

impl AlertRunStatus {
    pub fn from_number(number: i16) -> AlertRunStatus {
        match number {
            1 => AlertRunStatus::Running,
            2 => AlertRunStatus::Stopping,
            3 => AlertRunStatus::Stopped,
            _ => AlertRunStatus::Finished,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            AlertRunStatus::Running => "running",
            AlertRunStatus::Stopping => "stopping",
            AlertRunStatus::Stopped => "stopped",
            AlertRunStatus::Finished => "finished",
        }
    }

    /// What it has become by now, when its next status began at `due_at`.
    pub fn at(self, due_at: Option<OffsetDateTime>, now: OffsetDateTime) -> AlertRunStatus {
        match self {
            AlertRunStatus::Running if due_at.is_some_and(|due_at| due_at <= now) => AlertRunStatus::Finished,
            AlertRunStatus::Stopping if due_at.is_some_and(|due_at| due_at <= now) => AlertRunStatus::Stopped,
            other => other,
        }
    }
}

/// When the parts of a run end by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlertRunTimes {
    pub sound_ends_at: OffsetDateTime,
    pub ends_at: OffsetDateTime,
}

impl AlertRunTimes {
    /// The longer of sound and door mode; without a sound, or without a door mode, the other alone.
    pub fn new(started_at: OffsetDateTime, sound: Option<i32>, door_mode: DoorMode, door_duration: i32) -> AlertRunTimes {
        let sound_ends_at = started_at + Duration::seconds(sound.unwrap_or(0).into());
        let doors_end_at = if door_mode == DoorMode::None { started_at } else { started_at + Duration::seconds(door_duration.into()) };
        AlertRunTimes { sound_ends_at, ends_at: sound_ends_at.max(doors_end_at) }
    }
}

/// Numbers of the states of a device, in the order of the contract.
pub const PLAY_STATES: [&str; 8] = ["none", "pending", "sent", "playing", "done", "failed", "offline", "stopped"];
pub const LOCK_STATES: [&str; 5] = ["pending", "open", "failed", "offline", "ended"];
pub const DOOR_STATES: [&str; 5] = ["none", "waiting", "shut", "restoring", "restored"];

/// From 1; None for a word of a newer release.
pub fn state_number(states: &[&str], word: &str) -> Option<i16> {
    states.iter().position(|state| *state == word).map(|position| position as i16 + 1)
}

/// One lock of a device in a run, as the table keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlertLock {
    pub number: i32,
    pub state: i16,
    pub error: String,
    #[serde(with = "time::serde::rfc3339::option")]
    pub at: Option<OffsetDateTime>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const START: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    #[test]
    fn a_run_lasts_as_long_as_its_sound_or_its_doors() {
        let ends = |sound, mode| (AlertRunTimes::new(START, sound, mode, 900).ends_at - START).whole_seconds();
        assert_eq!(ends(Some(60), DoorMode::None), 60);
        assert_eq!(ends(Some(60), DoorMode::Lockdown), 900);
        assert_eq!(ends(Some(1_200), DoorMode::Unlock), 1_200);
        assert_eq!(ends(None, DoorMode::Lockdown), 900);
    }

    #[test]
    fn states_follow_the_clock_whether_or_not_a_job_has_written_them() {
        let due = Some(START);
        assert_eq!(AlertRunStatus::Running.at(due, START - Duration::SECOND), AlertRunStatus::Running);
        assert_eq!(AlertRunStatus::Running.at(due, START), AlertRunStatus::Finished);
        assert_eq!(AlertRunStatus::Stopping.at(due, START), AlertRunStatus::Stopped);
        assert_eq!(AlertRunStatus::Stopped.at(None, START), AlertRunStatus::Stopped);
    }

    #[test]
    fn words_of_devices_have_the_numbers_of_the_contract() {
        use proto::vestibule::notifications::v1::{AlertDoorState, AlertLockState, AlertPlayState};
        for (states, name) in [
            (&PLAY_STATES[..], (|number| AlertPlayState::try_from(number).map(|state| state.as_str_name()).ok()) as fn(i32) -> Option<&'static str>),
            (&LOCK_STATES, |number| AlertLockState::try_from(number).map(|state| state.as_str_name()).ok()),
            (&DOOR_STATES, |number| AlertDoorState::try_from(number).map(|state| state.as_str_name()).ok()),
        ] {
            for (position, word) in states.iter().enumerate() {
                let name = name(position as i32 + 1).unwrap();
                assert!(name.ends_with(&format!("STATE_{}", word.to_uppercase())), "{name} {word}");
            }
        }
        assert_eq!(state_number(&PLAY_STATES, "playing"), Some(4));
        assert_eq!(state_number(&PLAY_STATES, "dancing"), None);
    }
}
