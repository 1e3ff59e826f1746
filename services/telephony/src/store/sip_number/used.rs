//! How many numbers there are.
use kit::Result;
use sqlx::PgConnection;

use crate::domain::limits;
use crate::domain::number::Number;

const OF_PROJECT: &str = "SELECT count(*) FROM sip_numbers WHERE project_id = $1";
const OF_GROUP: &str = "SELECT count(*) FROM sip_numbers WHERE project_id = $1 AND domain_id = $2";
const OF_USER: &str = "SELECT count(*) FROM sip_numbers WHERE project_id = $1 AND user_id = $2";

/// Whether `more` such numbers may be made, or one become such. `before`: as the one is now. The range must be locked.
pub async fn check(connection: &mut PgConnection, project_id: i64, before: Option<&Number>, after: &Number, more: i64) -> Result<()> {
    if before.is_none() {
        let used = sqlx::query_scalar(OF_PROJECT).bind(project_id).fetch_one(&mut *connection).await?;
        limits::check(used, more, limits::OF_PROJECT)?;
    }
    if before.is_none_or(|before| before.domain_id != after.domain_id) {
        let used = sqlx::query_scalar(OF_GROUP).bind(project_id).bind(after.domain_id).fetch_one(&mut *connection).await?;
        limits::check(used, more, limits::OF_GROUP)?;
    }
    if let Some(user) = after.user_id.filter(|user| before.is_none_or(|before| before.user_id != Some(*user))) {
        let used = sqlx::query_scalar(OF_USER).bind(project_id).bind(user).fetch_one(connection).await?;
        limits::check(used, more, limits::OF_USER)?;
    }
    Ok(())
}
