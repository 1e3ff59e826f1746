//! Bulk reads and writes by the server's own ids ("link" ids).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::bounds::{self, BoundsError};
use crate::identifier::IdentifierItem;
use crate::time_profile::TimeProfile;

/// Items of one bulk write or one page. *Ours*: 500 identifiers without faces are about 200 kB.
pub const MAX_BULK: usize = 500;

/// Ids of the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkIds {
    pub link_ids: Vec<Uuid>,
}

impl LinkIds {
    pub fn check(&self) -> Result<(), BoundsError> {
        bounds::count("link_ids", self.link_ids.len(), MAX_BULK)
    }
}

/// The body of a bulk write, and of a page of what a device holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkItems<T> {
    pub list_items: Vec<T>,
    /// In an answer only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_option: Option<ListOption>,
}

pub type IdentifierItems = LinkItems<IdentifierItem>;
pub type TimeProfileItems = LinkItems<TimeProfile>;

impl<T> LinkItems<T> {
    pub const fn new(list_items: Vec<T>) -> Self {
        Self { list_items, list_option: None }
    }

    /// Bounds of the list itself. Each item is judged alone, by the device, so that one bad item
    /// never costs the others: see [`crate::outcome`].
    pub fn check_count(&self) -> Result<(), BoundsError> {
        bounds::count("list_items", self.list_items.len(), MAX_BULK)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListOption {
    pub pagination: Pagination,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pagination {
    pub total_items: usize,
    pub items_limit: usize,
    pub total_pages: usize,
    /// From 1.
    pub current_page: usize,
}

/// Which page of what a device holds: `?limit=&page_number=&digest=`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageQuery {
    /// 1 to [`MAX_BULK`].
    pub limit: usize,
    /// From 1.
    pub page_number: usize,
    /// *Ours*: answer with the headers `x-version` and `x-digest` and an empty list.
    pub digest_only: bool,
}

impl PageQuery {
    pub const FIRST: PageQuery = PageQuery { limit: MAX_BULK, page_number: 1, digest_only: false };
    pub const DIGEST: PageQuery = PageQuery { limit: MAX_BULK, page_number: 1, digest_only: true };

    /// The page out of all items, with its pagination.
    pub fn cut<T: Clone>(self, items: &[T]) -> LinkItems<T> {
        let first = (self.page_number - 1).saturating_mul(self.limit);
        let page = items.iter().skip(first).take(if self.digest_only { 0 } else { self.limit });
        let pagination = Pagination {
            total_items: items.len(),
            items_limit: self.limit,
            total_pages: items.len().div_ceil(self.limit),
            current_page: self.page_number,
        };
        LinkItems { list_items: page.cloned().collect(), list_option: Some(ListOption { pagination }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_has_the_vendors_shape() {
        let query = PageQuery { limit: 2, page_number: 2, digest_only: false };
        let golden = json!({
            "list_items": [3],
            "list_option": {"pagination": {
                "total_items": 3, "items_limit": 2, "total_pages": 2, "current_page": 2}}
        });
        assert_eq!(serde_json::to_value(query.cut(&[1, 2, 3])).unwrap(), golden);
    }

    #[test]
    fn a_digest_counts_the_items_and_sends_none() {
        let page = PageQuery::DIGEST.cut(&[1, 2, 3]);
        assert!(page.list_items.is_empty());
        assert_eq!(page.list_option.unwrap().pagination.total_items, 3);
    }

    #[test]
    fn a_write_over_the_limit_is_refused_as_a_whole() {
        assert!(LinkItems::new(vec![0; MAX_BULK]).check_count().is_ok());
        assert!(LinkItems::new(vec![0; MAX_BULK + 1]).check_count().is_err());
    }
}
