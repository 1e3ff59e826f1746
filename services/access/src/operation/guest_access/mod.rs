//! The page of a guest's key, for nobody who is signed in.
mod files;
mod limits;
mod open;
mod page;

use kit::{Error, Result};

pub use files::{pass, qr};
pub use open::open;
pub use page::{GuestPageView, page};

use crate::app::App;
use crate::domain::guest_key::LinkKey;
use crate::store::guest_key as store;

/// A key that was found by its link.
#[derive(Clone, Copy, Debug)]
struct LinkedKey {
    project_id: i64,
    id: i64,
}

const INVALID: Error = Error::Missing { code: "guest_access_invalid_identifier", message: "guest access invalid identifier" };
const NO_DOOR: Error = Error::Missing { code: "guest_access_device_not_found", message: "guest access device not found" };

/// Unknown, malformed and revoked keys, and those of suspended projects, are answered alike, after the same statement.
async fn find_key(app: &App, ip: &str, text: &str) -> Result<LinkedKey> {
    let permit = limits::before_looking(app, ip).await?;
    let hash = LinkKey::parse(text).map_or_else(|| vec![0; 32], |key| key.hash());
    let mut tx = app.context.database.system().await?;
    let found = store::find_by_link(&mut tx, &hash).await?;
    tx.rollback().await?;
    let (project_id, id) = found.ok_or(INVALID)?;
    permit.refund().await?;
    Ok(LinkedKey { project_id, id })
}
