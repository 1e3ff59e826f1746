//! The models that are known, by type, with what each family can do.
//!
//! Names are the vendor's. The numbers of a family (identifiers, faces, locks) are *ours*:
//! cautious values for hardware of its class, to be replaced when a data sheet is at hand; they
//! stand in one place, [`family`].

use serde::{Deserialize, Serialize};

use crate::call_settings::MAX_BUTTONS;
use crate::capability::{Capability, SchedulePrecision};
use crate::identifier::IdentifierType::{self, Card, FaceId, InputCode, LicensePlate, Qr, Ukey};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeviceType {
    Panel,
    Monitor,
    #[serde(rename = "accesscontroller")]
    AccessController,
    #[serde(rename = "liftcontroller")]
    LiftController,
    IpCamera,
    Barrier,
}

impl DeviceType {
    pub const ALL: [DeviceType; 6] =
        [DeviceType::Panel, DeviceType::Monitor, DeviceType::AccessController, DeviceType::LiftController, DeviceType::IpCamera, DeviceType::Barrier];

    pub const fn as_str(self) -> &'static str {
        match self {
            DeviceType::Panel => "panel",
            DeviceType::Monitor => "monitor",
            DeviceType::AccessController => "accesscontroller",
            DeviceType::LiftController => "liftcontroller",
            DeviceType::IpCamera => "ip_camera",
            DeviceType::Barrier => "barrier",
        }
    }
}

/// One model of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Model {
    pub name: &'static str,
    #[serde(rename = "type")]
    pub device_type: DeviceType,
    pub capability: Capability,
}

/// Where the record of a model comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Its name and what kind of device it is: the vendor's public pages. How many locks, buttons, identifiers and faces it has: cautious
    /// estimates of this project for hardware of its family, until a data sheet is at hand.
    Estimate,
    /// A relay, or a camera of another vendor: what the platform itself uses of it, which is all that is in the record.
    Platform,
}

impl Source {
    pub const fn as_str(self) -> &'static str {
        match self {
            Source::Estimate => "estimate",
            Source::Platform => "platform",
        }
    }
}

impl Model {
    pub const fn source(&self) -> Source {
        match self.device_type {
            DeviceType::IpCamera | DeviceType::Barrier => Source::Platform,
            DeviceType::Panel | DeviceType::Monitor | DeviceType::AccessController | DeviceType::LiftController => Source::Estimate,
        }
    }
}

const PANELS: [&str; 39] = [
    "AA-07",
    "AA-07B",
    "AA-07BC",
    "AA-07BV",
    "AA-07MF",
    "AA-07B2M",
    "AA-07FB",
    "AA-07BD",
    "AA-09B",
    "AA-09BV",
    "AA-09E",
    "AA-11B",
    "AA-11BV",
    "AA-11E",
    "AA-11M",
    "AA-12",
    "AA-12B",
    "AA-12FB",
    "AA-12FB2M",
    "AA-14FB",
    "AA-14FB2M",
    "AA-14FBS",
    "AV-01D",
    "AV-02D",
    "AV-03D",
    "AV-03BD",
    "AV-04FD",
    "AV-04SD",
    "AV-05FD",
    "AV-05SD",
    "AV-08FB",
    "BA-04BD",
    "BA-08BD",
    "BA-12BD",
    "BI-02FB",
    "BI-04FB",
    "BI-06FB",
    "BI-08FB",
    "BI-12FB",
];
const MONITORS: [&str; 5] = ["AT-07L", "AT-10L", "AQ-07L", "AZ-07LL", "AU-04LA"];
const ACCESS_CONTROLLERS: [&str; 2] = ["CR-02BD", "CE-44"];
const LIFT_CONTROLLERS: [&str; 1] = ["EVRC-IP"];
const IP_CAMERAS: [&str; 3] = ["Axis", "Hikvision", "AxxonOne"];
const BARRIERS: [&str; 1] = ["generic relay"];

const WITHOUT_KEYPAD: &[IdentifierType] = &[Card, Ukey, Qr, LicensePlate];
const WITH_KEYPAD: &[IdentifierType] = &[Card, Ukey, InputCode, Qr, LicensePlate];
const WITH_FACES: &[IdentifierType] = &[Card, Ukey, InputCode, FaceId, Qr, LicensePlate];
const READER: &[IdentifierType] = &[Card, Ukey, InputCode, Qr];

/// An apartment-house panel with display, keypad and camera.
const KEYPAD_PANEL: Capability = Capability {
    locks: 2,
    max_locks: 8,
    identifier_types: WITH_KEYPAD,
    max_identifiers: 10_000,
    max_faces: 0,
    has_keypad: true,
    has_camera: true,
    buttons: 0,
    controls_lift: false,
    schedule_precision: SchedulePrecision::Full,
};

/// A panel that also recognises faces.
const FACE_PANEL: Capability = Capability { identifier_types: WITH_FACES, max_faces: 5_000, ..KEYPAD_PANEL };

/// A panel with call buttons and no keypad. Larger ones have more buttons than can be given a number.
const BUTTON_PANEL: Capability =
    Capability { identifier_types: WITHOUT_KEYPAD, max_identifiers: 3_000, has_keypad: false, buttons: MAX_BUTTONS as u8, ..KEYPAD_PANEL };

/// A reader with relays; no call, no camera.
const CONTROLLER: Capability = Capability { max_locks: 2, identifier_types: READER, max_identifiers: 20_000, has_camera: false, ..KEYPAD_PANEL };

/// A lift controller takes commands by floor and holds no identifiers itself.
const LIFT: Capability = Capability { locks: 0, max_locks: 0, controls_lift: true, ..Capability::RELAY };

/// A flat's monitor opens nothing itself.
const MONITOR: Capability = Capability { locks: 0, max_locks: 0, ..Capability::RELAY };

/// A camera that reads licence plates for a barrier beside it; the server decides.
const CAMERA: Capability = Capability { locks: 0, max_locks: 0, identifier_types: &[LicensePlate], has_camera: true, ..Capability::RELAY };

const fn family(device_type: DeviceType, name: &str) -> Capability {
    match device_type {
        DeviceType::Panel if has(name, b"FB") && !has(name, b"BI-") => FACE_PANEL,
        DeviceType::Panel if has(name, b"AA-") => KEYPAD_PANEL,
        DeviceType::Panel => BUTTON_PANEL,
        DeviceType::AccessController => CONTROLLER,
        DeviceType::LiftController => LIFT,
        DeviceType::Monitor => MONITOR,
        DeviceType::IpCamera => CAMERA,
        DeviceType::Barrier => Capability::RELAY,
    }
}

/// Whether a name contains a part; `str::contains` is not const.
const fn has(name: &str, part: &[u8]) -> bool {
    let name = name.as_bytes();
    let mut start = 0;
    while start + part.len() <= name.len() {
        let mut same = 0;
        while same < part.len() && name[start + same] == part[same] {
            same += 1;
        }
        if same == part.len() {
            return true;
        }
        start += 1;
    }
    false
}

/// Every model of a type.
pub fn of_type(device_type: DeviceType) -> impl Iterator<Item = Model> {
    let names: &'static [&'static str] = match device_type {
        DeviceType::Panel => &PANELS,
        DeviceType::Monitor => &MONITORS,
        DeviceType::AccessController => &ACCESS_CONTROLLERS,
        DeviceType::LiftController => &LIFT_CONTROLLERS,
        DeviceType::IpCamera => &IP_CAMERAS,
        DeviceType::Barrier => &BARRIERS,
    };
    names.iter().map(move |name| Model { name, device_type, capability: family(device_type, name) })
}

/// The whole catalogue, by type.
pub fn catalogue() -> impl Iterator<Item = Model> {
    DeviceType::ALL.into_iter().flat_map(of_type)
}

/// The model of this name. Case and dashes do not matter: the console's default is `AA12`.
pub fn find(name: &str) -> Option<Model> {
    let plain = |text: &str| -> String { text.chars().filter(|c| *c != '-').flat_map(char::to_uppercase).collect() };
    let wanted = plain(name);
    catalogue().find(|model| plain(model.name) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_findable() {
        let names: HashSet<&str> = catalogue().map(|model| model.name).collect();
        assert_eq!(names.len(), catalogue().count());
        for model in catalogue() {
            assert_eq!(find(model.name), Some(model));
        }
    }

    #[test]
    fn a_model_is_found_as_the_console_spells_it() {
        assert_eq!(find("aa12").unwrap().name, "AA-12");
        assert!(find("AA-99").is_none());
    }

    #[test]
    fn only_panels_with_face_cameras_hold_faces() {
        let faces = |name: &str| find(name).unwrap().capability.max_faces;
        assert!(faces("AA-07FB") > 0 && faces("AV-08FB") > 0);
        assert_eq!((faces("AA-12"), faces("BI-12FB"), faces("CR-02BD")), (0, 0, 0));
    }

    #[test]
    fn a_record_never_contradicts_itself() {
        for model in catalogue() {
            let record = model.capability;
            assert!(record.max_locks >= record.locks, "{}", model.name);
            assert!(record.max_faces <= record.max_identifiers, "{}", model.name);
            assert_eq!(record.max_faces > 0, record.supports(FaceId), "{}", model.name);
            assert!(record.has_keypad || !record.supports(InputCode), "{}", model.name);
            assert!(usize::from(record.buttons) <= MAX_BUTTONS, "{}", model.name);
        }
    }

    #[test]
    fn types_are_spelt_as_the_specification_does() {
        for kind in DeviceType::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
    }
}
