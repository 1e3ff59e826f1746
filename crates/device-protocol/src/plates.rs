//! Number plates: how a door and a camera that reads plates work together. Paths and keys are *ours*.

use serde::{Deserialize, Serialize};

/// The body of `POST /v1/access/licenseplate/interaction`, for the device at the door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlateInteraction {
    /// A plate that a camera beside it has read counts as shown at this door.
    pub is_enabled: bool,
}

/// The body of `POST /v1/access/licenseplate/camera`, for the device that reads plates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlateCamera {
    /// A plate is an identifier.
    pub is_enabled: bool,
    /// The camera may have a lock of another device opened.
    pub is_remote_opening_enabled: bool,
}
