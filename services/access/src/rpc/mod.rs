//! Transports: they translate, ask for the right, and leave the rest to the rules and the tables.
pub mod access_rule;
pub mod check;
pub mod device_list;
pub mod identifier;
pub mod lists;
pub mod schedule;
pub mod time_rule;

use kit::Result;
use proto::vestibule::common::v1::{DeleteAllResponse, ItemResult};

/// Items of a bulk call.
pub(crate) const MAX_ITEMS: usize = 500;

/// Does something to each of the items, each by itself, and says what became of it.
pub(crate) async fn each<F>(items: Vec<i64>, mut one: impl FnMut(i64) -> F) -> Result<DeleteAllResponse>
where
    F: Future<Output = Result<()>>,
{
    if items.len() > MAX_ITEMS {
        return Err(kit::Error::field("items", format!("must be within 0 - {MAX_ITEMS}")));
    }
    let mut answers = Vec::with_capacity(items.len());
    for id in items {
        let message = match one(id).await {
            Ok(()) => String::new(),
            Err(error @ (kit::Error::Unavailable(_) | kit::Error::Internal(_))) => return Err(error),
            Err(error) => error.to_string(),
        };
        answers.push(ItemResult { id, done: message.is_empty(), message });
    }
    Ok(DeleteAllResponse { items: answers })
}
