//! A snapshot of a device's camera.

use serde::{Deserialize, Serialize};

/// The answer to `GET /v1/photo/file` over MQTT (*ours*; over HTTP the picture is the body).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Photo {
    /// `image/jpeg` or `image/png`.
    pub content_type: String,
    /// Base64, standard alphabet with padding.
    pub file: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_photo_names_its_type_and_travels_as_base64() {
        let golden = json!({"content_type": "image/png", "file": "iVBORw0KGgo="});
        let photo: Photo = serde_json::from_value(golden.clone()).unwrap();
        assert_eq!(serde_json::to_value(photo).unwrap(), golden);
    }
}
