//! The time profiles that a device holds.

use std::collections::BTreeMap;

use device_protocol::{ItemOutcome, TimeProfile};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::profile;

/// How many a device holds; the vendor gives no number.
pub const MAX_PROFILES: usize = 1_000;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Profiles {
    /// The version of the desired state that the items came with.
    pub version: u64,
    items: BTreeMap<Uuid, TimeProfile>,
}

impl Profiles {
    pub fn get(&self, link_id: Uuid) -> Option<&TimeProfile> {
        self.items.get(&link_id)
    }

    /// All profiles, in the order of their ids.
    pub fn items(&self) -> Vec<TimeProfile> {
        self.items.values().cloned().collect()
    }

    /// Creates or updates a profile, or says why not.
    pub fn put(&mut self, profile: TimeProfile, zone: &TimeZone) -> ItemOutcome {
        if profile.check().is_err() || profile::check(&profile, zone).is_err() {
            return ItemOutcome::InvalidTimeRulesSettings;
        }
        let existed = self.items.contains_key(&profile.link_id);
        if !existed && self.items.len() >= MAX_PROFILES {
            return ItemOutcome::Other("number_of_entities_exceeded".to_owned());
        }
        self.items.insert(profile.link_id, profile);
        if existed { ItemOutcome::Updated } else { ItemOutcome::Created }
    }

    pub fn delete(&mut self, link_id: Uuid) -> ItemOutcome {
        match self.items.remove(&link_id) {
            Some(_) => ItemOutcome::Deleted,
            None => ItemOutcome::NotFound,
        }
    }
}
