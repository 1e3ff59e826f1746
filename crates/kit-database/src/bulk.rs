//! Deleting many: one transaction, a savepoint for each item, an answer for each item. An item that cannot be deleted
//! undoes no other; a fault of the service itself undoes all. Rows are locked in the order of their ids, whatever the order
//! of the call, so that two calls never wait for each other; the answers are in the order of the call.
use std::collections::HashMap;
use std::vec::IntoIter;

use proto::vestibule::common::v1::{DeleteAllResponse, ItemResult};
use sqlx::{Connection, PgConnection, Postgres};

use crate::{Database, Tx};
use kit_core::{Error, Result};

/// Items of one call.
pub const MAX_ITEMS: usize = 500;

/// The deletion of many items:
///
/// ```ignore
/// let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
/// while let Some(mut item) = deletion.next().await? {
///     let deleted = delete(app, &mut item.savepoint, right, item.id).await;
///     item.finish(deleted).await?;
/// }
/// deletion.commit().await
/// ```
pub struct Deletion {
    tx: Tx,
    ids: Vec<i64>,
    /// Positions in `ids` of what is left to do.
    order: IntoIter<usize>,
    /// By position.
    answers: Vec<Option<ItemResult>>,
}

impl Deletion {
    /// In a transaction of the project. Refuses more than `MAX_ITEMS`.
    pub async fn begin(database: &Database, project_id: i64, ids: Vec<i64>) -> Result<Self> {
        validate(&ids)?;
        Self::new(database.tenant(project_id).await?, ids)
    }

    /// In a transaction that has begun, for operations that must lock or read something first.
    pub fn new(tx: Tx, ids: Vec<i64>) -> Result<Self> {
        Self::by(tx, ids, |id| id)
    }

    /// With another order, as children before their parents; ids that it does not have come last. For callers that hold a lock
    /// which excludes other such calls.
    pub fn in_order(tx: Tx, ids: Vec<i64>, order: &[i64]) -> Result<Self> {
        let ranks: HashMap<i64, usize> = order.iter().enumerate().map(|(rank, id)| (*id, rank)).collect();
        Self::by(tx, ids, |id| (ranks.get(&id).copied().unwrap_or(usize::MAX), id))
    }

    fn by<K: Ord>(tx: Tx, ids: Vec<i64>, key: impl Fn(i64) -> K) -> Result<Self> {
        validate(&ids)?;
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|position| key(ids[*position]));
        Ok(Deletion { tx, answers: vec![None; ids.len()], order: order.into_iter(), ids })
    }

    /// The next item, within a savepoint of its own.
    pub async fn next(&mut self) -> Result<Option<Item<'_>>> {
        let Some(position) = self.order.next() else { return Ok(None) };
        let savepoint = self.tx.begin().await?;
        Ok(Some(Item { id: self.ids[position], savepoint, answer: &mut self.answers[position] }))
    }

    /// The transaction around the items, for what is written once for all of them.
    pub fn transaction(&mut self) -> &mut PgConnection {
        &mut self.tx
    }

    /// Commits, and returns the answers in the order of the call: of those that were finished.
    pub async fn commit(self) -> Result<DeleteAllResponse> {
        self.tx.commit().await?;
        Ok(DeleteAllResponse { items: self.answers.into_iter().flatten().collect() })
    }
}

/// An item to delete. Without `finish` nothing of it is kept and nothing is answered.
#[must_use]
pub struct Item<'a> {
    pub id: i64,
    pub savepoint: sqlx::Transaction<'a, Postgres>,
    answer: &'a mut Option<ItemResult>,
}

impl Item<'_> {
    /// Keeps a deletion that was done, undoes one that was refused and notes why. A fault of the service is returned: the
    /// whole call ends with it.
    pub async fn finish(self, deleted: Result<()>) -> Result<()> {
        let message = match deleted {
            Ok(()) => {
                self.savepoint.commit().await?;
                String::new()
            }
            Err(error @ (Error::Unavailable(_) | Error::Internal(_))) => return Err(error),
            Err(error) => {
                self.savepoint.rollback().await?;
                error.to_string()
            }
        };
        *self.answer = Some(ItemResult { id: self.id, done: message.is_empty(), message });
        Ok(())
    }
}

/// Refuses a call with too many items.
pub fn validate(ids: &[i64]) -> Result<()> {
    if ids.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("maximum length is {MAX_ITEMS}")));
    }
    Ok(())
}
