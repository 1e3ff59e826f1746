//! How many numbers there are.
use kit::Result;
use sqlx::PgConnection;

use crate::domain::number_limits::{self, MAX_OF_GROUP, MAX_OF_PROJECT, MAX_OF_USER};
use crate::domain::sip_number::SipNumberDraft;

const COUNT_OF_PROJECT: &str = "SELECT count(*) FROM sip_numbers WHERE project_id = $1";
const COUNT_OF_GROUP: &str = "SELECT count(*) FROM sip_numbers WHERE project_id = $1 AND domain_id = $2";
const COUNT_OF_USER: &str = "SELECT count(*) FROM sip_numbers WHERE project_id = $1 AND user_id = $2";

/// Whether `more` such numbers may be made, or one become such. `before`: as the one is now. The range must be locked.
pub async fn check(connection: &mut PgConnection, project_id: i64, before: Option<&SipNumberDraft>, after: &SipNumberDraft, more: i64) -> Result<()> {
    if before.is_none() {
        let used = sqlx::query_scalar(COUNT_OF_PROJECT).bind(project_id).fetch_one(&mut *connection).await?;
        number_limits::check(used, more, MAX_OF_PROJECT)?;
    }
    if before.is_none_or(|before| before.domain_id != after.domain_id) {
        let used = sqlx::query_scalar(COUNT_OF_GROUP).bind(project_id).bind(after.domain_id).fetch_one(&mut *connection).await?;
        number_limits::check(used, more, MAX_OF_GROUP)?;
    }
    if let Some(user) = after.user_id.filter(|user| before.is_none_or(|before| before.user_id != Some(*user))) {
        let used = sqlx::query_scalar(COUNT_OF_USER).bind(project_id).bind(user).fetch_one(connection).await?;
        number_limits::check(used, more, MAX_OF_USER)?;
    }
    Ok(())
}
