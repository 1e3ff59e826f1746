use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::{NamedIds, visible, visible_groups};
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::identifier::{self as store, IdentifierRow};

type ViewRight = Authorized<resource::Identifier, action::View>;

/// Also of the table.
pub(super) const FILTERS: RelatedFields = &[("domain_id", RelatedKind::Group), ("within_domain_id", RelatedKind::Group)];

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery, only_guest: bool) -> Result<Page<IdentifierRow>> {
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query, only_guest).await?;
    retain_visible(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<IdentifierRow> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    visible_part(&mut reader, right.caller(), row).await
}

/// The row as the caller sees it.
pub(in crate::operation) async fn visible_part(connection: &mut PgConnection, caller: &Caller, mut row: IdentifierRow) -> Result<IdentifierRow> {
    retain_visible(connection, caller, std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees an identifier need not see every rule that names it, nor every group of its owner.
async fn retain_visible(connection: &mut PgConnection, caller: &Caller, rows: &mut [IdentifierRow]) -> Result<()> {
    let access_rules = rows.iter().flat_map(|row| &row.rule_ids).copied().collect();
    let visible = visible(connection, caller, NamedIds { access_rules, ..NamedIds::default() }).await?;
    rows.iter_mut().for_each(|row| row.retain_visible(&visible));
    let groups = rows.iter().flat_map(|row| row.domain_id.iter().chain(&row.owner_groups)).copied().collect();
    if let Some(groups) = visible_groups(connection, caller, groups).await? {
        rows.iter_mut().for_each(|row| row.show_group(&groups));
    }
    Ok(())
}
