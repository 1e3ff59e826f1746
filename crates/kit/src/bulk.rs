//! Operations that do something to several entities, each by itself.
use proto::vestibule::common::v1::{DeleteAllResponse, ItemResult};

use crate::{Error, Result};

/// Items of one call.
pub const MAX_ITEMS: usize = 500;

/// Does something to each of the items, and says what became of it. What is not the item's fault ends the whole.
pub async fn each<F>(items: Vec<i64>, mut one: impl FnMut(i64) -> F) -> Result<DeleteAllResponse>
where
    F: Future<Output = Result<()>>,
{
    if items.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("must be within 0 - {MAX_ITEMS}")));
    }
    let mut answers = Vec::with_capacity(items.len());
    for id in items {
        let message = match one(id).await {
            Ok(()) => String::new(),
            Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
            Err(error) => error.to_string(),
        };
        answers.push(ItemResult { id, done: message.is_empty(), message });
    }
    Ok(DeleteAllResponse { items: answers })
}
