//! Reading a picture by its key.
use kit::{Error, Result};
use uuid::Uuid;

use crate::app::App;
use crate::store;

/// `NotFound` for a text that is not a key.
pub async fn find(app: &App, key: &str) -> Result<store::avatar::Avatar> {
    let key: Uuid = key.parse().map_err(|_| Error::NotFound)?;
    let mut tx = app.context.database.system().await?;
    let found = store::avatar::by_key(&mut tx, key).await?;
    tx.rollback().await?;
    Ok(found)
}
