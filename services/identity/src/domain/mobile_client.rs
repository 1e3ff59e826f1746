//! What a mobile application says of itself when somebody signs in with it.
use kit::Fields;
use proto::vestibule::identity::v1::MobileClientInput;
use serde::{Deserialize, Serialize};

const PLATFORMS: [&str; 2] = ["ios", "android"];
const MAX_INFO: usize = 200;
const MAX_VENDOR_ID: usize = 100;

/// An installation of the application.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MobileClient {
    pub platform: String,
    pub info: String,
    /// The installation's own identifier.
    pub vendor_id: String,
}

impl MobileClient {
    pub fn from_api(client: &MobileClientInput) -> Self {
        MobileClient { platform: client.platform.clone(), info: client.info.trim().into(), vendor_id: client.vendor_id.trim().into() }
    }

    /// Notes what cannot be taken.
    pub fn check(&self, fields: &mut Fields) {
        fields.check(PLATFORMS.contains(&self.platform.as_str()), "mobile_client.platform", "must be one of: ios, android");
        fields.optional_text("mobile_client.info", Some(&self.info), MAX_INFO);
        fields.text("mobile_client.vendor_id", &self.vendor_id, MAX_VENDOR_ID);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(platform: &str, info: &str, vendor_id: &str) -> Vec<String> {
        let mut fields = Fields::new();
        MobileClient::from_api(&MobileClientInput { platform: platform.into(), info: info.into(), vendor_id: vendor_id.into() }).check(&mut fields);
        match fields.finish() {
            Err(kit::Error::Invalid(fields)) => fields.into_keys().collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_mobile_client_has_a_known_platform_and_an_identifier() {
        assert_eq!(problems("ios", "", " A-1 "), Vec::<String>::new());
        assert_eq!(problems("windows", &"x".repeat(201), " "), ["mobile_client.info", "mobile_client.platform", "mobile_client.vendor_id"]);
    }
}
