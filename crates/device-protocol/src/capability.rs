//! What a model can do, so that the console offers only that.

use serde::Serialize;

use crate::identifier::IdentifierType;

/// How finely a model holds schedules by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SchedulePrecision {
    /// Holds none: every rule with a schedule needs the server.
    None,
    /// Days of the week with times; anything finer needs the server.
    Weekly,
    /// The whole of [`crate::time_profile`].
    Full,
}

/// The capability record of a model. Counts are *ours* unless a vendor's sheet gives them: see
/// [`crate::model`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Capability {
    /// Locks without an extension module.
    pub locks: u8,
    /// Locks with an extension module; the same as `locks` if the model has no extension.
    pub max_locks: u8,
    pub identifier_types: &'static [IdentifierType],
    /// How many identifiers of all types together it holds.
    pub max_identifiers: u32,
    /// How many of these may be faces.
    pub max_faces: u32,
    pub has_keypad: bool,
    pub has_camera: bool,
    /// Call buttons that can be given a number each.
    pub buttons: u8,
    /// Drives a lift itself.
    pub controls_lift: bool,
    pub schedule_precision: SchedulePrecision,
}

impl Capability {
    /// A device that opens a door on command and holds nothing.
    pub const RELAY: Capability = Capability {
        locks: 1,
        max_locks: 1,
        identifier_types: &[],
        max_identifiers: 0,
        max_faces: 0,
        has_keypad: false,
        has_camera: false,
        buttons: 0,
        controls_lift: false,
        schedule_precision: SchedulePrecision::None,
    };

    pub fn supports(&self, kind: IdentifierType) -> bool {
        self.identifier_types.contains(&kind)
    }

    /// Whether it decides at a door of its own. A relay does not: it is of no use when opening by command is off.
    pub const fn guards_door(&self) -> bool {
        self.locks > 0 && self.max_identifiers > 0
    }

    /// Whether lock `number` (from 1) can exist on it.
    pub const fn has_lock(&self, number: u8) -> bool {
        number >= 1 && number <= self.max_locks
    }
}
