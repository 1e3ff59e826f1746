//! What one user may have of the licences.
use std::collections::BTreeSet;

use kit::{Fields, Mask, Result};
use serde_json::{Value, json};

use super::counts::{Counts, Kind};
use super::feature;

const MAX_COUNT: i64 = 1_000_000_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserLicenseDraft {
    /// Features that are off for the user, whatever their groups have.
    pub features_off: BTreeSet<String>,
    /// None: as many as each account may have.
    pub counts: Counts,
}

impl UserLicenseDraft {
    /// `features`: those that are to be on, of those `available` to the user's groups.
    pub fn merge(&self, features: &BTreeSet<String>, counts: &Counts, available: &BTreeSet<String>, mask: &Mask) -> Self {
        let mut merged = self.clone();
        if mask.has("features") {
            // What the groups of the user do not have now stays as it was decided.
            merged.features_off.retain(|feature| !available.contains(feature));
            merged.features_off.extend(available.difference(features).cloned());
        }
        for kind in Kind::ALL {
            if mask.has(&format!("counts.{}", kind.word())) {
                merged.counts.set(kind, counts.of(kind));
            }
        }
        merged
    }

    /// `features`: those that were asked for. `per_user`: what the licence gives each account.
    pub fn validate(&self, features: &BTreeSet<String>, per_user: &Counts) -> Result<()> {
        let mut fields = Fields::new();
        let known = feature::all();
        fields.check(features.iter().all(|feature| known.contains(feature.as_str())), "features", "unknown value");
        for kind in Kind::ALL {
            let Some(count) = self.counts.of(kind) else { continue };
            let path = format!("counts.{}", kind.word());
            fields.range(&path, count, 0, per_user.of(kind).unwrap_or(MAX_COUNT));
        }
        fields.finish()
    }

    pub fn audit_view(&self) -> Value {
        json!({
            "features_off": self.features_off,
            "sip": self.counts.sip,
            "mobile_app": self.counts.mobile_app,
            "ukey2": self.counts.ukey2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    fn mask(paths: &[&str]) -> Mask {
        Mask::new(Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() }))
    }

    #[test]
    fn what_is_left_out_of_the_features_is_off_and_what_the_groups_lack_stays_as_it_was() {
        let before = UserLicenseDraft { features_off: set(&["elevator", "sip"]), ..Default::default() };
        let merged = before.merge(&set(&["sip"]), &Counts::ZERO, &set(&["sip", "amenity"]), &mask(&["features"]));
        assert_eq!(merged, UserLicenseDraft { features_off: set(&["amenity", "elevator"]), counts: Counts::UNLIMITED });
    }

    #[test]
    fn a_user_has_at_most_what_the_licence_gives_each_account() {
        let with = |sip| UserLicenseDraft { counts: Counts { sip, ..Counts::UNLIMITED }, ..Default::default() };
        let per_user = Counts { sip: Some(2), ..Counts::UNLIMITED };
        let is_valid = |sip| with(sip).validate(&BTreeSet::new(), &per_user).is_ok();
        assert!(is_valid(Some(2)) && is_valid(None));
        assert!(!is_valid(Some(3)) && !is_valid(Some(-1)));
    }
}
