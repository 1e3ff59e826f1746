//! Reading back what a device holds.
use device_protocol::link::PageQuery;
use device_protocol::link::{LinkItems, MAX_BULK, Pagination};
use device_protocol::{DeviceCall, IdentifierItem, Response, TimeProfile};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::hash;
use crate::domain::item::{ItemKind, ReportedItem};

/// Pages of one reading: more than any device has items for.
pub const MAX_PAGES: usize = 400;

/// Asks for a page (from 1).
pub fn page_request(kind: ItemKind, page_number: usize) -> DeviceCall {
    let page = PageQuery { page_number, ..PageQuery::FIRST };
    match kind {
        ItemKind::Identifier => DeviceCall::ReadIdentifiers(page),
        ItemKind::Schedule => DeviceCall::ReadTimeProfiles(page),
    }
}

/// Reads a page: its items, and how many pages there are.
pub fn page(kind: ItemKind, response: &Response) -> Result<(Vec<ReportedItem>, usize), String> {
    let (items, pages) = raw_page(response)?;
    let items = items.iter().filter_map(|item| match kind {
        ItemKind::Identifier => reported(kind, item, IdentifierItem::with_image_digest),
        ItemKind::Schedule => reported::<TimeProfile>(kind, item, |profile| profile),
    });
    Ok((items.collect(), pages))
}

/// The same, with the items as they came.
pub fn raw_page(response: &Response) -> Result<(Vec<Value>, usize), String> {
    if !response.is_success() {
        return Err(super::outcome::refusal(response));
    }
    let page: LinkItems<Value> = Deserialize::deserialize(&response.body).map_err(|error| format!("the device's list cannot be read: {error}"))?;
    if page.list_items.len() > MAX_BULK {
        return Err(format!("a page of the device's list has more than {MAX_BULK} items"));
    }
    Ok((page.list_items, page.list_option.map_or(1, |option| pages(&option.pagination))))
}

fn pages(pagination: &Pagination) -> usize {
    pagination.total_pages.min(MAX_PAGES)
}

/// None for an item without a link id: it was created at the device itself and is left alone.
fn reported<T: DeserializeOwned + Serialize>(kind: ItemKind, item: &Value, comparable: impl Fn(T) -> T) -> Option<ReportedItem> {
    let link_id = item.get("link_id")?.as_str().and_then(|text| Uuid::try_parse(text).ok())?;
    let hash = T::deserialize(item).map_or_else(|_| String::new(), |body| hash(&comparable(body)));
    Some(ReportedItem { kind, link_id, hash })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_body_that_comes_back_has_the_hash_it_was_sent_with() {
        let body = json!({"link_id": Uuid::from_u128(1), "identifier_owner": {"name": "Ann", "type": "owner"}, "identifier_type": "card",
            "identifier_number": "1", "lock": "all", "valid": {"time": {"is_permanent": true}, "passes": {"is_permanent": true}}});
        let sent: IdentifierItem = serde_json::from_value(body.clone()).unwrap();
        let response = Response::new(Uuid::nil(), 200, json!({"list_items": [body]}));
        let (items, pages) = page(ItemKind::Identifier, &response).unwrap();
        assert_eq!((items[0].hash.as_str(), pages), (hash(&sent).as_str(), 1));
    }

    #[test]
    fn an_item_that_makes_no_sense_is_held_with_a_body_unknown() {
        let response = Response::new(Uuid::nil(), 200, json!({"list_items": [{"link_id": Uuid::from_u128(2), "new": true}, {"uid": 5}]}));
        let (items, _) = page(ItemKind::Identifier, &response).unwrap();
        assert_eq!(items, [ReportedItem { kind: ItemKind::Identifier, link_id: Uuid::from_u128(2), hash: String::new() }]);
    }
}
