//! A cache of lists that have more rows than are counted. Counting to ten thousand costs more than the page itself, and
//! people view page after page of the same list; so "more than ten thousand" holds for some seconds. A shorter list is
//! counted every time. The cache is of one process.
use std::sync::LazyLock;
use std::time::Duration;

use moka::sync::Cache;
use policy::Scope;
use sqlx::{Postgres, QueryBuilder};

use super::statement::ListStatement;
use super::{ListQuery, Listing};

const COUNT_TTL: Duration = Duration::from_secs(10);
const MAX_REMEMBERED: u64 = 10_000;

static LARGE_COUNTS: LazyLock<Cache<LargeCountKey, ()>> =
    LazyLock::new(|| Cache::builder().max_capacity(MAX_REMEMBERED).time_to_live(COUNT_TTL).build());

/// Identifies the rows of a list, whichever page of it is requested.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct LargeCountKey {
    resource: &'static str,
    project_id: i64,
    scope: String,
    filters: String,
    search: String,
}

impl LargeCountKey {
    pub fn new(listing: &Listing, project_id: i64, scope: &Scope, query: &ListQuery) -> Self {
        let scope = format!("{scope:?}");
        LargeCountKey { resource: listing.resource, project_id, scope, filters: query.filters.clone(), search: query.search.clone() }
    }

    /// None for a statement with conditions that the query does not name.
    pub fn of<M: Fn(&mut QueryBuilder<Postgres>)>(statement: &ListStatement<'_, M>, query: &ListQuery) -> Option<Self> {
        (!statement.has_more()).then(|| LargeCountKey::new(statement.listing, statement.project_id, statement.scope, query))
    }

    pub fn is_known_large(&self) -> bool {
        LARGE_COUNTS.contains_key(self)
    }

    pub fn remember(self) {
        LARGE_COUNTS.insert(self, ());
    }
}
