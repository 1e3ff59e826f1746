//! What a device reports about itself without a login.

use serde::{Deserialize, Serialize};

use crate::serial::Serial;

/// The answer to `GET /api/info`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceInfo {
    pub serial: Serial,
    /// A name of [`crate::model`], or one that the catalogue does not know.
    pub model: String,
    /// Devices say `firmware_version`.
    #[serde(alias = "firmware_version")]
    pub firmware: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_info_names_serial_model_and_firmware() {
        let golden = json!({"serial": "b4d0c1", "model": "AA-12", "firmware": "1.3.5"});
        let info: DeviceInfo = serde_json::from_value(golden.clone()).unwrap();
        assert_eq!(serde_json::to_value(info).unwrap(), golden);
        let vendors = json!({"serial": "b4d0c1", "model": "AA-12", "firmware_version": "1.3.5", "framework_version": "2", "frontend_version": "3"});
        assert_eq!(serde_json::from_value::<DeviceInfo>(vendors).unwrap().firmware, "1.3.5");
    }
}
