//! The features that a licence may enable.
use std::collections::BTreeSet;

use policy::Permission;

/// Features that no permission requires.
const WITHOUT_PERMISSION: [&str; 10] = [
    "face_id",
    "license_plate",
    "mobile_app",
    "mobile_app.apple_watch",
    "mobile_app.domain_forward_rule",
    "mobile_app.family_events",
    "mobile_app.remote_open",
    "mobile_app.siri",
    "sip",
    "ukey2",
];

/// Features of doors: what exists by them goes on for a while after their licence has ended, because people stand there.
pub const GRACED: [&str; 5] = ["elevator", "face_id", "identifier.guest", "license_plate", "ukey2"];

/// Every feature of the platform, sorted by name.
pub fn all() -> BTreeSet<&'static str> {
    Permission::all().filter_map(Permission::feature).chain(WITHOUT_PERMISSION).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_that_a_permission_requires_exists() {
        let all = all();
        for permission in Permission::all() {
            assert!(permission.feature().is_none_or(|feature| all.contains(feature)), "{}", permission.code());
        }
        for feature in ["sip", "sip.trunks", "sip.web_dialer", "identifier.guest", "face_id", "elevator", "amenity"] {
            assert!(all.contains(feature), "{feature}");
        }
    }
}
