//! Lists of which it is known that they have more rows than are counted. Counting to ten thousand costs more than the
//! page itself, and people look at page after page of the same list; so "more than ten thousand" is believed for some
//! seconds. A list that has fewer is counted every time. For one process, and may be forgotten at any time.
use std::sync::LazyLock;
use std::time::Duration;

use moka::sync::Cache;
use policy::Scope;

use super::{ListQuery, Listing};

const BELIEVED: Duration = Duration::from_secs(10);
const REMEMBERED: u64 = 10_000;

static MANY: LazyLock<Cache<Asked, ()>> = LazyLock::new(|| Cache::builder().max_capacity(REMEMBERED).time_to_live(BELIEVED).build());

/// What makes two lists have the same rows. Which page of it is asked for does not matter.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    resource: &'static str,
    project_id: i64,
    scope: String,
    filters: String,
    search: String,
}

impl Asked {
    pub fn new(listing: &Listing, project_id: i64, scope: &Scope, query: &ListQuery) -> Self {
        let scope = format!("{scope:?}");
        Asked { resource: listing.resource, project_id, scope, filters: query.filters.clone(), search: query.search.clone() }
    }

    pub fn has_many(&self) -> bool {
        MANY.contains_key(self)
    }

    pub fn remember(self) {
        MANY.insert(self, ());
    }
}
