//! How often each limited identifier has opened a door.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Passes(BTreeMap<Uuid, u32>);

impl Passes {
    pub fn used(&self, link_id: Uuid) -> u32 {
        self.0.get(&link_id).copied().unwrap_or(0)
    }

    pub fn count(&mut self, link_id: Uuid) {
        let used = self.0.entry(link_id).or_default();
        *used = used.saturating_add(1);
    }

    /// Forgets an identifier that is gone.
    pub fn forget(&mut self, link_id: Uuid) {
        self.0.remove(&link_id);
    }
}
