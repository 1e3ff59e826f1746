//! deleteAll: one answer an item, and an item that fails undoes no other.
use kit::{Error, Result};
use proto::vestibule::common::v1::{DeleteAllRequest, ItemResult};
use sqlx::{Postgres, Transaction};

const MAX_ITEMS: usize = 500;

pub fn ids(request: DeleteAllRequest) -> Result<Vec<i64>> {
    if request.items.is_empty() {
        return Err(Error::field("items", "required"));
    }
    if request.items.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("maximum length is {MAX_ITEMS}")));
    }
    Ok(request.items)
}

/// Keeps what was done for the item, or undoes it.
pub async fn end(savepoint: Transaction<'_, Postgres>, done: &Result<()>) -> Result<()> {
    match done {
        Ok(()) => savepoint.commit().await?,
        Err(_) => savepoint.rollback().await?,
    }
    Ok(())
}

/// What became of the item. What went wrong inside is an error of the whole call.
pub fn answer(id: i64, done: Result<()>) -> Result<ItemResult> {
    match done {
        Ok(()) => Ok(ItemResult { id, done: true, message: String::new() }),
        Err(error @ (Error::Internal(_) | Error::Unavailable(_))) => Err(error),
        Err(error) => Ok(ItemResult { id, done: false, message: error.to_string() }),
    }
}
