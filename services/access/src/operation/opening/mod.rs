//! The one way to spend a pass: held before the door opens, finished by what the door says.
mod finish;
mod hold;
mod report;

use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

pub use finish::{finish, finish_overdue};
pub use hold::{Hold, hold};
pub use report::{report, report_by_link};

use crate::operation::device_list::bump_list_versions;
use crate::publish;
use crate::store::device_list::devices_by_identifier;
use crate::store::opening::{self as store, SpendingIdentifier};

/// Refusals in a row after which the giver is notified.
const TOLD_REFUSALS: i32 = 3;

/// Publishes what a door has made of a guest's key.
async fn announce(connection: &mut PgConnection, identifier: &SpendingIdentifier, opening: i64, is_refused: bool, now: OffsetDateTime) -> Result<()> {
    if !identifier.is_guest_key() {
        return Ok(());
    }
    let refusals = store::count_refusal(connection, identifier, is_refused).await?;
    if is_refused && refusals != TOLD_REFUSALS {
        return Ok(());
    }
    match store::find_opened_key(connection, identifier, opening).await? {
        Some(opened) => publish::guest_key_opened(connection, identifier.project_id(), &opened, is_refused, now).await,
        None => Ok(()),
    }
}

/// Every list contains the number of passes that is left.
async fn bump_lists(connection: &mut PgConnection, identifier: &SpendingIdentifier) -> Result<()> {
    if !identifier.is_limited() {
        return Ok(());
    }
    let devices = devices_by_identifier(connection, identifier.id(), identifier.owner_id()).await?;
    bump_list_versions(connection, identifier.project_id(), devices).await
}
