//! Numbers as licences count them.
use kit::Result;
use license_limits::{CountedItems, ItemsToTake, Kind, take};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::sip_number::SipNumberDraft;

/// A number is at home in its group.
pub const NUMBERS: CountedItems = CountedItems {
    kind: Kind::Sip,
    items: "SELECT n.project_id, n.id, n.domain_id AS group_id, n.user_id, n.created_at FROM sip_numbers n",
    exceeded: "maximum of virtual numbers for project exceeded",
    exceeded_of_group: "maximum of virtual numbers for group exceeded",
    exceeded_of_user: "maximum of sip numbers for user exceeded",
};

/// Whether `more` such numbers may be made; 0 after one has become such.
pub async fn check(connection: &mut PgConnection, project_id: i64, draft: &SipNumberDraft, more: i64, now: OffsetDateTime) -> Result<()> {
    let wanted = ItemsToTake { project_id, group_id: Some(draft.domain_id), user_id: draft.user_id, more };
    take(connection, &NUMBERS, wanted, now).await
}

/// Project and number of these ids.
pub async fn numbers_by_ids(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<(i64, String)>> {
    Ok(sqlx::query_as("SELECT n.project_id, n.number FROM sip_numbers n JOIN license_suspended s ON s.item_id = n.id WHERE n.id = ANY($1)")
        .bind(ids)
        .fetch_all(connection)
        .await?)
}
