use kit::zone::timestamp;
use kit::{Error, Result};

use crate::app::App;
use crate::domain::decision::{self, Who};
use crate::domain::device::MAX_LOCKS;
use crate::domain::ids::UserId;
use crate::store;
use crate::store::device_access::{self, Subject};

/// Whether a user's rules open a lock now. False for a user or a device that access does not know.
pub async fn decide_for_user(app: &App, project_id: i64, device_id: i64, user_id: i64, lock_number: i32) -> Result<bool> {
    if !(1..=i32::from(MAX_LOCKS)).contains(&lock_number) {
        return Err(Error::field("lock_number", "must be within 1 - 8"));
    }
    let now = app.context.clock.now();
    let mut tx = store::snapshot(&app.context.database, project_id).await?;
    let access = match device_access::find(&mut tx, project_id, device_id, Subject::User(user_id), now).await {
        Err(Error::NotFound) => return Ok(false),
        access => access?,
    };
    tx.rollback().await?;
    let Some(user) = access.user(UserId(user_id)) else { return Ok(false) };
    let question = access.question(Who::User(user), lock_number as u8, timestamp(now));
    Ok(decision::decide(&question, &access.rules).allowed)
}
