use std::collections::BTreeSet;

use kit::{ListQuery, Page, Result};
use policy::{Action, Caller, Resource};
use sqlx::PgConnection;

use crate::app::App;
use crate::store::group;
use crate::store::integration::{self, IntegrationRow};

/// An integration, and the groups in it that the caller does not see.
pub struct VisibleIntegration {
    pub row: IntegrationRow,
    pub hidden_groups: BTreeSet<i64>,
}

pub async fn list(app: &App, caller: &Caller, query: &ListQuery) -> Result<Page<VisibleIntegration>> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let page = integration::list(&mut reader, caller, query).await?;
    let hidden = hidden_groups(&mut reader, caller, &page.items).await?;
    Ok(page.map(|row| with_hidden_groups(row, &hidden)))
}

pub async fn find(app: &App, caller: &Caller, id: i64) -> Result<VisibleIntegration> {
    let mut reader = app.context.database.read(caller.project_id).await?;
    let row = integration::find(&mut reader, caller, id).await?;
    let hidden = hidden_groups(&mut reader, caller, std::slice::from_ref(&row)).await?;
    Ok(with_hidden_groups(row, &hidden))
}

fn with_hidden_groups(row: IntegrationRow, hidden: &BTreeSet<i64>) -> VisibleIntegration {
    let hidden_groups = row.groups().filter(|group| hidden.contains(group)).collect();
    VisibleIntegration { row, hidden_groups }
}

/// The groups of all these integrations that the caller does not see, by one statement.
pub(super) async fn hidden_groups(connection: &mut PgConnection, caller: &Caller, rows: &[IntegrationRow]) -> Result<BTreeSet<i64>> {
    let view = caller.scope(Resource::Group, Action::View);
    if view.all {
        return Ok(BTreeSet::new());
    }
    let groups: BTreeSet<i64> = rows.iter().flat_map(IntegrationRow::groups).collect();
    let ids: Vec<i64> = groups.iter().copied().collect();
    let visible = group::covered(connection, caller.project_id, &view, &ids).await?;
    Ok(groups.difference(&visible).copied().collect())
}
