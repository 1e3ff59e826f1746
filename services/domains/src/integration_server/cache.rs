//! Answers of video platforms, kept for seconds: a picker asks at every letter.
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;

use super::{Camera, Macro};

const CACHE_TTL: Duration = Duration::from_secs(5);
const MAX_ENTRIES: u64 = 500;

/// Id and version of an integration: a change of it makes another key.
pub type Key = (i64, i64);

pub struct VideoPlatformCache {
    pub macros: Cache<Key, Arc<Vec<Macro>>>,
    pub cameras: Cache<Key, Arc<Vec<Camera>>>,
}

impl Default for VideoPlatformCache {
    fn default() -> Self {
        VideoPlatformCache {
            macros: Cache::builder().time_to_live(CACHE_TTL).max_capacity(MAX_ENTRIES).build(),
            cameras: Cache::builder().time_to_live(CACHE_TTL).max_capacity(MAX_ENTRIES).build(),
        }
    }
}
