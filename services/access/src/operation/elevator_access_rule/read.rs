use kit::{Error, ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::access_rule::Members;
use crate::operation::related::{NamedIds, visible};
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::elevator_access_rule::{self as store, ElevatorAccessRuleRow};

type ViewRight = Authorized<resource::ElevatorAccessRule, action::View>;

/// Rules of a page with all their users.
const MAX_WHOLE_SIZE: i32 = 50;
const FILTERS: RelatedFields =
    &[("user_id", RelatedKind::User), ("elevator_id", RelatedKind::Elevator), ("within_domain_id", RelatedKind::GroupOfElevators)];

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery, members: Members) -> Result<Page<ElevatorAccessRuleRow>> {
    if members == Members::Whole && query.size > MAX_WHOLE_SIZE {
        return Err(Error::field("size", "must be one of: 10, 20, 50"));
    }
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query, members).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<ElevatorAccessRuleRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id, Members::First).await?;
    visible_part(&mut reader, right.caller(), row).await
}

/// The row as the caller sees it.
pub(super) async fn visible_part(connection: &mut PgConnection, caller: &Caller, mut row: ElevatorAccessRuleRow) -> Result<ElevatorAccessRuleRow> {
    retain_visible(connection, caller, std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees a rule need not see everything that it names.
async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [ElevatorAccessRuleRow]) -> Result<()> {
    let named = NamedIds {
        users: rows.iter().flat_map(|row| &row.user_ids).copied().collect(),
        elevators: rows.iter().flat_map(ElevatorAccessRuleRow::elevator_ids).collect(),
        ..NamedIds::default()
    };
    let visible = visible(connection, caller, named).await?;
    rows.iter_mut().for_each(|row| row.retain_visible(&visible));
    Ok(())
}
