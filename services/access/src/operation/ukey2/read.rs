use kit::{ListQuery, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::visible_groups;
use crate::operation::visible_filter::{RelatedFields, RelatedKind, ensure_filters_visible};
use crate::store::ukey2::{self as store, Ukey2Row};

type ViewRight = Authorized<resource::Ukey2, action::View>;

const FILTERS: RelatedFields = &[("domain_id", RelatedKind::Group), ("within_domain_id", RelatedKind::Group)];

pub async fn list(app: &App, right: &ViewRight, query: &ListQuery) -> Result<Page<Ukey2Row>> {
    ensure_filters_visible(app, right.caller(), &query.filters, FILTERS).await?;
    let mut reader = app.context.database.read(right.project_id()).await?;
    let mut page = store::list(&mut reader, right, query).await?;
    show_groups(&mut reader, right.caller(), &mut page.items).await?;
    Ok(page)
}

pub async fn find(app: &App, right: &ViewRight, id: i64) -> Result<Ukey2Row> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let row = store::find(&mut reader, right, id).await?;
    visible_part(&mut reader, right.caller(), row).await
}

/// The row as the caller sees it.
pub(super) async fn visible_part(connection: &mut PgConnection, caller: &Caller, mut row: Ukey2Row) -> Result<Ukey2Row> {
    show_groups(connection, caller, std::slice::from_mut(&mut row)).await?;
    Ok(row)
}

/// Whoever sees a key need not see every group of its owner.
async fn show_groups(connection: &mut PgConnection, caller: &Caller, rows: &mut [Ukey2Row]) -> Result<()> {
    let groups = rows.iter().flat_map(|row| row.domain_id.iter().chain(&row.owner_groups)).copied().collect();
    if let Some(groups) = visible_groups(connection, caller, groups).await? {
        rows.iter_mut().for_each(|row| row.show_group(&groups));
    }
    Ok(())
}
