//! Reading a device's own log.

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::link::Pagination;

/// Events of one page.
pub const MAX_PAGE: usize = 100;

/// `GET /v1/log/items?from=&to=&limit=&page_number=&filter=`.
///
/// `filter` is the vendor's expression: `field eq value`, joined by `and`, `or`, `not`, `()`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogQuery {
    /// Unix seconds, inclusive.
    pub from: Option<i64>,
    /// Unix seconds, exclusive.
    pub to: Option<i64>,
    /// 1 to [`MAX_PAGE`].
    pub limit: Option<usize>,
    /// From 1.
    pub page_number: Option<usize>,
    pub filter: Option<String>,
}

/// One page of a device's log, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPage {
    pub list_items: Vec<Event>,
    pub list_option: crate::link::ListOption,
}

impl LogPage {
    /// The page that a query asks for, out of all matching events.
    pub fn cut(query: &LogQuery, matching: Vec<Event>) -> Self {
        let limit = query.limit.unwrap_or(MAX_PAGE).clamp(1, MAX_PAGE);
        let page = query.page_number.unwrap_or(1).max(1);
        let pagination =
            Pagination { total_items: matching.len(), items_limit: limit, total_pages: matching.len().div_ceil(limit), current_page: page };
        let first = (page - 1).saturating_mul(limit);
        Self { list_items: matching.into_iter().skip(first).take(limit).collect(), list_option: crate::link::ListOption { pagination } }
    }
}
