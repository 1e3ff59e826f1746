//! Lifts: commands of a panel to a lift controller, and the settings of a lift controller: relays and floors.

use serde::{Deserialize, Serialize};

use crate::bounds::{self, BoundsError};

/// When a panel calls the lift by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallWhen {
    /// A monitor opened the lock.
    #[serde(default)]
    pub monitor_opens_lock: Trigger,
    /// A user opened the lock, by an identifier or through the server.
    #[serde(default)]
    pub user_opens_lock: Trigger,
    /// A monitor sent a DTMF code while it talked with the panel.
    #[serde(default)]
    pub monitor_call_in_talk: DtmfTrigger,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    pub is_enabled: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DtmfTrigger {
    pub is_enabled: bool,
    /// Keys of a telephone, for example `#1`.
    #[serde(default)]
    pub dtmf_code: String,
}

/// The body of `POST /v1/access/lift/settings`; the path is *ours*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiftSettings {
    /// The floor of the panel, 1 to 98.
    pub floor_number: u8,
    pub send_identifier_number: bool,
    #[serde(default)]
    pub call_when: CallWhen,
}

impl LiftSettings {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("floor_number", self.floor_number.into(), 1, MAX_FLOORS as i64)
    }
}

/// Floors of one controller.
pub const MAX_FLOORS: usize = 98;
/// Relays of one floor, and apartments of one.
pub const MAX_PORTS: usize = 64;
pub const MAX_APARTMENTS: usize = 100;
/// Longest name of a floor, and of an apartment, in characters.
pub const MAX_FLOOR_NAME: usize = 100;
pub const MAX_APARTMENT: usize = 16;

/// Where the relays of a controller may send the lift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LiftMode {
    CallUp,
    CallDown,
    CallUpDown,
    CallAny,
    /// The lift is not called: the controller releases the buttons that the server names.
    AccessControlManual,
}

/// Which contacts of a relay are wired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RelayContacts {
    #[serde(rename = "COM-NC")]
    NormallyClosed,
    #[serde(rename = "COM-NO")]
    NormallyOpen,
}

/// The body of `POST /v1/access/lift/relay/settings`; path and keys are *ours*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelaySettings {
    /// The controller drives a lift.
    pub is_enabled: bool,
    pub device_mode: LiftMode,
    pub relay_mode: RelayContacts,
    pub invert_all_relays: bool,
    /// Seconds, 1 to 600.
    pub relay_open_time: u32,
    #[serde(default)]
    pub lift_release_time: ReleaseTime,
}

/// Seconds, 0 to 600, that a button of the lift stays released; without a value, the controller's default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseTime {
    /// After a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<u32>,
    /// After a call of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api: Option<u32>,
}

impl RelaySettings {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::number("relay_open_time", self.relay_open_time.into(), 1, 600)?;
        for (name, seconds) in [("card", self.lift_release_time.card), ("api", self.lift_release_time.api)] {
            bounds::number(&format!("lift_release_time.{name}"), seconds.unwrap_or(0).into(), 0, 600)?;
        }
        Ok(())
    }
}

/// The body of `POST /v1/access/lift/floor/map`, which replaces the whole map; path and keys are *ours*.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FloorMap {
    pub floors: Vec<Floor>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// 1 to 98, each once.
    pub floor_number: u8,
    #[serde(default)]
    pub name: String,
    /// Released for everybody.
    #[serde(default)]
    pub is_public: bool,
    /// The panel stands here.
    #[serde(default)]
    pub is_panel_floor: bool,
    #[serde(default)]
    pub apartments: Vec<String>,
    /// The relays that release its button, 1 to 255.
    #[serde(default)]
    pub ports: Vec<u8>,
}

impl FloorMap {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::count("floors", self.floors.len(), MAX_FLOORS)?;
        for (index, floor) in self.floors.iter().enumerate() {
            let parent = format!("floors.{index}");
            floor.check().map_err(|error| error.inside(&parent))?;
            if self.floors[..index].iter().any(|other| other.floor_number == floor.floor_number) {
                return Err(BoundsError::new("floor_number", "is there twice").inside(&parent));
            }
        }
        Ok(())
    }
}

impl Floor {
    fn check(&self) -> Result<(), BoundsError> {
        bounds::number("floor_number", self.floor_number.into(), 1, MAX_FLOORS as i64)?;
        bounds::text("name", &self.name, 0, MAX_FLOOR_NAME)?;
        bounds::count("apartments", self.apartments.len(), MAX_APARTMENTS)?;
        for (index, apartment) in self.apartments.iter().enumerate() {
            bounds::text(&format!("apartments.{index}"), apartment, 1, MAX_APARTMENT)?;
        }
        bounds::count("ports", self.ports.len(), MAX_PORTS)?;
        for (index, port) in self.ports.iter().enumerate() {
            bounds::number(&format!("ports.{index}"), (*port).into(), 1, 255)?;
        }
        Ok(())
    }
}

/// Longest time that a release of floors may last, in seconds.
pub const MAX_RELEASE: u32 = 300;

/// The body of `POST /v1/access/destination`: floors that the controller releases, in the mode `access-control-manual`. The
/// path is *ours*.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    /// For whom; what the controller's own log says.
    #[serde(default)]
    pub caller: String,
    /// 1 to 98.
    pub floors: Vec<u8>,
    #[serde(default)]
    pub apartments: Vec<String>,
    /// Seconds, 1 to 300; without a value, the controller's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<u32>,
}

impl Destination {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("caller", &self.caller, 0, MAX_FLOOR_NAME)?;
        bounds::count("floors", self.floors.len(), MAX_FLOORS)?;
        for (index, floor) in self.floors.iter().enumerate() {
            bounds::number(&format!("floors.{index}"), (*floor).into(), 1, MAX_FLOORS as i64)?;
        }
        bounds::count("apartments", self.apartments.len(), MAX_APARTMENTS)?;
        bounds::number("duration", self.duration.unwrap_or(1).into(), 1, MAX_RELEASE.into())
    }
}

/// Where a passenger wants to go from the landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
}

/// The body of `POST /v1/access/call`: the lift comes to a floor, in the modes that call it. Path and keys are *ours*.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LandingCall {
    pub caller: String,
    /// 1 to 98.
    pub floor: u8,
    /// In the modes that know one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub direction: Option<Direction>,
}

impl LandingCall {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::text("caller", &self.caller, 0, MAX_FLOOR_NAME)?;
        bounds::number("floor", self.floor.into(), 1, MAX_FLOORS as i64)
    }
}

impl LiftMode {
    /// Whether a call of a landing may name this direction.
    pub fn takes(self, direction: Option<Direction>) -> bool {
        match self {
            LiftMode::CallUp => direction != Some(Direction::Down),
            LiftMode::CallDown => direction != Some(Direction::Up),
            LiftMode::CallUpDown => direction.is_some(),
            LiftMode::CallAny => true,
            LiftMode::AccessControlManual => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_names_up_to_98_floors_for_up_to_300_seconds() {
        let release = |floors: &[u8], duration| Destination { floors: floors.to_vec(), duration, ..Destination::default() };
        assert!(release(&(1..=98).collect::<Vec<u8>>(), Some(300)).check().is_ok() && release(&[1], None).check().is_ok());
        for wrong in [release(&[0], None), release(&[99], None), release(&[1; 99], None), release(&[1], Some(0)), release(&[1], Some(301))] {
            assert!(wrong.check().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_lift_is_called_in_the_directions_of_its_mode() {
        let takes = |mode: LiftMode| [None, Some(Direction::Up), Some(Direction::Down)].map(|direction| mode.takes(direction));
        assert_eq!(takes(LiftMode::CallUp), [true, true, false]);
        assert_eq!(takes(LiftMode::CallDown), [true, false, true]);
        assert_eq!(takes(LiftMode::CallUpDown), [false, true, true]);
        assert_eq!(takes(LiftMode::AccessControlManual), [false; 3]);
        let call = LandingCall { caller: "concierge".into(), floor: 3, direction: Some(Direction::Up) };
        assert_eq!(serde_json::to_value(&call).unwrap(), serde_json::json!({"caller": "concierge", "floor": 3, "direction": "up"}));
        assert!(call.check().is_ok() && LandingCall { floor: 99, ..call }.check().is_err());
    }

    #[test]
    fn a_floor_is_1_to_98() {
        let with = |floor_number| LiftSettings { floor_number, send_identifier_number: true, call_when: CallWhen::default() };
        assert!(with(98).check().is_ok());
        assert!(with(0).check().is_err() && with(99).check().is_err());
    }

    #[test]
    fn what_calls_the_lift_is_told_in_the_vendors_words() {
        let golden = serde_json::json!({"floor_number": 3, "send_identifier_number": true, "call_when": {
            "monitor_opens_lock": {"is_enabled": true}, "user_opens_lock": {"is_enabled": false},
            "monitor_call_in_talk": {"is_enabled": true, "dtmf_code": "#1"}}});
        let settings: LiftSettings = serde_json::from_value(golden.clone()).unwrap();
        assert!(settings.call_when.monitor_opens_lock.is_enabled);
        assert_eq!(serde_json::to_value(settings).unwrap(), golden);
    }

    #[test]
    fn the_modes_of_a_controller_are_the_vendors() {
        for mode in ["call-up", "call-down", "call-up-down", "call-any", "access-control-manual"] {
            let read: LiftMode = serde_json::from_value(mode.into()).unwrap();
            assert_eq!(serde_json::to_value(read).unwrap(), mode);
        }
    }

    #[test]
    fn relays_are_told_in_the_words_of_the_form() {
        let settings = RelaySettings {
            is_enabled: true,
            device_mode: LiftMode::CallUpDown,
            relay_mode: RelayContacts::NormallyClosed,
            invert_all_relays: false,
            relay_open_time: 10,
            lift_release_time: ReleaseTime { card: Some(5), api: None },
        };
        let golden = serde_json::json!({"is_enabled": true, "device_mode": "call-up-down", "relay_mode": "COM-NC",
            "invert_all_relays": false, "relay_open_time": 10, "lift_release_time": {"card": 5}});
        assert_eq!(serde_json::to_value(&settings).unwrap(), golden);
        assert!(settings.check().is_ok());
        assert_eq!(RelaySettings { relay_open_time: 0, ..settings.clone() }.check().unwrap_err().field, "relay_open_time");
        let slow = RelaySettings { lift_release_time: ReleaseTime { card: None, api: Some(601) }, ..settings };
        assert_eq!(slow.check().unwrap_err().field, "lift_release_time.api");
    }

    #[test]
    fn a_floor_is_in_the_map_once_and_has_relays_that_exist() {
        let floor = |floor_number, ports: &[u8]| Floor {
            floor_number,
            name: "Lobby".into(),
            is_public: false,
            is_panel_floor: false,
            apartments: vec!["12".into()],
            ports: ports.to_vec(),
        };
        let fault = |floors: Vec<Floor>| FloorMap { floors }.check().map_err(|error| error.field);
        assert_eq!(fault(vec![floor(1, &[1, 255]), floor(2, &[])]), Ok(()));
        assert_eq!(fault(vec![floor(1, &[1]), floor(1, &[2])]), Err("floors.1.floor_number".into()));
        assert_eq!(fault(vec![floor(1, &[0])]), Err("floors.0.ports.0".into()));
        assert_eq!(fault(vec![floor(99, &[])]), Err("floors.0.floor_number".into()));
    }
}
