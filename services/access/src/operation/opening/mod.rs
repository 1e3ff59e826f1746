//! The one way to spend a pass: held before the door opens, finished by what the door says.
mod hold;
mod report;
mod finish;

use kit::Result;
use sqlx::PgConnection;

pub use hold::{Hold, hold};
pub use report::report;
pub use finish::{finish, finish_overdue};

use crate::operation::device_list::bump_list_versions;
use crate::store::device_list::devices_by_identifier;
use crate::store::opening::SpendingIdentifier;

/// Every list contains the number of passes that is left.
async fn bump_lists(connection: &mut PgConnection, identifier: &SpendingIdentifier) -> Result<()> {
    if !identifier.is_limited() {
        return Ok(());
    }
    let devices = devices_by_identifier(connection, identifier.id(), identifier.owner_id()).await?;
    bump_list_versions(connection, identifier.project_id(), devices).await
}
