use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::{NamedIds, visible};
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::time_rule::{self as store, TimeRuleRow};

type ViewRight = Authorized<resource::TimeRule, action::View>;

const FILTERS: RelatedFields = &[("access_rule_id", RelatedKind::AccessRule)];

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<TimeRuleRow>> {
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<TimeRuleRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    visible_part(&mut reader, right.caller(), row).await
}

/// The row as the caller sees it.
pub(super) async fn visible_part(connection: &mut PgConnection, caller: &Caller, mut row: TimeRuleRow) -> Result<TimeRuleRow> {
    retain_visible(connection, caller, std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees a schedule need not see every rule that uses it.
async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [TimeRuleRow]) -> Result<()> {
    let access_rules = rows.iter().flat_map(|row| &row.rule_ids).copied().collect();
    let visible = visible(connection, caller, NamedIds { access_rules, ..NamedIds::default() }).await?;
    rows.iter_mut().for_each(|row| row.retain_visible(&visible));
    Ok(())
}
