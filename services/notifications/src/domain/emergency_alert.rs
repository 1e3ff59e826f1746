//! An emergency alert as somebody enters it.
use std::sync::LazyLock;

use kit::{EntityFields, Fields, Mask, Result};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Groups, devices, and roles that an alert names.
const MAX_NAMED: usize = 100;

static FIELDS: LazyLock<EntityFields> = LazyLock::new(|| EntityFields::new("vestibule.notifications.v1.EmergencyAlert"));

/// Which devices of the groups play the sound. Numbered as in the API and in tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertDeviceType {
    #[default]
    Monitor = 1,
    Panel = 2,
    All = 3,
}

impl AlertDeviceType {
    pub fn from_number(number: i32) -> AlertDeviceType {
        match number {
            2 => AlertDeviceType::Panel,
            3 => AlertDeviceType::All,
            _ => AlertDeviceType::Monitor,
        }
    }

    /// Types of devices, as device-gateway names them.
    pub fn device_types(self) -> &'static [&'static str] {
        match self {
            AlertDeviceType::Monitor => &["monitor"],
            AlertDeviceType::Panel => &["panel"],
            AlertDeviceType::All => PLAYERS,
        }
    }
}

/// Devices that can play a sound, and devices with locks of doors.
pub const PLAYERS: &[&str] = &["monitor", "panel"];
pub const DOORS: &[&str] = &["panel", "accesscontroller"];

/// What the doors do while the alert runs. Numbered as in the API and in tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoorMode {
    #[default]
    None = 1,
    Unlock = 2,
    Lockdown = 3,
}

impl DoorMode {
    pub fn from_number(number: i32) -> DoorMode {
        match number {
            2 => DoorMode::Unlock,
            3 => DoorMode::Lockdown,
            _ => DoorMode::None,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            DoorMode::None => "none",
            DoorMode::Unlock => "unlock",
            DoorMode::Lockdown => "lockdown",
        }
    }
}

/// What a person may set of an alert, with the keys of the API. Ids are in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmergencyAlertDraft {
    pub name: String,
    pub device_type: AlertDeviceType,
    /// Key of a converted sound; empty for none.
    pub filename: String,
    pub playback_duration: i32,
    pub open_locks: bool,
    #[serde(rename = "domains")]
    pub groups: Vec<i64>,
    pub devices: Vec<i64>,
    pub door_mode: DoorMode,
    pub door_duration: i32,
    #[serde(rename = "pass_domains")]
    pub pass_groups: Vec<i64>,
    pub start_roles: Vec<i64>,
    pub release_roles: Vec<i64>,
    pub message: Option<String>,
}

impl EmergencyAlertDraft {
    /// With the fields that the mask names from `new`.
    pub fn merge(&self, new: &EmergencyAlertDraft, mask: &Mask) -> EmergencyAlertDraft {
        FIELDS.merge(self, new, mask)
    }

    /// Refuses a draft by every field that is wrong.
    pub fn validate(&self) -> Result<()> {
        let mut fields = Fields::new();
        FIELDS.check(self, &mut fields);
        fields.check(!self.groups.is_empty() || !self.devices.is_empty(), "domains", "required");
        let named = [
            ("domains", &self.groups),
            ("devices", &self.devices),
            ("pass_domains", &self.pass_groups),
            ("start_roles", &self.start_roles),
            ("release_roles", &self.release_roles),
        ];
        for (path, ids) in named {
            fields.check(ids.len() <= MAX_NAMED, path, "maximum length is 100");
        }
        match self.filename.is_empty() {
            true => fields.check(self.door_mode != DoorMode::None, "filename", "required"),
            false => fields.check(self.file_key().is_some(), "filename", "invalid data sent"),
        }
        fields.check(!(self.open_locks && self.door_mode == DoorMode::Lockdown), "open_locks", "invalid data sent");
        fields.finish()
    }

    pub fn file_key(&self) -> Option<Uuid> {
        self.filename.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fire() -> EmergencyAlertDraft {
        EmergencyAlertDraft {
            name: "Fire".into(),
            filename: Uuid::nil().to_string(),
            playback_duration: 60,
            groups: vec![1],
            door_duration: 900,
            ..EmergencyAlertDraft::default()
        }
    }

    fn refused(change: impl Fn(&mut EmergencyAlertDraft)) -> Vec<String> {
        let mut draft = fire();
        change(&mut draft);
        match draft.validate() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_draft_has_every_field_that_a_request_sets() {
        assert_eq!(FIELDS.differences(&EmergencyAlertDraft::default()), [""; 0]);
    }

    #[test]
    fn an_alert_needs_recipients_and_something_to_do() {
        assert!(fire().validate().is_ok());
        assert_eq!(refused(|draft| draft.groups.clear()), ["domains"]);
        assert_eq!(refused(|draft| draft.filename.clear()), ["filename"]);
        assert_eq!(refused(|draft| draft.filename = "../secret".into()), ["filename"]);
        let without_sound = EmergencyAlertDraft { filename: String::new(), door_mode: DoorMode::Lockdown, ..fire() };
        assert!(without_sound.validate().is_ok(), "doors without a sound");
    }

    #[test]
    fn locks_are_not_opened_in_a_lockdown() {
        let both = |draft: &mut EmergencyAlertDraft| (draft.open_locks, draft.door_mode) = (true, DoorMode::Lockdown);
        assert_eq!(refused(both), ["open_locks"]);
    }

    #[test]
    fn times_are_bounded() {
        assert_eq!(refused(|draft| draft.playback_duration = 3_601), ["playback_duration"]);
        assert_eq!(refused(|draft| draft.door_duration = 9), ["door_duration"]);
    }
}
