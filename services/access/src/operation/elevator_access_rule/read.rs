use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::{NamedIds, visible};
use crate::store::elevator_access_rule::{self as store, ElevatorAccessRuleRow};

type ViewRight = Authorized<resource::ElevatorAccessRule, action::View>;

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<ElevatorAccessRuleRow>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<ElevatorAccessRuleRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
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
