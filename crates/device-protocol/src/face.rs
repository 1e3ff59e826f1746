//! How a device recognises faces.

use serde::{Deserialize, Serialize};

/// How the camera looks at a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaceMode {
    /// A flat picture.
    #[serde(rename = "2D")]
    Flat,
    /// With depth, so that a photograph is no face.
    #[serde(rename = "3D")]
    Depth,
}

/// How much alike two faces must be to count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Similarity {
    Low,
    Medium,
    High,
}

/// The body of `POST /v1/access/face/settings`; path and keys are *ours*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceSettings {
    /// A recognised face opens the door.
    pub is_enabled: bool,
    pub mode: FaceMode,
    pub similarity: Similarity,
    /// Begins when somebody comes near, not at a touch.
    pub is_autostart_enabled: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_are_those_of_the_form() {
        let settings = FaceSettings { is_enabled: true, mode: FaceMode::Depth, similarity: Similarity::High, is_autostart_enabled: false };
        let golden = json!({"is_enabled": true, "mode": "3D", "similarity": "high", "is_autostart_enabled": false});
        assert_eq!(serde_json::to_value(settings).unwrap(), golden);
    }
}
